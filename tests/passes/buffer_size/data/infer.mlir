// ----- inferred 1
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %a = memref.alloc(%n) : memref<?xindex>
  annotation.mark %s {buffer_size_in_byte = 64 : i64} : f32
  %b = memref.alloc(%n) : memref<?xf16>
  return
}
// ----- inferred 2
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b {buffer_size_in_byte = 64} : memref<?xf16>
  %a = memref.alloc(%n) : memref<?xindex>
  return
}
// ----- inferred 3
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %a = memref.alloc(%n) : memref<?xindex>
  annotation.mark %a {buffer_size_in_byte = 64} : memref<?xindex>
  %b = memref.alloc(%n) : memref<?xf16>
  return
}
// ----- inferred 4
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b {buffer_size_in_byte = -64 : i8} : memref<?xf16>
  %a = memref.alloc(%n) : memref<?xi1>
  %c = memref.alloc(%n) : memref<?xi64>
  annotation.mark %c {buffer_size_in_byte = "foo"} : memref<?xi64>
  %d = memref.alloc(%n) : memref<?xvector<4xf32>>
  %e = memref.alloc(%n) : memref<?xcomplex<f32>>
  return
}
// ----- inferred 5
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b {buffer_size_in_byte = -63 : si8} : memref<?xf16>
  annotation.mark %b {buffer_size_in_byte = 9223372036854775807 : i64} : memref<?xf16>
  %a = memref.alloc(%n) : memref<?xi1>
  return
}
// ----- inferred 6
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b {buffer_size_in_byte = 9223372036854775807 : i64} : memref<?xf16>
  %a = memref.alloc(%n) : memref<?xi1>
  %a3 = memref.alloc(%n) : memref<?xi3>
  return
}
// ----- inferred 7
func.func @a(%n: index, %s: f32, %k: index) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b {buffer_size_in_byte = 18446744073709551615 : ui64} : memref<?xf16>
  %a = memref.alloc(%n) : memref<?xi1>
  return
}
// ----- inferred 8
func.func @a(%n: index, %s: f32, %k: i64) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b keys = ["buffer_size_in_byte"] values = [%k : i64] : memref<?xf16>
  %b2 = memref.alloc(%n) : memref<?xf16>
  annotation.mark %b2 {buffer_size_in_byte = true} : memref<?xf16>
  %a = memref.alloc(%n) : memref<?xi1>
  return
}
// ----- inferred 9
func.func @a(%n: index, %s: f32, %k: i64, %t: tensor<4xf32>, %c: i1) attributes {enable_auto_mark_buffer_size = false} {
  scf.if %c {
   annotation.mark %t {buffer_size_in_byte = 100} : tensor<4xf32>
  }
  %b = memref.alloc(%n) : memref<?xf16>
  scf.if %c {
    %b2 = memref.alloc(%n) : memref<?xf16>
    annotation.mark %b2 {buffer_size_in_byte = 200 : i64} : memref<?xf16>
    %a = memref.alloc(%n) : memref<?xi1>
  }
  return
}
func.func private @e(%n: index, %s: f32, %k: i64, %t: tensor<4xf32>, %c: i1) attributes {enable_auto_mark_buffer_size = false}
// ----- inferred 10
func.func @a(%n: index, %s: f32, %k: i64, %t: tensor<4xf32>, %c: i1, %idx: index, %v: vector<4xf32>, %z: memref<*xf32>) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %v {buffer_size_in_byte = 200 : i64} : vector<4xf32>
  return
}
// ----- inferred 11
func.func @a(%n: index, %idx: index, %v: vector<4xf32>, %z: memref<*xf32>) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %z {buffer_size_in_byte = 200 : i64} : memref<*xf32>
  return
}
// ----- inferred 12
func.func @a(%n: index, %idx: index, %v: vector<4xf32>, %z: memref<*xf32>) attributes {enable_auto_mark_buffer_size} {
  %b = memref.alloc(%n) : memref<?xf16>
  annotation.mark %idx {buffer_size_in_byte = 200 : i64} : index
  return
}
