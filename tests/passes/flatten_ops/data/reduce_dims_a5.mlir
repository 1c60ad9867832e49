func.func @f(%a: memref<3x4x16xf16>, %b: memref<3x4x1xf16>, %c: memref<3x4x1xi32>) {
  hivm.hir.vreduce {kept = "yes"} <max_with_index> ins(%a : memref<3x4x16xf16>) outs(%b, %c : memref<3x4x1xf16>, memref<3x4x1xi32>) unsigned_src = false tie_break_left = true reduce_dims = [2]
  return
}
