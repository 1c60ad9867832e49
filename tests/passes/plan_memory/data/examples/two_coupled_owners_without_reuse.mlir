// With disable-tightly-coupled-buffer-reuse.
// RUN Ascend950PR_9579 disable-tightly-coupled-buffer-reuse=true
!u = memref<32768xf32, #hivm.address_space<ub>>
!h = memref<32768xf32, #hivm.address_space<gm>>
func.func @vec(%g: !h) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %t = memref.alloc() : !u
  annotation.mark %t {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<1>} : !u
  hivm.hir.store ins(%t : !u) outs(%g : !h)
  %s = memref.alloc() : !u
  annotation.mark %s {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<2>} : !u
  hivm.hir.store ins(%s : !u) outs(%g : !h)
  return
}
