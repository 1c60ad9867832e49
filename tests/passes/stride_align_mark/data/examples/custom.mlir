// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%a: memref<5x3xf32, #hivm.address_space<ub>>, %b: memref<5x3xf32, #hivm.address_space<ub>>) {
    hivm.hir.custom {arg_attrs = [{align_dim = 1 : i64}, "x", {}], hivm.pipe = #hivm.pipe<PIPE_V>, hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "k"} "thing" ins(%a, %b : memref<5x3xf32, #hivm.address_space<ub>>, memref<5x3xf32, #hivm.address_space<ub>>) outs(%b : memref<5x3xf32, #hivm.address_space<ub>>)
    return
  }
}
