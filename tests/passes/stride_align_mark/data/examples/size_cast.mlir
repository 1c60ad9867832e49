// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f(%n: index) {
    %a = memref.alloc(%n) : memref<?x12xi16, #hivm.address_space<ub>>
    %b = memref.alloc(%n) : memref<?x12xi8, #hivm.address_space<ub>>
    hivm.hir.vcast ins(%a : memref<?x12xi16, #hivm.address_space<ub>>) outs(%b : memref<?x12xi8, #hivm.address_space<ub>>) round_mode = <truncwithoverflow>
    %c = memref.alloc() : memref<25xi32, #hivm.address_space<ub>>
    %d = memref.alloc() : memref<25xi8, #hivm.address_space<ub>>
    hivm.hir.vcast ins(%c : memref<25xi32, #hivm.address_space<ub>>) outs(%d : memref<25xi8, #hivm.address_space<ub>>) round_mode = <truncwithoverflow>
    return
  }
}
