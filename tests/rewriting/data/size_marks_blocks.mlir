module {
  func.func @other_block(%c: i1, %f: f32, %i: index) {
    %a = memref.alloc() : memref<4x16xf32, #hivm.address_space<ub>>
    %v = memref.reinterpret_cast %a to offset: [0], sizes: [64], strides: [1] : memref<4x16xf32, #hivm.address_space<ub>> to memref<64xf32, strided<[1]>, #hivm.address_space<ub>>
    hivm.hir.vbrc ins(%f : f32) outs(%v : memref<64xf32, strided<[1]>, #hivm.address_space<ub>>)
    cf.cond_br %c, ^x, ^y
  ^x:
    annotation.mark %v {buffer_size_in_byte = 64 : i64} : memref<64xf32, strided<[1]>, #hivm.address_space<ub>>
    hivm.hir.vbrc ins(%f : f32) outs(%v : memref<64xf32, strided<[1]>, #hivm.address_space<ub>>)
    cf.br ^y
  ^y:
    scf.if %c {
      annotation.mark %v {buffer_size_in_byte = 128 : i64} : memref<64xf32, strided<[1]>, #hivm.address_space<ub>>
      memref.store %f, %v[%i] : memref<64xf32, strided<[1]>, #hivm.address_space<ub>>
    }
    return
  }
}
