// Alloc without address space.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
!u = memref<64xf32>
func.func @k(%p: f32) {
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : !u
  memref.store %p, %x[%c0] : !u
  return
}
