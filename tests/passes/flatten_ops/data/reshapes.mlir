func.func @f(%a: memref<18xf32>, %b: memref<3x6x4xf32>, %m: memref<3x4xf32, affine_map<(d0, d1) -> (d0 * 4 + d1 + 2)>>) {
  %e = memref.expand_shape %a [[0, 1]] output_shape [3, 6] : memref<18xf32> into memref<3x6xf32>
  hivm.hir.vexp ins(%e : memref<3x6xf32>) outs(%e : memref<3x6xf32>)
  %f = memref.collapse_shape %b [[0, 1], [2]] : memref<3x6x4xf32> into memref<18x4xf32>
  hivm.hir.vexp ins(%f : memref<18x4xf32>) outs(%f : memref<18x4xf32>)
  hivm.hir.vexp ins(%m : memref<3x4xf32, affine_map<(d0, d1) -> (d0 * 4 + d1 + 2)>>) outs(%m : memref<3x4xf32, affine_map<(d0, d1) -> (d0 * 4 + d1 + 2)>>)
  return
}
