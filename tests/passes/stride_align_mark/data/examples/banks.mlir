// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend950PR_9589">} {
  func.func @f(%p2: memref<8x2x16xf16, #hivm.address_space<ub>>, %p6: memref<8x6x16xf16, #hivm.address_space<ub>>, %p16: memref<8x16x16xf16, #hivm.address_space<ub>>, %p20: memref<8x20x16xf16, #hivm.address_space<ub>>) {
    func.call @g2(%p2) : (memref<8x2x16xf16, #hivm.address_space<ub>>) -> ()
    func.call @g6(%p6) : (memref<8x6x16xf16, #hivm.address_space<ub>>) -> ()
    func.call @g16(%p16) : (memref<8x16x16xf16, #hivm.address_space<ub>>) -> ()
    func.call @g20(%p20) : (memref<8x20x16xf16, #hivm.address_space<ub>>) -> ()
    return
  }
  func.func @g2(%x: memref<8x2x16xf16, #hivm.address_space<ub>>) {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<4x1x16xf16>
    %s = memref.subview %x[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<8x2x16xf16, #hivm.address_space<ub>> to memref<4x1x16xf16, strided<[32, 16, 1]>, #hivm.address_space<ub>>
    vector.transfer_write %v, %s[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x1x16xf16>, memref<4x1x16xf16, strided<[32, 16, 1]>, #hivm.address_space<ub>>
    return
  }
  func.func @g6(%x: memref<8x6x16xf16, #hivm.address_space<ub>>) {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<4x1x16xf16>
    %s = memref.subview %x[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<8x6x16xf16, #hivm.address_space<ub>> to memref<4x1x16xf16, strided<[96, 16, 1]>, #hivm.address_space<ub>>
    vector.transfer_write %v, %s[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x1x16xf16>, memref<4x1x16xf16, strided<[96, 16, 1]>, #hivm.address_space<ub>>
    return
  }
  func.func @g16(%x: memref<8x16x16xf16, #hivm.address_space<ub>>) {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<4x1x16xf16>
    %s = memref.subview %x[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<8x16x16xf16, #hivm.address_space<ub>> to memref<4x1x16xf16, strided<[256, 16, 1]>, #hivm.address_space<ub>>
    vector.transfer_write %v, %s[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x1x16xf16>, memref<4x1x16xf16, strided<[256, 16, 1]>, #hivm.address_space<ub>>
    return
  }
  func.func @g20(%x: memref<8x20x16xf16, #hivm.address_space<ub>>) {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<4x1x16xf16>
    %s = memref.subview %x[0, 0, 0] [4, 1, 16] [1, 1, 1] : memref<8x20x16xf16, #hivm.address_space<ub>> to memref<4x1x16xf16, strided<[320, 16, 1]>, #hivm.address_space<ub>>
    vector.transfer_write %v, %s[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x1x16xf16>, memref<4x1x16xf16, strided<[320, 16, 1]>, #hivm.address_space<ub>>
    return
  }
}
