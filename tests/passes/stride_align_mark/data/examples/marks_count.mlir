// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f() {
    %a = memref.alloc() : memref<4x5xf32, #hivm.address_space<ub>>
    %b = memref.alloc() : memref<4x5xf32, #hivm.address_space<ub>>
    annotation.mark %a {hivm.stride_align_dims = array<i32: 0>, hivm.stride_align_value_in_byte = array<i32: 64>} : memref<4x5xf32, #hivm.address_space<ub>>
    hivm.hir.vexp ins(%a : memref<4x5xf32, #hivm.address_space<ub>>) outs(%b : memref<4x5xf32, #hivm.address_space<ub>>)
    return
  }
}
