// Several functions.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
module {
  func.func private @ext(%q: !g)
  func.func @host(%n: i64) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
    %c0 = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    %h = memref.alloc() : !u
    memref.store %f, %h[%c0] : !u
    return
  }
  func.func @one(%a: !g) attributes {hacc.function_kind = #hacc.function_kind<DEVICE>} {
    %x = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    func.call @ext(%a) : (!g) -> ()
    hivm.hir.store ins(%x : !u) outs(%a : !g)
    return
  }
  func.func @two(%a: !g) {
    %y = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%y : !u)
    hivm.hir.store ins(%y : !u) outs(%a : !g)
    return
  }
  module {
    func.func @three(%a: !g) {
      %z = memref.alloc() : !u
      hivm.hir.load ins(%a : !g) outs(%z : !u)
      hivm.hir.store ins(%z : !u) outs(%a : !g)
      return
    }
  }
}
