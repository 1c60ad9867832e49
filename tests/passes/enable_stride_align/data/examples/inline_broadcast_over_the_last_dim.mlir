#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<6x5x1xf32, #ub>
  %b = memref.alloc() : memref<6x5x7xf32, #ub>
  %o = memref.alloc() : memref<6x5x7xf32, #ub>
  annotation.mark %o {hivm.stride_align_dims = array<i32: 1, 2>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<6x5x7xf32, #ub>
  hivm.hir.vadd ins(%a, %b : memref<6x5x1xf32, #ub>, memref<6x5x7xf32, #ub>) outs(%o : memref<6x5x7xf32, #ub>) broadcast = [2]
  return
}
