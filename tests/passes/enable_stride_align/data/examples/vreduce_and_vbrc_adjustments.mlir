#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<6x5x7xf32, #ub>
  %b = memref.alloc() : memref<6x5x1xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<6x5x7xf32, #ub>
  hivm.hir.vreduce <sum> ins(%a : memref<6x5x7xf32, #ub>) outs(%b : memref<6x5x1xf32, #ub>) reduce_dims = [2]
  %c = memref.alloc() : memref<6x5x1xf16, #ub>
  %d = memref.alloc() : memref<6x5x16xf16, #ub>
  annotation.mark %d {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<6x5x16xf16, #ub>
  hivm.hir.vbrc ins(%c : memref<6x5x1xf16, #ub>) outs(%d : memref<6x5x16xf16, #ub>) broadcast_dims = [2]
  return
}
