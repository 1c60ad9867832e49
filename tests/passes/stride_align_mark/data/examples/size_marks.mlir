// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f(%p: memref<5x12xf16, #hivm.address_space<ub>>) {
    %a = memref.alloc() : memref<5x12xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.alloc_align_dims = array<i32: 0>, hivm.alloc_align_value_in_byte = array<i32: 32>} : memref<5x12xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.alloc_align_dims = array<i32: 0, 1>, hivm.alloc_align_value_in_byte = array<i32: 48, 32>, keep} : memref<5x12xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.alloc_align_dims = array<i32: 0, 1>, hivm.alloc_align_value_in_byte = array<i32: 64>} : memref<5x12xf16, #hivm.address_space<ub>>
    hivm.hir.vexp ins(%a : memref<5x12xf16, #hivm.address_space<ub>>) outs(%p : memref<5x12xf16, #hivm.address_space<ub>>)
    annotation.mark %p {hivm.alloc_align_dims = array<i32: 1>, hivm.alloc_align_value_in_byte = array<i32: 32>} : memref<5x12xf16, #hivm.address_space<ub>>
    return
  }
}
