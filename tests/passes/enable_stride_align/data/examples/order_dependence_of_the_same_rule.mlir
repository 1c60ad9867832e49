#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @vec() attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<12x9xf32, #ub>
  annotation.mark %u {effects = ["write", "read"], hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<4>} : memref<12x9xf32, #ub>
  "test.use"(%u) : (memref<12x9xf32, #ub>) -> ()
  return
}
func.func @cube() attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %u = memref.alloc() : memref<12x9xf32, #ub>
  annotation.mark %u {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<12x9xf32, #ub>
  annotation.mark %u {effects = ["write", "read"], hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<4>} : memref<12x9xf32, #ub>
  %cc = memref.alloc() : memref<12x9xf32, #hivm.address_space<cc>>
  hivm.hir.fixpipe ins(%cc : memref<12x9xf32, #hivm.address_space<cc>>) outs(%u : memref<12x9xf32, #ub>)
  return
}
