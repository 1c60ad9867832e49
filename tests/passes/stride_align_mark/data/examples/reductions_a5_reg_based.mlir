// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend950PR_9589">} {
  func.func @f(%a: memref<6x3x20xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>, %b: memref<6x3x8xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>, %c: memref<6x3x?xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>, %o: memref<6x3x1xf32, strided<[9, 3, 1]>, #hivm.address_space<ub>>, %q: memref<1x3x20xf32, #hivm.address_space<ub>>) {
    hivm.hir.vreduce <max> ins(%a : memref<6x3x20xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>) outs(%o : memref<6x3x1xf32, strided<[9, 3, 1]>, #hivm.address_space<ub>>) unsigned_src = false reduce_dims = [2]
    hivm.hir.vreduce <sum> ins(%b : memref<6x3x8xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>) outs(%o : memref<6x3x1xf32, strided<[9, 3, 1]>, #hivm.address_space<ub>>) unsigned_src = false reduce_dims = [2]
    hivm.hir.vreduce <sum> ins(%c : memref<6x3x?xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>) outs(%o : memref<6x3x1xf32, strided<[9, 3, 1]>, #hivm.address_space<ub>>) unsigned_src = false reduce_dims = [2]
    hivm.hir.vreduce <min> ins(%a : memref<6x3x20xf32, strided<[90, 30, 1]>, #hivm.address_space<ub>>) outs(%q : memref<1x3x20xf32, #hivm.address_space<ub>>) unsigned_src = false reduce_dims = [0]
    return
  }
}
