func.func @f(%g: memref<1x5x8xf32, #hivm.address_space<gm>>, %u: memref<1x5x8xf32, #hivm.address_space<ub>>, %n: index) {
  hivm.hir.load ins(%g : memref<1x5x8xf32, #hivm.address_space<gm>>) outs(%u : memref<1x5x8xf32, #hivm.address_space<ub>>) left_padding_num = %n : index
  %al = memref.alloc() : memref<1x5x32xf32, #hivm.address_space<ub>>
  %sv = memref.subview %al[0, 0, 0] [1, 5, 8] [1, 1, 1] : memref<1x5x32xf32, #hivm.address_space<ub>> to memref<1x5x8xf32, strided<[160, 32, 1]>, #hivm.address_space<ub>>
  hivm.hir.load ins(%g : memref<1x5x8xf32, #hivm.address_space<gm>>) outs(%sv : memref<1x5x8xf32, strided<[160, 32, 1]>, #hivm.address_space<ub>>) left_padding_num = %n : index
  %z = arith.constant 0 : index
  hivm.hir.load ins(%g : memref<1x5x8xf32, #hivm.address_space<gm>>) outs(%u : memref<1x5x8xf32, #hivm.address_space<ub>>) left_padding_num = %z : index
  return
}
