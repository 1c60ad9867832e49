// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend950PR_9589">} {
  func.func @f(%c: memref<16x32xf32, #hivm.address_space<cc>>, %u: memref<16x32xf32, #hivm.address_space<ub>>, %h: memref<32x32xf16, #hivm.address_space<cc>>, %k: memref<6x9xf32, #hivm.address_space<cc>>) {
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<normal>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>)
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<normal>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>) dual_dst_mode = <ROW_SPLIT>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<normal>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>) dual_dst_mode = <COLUMN_SPLIT>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2nd>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>)
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2nd>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>) dual_dst_mode = <ROW_SPLIT>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2nd>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>) dual_dst_mode = <COLUMN_SPLIT>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2dn>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>)
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2dn>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>) dual_dst_mode = <ROW_SPLIT>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2dn>} ins(%c : memref<16x32xf32, #hivm.address_space<cc>>) outs(%u : memref<16x32xf32, #hivm.address_space<ub>>) dual_dst_mode = <COLUMN_SPLIT>
    %t = memref.alloc() : memref<32x32xf16, #hivm.address_space<ub>>
    annotation.mark %t {hivm.tightly_coupled_buffer = #hivm.tightly_coupled_buffer<1>, hivm.tiling_dim = 0 : i64} : memref<32x32xf16, #hivm.address_space<ub>>
    hivm.hir.fixpipe {dma_mode = #hivm.dma_mode<nz2dn>} ins(%h : memref<32x32xf16, #hivm.address_space<cc>>) outs(%t : memref<32x32xf16, #hivm.address_space<ub>>)
    %d = memref.alloc() : memref<3x6x9xf32, #hivm.address_space<ub>>
    %e = memref.subview %d[1, 0, 0] [1, 6, 9] [1, 1, 1] : memref<3x6x9xf32, #hivm.address_space<ub>> to memref<6x9xf32, strided<[9, 1], offset: 54>, #hivm.address_space<ub>>
    hivm.hir.fixpipe ins(%k : memref<6x9xf32, #hivm.address_space<cc>>) outs(%e : memref<6x9xf32, strided<[9, 1], offset: 54>, #hivm.address_space<ub>>)
    return
  }
}
