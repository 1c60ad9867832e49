// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f() {
    %a = memref.alloc() : memref<6x10xf16, #hivm.address_space<ub>>
    %b = memref.alloc() : memref<10x6xf16, #hivm.address_space<ub>>
    hivm.hir.vtranspose ins(%a : memref<6x10xf16, #hivm.address_space<ub>>) outs(%b : memref<10x6xf16, #hivm.address_space<ub>>) permutation = [1, 0]
    %c = memref.alloc() : memref<3x10x9xf32, #hivm.address_space<ub>>
    %d = memref.alloc() : memref<3x9x10xf32, #hivm.address_space<ub>>
    hivm.hir.vtranspose ins(%c : memref<3x10x9xf32, #hivm.address_space<ub>>) outs(%d : memref<3x9x10xf32, #hivm.address_space<ub>>) permutation = [0, 2, 1]
    %e = memref.alloc() : memref<3x7x4xf32, #hivm.address_space<ub>>
    %h = memref.alloc() : memref<7x3x4xf32, #hivm.address_space<ub>>
    hivm.hir.vtranspose ins(%e : memref<3x7x4xf32, #hivm.address_space<ub>>) outs(%h : memref<7x3x4xf32, #hivm.address_space<ub>>) permutation = [1, 0, 2]
    return
  }
}
