#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
  %r = scf.while (%x = %a) : (memref<4x6xf32, #ub>) -> (memref<4x6xf32, #ub>) {
    %p = "test.cond"(%x) : (memref<4x6xf32, #ub>) -> i1
    scf.condition(%p) %x : memref<4x6xf32, #ub>
  } do {
  ^bb0(%y: memref<4x6xf32, #ub>):
    scf.yield %y : memref<4x6xf32, #ub>
  }
  "test.use"(%r) : (memref<4x6xf32, #ub>) -> ()
  return
}
