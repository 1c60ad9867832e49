// ----- set 1
func.func @set(%n: index, %m: index) {
  %a = memref.alloc(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a {buffer_size_in_byte = -5 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  return
}
// ----- set 2
func.func @set(%n: index, %m: index) {
  %a = memref.alloc(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a {buffer_size_in_byte = 0 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  %a2 = memref.alloca(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 {buffer_size_in_byte = 100 : i32} : memref<?x16xf32, #hivm.address_space<ub>>
  return
}
// ----- set 3
func.func @set(%n: index, %m: index) {
  %a2 = memref.alloca(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 {buffer_size_in_byte = 200 : i8} : memref<?x16xf32, #hivm.address_space<ub>>
  return
}
// ----- set 4
func.func @set(%n: index, %m: index) {
  %a2 = memref.alloca(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 {buffer_size_in_byte = 100 : si8} : memref<?x16xf32, #hivm.address_space<ub>>
  return
}
// ----- set 5
func.func @set(%n: index, %m: index) {
  %a2 = memref.alloca(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 {buffer_size_in_byte = true} : memref<?x16xf32, #hivm.address_space<ub>>
  return
}
// ----- set 6
func.func @set(%n: index, %m: index) {
  %a2 = memref.alloca(%n) {foo, alignment = 32 : i64} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 {buffer_size_in_byte = "foo"} : memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 keys = ["buffer_size_in_byte"] values = [%n : index]: memref<?x16xf32, #hivm.address_space<ub>>
  annotation.mark %a2 {buffer_size_in_byte = 5} keys = ["foo"] values = [%n : index]: memref<?x16xf32, #hivm.address_space<ub>>
  return
}
// ----- set 7
func.func @set(%n: index, %ws: memref<?xi8>) {
  %w = memref_ext.alloc_workspace(%n) from %ws offset = [%n] : from memref<?xi8> to memref<?x16xf32>
  annotation.mark %w {buffer_size_in_byte = 4096 : i64, hivm.multi_buffer = 2 : i32} : memref<?x16xf32>
  return
}
// ----- set 8
func.func @set(%n: index, %t: tensor<?xf32>, %c: i1, %g: memref<?xf32>) {
  annotation.mark %t {buffer_size_in_byte = 4096 : i64, hivm.multi_buffer = 2 : i32} : tensor<?xf32>
  annotation.mark %c {buffer_size_in_byte = 4096 : i64, hivm.multi_buffer = 2 : i32} : i1
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %x = arith.select %c, %a, %b : memref<?xf32>
  annotation.mark %x {buffer_size_in_byte = 4096 : i64, hivm.multi_buffer = 2 : i32} : memref<?xf32>
  %y = scf.if %c -> memref<?xf32> {
    scf.yield %a : memref<?xf32>
  } else {
    scf.yield %b : memref<?xf32>
  }
  annotation.mark %y {buffer_size_in_byte = 4096 : i64, hivm.multi_buffer = 2 : i32} : memref<?xf32>
  %e = bufferization.to_tensor %b : memref<?xf32>
  annotation.mark %e {buffer_size_in_byte = 4096 : i64, hivm.multi_buffer = 2 : i32} : tensor<?xf32>
  return
}
// ----- set 9
func.func @set(%n: index, %m: index) {
  %a2 = memref.alloc(%n) : memref<?x16xf32, strided<[16, 1]>>
  annotation.mark %a2 {buffer_size_in_byte = 100} : memref<?x16xf32, strided<[16, 1]>>
  return
}
// ----- set 10
func.func @set(%n: index, %m: index) {
  %a1 = memref.alloc(%m)[%m] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  annotation.mark %a1 {buffer_size_in_byte = 100} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}
// ----- set 11
func.func @set(%n: index, %m: index) {
  %a = memref.alloc() : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100} : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 120} : memref<8xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  annotation.mark %b {buffer_size_in_byte = 100} : memref<?xf32>
  annotation.mark %b {buffer_size_in_byte = 100 : i32} : memref<?xf32>
  return
}
// ----- set 12
func.func @set(%n: index, %m: index) {
  %a = memref.alloc() : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100, hivm.x = 1 : i32} : memref<8xf32>
  annotation.mark %n {buffer_size_in_byte = 120} : index
  %b = memref.alloc(%n) : memref<?xf32>
  annotation.mark %b {buffer_size_in_byte = 101} : memref<?xf32>
  annotation.mark %b {buffer_size_in_byte = 100} : memref<?xf32>
  %b2 = memref.alloc(%n) : memref<?xf32>
  annotation.mark %b2 {buffer_size_in_byte = 101} : memref<?xf32>
  annotation.mark %b2 {buffer_size_in_byte = 100} : memref<?xf32>
  annotation.mark %n {buffer_size_in_byte = 120} : index
  return
}
// ----- set 13
func.func @set(%n: index, %m: index) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %a = memref.alloc() : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100, hivm.x = 1 : i32} : memref<8xf32>
  return
}
// ----- set 14
func.func @set(%n: index, %m: memref<?xf32>, %m2: memref<*xf32>) {
  %a = memref.cast %m : memref<?xf32> to memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100} : memref<8xf32>
  annotation.mark %m2 {buffer_size_in_byte = 100} : memref<*xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %bc = memref.cast %b : memref<?xf32> to memref<8xf32>
  annotation.mark %bc {buffer_size_in_byte = 120} : memref<8xf32>
  return
}
// ----- effects 1
func.func @set(%n: index, %m: index) {
  %a = memref.alloc() : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100, effects = ["read"]} : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100, effects = ["write"]} : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100, effects = ["write", "read"]} : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100, effects = []} : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100} : memref<8xf32>
  annotation.mark %a {buffer_size_in_byte = 100} keys = ["a"] values = [%n : index] : memref<8xf32>
  return
}
