// `index` elements.
// RUN a3
// RUN Ascend910B1
// RUN Ascend950PR_9579
func.func @k(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i8
  %i = memref.alloc() : memref<3xindex, #hivm.address_space<ub>>
  memref.store %n, %i[%c0] : memref<3xindex, #hivm.address_space<ub>>
  %b = memref.alloc() : memref<4xi8, #hivm.address_space<ub>>
  memref.store %c1, %b[%c0] : memref<4xi8, #hivm.address_space<ub>>
  return
}
