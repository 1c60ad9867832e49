#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k() {
  %b0 = memref.alloc() : memref<8x6xf16, #ub>
  %b1 = memref.alloc() : memref<8x6xf16, #ub>
  %b2 = memref.alloc() : memref<8x6xf16, #ub>
  %b3 = memref.alloc() : memref<8x6xf16, #ub>
  %b4 = memref.alloc() : memref<8x6xf16, #ub>
  %b5 = memref.alloc() : memref<8x6xf16, #ub>
  %b6 = memref.alloc() : memref<8x6xf16, #ub>
  %b7 = memref.alloc() : memref<8x6xf16, #ub>
  %b8 = memref.alloc() : memref<8x6xf16, #ub>
  %b9 = memref.alloc() : memref<8x6xf16, #ub>
  %b10 = memref.alloc() : memref<8x6xf16, #ub>
  annotation.mark %b0 {hivm.stride_align_dims = array<i32: 0, 1>, hivm.stride_align_value_in_byte = array<i32: 32, 32>} : memref<8x6xf16, #ub>
  hivm.hir.vabs ins(%b1 : memref<8x6xf16, #ub>) outs(%b0 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b2 : memref<8x6xf16, #ub>) outs(%b1 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b3 : memref<8x6xf16, #ub>) outs(%b2 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b4 : memref<8x6xf16, #ub>) outs(%b3 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b5 : memref<8x6xf16, #ub>) outs(%b4 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b6 : memref<8x6xf16, #ub>) outs(%b5 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b7 : memref<8x6xf16, #ub>) outs(%b6 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b8 : memref<8x6xf16, #ub>) outs(%b7 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b9 : memref<8x6xf16, #ub>) outs(%b8 : memref<8x6xf16, #ub>)
  hivm.hir.vabs ins(%b10 : memref<8x6xf16, #ub>) outs(%b9 : memref<8x6xf16, #ub>)
  return
}
