func.func @f(%g: memref<4x5xf32, #hivm.address_space<gm>>, %u: memref<4x8xf32, #hivm.address_space<ub>>, %v: f32) {
  hivm.hir.load ins(%g : memref<4x5xf32, #hivm.address_space<gm>>) outs(%u : memref<4x8xf32, #hivm.address_space<ub>>) pad_mode = <PadValue> pad_value = %v : f32
  return
}
