module {
  func.func @k(%m: memref<8xf32>, %t: tensor<8xf32>) {
    %0 = bufferization.to_memref %t : memref<8xf32>
    %1 = bufferization.to_tensor %0 restrict : memref<8xf32>
    %2 = bufferization.to_tensor %m restrict : memref<8xf32>
    %3 = bufferization.to_memref %2 : memref<8xf32>
    %4 = bufferization.to_memref %2 : memref<8xf32, strided<[?], offset: ?>>
    %5 = bufferization.to_memref %t : memref<8xf32>
    memref.copy %m, %5 : memref<8xf32> to memref<8xf32>
    %6 = bufferization.to_tensor %5 restrict : memref<8xf32>
    %7 = bufferization.clone %m : memref<8xf32> to memref<8xf32>
    %8 = bufferization.alloc_tensor() : tensor<8xf32>
    annotation.mark %1 {foo} : tensor<8xf32>
    annotation.mark %3 {foo} : memref<8xf32>
    annotation.mark %4 {foo} : memref<8xf32, strided<[?], offset: ?>>
    annotation.mark %6 {foo} : tensor<8xf32>
    return
  }
}
