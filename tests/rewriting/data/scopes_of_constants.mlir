module {
  func.func @k(%n: index, %o: memref<8xindex>) {
    affine.for %i = 0 to 8 {
      %c3 = arith.constant 3 : index
      memref.store %c3, %o[%i] : memref<8xindex>
    }
    scf.forall (%i) in (8) {
      %c4 = arith.constant 4 : index
      memref.store %c4, %o[%i] : memref<8xindex>
    }
    scf.parallel (%i) = (%n) to (%n) step (%n) {
      %c5 = arith.constant 5 : index
      memref.store %c5, %o[%i] : memref<8xindex>
      scf.reduce
    }
    memref.alloca_scope {
      %c6 = arith.constant 6 : index
      memref.store %c6, %o[%c6] : memref<8xindex>
    }
    scf.execute_region {
      %c7 = arith.constant 7 : index
      memref.store %c7, %o[%c7] : memref<8xindex>
      scf.yield
    }
    scf.index_switch %n
    case 2 {
      %c8 = arith.constant 8 : index
      memref.store %c8, %o[%c8] : memref<8xindex>
      scf.yield
    }
    default {
      %c9 = arith.constant 9 : index
      memref.store %c9, %o[%c9] : memref<8xindex>
      scf.yield
    }
    scope.scope : () -> () {
      %c10 = arith.constant 10 : index
      memref.store %c10, %o[%c10] : memref<8xindex>
      scope.return
    }
    affine.parallel (%i) = (0) to (8) {
      %c11 = arith.constant 11 : index
      memref.store %c11, %o[%i] : memref<8xindex>
    }
    affine.if affine_set<()[s0] : (s0 >= 0)>()[%n] {
      %c12 = arith.constant 12 : index
      memref.store %c12, %o[%c12] : memref<8xindex>
    }
    return
  }
}
