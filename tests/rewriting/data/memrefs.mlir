module {
  func.func @k(%m: memref<?x4xf32>, %n: index, %s: memref<8x4xf32>, %i8: memref<64xi8>, %u: memref<*xf32>, %dd: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %0 = memref.view %i8[%c0][%n] : memref<64xi8> to memref<?x4xf32>
    %1 = memref.dim %0, %c0 : memref<?x4xf32>
    %2 = memref.cast %m : memref<?x4xf32> to memref<*xf32>
    %3 = memref.cast %2 : memref<*xf32> to memref<?x4xf32>
    %4 = memref.rank %m : memref<?x4xf32>
    %5 = memref.rank %u : memref<*xf32>
    %6 = memref.dim %u, %c0 : memref<*xf32>
    %7 = memref.transpose %s (a, b) -> (a, b) : memref<8x4xf32> to memref<8x4xf32>
    %8 = memref.transpose %s (a, b) -> (b, a) : memref<8x4xf32> to memref<4x8xf32, strided<[1, 4]>>
    %9 = memref.transpose %8 (a, b) -> (b, a) : memref<4x8xf32, strided<[1, 4]>> to memref<8x4xf32>
    %10 = memref.collapse_shape %dd [[0, 1]] : memref<?x?xf32> into memref<?xf32>
    %11 = memref.expand_shape %10 [[0, 1]] output_shape [%n, %n] : memref<?xf32> into memref<?x?xf32>
    %12 = memref.expand_shape %s [[0], [1, 2]] output_shape [8, 2, 2] : memref<8x4xf32> into memref<8x2x2xf32>
    %13 = memref.collapse_shape %12 [[0], [1, 2]] : memref<8x2x2xf32> into memref<8x4xf32>
    %14 = memref.memory_space_cast %s : memref<8x4xf32> to memref<8x4xf32, 1>
    %15 = memref.memory_space_cast %14 : memref<8x4xf32, 1> to memref<8x4xf32>
    %16 = memref.subview %s[%c0, 0] [8, 4] [1, 1] : memref<8x4xf32> to memref<8x4xf32, strided<[4, 1], offset: ?>>
    %17 = memref.reinterpret_cast %16 to offset: [0], sizes: [8, 4], strides: [4, 1] : memref<8x4xf32, strided<[4, 1], offset: ?>> to memref<8x4xf32>
    %18 = memref.subview %16[0, 0] [8, 4] [1, 1] : memref<8x4xf32, strided<[4, 1], offset: ?>> to memref<8x4xf32, strided<[4, 1], offset: ?>>
    %19 = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
    %20 = memref.subview %19[0, 0] [%n, 4] [1, 1] : memref<?x4xf32, strided<[4, 1]>> to memref<?x4xf32, strided<[4, 1]>>
    %21 = memref.cast %s : memref<8x4xf32> to memref<?x4xf32>
    %22 = memref.cast %m : memref<?x4xf32> to memref<8x4xf32>
    memref.copy %21, %22 : memref<?x4xf32> to memref<8x4xf32>
    %23 = memref.alloc(%n) : memref<?x4xf32>
    memref.dealloc %23 : memref<?x4xf32>
    %24 = memref.cast %23 : memref<?x4xf32> to memref<8x4xf32>
    memref.dealloc %24 : memref<8x4xf32>
    memref.assume_alignment %21, 32 : memref<?x4xf32>
    memref.prefetch %21[%n, %n], read, locality<3>, data : memref<?x4xf32>
    %25 = memref.extract_aligned_pointer_as_index %21 : memref<?x4xf32> -> index
    %base, %off, %sz:2, %st:2 = memref.extract_strided_metadata %s : memref<8x4xf32> -> memref<f32>, index, index, index, index, index
    %f = memref.load %21[%n, %c4] : memref<?x4xf32>
    memref.store %f, %21[%off, %sz#0] : memref<?x4xf32>
    memref.store %f, %21[%sz#1, %st#0] : memref<?x4xf32>
    %26 = memref.atomic_rmw addf %f, %21[%n, %n] : (f32, memref<?x4xf32>) -> f32
    %27 = memref.subview %s[2, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: 8>>
    %28 = memref.collapse_shape %27 [[0]] : memref<4xf32, strided<[1], offset: 8>> into memref<4xf32, strided<[1], offset: 8>>
    %29 = memref.subview %dd[0, %n] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %30 = memref.dim %29, %c0 : memref<?xf32, strided<[1], offset: ?>>
    %31 = memref.subview %dd[0, %n] [%c4, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %32 = memref.dim %31, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
    func.call @use(%1, %3, %4, %5, %6, %7, %9, %11, %13, %15, %17, %18, %20, %25, %28, %30, %32) : (index, memref<?x4xf32>, index, index, index, memref<8x4xf32>, memref<8x4xf32>, memref<?x?xf32>, memref<8x4xf32>, memref<8x4xf32>, memref<8x4xf32>, memref<8x4xf32, strided<[4, 1], offset: ?>>, memref<?x4xf32, strided<[4, 1]>>, index, memref<4xf32, strided<[1], offset: 8>>, index, index) -> ()
    return
  }
  func.func private @use(index, memref<?x4xf32>, index, index, index, memref<8x4xf32>, memref<8x4xf32>, memref<?x?xf32>, memref<8x4xf32>, memref<8x4xf32>, memref<8x4xf32>, memref<8x4xf32, strided<[4, 1], offset: ?>>, memref<?x4xf32, strided<[4, 1]>>, index, memref<4xf32, strided<[1], offset: 8>>, index, index)
}
