// Copies, N = 1, nested loops, in-place with a multi-buffer.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @k(%a: !g, %b: !g, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc() : !u
    hivm.hir.load ins(%a : !g) outs(%x : !u)
    annotation.mark %x {hivm.multi_buffer = 3 : i32} : !u
    scf.for %j = %c0 to %n step %c1 {
      hivm.hir.store ins(%x : !u) outs(%a : !g)
      %y = memref.alloc() : !u
      annotation.mark %y {hivm.multi_buffer = 1 : i32} : !u
      %z = memref.alloc() : !u
      annotation.mark %z {hivm.multi_buffer = 2 : i32} : !u
      %t = memref.alloc() : !u
      hivm.hir.load ins(%b : !g) outs(%z : !u)
      hivm.hir.vexp ins(%z : !u) outs(%t : !u)
      hivm.hir.vflip ins(%t : !u) outs(%y : !u) flip_axis = 0
      hivm.hir.store ins(%y : !u) outs(%b : !g)
    }
  }
  return
}
