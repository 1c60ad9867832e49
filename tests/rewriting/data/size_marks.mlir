module {
  func.func @k(%n: index, %p: i1) {
    %d = memref.alloc(%n) : memref<?x4xf32>
    %c = memref.collapse_shape %d [[0, 1]] : memref<?x4xf32> into memref<?xf32>
    annotation.mark %c {buffer_size_in_byte = 512 : i64} : memref<?xf32>
    %e = memref.expand_shape %c [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
    annotation.mark %e {buffer_size_in_byte = 513 : i64} : memref<?x4xf32>
    %r = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [1] : memref<?x4xf32> to memref<4xf32>
    annotation.mark %r {buffer_size_in_byte = 514 : i64} : memref<4xf32>
    %m = memref.memory_space_cast %d : memref<?x4xf32> to memref<?x4xf32, #hivm.address_space<ub>>
    annotation.mark %m {buffer_size_in_byte = 515 : i64, foo} : memref<?x4xf32, #hivm.address_space<ub>>
    %t = memref.transpose %d (a, b) -> (b, a) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
    annotation.mark %t {buffer_size_in_byte = 516 : i64} : memref<4x?xf32, strided<[1, 4]>>
    annotation.mark %t {hivm.multi_buffer = 2 : i32} : memref<4x?xf32, strided<[1, 4]>>
    %f = scf.for %i = %n to %n step %n iter_args(%x = %d) -> memref<?x4xf32> {
      annotation.mark %x {buffer_size_in_byte = 517 : i64} : memref<?x4xf32>
      scf.yield %x : memref<?x4xf32>
    }
    annotation.mark %f {buffer_size_in_byte = 518 : i64} : memref<?x4xf32>
    %o = memref.alloc(%n) : memref<?x4xf32>
    %q = scf.if %p -> memref<?x4xf32> {
      scf.yield %o : memref<?x4xf32>
    } else {
      scf.yield %d : memref<?x4xf32>
    }
    annotation.mark %q {buffer_size_in_byte = 519 : i64} : memref<?x4xf32>
    %s = arith.select %p, %d, %o : memref<?x4xf32>
    annotation.mark %s {buffer_size_in_byte = 520 : i64} : memref<?x4xf32>
    %w = scf.while (%x = %d) : (memref<?x4xf32>) -> memref<?x4xf32> {
      annotation.mark %x {buffer_size_in_byte = 521 : i64} : memref<?x4xf32>
      scf.condition(%p) %x : memref<?x4xf32>
    } do {
    ^bb0(%y: memref<?x4xf32>):
      annotation.mark %y {buffer_size_in_byte = 522 : i64} : memref<?x4xf32>
      scf.yield %y : memref<?x4xf32>
    }
    annotation.mark %w {buffer_size_in_byte = 523 : i64} : memref<?x4xf32>
    %tt = bufferization.to_tensor %d restrict writable : memref<?x4xf32>
    annotation.mark %tt {buffer_size_in_byte = 524 : i64} : tensor<?x4xf32>
    %b = hivm.hir.bitcast %d : memref<?x4xf32> -> memref<?x4xi32>
    annotation.mark %b {buffer_size_in_byte = 525 : i64} : memref<?x4xi32>
    %base, %off, %sz:2, %st:2 = memref.extract_strided_metadata %d : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
    annotation.mark %base {buffer_size_in_byte = 526 : i64} : memref<f32>
    %u = builtin.unrealized_conversion_cast %d : memref<?x4xf32> to memref<4xi16>
    annotation.mark %u {buffer_size_in_byte = 527 : i64} : memref<4xi16>
    return
  }
}
