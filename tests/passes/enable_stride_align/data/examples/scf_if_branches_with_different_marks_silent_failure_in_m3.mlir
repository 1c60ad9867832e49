#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%c: i1) {
  %a = memref.alloc() : memref<4x6xf32, #ub>
  %b = memref.alloc() : memref<4x6xf32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<4x6xf32, #ub>
  annotation.mark %b {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 64>} : memref<4x6xf32, #ub>
  %r = scf.if %c -> (memref<4x6xf32, #ub>) {
    "test.fill"(%a) : (memref<4x6xf32, #ub>) -> ()
    scf.yield %a : memref<4x6xf32, #ub>
  } else {
    "test.fill"(%b) : (memref<4x6xf32, #ub>) -> ()
    scf.yield %b : memref<4x6xf32, #ub>
  }
  "test.use"(%r) : (memref<4x6xf32, #ub>) -> ()
  return
}
