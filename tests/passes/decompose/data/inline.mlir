// ----- through
func.func @f(%a: memref<32xf32, #hivm.address_space<gm>>, %o: memref<32xf32, #hivm.address_space<gm>>) {
  %b = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  %c = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : memref<32xf32, #hivm.address_space<gm>>) outs(%b : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.copy ins(%b : memref<32xf32, #hivm.address_space<ub>>) outs(%c : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.store ins(%c : memref<32xf32, #hivm.address_space<ub>>) outs(%o : memref<32xf32, #hivm.address_space<gm>>)
  return
}
// ----- read-again
func.func @f(%a: memref<32xf32, #hivm.address_space<gm>>, %o: memref<32xf32, #hivm.address_space<gm>>) {
  %b = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  %c = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : memref<32xf32, #hivm.address_space<gm>>) outs(%b : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.copy ins(%b : memref<32xf32, #hivm.address_space<ub>>) outs(%c : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.vadd ins(%b, %c : memref<32xf32, #hivm.address_space<ub>>, memref<32xf32, #hivm.address_space<ub>>) outs(%c : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.store ins(%c : memref<32xf32, #hivm.address_space<ub>>) outs(%o : memref<32xf32, #hivm.address_space<gm>>)
  return
}
// ----- source-overwritten
func.func @f(%a: memref<32xf32, #hivm.address_space<gm>>, %o: memref<32xf32, #hivm.address_space<gm>>) {
  %b = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  %c = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : memref<32xf32, #hivm.address_space<gm>>) outs(%b : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.copy ins(%b : memref<32xf32, #hivm.address_space<ub>>) outs(%c : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.store ins(%c : memref<32xf32, #hivm.address_space<ub>>) outs(%a : memref<32xf32, #hivm.address_space<gm>>)
  hivm.hir.store ins(%c : memref<32xf32, #hivm.address_space<ub>>) outs(%o : memref<32xf32, #hivm.address_space<gm>>)
  return
}
// ----- marked
func.func @f(%a: memref<32xf32, #hivm.address_space<gm>>, %o: memref<32xf32, #hivm.address_space<gm>>) {
  %b = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  %c = memref.alloc() : memref<32xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : memref<32xf32, #hivm.address_space<gm>>) outs(%b : memref<32xf32, #hivm.address_space<ub>>)
  hivm.hir.copy ins(%b : memref<32xf32, #hivm.address_space<ub>>) outs(%c : memref<32xf32, #hivm.address_space<ub>>)
  annotation.mark %b {foo} : memref<32xf32, #hivm.address_space<ub>>
  hivm.hir.store ins(%c : memref<32xf32, #hivm.address_space<ub>>) outs(%o : memref<32xf32, #hivm.address_space<gm>>)
  return
}
