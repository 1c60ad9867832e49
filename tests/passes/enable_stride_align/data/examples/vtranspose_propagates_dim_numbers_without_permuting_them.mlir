#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  %b = memref.alloc() : memref<6x4xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
  hivm.hir.vtranspose ins(%a : memref<4x6xf32, #ub>) outs(%b : memref<6x4xf32, #ub>) permutation = [1, 0]
  return
}
