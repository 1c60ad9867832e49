module {
  func.func @k(%t: tensor<?x4xf32>, %n: index, %s: tensor<8x4xf32>, %sh: tensor<2xindex>, %sh1: tensor<1xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 1.0 : f32
    %0 = tensor.splat %cst : tensor<4xf32>
    %1 = tensor.from_elements %cst, %cst : tensor<2xf32>
    %2 = tensor.from_elements %n, %c1, %c0 : tensor<3xindex>
    %3 = tensor.extract %2[%c1] : tensor<3xindex>
    %4 = tensor.extract %2[%c0] : tensor<3xindex>
    %5 = tensor.rank %t : tensor<?x4xf32>
    %6 = tensor.pad %s low[0, 0] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %cst : f32
    } : tensor<8x4xf32> to tensor<8x4xf32>
    %7 = tensor.concat dim(0) %s : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %8 = tensor.reshape %s(%sh) : (tensor<8x4xf32>, tensor<2xindex>) -> tensor<4x8xf32>
    %9 = tensor.reshape %8(%sh1) : (tensor<4x8xf32>, tensor<1xindex>) -> tensor<32xf32>
    %10 = tensor.bitcast %s : tensor<8x4xf32> to tensor<8x4xi32>
    %11 = tensor.insert_slice %s into %s[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x4xf32>
    %12 = tensor.extract_slice %s[0, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
    %13 = tensor.insert_slice %12 into %7[%n, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<8x4xf32>
    %14 = tensor.insert_slice %12 into %13[%n, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<8x4xf32>
    %15 = tensor.extract_slice %14[%n, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
    %16 = tensor.extract_slice %t[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
    %17 = tensor.dim %16, %c0 : tensor<?x4xf32>
    %18 = tensor.generate %n {
    ^bb0(%i: index):
      tensor.yield %cst : f32
    } : tensor<?xf32>
    %19 = tensor.dim %18, %c0 : tensor<?xf32>
    %20 = tensor.empty(%n) : tensor<?xf32>
    %21 = tensor.dim %20, %c0 : tensor<?xf32>
    %22 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %23 = tensor.extract %22[%c1, %c0] : tensor<2x2xf32>
    %24 = tensor.collapse_shape %22 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
    %25 = arith.constant dense<5.0> : tensor<8xf32>
    %26 = tensor.extract_slice %25[%n] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %27 = tensor.insert %cst into %25[%n] : tensor<8xf32>
    %28 = tensor.cast %s : tensor<8x4xf32> to tensor<8x4xf32>
    %29 = tensor.cast %t : tensor<?x4xf32> to tensor<8x4xf32>
    %30 = tensor.dim %29, %n : tensor<8x4xf32>
    %31 = tensor.cast %s : tensor<8x4xf32> to tensor<?x?xf32>
    %32 = tensor.dim %31, %n : tensor<?x?xf32>
    func.call @use(%0, %1, %3, %4, %5, %6, %7, %9, %10, %11, %14, %15, %17, %19, %21, %23, %24, %26, %27, %28, %30, %32) : (tensor<4xf32>, tensor<2xf32>, index, index, index, tensor<8x4xf32>, tensor<8x4xf32>, tensor<32xf32>, tensor<8x4xi32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<2x4xf32>, index, index, index, f32, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8x4xf32>, index, index) -> ()
    return
  }
  func.func private @use(tensor<4xf32>, tensor<2xf32>, index, index, index, tensor<8x4xf32>, tensor<8x4xf32>, tensor<32xf32>, tensor<8x4xi32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<2x4xf32>, index, index, index, f32, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8x4xf32>, index, index)
}
