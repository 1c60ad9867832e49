#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%f: f32) {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  %b = memref.alloc() : memref<4x6xf32, #ub>
  %c = memref.alloc() : memref<4x6xi1, #ub>
  %o = memref.alloc() : memref<4x6xf32, #ub>
  %t = memref.alloc() : memref<64xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
  hivm.hir.vadd ins(%a, %f : memref<4x6xf32, #ub>, f32) outs(%b : memref<4x6xf32, #ub>) temp_buffer(%t : memref<64xf32, #ub>)
  hivm.hir.vsel ins(%c, %b, %a : memref<4x6xi1, #ub>, memref<4x6xf32, #ub>, memref<4x6xf32, #ub>) outs(%o : memref<4x6xf32, #ub>)
  return
}
