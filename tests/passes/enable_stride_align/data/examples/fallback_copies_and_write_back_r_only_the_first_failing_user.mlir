#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%g: memref<24xf32, #gm>) {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
  %r = memref.reinterpret_cast %a to offset: [0], sizes: [24], strides: [1] : memref<4x6xf32, #ub> to memref<24xf32, #ub>
  hivm.hir.load ins(%g : memref<24xf32, #gm>) outs(%r : memref<24xf32, #ub>)
  %q = memref.transpose %a (d0, d1) -> (d1, d0) : memref<4x6xf32, #ub> to memref<6x4xf32, strided<[1, 6]>, #ub>
  "test.use"(%q) : (memref<6x4xf32, strided<[1, 6]>, #ub>) -> ()
  return
}
