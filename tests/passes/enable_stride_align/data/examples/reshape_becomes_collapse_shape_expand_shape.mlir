#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%s1: memref<2xi64>, %s2: memref<3xi64>) {
  %a = memref.alloc() : memref<4x3x8xf16, #ub>
  %r = memref.reshape %a(%s1) : (memref<4x3x8xf16, #ub>, memref<2xi64>) -> memref<12x8xf16, #ub>
  annotation.mark %r {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<12x8xf16, #ub>
  "test.use"(%r) : (memref<12x8xf16, #ub>) -> ()
  %b = memref.alloc() : memref<6x4xf32, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<6x4xf32, #ub>
  %q = memref.reshape %b(%s2) : (memref<6x4xf32, #ub>, memref<3xi64>) -> memref<2x3x4xf32, #ub>
  "test.use"(%q) : (memref<2x3x4xf32, #ub>) -> ()
  return
}
