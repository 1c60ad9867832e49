#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%g: memref<9x6x10xi32, #gm>) {
  %a = memref.alloc() : memref<9x6x10xi32, #ub>
  annotation.mark %a {hivm.stride_align_dims = array<i32: 1>, hivm.stride_align_value_in_byte = array<i32: 32>} : memref<9x6x10xi32, #ub>
  hivm.hir.load ins(%g : memref<9x6x10xi32, #gm>) outs(%a : memref<9x6x10xi32, #ub>)
  return
}
