// MIX function, default 216 KiB.
// RUN Ascend950PR_9579 simt-vf-dynamic-size=216
!u = memref<32768xf32, #hivm.address_space<ub>>
!h = memref<32768xf32, #hivm.address_space<gm>>
func.func @k(%g: !h) attributes {hivm.vf_mode = #hivm.vf_mode<MIX>} {
  %t = memref.alloc() : !u
  %s = memref.alloc() : !u
  hivm.hir.load ins(%g : !h) outs(%t : !u)
  hivm.hir.load ins(%g : !h) outs(%s : !u)
  hivm.hir.vadd ins(%t, %s : !u, !u) outs(%s : !u)
  hivm.hir.store ins(%s : !u) outs(%g : !h)
  return
}
