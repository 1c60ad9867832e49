func.func @f(%s: memref<1x12x4xbf16, strided<[192, 16, 1]>, #hivm.address_space<ub>>, %d: memref<1x12x4xbf16, #hivm.address_space<ub>>) {
  hivm.hir.copy ins(%s : memref<1x12x4xbf16, strided<[192, 16, 1]>, #hivm.address_space<ub>>) outs(%d : memref<1x12x4xbf16, #hivm.address_space<ub>>) collapse_reassociation = [[0], [1, 2]]
  return
}
