module {
  func.func @k(%a: memref<8xf32, strided<[?], offset: ?>, #hivm.address_space<ub>>, %g: memref<16x16xf32, strided<[?, ?], offset: ?>>, %h: memref<16x16xf32>, %s: memref<8xf32>, %z: memref<*xf32>) {
    %c = memref.cast %a : memref<8xf32, strided<[?], offset: ?>, #hivm.address_space<ub>> to memref<8xf32, #hivm.address_space<ub>>
    hivm.hir.vexp ins(%c : memref<8xf32, #hivm.address_space<ub>>) outs(%c : memref<8xf32, #hivm.address_space<ub>>)
    hivm.hir.vadd ins(%c, %c : memref<8xf32, #hivm.address_space<ub>>, memref<8xf32, #hivm.address_space<ub>>) outs(%c : memref<8xf32, #hivm.address_space<ub>>)
    hivm.hir.copy ins(%c : memref<8xf32, #hivm.address_space<ub>>) outs(%c : memref<8xf32, #hivm.address_space<ub>>)
    hivm.hir.load ins(%s : memref<8xf32>) outs(%c : memref<8xf32, #hivm.address_space<ub>>)
    hivm.hir.store ins(%c : memref<8xf32, #hivm.address_space<ub>>) outs(%s : memref<8xf32>)
    %d = memref.cast %g : memref<16x16xf32, strided<[?, ?], offset: ?>> to memref<16x16xf32>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2nd>} ins(%d : memref<16x16xf32>) outs(%h : memref<16x16xf32>)
    hivm.hir.nd2nz {dst_continuous} ins(%d : memref<16x16xf32>) outs(%h : memref<16x16xf32>)
    %m = memref.memory_space_cast %s : memref<8xf32> to memref<8xf32, #hivm.address_space<ub>>
    hivm.hir.store ins(%m : memref<8xf32, #hivm.address_space<ub>>) outs(%s : memref<8xf32>)
    %u = memref.cast %z : memref<*xf32> to memref<8xf32>
    hivm.hir.vexp ins(%u : memref<8xf32>) outs(%s : memref<8xf32>)
    return
  }
}
