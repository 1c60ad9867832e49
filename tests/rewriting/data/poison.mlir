module {
  func.func @k(%n: i32, %o: memref<8xi32>, %p: i1) {
    %c0 = arith.constant 0 : index
    %0 = ub.poison : i32
    %1 = arith.addi %n, %0 : i32
    %2 = arith.muli %0, %n : i32
    %3 = arith.select %p, %0, %n : i32
    %4 = ub.poison : f32
    %5 = arith.addf %4, %4 : f32
    %6 = arith.extsi %0 : i32 to i64
    %7 = arith.cmpi eq, %0, %n : i32
    memref.store %1, %o[%c0] : memref<8xi32>
    memref.store %2, %o[%c0] : memref<8xi32>
    memref.store %3, %o[%c0] : memref<8xi32>
    annotation.mark %5 {foo} : f32
    annotation.mark %6 {foo} : i64
    annotation.mark %7 {foo} : i1
    %8 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%c0)
    %9 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%c0)
    annotation.mark %8 {foo} : index
    annotation.mark %9 {foo} : index
    return
  }
}
