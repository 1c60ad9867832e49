// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f() {
    %a = memref.alloc() : memref<2x50xf32, #hivm.address_space<ub>>
    %b = memref.alloc() : memref<2x50xf32, #hivm.address_space<ub>>
    %i = memref.alloc() : memref<2x50xi32, #hivm.address_space<ub>>
    hivm.hir.vsort ins(%a : memref<2x50xf32, #hivm.address_space<ub>>) outs(%b, %i : memref<2x50xf32, #hivm.address_space<ub>>, memref<2x50xi32, #hivm.address_space<ub>>) descending = false sort_axis = 1
    return
  }
}
