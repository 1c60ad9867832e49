#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @cube() attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %u = memref.alloc() : memref<12x9xf32, #ub>
  annotation.mark %u {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<12x9xf32, #ub>
  annotation.mark %u {effects = ["write", "read"], hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<4>} : memref<12x9xf32, #ub>
  %cc = memref.alloc() : memref<12x9xf32, #hivm.address_space<cc>>
  hivm.hir.fixpipe ins(%cc : memref<12x9xf32, #hivm.address_space<cc>>) outs(%u : memref<12x9xf32, #ub>)
  hivm.hir.sync_block_set[<CUBE>, <PIPE_FIX>, <PIPE_V>] flag = 6
  return
}
func.func @vec() attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<12x9xf32, #ub>
  annotation.mark %u {effects = ["write", "read"], hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<4>} : memref<12x9xf32, #ub>
  %f = memref.collapse_shape %u [[0, 1]] : memref<12x9xf32, #ub> into memref<108xf32, #ub>
  %o = memref.alloc() : memref<108xf32, #ub>
  hivm.hir.sync_block_wait[<VECTOR>, <PIPE_FIX>, <PIPE_V>] flag = 6
  hivm.hir.copy ins(%f : memref<108xf32, #ub>) outs(%o : memref<108xf32, #ub>)
  return
}
