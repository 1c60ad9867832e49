#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%n: index, %arg: memref<4x6xf32, #ub>) {
  %c0 = arith.constant 0 : index
  %raw = memref.alloc() : memref<2048xi8, #ub>
  %v = memref.view %raw[%c0][] : memref<2048xi8, #ub> to memref<4x6xf32, #ub>
  annotation.mark %v {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x6xf32, #ub>
  %w = memref.view %raw[%c0][] : memref<2048xi8, #ub> to memref<4x32xf16, #ub>
  annotation.mark %w {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x32xf16, #ub>
  %b = memref.alloc() : memref<4x6xf32, #ub>
  %rc = memref.reinterpret_cast %b to offset: [%n], sizes: [4, 6], strides: [6, 1] : memref<4x6xf32, #ub> to memref<4x6xf32, strided<[6, 1], offset: ?>, #ub>
  annotation.mark %rc {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x6xf32, strided<[6, 1], offset: ?>, #ub>
  annotation.mark %arg {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x6xf32, #ub>
  "test.use"(%v, %w, %rc, %arg) : (memref<4x6xf32, #ub>, memref<4x32xf16, #ub>, memref<4x6xf32, strided<[6, 1], offset: ?>, #ub>, memref<4x6xf32, #ub>) -> ()
  return
}
