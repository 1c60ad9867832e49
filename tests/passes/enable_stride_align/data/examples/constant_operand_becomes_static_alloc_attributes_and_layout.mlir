#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %c6 = arith.constant 6 : index
  %a = memref.alloc(%c6) {alignment = 64 : i64, tag = "t"} : memref<?x5xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<?x5xf32, #ub>
  %b = memref.alloca() {alignment = 64 : i64} : memref<4x3xi16, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 96, 96>} : memref<4x3xi16, #ub>
  %s = memref.alloc() : memref<4x3xf32, strided<[6, 2]>, #ub>
  annotation.mark %s {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x3xf32, strided<[6, 2]>, #ub>
  "test.use"(%a, %b, %s) : (memref<?x5xf32, #ub>, memref<4x3xi16, #ub>, memref<4x3xf32, strided<[6, 2]>, #ub>) -> ()
  return
}
