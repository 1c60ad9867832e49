#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4x6xf32, #ub>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<4x6xf32, #ub>) {
    %d = memref.alloc() : memref<4x6xf32, #ub>
    annotation.mark %d {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<4x6xf32, #ub>
    "test.fill"(%x, %d) : (memref<4x6xf32, #ub>, memref<4x6xf32, #ub>) -> ()
    scf.yield %d : memref<4x6xf32, #ub>
  }
  "test.use"(%r) : (memref<4x6xf32, #ub>) -> ()
  return
}
