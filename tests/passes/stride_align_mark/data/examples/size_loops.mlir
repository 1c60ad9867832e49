// RUN a3 --hivm-align-alloc-size
// RUN a5 --hivm-align-alloc-size
module {
  func.func @f(%i: index, %j: index, %h: memref<20xf16, #hivm.address_space<ub>>) {
    %a = memref.alloc() : memref<20xi8, #hivm.address_space<ub>>
    %s = memref.alloc() : memref<20xi32, #hivm.address_space<ub>>
    %r = scf.for %k = %i to %j step %i iter_args(%x = %a) -> (memref<20xi8, #hivm.address_space<ub>>) {
      %b = memref.alloc() : memref<20xi8, #hivm.address_space<ub>>
      hivm.hir.vcast ins(%s : memref<20xi32, #hivm.address_space<ub>>) outs(%b : memref<20xi8, #hivm.address_space<ub>>) round_mode = <truncwithoverflow>
      scf.yield %b : memref<20xi8, #hivm.address_space<ub>>
    }
    hivm.hir.vcast ins(%r : memref<20xi8, #hivm.address_space<ub>>) outs(%h : memref<20xf16, #hivm.address_space<ub>>) round_mode = <rint>
    return
  }
}
