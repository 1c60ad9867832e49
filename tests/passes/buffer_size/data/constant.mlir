// ----- constant 1
func.func @a(%n: index, %s: f32) {
  %c4 = arith.constant 4 : index
  %m = arith.minsi %n, %c4 : index
  %a = memref.alloc(%m) : memref<?xindex>
  %b = memref.alloc(%m) : memref<?xi1>
  %b3 = memref.alloc(%m) : memref<?x3xi3>
  annotation.mark %a {foo} : memref<?xindex>
  annotation.mark %b {foo} : memref<?xi1>
  annotation.mark %b3 {foo} : memref<?x3xi3>
  return
}
// ----- constant 2
func.func @a(%n: index, %s: f32) {
  %c4 = arith.constant 4 : index
  %m = arith.minsi %n, %c4 : index
  %a = memref.alloc(%m) : memref<?xvector<4xf32>>
  annotation.mark %a {foo} : memref<?xvector<4xf32>>
  return
}
// ----- constant 3
func.func @a(%n: index, %s: f32) {
  %c4 = arith.constant 4 : index
  %m = arith.minsi %n, %c4 : index
  %a = memref.alloc(%m) : memref<?xf32, strided<[1]>>
  annotation.mark %a {foo} : memref<?xf32, strided<[1]>>
  %a1 = memref.alloc(%m) : memref<?xf32, strided<[1], offset: 4>>
  annotation.mark %a1 {foo} : memref<?xf32, strided<[1], offset: 4>>
  return
}
// ----- constant 4
func.func @a(%n: index, %s: f32) {
  %c4 = arith.constant 4 : index
  %m = arith.minsi %n, %c4 : index
  %a1 = memref.alloc(%m)[%m] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  annotation.mark %a1 {foo} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}
// ----- constant 5
func.func @a(%n: index, %s: f32, %big: index) {
  %c4 = arith.constant 4611686018427387904 : index
  %m = arith.minsi %n, %c4 : index
  %a1 = memref.alloc(%m) : memref<?x8xf32>
  annotation.mark %a1 {foo} : memref<?x8xf32>
  %a2 = memref.alloc(%m) : memref<?x3xi8>
  annotation.mark %a2 {foo} : memref<?x3xi8>
  %a3 = memref.alloc(%c4) : memref<?x3xi8>
  annotation.mark %a3 {foo} : memref<?x3xi8>
  return
}
// ----- constant 6
func.func @a(%n: index, %s: f32, %k: i64) {
  %c4 = arith.constant 4 : index
  %a1 = memref.alloc(%c4) : memref<?x8xf32>
  annotation.mark %a1 {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
  annotation.mark %a1 {buffer_size_in_byte = 1023 : i64} : memref<?x8xf32>
  %a2 = memref.alloc(%c4) : memref<?x8xf32>
  annotation.mark %a2 {buffer_size_in_byte = 1023 : i64} : memref<?x8xf32>
  annotation.mark %a2 {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
  %a3 = memref.alloc(%c4) : memref<?x8xf32>
  annotation.mark %a3 {buffer_size_in_byte = 1024 : i64, foo} : memref<?x8xf32>
  annotation.mark %a3 {buffer_size_in_byte = "foo"} : memref<?x8xf32>
  %a4 = memref.alloc(%c4) : memref<?x8xf32>
  annotation.mark %a4 {buffer_size_in_byte = 1024 : i64, foo} : memref<?x8xf32>
  annotation.mark %a4 keys = ["buffer_size_in_byte", "foo"] values = [%k, %k : i64, i64] : memref<?x8xf32>
  %a5 = memref.alloc(%c4) {alignment = 64 : i64} : memref<?x8xf32>
  annotation.mark %a5 {buffer_size_in_byte = true} : memref<?x8xf32>
  %a6 = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
  annotation.mark %a6 {buffer_size_in_byte = -1} : memref<?x8xf32>
  return
}
// ----- constant 7
func.func @a(%n: index, %s: f32, %k: i64) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 4 : index
  %a1 = memref.alloc(%c4) : memref<?x8xf32>
  annotation.mark %a1 {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
  return
}
// ----- constant 8
func.func @a(%n: index, %s: f32, %k: i64) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %m = arith.minsi %n, %c4 : index
  %a1 = memref.alloc(%m, %c8) : memref<?x?xf32>
  %d = memref.dim %a1, %c0 : memref<?x?xf32>
  %a2 = memref.alloc(%d) : memref<?xf32>
  %s1 = memref.subview %a1[0, 0][%d, 4][1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1]>>
  %d2 = memref.dim %s1, %c0 : memref<?x4xf32, strided<[?, 1]>>
  %a3 = memref.alloc(%d2) : memref<?xf32>
  annotation.mark %a2 {foo} : memref<?xf32>
  annotation.mark %a3 {foo} : memref<?xf32>
  annotation.mark %s1 {buffer_size_in_byte = 100} : memref<?x4xf32, strided<[?, 1]>>
  return
}
// ----- marks 1
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1023 : i64} : memref<?x8xf32>
 return
}
// ----- marks 2
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1023 : i64} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
 return
}
// ----- marks 3
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64, foo} : memref<?x8xf32>
 return
}
// ----- marks 4
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = "foo"} : memref<?x8xf32>
 return
}
// ----- marks 5
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = "foo"} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
 return
}
// ----- marks 6
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = "foo"} : memref<?x8xf32>
 return
}
// ----- marks 7
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
 annotation.mark %a {foo} keys = ["buffer_size_in_byte"] values = [%k : i64] : memref<?x8xf32>
 return
}
// ----- marks 8
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a keys = ["buffer_size_in_byte"] values = [%k : i64] : memref<?x8xf32>
 return
}
// ----- marks 9
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = true} : memref<?x8xf32>
 return
}
// ----- marks 10
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = -1} : memref<?x8xf32>
 return
}
// ----- marks 11
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 1024 : i64} : memref<?x8xf32>
 annotation.mark %a {foo} : memref<?x8xf32>
 return
}
// ----- marks 12
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 4096 : i64} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 4096 : i64} : memref<?x8xf32>
 annotation.mark %a {foo} : memref<?x8xf32>
 return
}
// ----- marks 13
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 4096 : si64} : memref<?x8xf32>
 return
}
// ----- marks 14
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 4096 : index} : memref<?x8xf32>
 return
}
// ----- marks 15
func.func @a(%n: index, %s: f32, %k: i64) {
 %c4 = arith.constant 4 : index
 %a = memref.alloc(%c4) {alignment = 64 : i64, foo} : memref<?x8xf32>
 annotation.mark %a {buffer_size_in_byte = 4096 : i64} keys = ["zz"] values = [%k : i64] : memref<?x8xf32>
 return
}
// ----- deadly marks 1
func.func @f0(%x: index) {
  %v5 = memref.alloca(%x) : memref<?xi8>
  %v6 = memref.subview %v5[0] [%x] [1] : memref<?xi8> to memref<?xi8, strided<[1]>>
  annotation.mark %v6 {buffer_size_in_byte = 2048 : i32, other} : memref<?xi8, strided<[1]>>
  return
}
// ----- deadly marks 2
func.func @f0(%x: index) {
  %v5 = memref.alloca(%x) : memref<?xi8>
  annotation.mark %v5 {buffer_size_in_byte = 2048 : i32, other} : memref<?xi8>
  return
}
// ----- deadly marks 3
func.func @f0(%x: index, %w: memref<?xi8>) {
  %v5 = memref_ext.alloc_workspace(%x) from %w : from memref<?xi8> to memref<?xi8>
  %v6 = memref.subview %v5[0] [%x] [1] : memref<?xi8> to memref<?xi8, strided<[1]>>
  annotation.mark %v6 {buffer_size_in_byte = 2048 : i32, other} : memref<?xi8, strided<[1]>>
  return
}
// ----- deadly marks 4
func.func @f0(%x: index, %v5: memref<?xi8>) {
  %v6 = memref.subview %v5[0] [%x] [1] : memref<?xi8> to memref<?xi8, strided<[1]>>
  annotation.mark %v6 {buffer_size_in_byte = 2048 : i32, other} : memref<?xi8, strided<[1]>>
  return
}
// ----- deadly marks 5
func.func @f0(%x: index, %t: tensor<?xi8>) {
  annotation.mark %t {buffer_size_in_byte = 2048 : i32, other} : tensor<?xi8>
  annotation.mark %x {buffer_size_in_byte = 2048 : i32, other} : index
  return
}
