func.func @f(%c: f32, %d: memref<f32>) {
  hivm.hir.vbrc ins(%c : f32) outs(%d : memref<f32>)
  return
}
