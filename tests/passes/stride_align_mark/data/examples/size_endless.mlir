// RUN a3 --hivm-align-alloc-size
module {
  func.func @f(%i: index, %j: index) {
    %a = memref.alloc() : memref<20xi8, #hivm.address_space<ub>>
    %s = memref.alloc() : memref<20xi32, #hivm.address_space<ub>>
    %r = scf.for %k = %i to %j step %i iter_args(%x = %a) -> (memref<20xi8, #hivm.address_space<ub>>) {
      hivm.hir.vcast ins(%s : memref<20xi32, #hivm.address_space<ub>>) outs(%x : memref<20xi8, #hivm.address_space<ub>>) round_mode = <truncwithoverflow>
      scf.yield %a : memref<20xi8, #hivm.address_space<ub>>
    }
    hivm.hir.vcast ins(%s : memref<20xi32, #hivm.address_space<ub>>) outs(%a : memref<20xi8, #hivm.address_space<ub>>) round_mode = <truncwithoverflow>
    return
  }
}
