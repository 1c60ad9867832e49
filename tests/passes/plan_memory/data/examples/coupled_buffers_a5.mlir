// Coupled buffers (A5).
// RUN Ascend950PR_9579
!u = memref<8192xf32, #hivm.address_space<ub>>
!v = memref<256xf32, #hivm.address_space<ub>>
!g = memref<256xf32, #hivm.address_space<gm>>
!h = memref<8192xf32, #hivm.address_space<gm>>
module {
  func.func @cube(%g: !h) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %t = memref.alloc() : !u
    annotation.mark %t {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<7>} : !u
    hivm.hir.load ins(%g : !h) outs(%t : !u)
    return
  }
  func.func @vec(%g: !h, %s: !g) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %q = memref.alloc() : !v
    hivm.hir.load ins(%s : !g) outs(%q : !v)
    %r = memref.alloc() : !u
    annotation.mark %r {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<7>} : !u
    hivm.hir.store ins(%r : !u) outs(%g : !h)
    hivm.hir.store ins(%q : !v) outs(%s : !g)
    return
  }
}
