func.func @host(%a: memref<2x9xf32>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %unused = memref.alloc() : memref<2xf32>
  hivm.hir.vexp ins(%a : memref<2x9xf32>) outs(%a : memref<2x9xf32>)
  return
}
func.func @device(%a: memref<2x9xf32>, %n: index) attributes {hacc.function_kind = #hacc.function_kind<DEVICE>} {
  %unused = memref.alloc() : memref<2xf32>
  %cast = memref.cast %a : memref<2x9xf32> to memref<?x9xf32, strided<[9, 1]>>
  scf.for %i = %n to %n step %n {
    %two = arith.constant 2 : index
    hivm.hir.vexp ins(%cast : memref<?x9xf32, strided<[9, 1]>>) outs(%a : memref<2x9xf32>)
  }
  return
}
func.func private @declared(memref<2x9xf32>)
module @inner {
  func.func @f(%a: memref<2x9xf32>) {
    hivm.hir.vexp ins(%a : memref<2x9xf32>) outs(%a : memref<2x9xf32>)
    return
  }
}
