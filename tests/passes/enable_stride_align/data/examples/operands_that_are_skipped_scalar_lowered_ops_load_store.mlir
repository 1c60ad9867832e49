#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%g: memref<4x6xi64, #gm>) {
  %a = memref.alloc() : memref<4x6xi64, #ub>
  %b = memref.alloc() : memref<4x6xi64, #ub>
  %c = memref.alloc() : memref<4x6xi64, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xi64, #ub>
  hivm.hir.vadd ins(%a, %a : memref<4x6xi64, #ub>, memref<4x6xi64, #ub>) outs(%b : memref<4x6xi64, #ub>)
  hivm.hir.store ins(%a : memref<4x6xi64, #ub>) outs(%g : memref<4x6xi64, #gm>)
  hivm.hir.load ins(%g : memref<4x6xi64, #gm>) outs(%c : memref<4x6xi64, #ub>)
  "test.use"(%b, %c) : (memref<4x6xi64, #ub>, memref<4x6xi64, #ub>) -> ()
  return
}
