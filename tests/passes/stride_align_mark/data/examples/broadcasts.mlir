// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%a: memref<4x7x1xf16, #hivm.address_space<ub>>, %b: memref<4x7x5xf16, #hivm.address_space<ub>>, %c: memref<1x5xi8, #hivm.address_space<ub>>, %d: memref<4x5xi8, #hivm.address_space<ub>>, %e: memref<6x1xi8, #hivm.address_space<ub>>, %h: memref<6x5xi8, #hivm.address_space<ub>>, %i: memref<3x9x4xf32, #hivm.address_space<ub>>, %j: memref<3x9x1xf32, #hivm.address_space<ub>>) {
    hivm.hir.vbrc ins(%a : memref<4x7x1xf16, #hivm.address_space<ub>>) outs(%b : memref<4x7x5xf16, #hivm.address_space<ub>>) broadcast_dims = [2]
    hivm.hir.vbrc ins(%c : memref<1x5xi8, #hivm.address_space<ub>>) outs(%d : memref<4x5xi8, #hivm.address_space<ub>>) broadcast_dims = [0]
    hivm.hir.vbrc ins(%e : memref<6x1xi8, #hivm.address_space<ub>>) outs(%h : memref<6x5xi8, #hivm.address_space<ub>>) broadcast_dims = [1]
    hivm.hir.vmul ins(%i, %j : memref<3x9x4xf32, #hivm.address_space<ub>>, memref<3x9x1xf32, #hivm.address_space<ub>>) outs(%i : memref<3x9x4xf32, #hivm.address_space<ub>>) broadcast = [2]
    return
  }
}
