// ----- subtract-scalar
func.func @f(%a0: memref<4x8xf32, #hivm.address_space<ub>>, %a1: f32, %a2: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vsub ins(%a0, %a1 : memref<4x8xf32, #hivm.address_space<ub>>, f32) outs(%a2 : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- broadcast-three
func.func @f(%a0: memref<1x1x24x1xf16, #hivm.address_space<ub>>, %a1: memref<3x5x24x16xf16, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<1x1x24x1xf16, #hivm.address_space<ub>>) outs(%a1 : memref<3x5x24x16xf16, #hivm.address_space<ub>>) broadcast_dims = [0, 1, 3]
  return
}
// ----- cast-through-f16
func.func @f(%a0: memref<4x8xf32, #hivm.address_space<ub>>, %a1: memref<4x8xi8, #hivm.address_space<ub>>) {
  hivm.hir.vcast ins(%a0 : memref<4x8xf32, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xi8, #hivm.address_space<ub>>) round_mode = <floor>
  return
}
// ----- cast-bytes-to-bits
func.func @f(%a0: memref<4x8xi8, #hivm.address_space<ub>>, %a1: memref<4x8xi1, #hivm.address_space<ub>>) {
  hivm.hir.vcast ins(%a0 : memref<4x8xi8, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xi1, #hivm.address_space<ub>>)
  return
}
// ----- cast-words-to-bits
func.func @f(%a0: memref<4x8xi32, #hivm.address_space<ub>>, %a1: memref<4x8xi1, #hivm.address_space<ub>>) {
  hivm.hir.vcast ins(%a0 : memref<4x8xi32, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xi1, #hivm.address_space<ub>>)
  return
}
// ----- compare-integers
func.func @f(%a0: memref<4x8xi16, #hivm.address_space<ub>>, %a1: memref<4x8xi16, #hivm.address_space<ub>>, %a2: memref<4x8xi1, #hivm.address_space<ub>>) {
  hivm.hir.vcmp ins(%a0, %a1 : memref<4x8xi16, #hivm.address_space<ub>>, memref<4x8xi16, #hivm.address_space<ub>>) outs(%a2 : memref<4x8xi1, #hivm.address_space<ub>>) compare_mode = <lt>
  return
}
// ----- compare-equal
func.func @f(%a0: memref<4x8xi32, #hivm.address_space<ub>>, %a1: memref<4x8xi32, #hivm.address_space<ub>>, %a2: memref<4x8xi1, #hivm.address_space<ub>>) {
  hivm.hir.vcmp ins(%a0, %a1 : memref<4x8xi32, #hivm.address_space<ub>>, memref<4x8xi32, #hivm.address_space<ub>>) outs(%a2 : memref<4x8xi1, #hivm.address_space<ub>>) compare_mode = <ne>
  return
}
// ----- select-on-bytes
func.func @f(%p: memref<4x8xi64, #hivm.address_space<ub>>, %q: memref<4x8xi64, #hivm.address_space<ub>>, %o: memref<4x8xi64, #hivm.address_space<ub>>) {
  %t = memref.alloc() : memref<4x8xi1, #hivm.address_space<ub>>
  hivm.hir.vcmp ins(%p, %q : memref<4x8xi64, #hivm.address_space<ub>>, memref<4x8xi64, #hivm.address_space<ub>>) outs(%t : memref<4x8xi1, #hivm.address_space<ub>>) compare_mode = <lt>
  hivm.hir.vsel ins(%t, %p, %q : memref<4x8xi1, #hivm.address_space<ub>>, memref<4x8xi64, #hivm.address_space<ub>>, memref<4x8xi64, #hivm.address_space<ub>>) outs(%o : memref<4x8xi64, #hivm.address_space<ub>>)
  return
}
// ----- absolute
func.func @f(%a0: memref<4x8xi16, #hivm.address_space<ub>>, %a1: memref<4x8xi16, #hivm.address_space<ub>>) {
  hivm.hir.vabs ins(%a0 : memref<4x8xi16, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xi16, #hivm.address_space<ub>>)
  return
}
// ----- reciprocal
func.func @f(%a0: memref<4x8xf32, #hivm.address_space<ub>>, %a1: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vrec ins(%a0 : memref<4x8xf32, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- reciprocal-in-place
func.func @f() {
  %a = memref.alloc() : memref<4x8xf32, #hivm.address_space<ub>>
  hivm.hir.vrec ins(%a : memref<4x8xf32, #hivm.address_space<ub>>) outs(%a : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- channels
func.func @f(%a0: memref<4x16xf32, #hivm.address_space<ub>>, %a1: memref<4x8xf32, #hivm.address_space<ub>>, %a2: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vdeinterleave ins(%a0 : memref<4x16xf32, #hivm.address_space<ub>>) outs(%a1, %a2 : memref<4x8xf32, #hivm.address_space<ub>>, memref<4x8xf32, #hivm.address_space<ub>>) channel_num = 2 index_mode = <ALL_CHANNELS>
  return
}
// ----- any
func.func @f(%a0: memref<4x8xi1, #hivm.address_space<ub>>, %a1: memref<4x1xi1, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <any> ins(%a0 : memref<4x8xi1, #hivm.address_space<ub>>) outs(%a1 : memref<4x1xi1, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- start-value
func.func @f(%a0: memref<4x8xi64, #hivm.address_space<ub>>, %a1: memref<4x1xi64, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <min> ins(%a0 : memref<4x8xi64, #hivm.address_space<ub>>) outs(%a1 : memref<4x1xi64, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- dynamic-part
func.func @f(%n: index, %o: memref<?x8xi8, #hivm.address_space<ub>>) {
  %a = memref.alloc() : memref<16x8xf32, #hivm.address_space<ub>>
  %s = memref.subview %a[0, 0] [%n, 8] [1, 1] : memref<16x8xf32, #hivm.address_space<ub>> to memref<?x8xf32, strided<[8, 1]>, #hivm.address_space<ub>>
  hivm.hir.vcast ins(%s : memref<?x8xf32, strided<[8, 1]>, #hivm.address_space<ub>>) outs(%o : memref<?x8xi8, #hivm.address_space<ub>>) round_mode = <trunc>
  return
}
// ----- bf16-scalar
func.func @f(%a: i64, %m: memref<4xbf16>, %n: index) {
  %0 = arith.sitofp %a : i64 to bf16
  memref.store %0, %m[%n] : memref<4xbf16>
  return
}
// ----- logarithm
func.func @f(%a: f32, %m: memref<4xf32>, %n: index) {
  %0 = math.log %a : f32
  memref.store %0, %m[%n] : memref<4xf32>
  return
}
// ----- long-multiplication
func.func @f(%a: i32, %m: memref<4xi32>, %n: index) {
  %0, %1 = arith.mului_extended %a, %a : i32
  memref.store %0, %m[%n] : memref<4xi32>
  memref.store %1, %m[%n] : memref<4xi32>
  return
}
// ----- bad-result
func.func @f(%a: bf16, %m: memref<4xi1>, %n: index) {
  %0 = arith.fptosi %a : bf16 to i1
  memref.store %0, %m[%n] : memref<4xi1>
  return
}
