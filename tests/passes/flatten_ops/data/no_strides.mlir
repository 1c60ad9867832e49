func.func @f(%a: memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>) {
  hivm.hir.vexp ins(%a : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>) outs(%a : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>)
  return
}
