// VF call: output over input.
// RUN Ascend950PR_9579
!u = memref<1024xf32, #hivm.address_space<ub>>
!g = memref<1024xf32, #hivm.address_space<gm>>
func.func @vf(%i: memref<1024xf32, #hivm.address_space<ub>>, %o: memref<1024xf32, #hivm.address_space<ub>>) attributes {hivm.vector_function} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %f = arith.constant 0.0 : f32
  scf.for %k = %c0 to %c1024 step %c64 {
    %s = memref.subview %i[%k] [64] [1] : memref<1024xf32, #hivm.address_space<ub>> to memref<64xf32, strided<[1], offset: ?>, #hivm.address_space<ub>>
    %t = memref.subview %o[%k] [64] [1] : memref<1024xf32, #hivm.address_space<ub>> to memref<64xf32, strided<[1], offset: ?>, #hivm.address_space<ub>>
    %v = vector.transfer_read %s[%c0], %f {in_bounds = [true]} : memref<64xf32, strided<[1], offset: ?>, #hivm.address_space<ub>>, vector<64xf32>
    %w = math.exp %v : vector<64xf32>
    vector.transfer_write %w, %t[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, strided<[1], offset: ?>, #hivm.address_space<ub>>
  }
  return
}
func.func @k(%a: !g, %b: !g) {
  %x = memref.alloc() : !u
  %y = memref.alloc() : !u
  hivm.hir.load ins(%a : !g) outs(%x : !u)
  func.call @vf(%x, %y) {hivm.vector_function} : (!u, !u) -> ()
  hivm.hir.store ins(%y : !u) outs(%b : !g)
  return
}
