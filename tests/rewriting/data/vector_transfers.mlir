module {
  func.func @k(%m: memref<8x16xf32>, %n: index, %t: tensor<8x16xf32>) -> (vector<16xf32>, tensor<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %cc = memref.cast %m : memref<8x16xf32> to memref<?x16xf32>
  %r = vector.transfer_read %cc[%c0, %c0], %p : memref<?x16xf32>, vector<16xf32>
  %r2 = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : tensor<8x16xf32>, vector<4x16xf32>
  %r3 = vector.transfer_read %t[%c0, %n], %p {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : tensor<8x16xf32>, vector<4x16xf32>
  %r4 = vector.transfer_read %t[%c4, %c0], %p : tensor<8x16xf32>, vector<5x16xf32>
  %w = vector.transfer_write %r2, %t[%n, %c0] : vector<4x16xf32>, tensor<8x16xf32>
  %w2 = vector.transfer_write %r3, %w[%n, %n] {in_bounds = [false, true]} : vector<4x16xf32>, tensor<8x16xf32>
  %w3 = vector.transfer_write %r4, %w2[%c4, %c0] {in_bounds = [false, true]} : vector<5x16xf32>, tensor<8x16xf32>
  vector.transfer_write %r, %m[%n, %c0] : vector<16xf32>, memref<8x16xf32>
  %l = vector.load %cc[%c0, %n] : memref<?x16xf32>, vector<16xf32>
  vector.store %l, %cc[%c0, %n] : memref<?x16xf32>, vector<16xf32>
  return %r, %w3 : vector<16xf32>, tensor<8x16xf32>
}
}
