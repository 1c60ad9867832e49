#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %r = scope.scope : () -> memref<4x6xf32, #ub> {
    %a = memref.alloc() : memref<4x6xf32, #ub>
    annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
    scope.return %a : memref<4x6xf32, #ub>
  }
  "test.use"(%r) : (memref<4x6xf32, #ub>) -> ()
  return
}
