// Mem_unique in level mode.
// RUN Ascend950PR_9579
!u = memref<32768xf32, #hivm.address_space<ub>>
!h = memref<32768xf32, #hivm.address_space<gm>>
func.func @vec(%g: !h) {
  %t = memref.alloc() : !u
  annotation.mark %t {mem_unique} : !u
  hivm.hir.load ins(%g : !h) outs(%t : !u)
  hivm.hir.store ins(%t : !u) outs(%g : !h)
  %s = memref.alloc() : !u
  hivm.hir.load ins(%g : !h) outs(%s : !u)
  hivm.hir.store ins(%s : !u) outs(%g : !h)
  return
}
