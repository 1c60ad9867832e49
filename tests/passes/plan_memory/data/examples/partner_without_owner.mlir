// Partner without owner.
// RUN Ascend950PR_9579
!u = memref<8192xf32, #hivm.address_space<ub>>
!h = memref<8192xf32, #hivm.address_space<gm>>
func.func @cube(%g: !h) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %t = memref.alloc() : !u
  annotation.mark %t {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<7>} : !u
  hivm.hir.load ins(%g : !h) outs(%t : !u)
  return
}
