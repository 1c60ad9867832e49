// Row-wise softmax of a 4096 x 2048 f32 matrix on one vector core of an Ascend 910B3.
//
// Four rows are processed at a time. The tiles that come in and go out are double buffered, so
// that moving data overlaps with the arithmetic. UB (192 KiB) holds it, with little to spare.
!matrix = memref<4096x2048xf32, #hivm.address_space<gm>>
!window = memref<4x2048xf32, strided<[2048, 1], offset: ?>, #hivm.address_space<gm>>
!tile = memref<4x2048xf32, #hivm.address_space<ub>>
!column = memref<4x1xf32, #hivm.address_space<ub>>
!scratch = memref<4096xf32, #hivm.address_space<ub>>
!block = memref<64xf32, #hivm.address_space<ub>>

module attributes {hacc.target = #hacc.target<"Ascend910B3">} {
  func.func @softmax(%input: !matrix, %output: !matrix)
      attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c4096 = arith.constant 4096 : index
    scf.for %row = %c0 to %c4096 step %c4 {
      // GM -> UB
      %source = memref.subview %input[%row, 0] [4, 2048] [1, 1] : !matrix to !window
      %x = memref.alloc() : !tile
      annotation.mark %x {hivm.multi_buffer = 2 : i32} : !tile
      hivm.hir.load ins(%source : !window) outs(%x : !tile)

      // e = exp(x - max(x))
      %max = memref.alloc() : !column
      %max_scratch = memref.alloc() : !scratch
      hivm.hir.vreduce <max> ins(%x : !tile) outs(%max : !column) temp_buffer(%max_scratch : !scratch) reduce_dims = [1]
      %max_tile = memref.alloc() : !tile
      %max_block = memref.alloc() : !block
      hivm.hir.vbrc ins(%max : !column) outs(%max_tile : !tile) temp_buffer(%max_block : !block) broadcast_dims = [1]
      %shifted = memref.alloc() : !tile
      hivm.hir.vsub ins(%x, %max_tile : !tile, !tile) outs(%shifted : !tile)
      %e = memref.alloc() : !tile
      hivm.hir.vexp ins(%shifted : !tile) outs(%e : !tile)

      // y = e / sum(e)
      %sum = memref.alloc() : !column
      %sum_scratch = memref.alloc() : !scratch
      hivm.hir.vreduce <sum> ins(%e : !tile) outs(%sum : !column) temp_buffer(%sum_scratch : !scratch) reduce_dims = [1]
      %sum_tile = memref.alloc() : !tile
      %sum_block = memref.alloc() : !block
      hivm.hir.vbrc ins(%sum : !column) outs(%sum_tile : !tile) temp_buffer(%sum_block : !block) broadcast_dims = [1]
      %y = memref.alloc() : !tile
      annotation.mark %y {hivm.multi_buffer = 2 : i32} : !tile
      hivm.hir.vdiv ins(%e, %sum_tile : !tile, !tile) outs(%y : !tile)

      // UB -> GM
      %target = memref.subview %output[%row, 0] [4, 2048] [1, 1] : !matrix to !window
      hivm.hir.store ins(%y : !tile) outs(%target : !window)
    }
    return
  }
}
