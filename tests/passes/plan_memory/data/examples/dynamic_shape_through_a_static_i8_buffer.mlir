// Dynamic shape through a static i8 buffer.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<?xf32, #hivm.address_space<ub>>
!g = memref<?xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %raw = memref.alloc() : memref<4096xi8, #hivm.address_space<ub>>
  %x = memref.view %raw[%c0][%n] : memref<4096xi8, #hivm.address_space<ub>> to !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  hivm.hir.store ins(%x : !u) outs(%a : !g)
  return
}
