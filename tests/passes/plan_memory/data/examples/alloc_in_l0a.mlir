// Alloc in L0A.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<16x16xf16, #hivm.address_space<ca>>
func.func @k(%p: f16) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : !u
  memref.store %p, %x[%c0, %c0] : !u
  return
}
