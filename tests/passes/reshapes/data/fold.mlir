// ----- folded 1
func.func @f(%n: index) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<64xf16, #hivm.address_space<ub>>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16, #hivm.address_space<ub>> into memref<8x8xf16, #hivm.address_space<ub>>
  annotation.mark %e {foo} : memref<8x8xf16, #hivm.address_space<ub>>
  return
}
// ----- folded 2
func.func @f(%n: index) {
  %a = memref.alloc() : memref<64xf16>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
  annotation.mark %e {foo} : memref<8x8xf16>
  annotation.mark %a {foo} : memref<64xf16>
  return
}
// ----- folded 3
func.func @f(%n: index, %m: index) {
  %a = memref.alloc(%n) : memref<?xf16>
  %e = memref.expand_shape %a [[0, 1]] output_shape [%m, 8] : memref<?xf16> into memref<?x8xf16>
  annotation.mark %e {foo} : memref<?x8xf16>
  return
}
// ----- folded 4
func.func @f(%n: index, %m: index) {
  %a = memref.alloc() : memref<64xf16>
  %x = arith.addi %n, %m : index
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
  annotation.mark %e {foo} : memref<8x8xf16>
  %y = memref.load %e[%x, %x] : memref<8x8xf16>
  return
}
// ----- folded 5
func.func @f(%n: index, %m: index) {
  %a = memref.alloc() : memref<8x8xf16>
  %e = memref.collapse_shape %a [[0, 1]] : memref<8x8xf16> into memref<64xf16>
  annotation.mark %e {foo} : memref<64xf16>
  return
}
// ----- folded 6
func.func @f(%n: index, %m: index) {
  %a = memref.alloca() : memref<64xf16>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
  annotation.mark %e {foo} : memref<8x8xf16>
  return
}
// ----- folded 7
func.func @f(%n: index, %m: index, %c: i1) {
  %a = memref.alloc() : memref<64xf16>
  scf.if %c {
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
  annotation.mark %e {foo} : memref<8x8xf16>
  }
  return
}
// ----- folded 8
func.func @f(%n: index, %m: index, %c: i1) {
  %a = memref.alloc() {foo} : memref<64xf16>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
  %e2 = memref.expand_shape %e [[0, 1], [2]] output_shape [2, 4, 8] : memref<8x8xf16> into memref<2x4x8xf16>
  annotation.mark %e2 {foo} : memref<2x4x8xf16>
  return
}
// ----- folded 9
func.func @f(%n: index, %m: index, %c: i1) {
  %a = memref.alloc() {foo} : memref<64xf16, strided<[2]>>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16, strided<[2]>> into memref<8x8xf16, strided<[16, 2]>>
  annotation.mark %e {foo} : memref<8x8xf16, strided<[16, 2]>>
  return
}
// ----- folded 10
func.func @f(%n: index, %m: index, %c: i1) {
  %a = memref.alloc(%n) {foo} : memref<?xf16>
  %m2 = arith.muli %n, %m : index
  %e = memref.expand_shape %a [[0, 1]] output_shape [%m2, 8] : memref<?xf16> into memref<?x8xf16>
  annotation.mark %e {foo} : memref<?x8xf16>
  return
}
// ----- places 1
func.func @f(%n: index) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %a = memref.alloc() {alignment = 64 : i64} : memref<64xf16, #hivm.address_space<ub>>
  %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16, #hivm.address_space<ub>> into memref<8x8xf16, #hivm.address_space<ub>>
  annotation.mark %e {foo} : memref<8x8xf16, #hivm.address_space<ub>>
  return
}
// ----- places 2
func.func @f(%n: index) {
  %a = memref.alloc() : memref<f16>
  %e = memref.expand_shape %a [] output_shape [1, 1] : memref<f16> into memref<1x1xf16>
  annotation.mark %e {foo} : memref<1x1xf16>
  return
}
// ----- places 3
func.func @f(%n: index) {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<64xf16>
  scf.for %i = %c1 to %n step %c1 {
    %e = memref.expand_shape %a [[0, 1]] output_shape [8, 8] : memref<64xf16> into memref<8x8xf16>
    annotation.mark %e {foo} : memref<8x8xf16>
  }
  return
}
// ----- places 4
func.func @f(%n: index) {
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%c8) : memref<?xf16>
  %e = memref.expand_shape %a [[0, 1]] output_shape [%c8, 1] : memref<?xf16> into memref<?x1xf16>
  annotation.mark %e {foo} : memref<?x1xf16>
  return
}
// ----- places 5
func.func @f(%n: index) {
  %a = memref.alloc(%n) : memref<?xf16>
  %e = memref.expand_shape %a [[0, 1]] output_shape [%n, 1] : memref<?xf16> into memref<?x1xf16>
  %e2 = memref.collapse_shape %e [[0, 1]] : memref<?x1xf16> into memref<?xf16>
  annotation.mark %e2 {foo} : memref<?xf16>
  return
}
