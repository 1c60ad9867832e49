// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend310B1">} {
  func.func @f(%a: memref<7x5xi1, #hivm.address_space<ub>>, %b: memref<7x5xf32, #hivm.address_space<ub>>, %c: memref<7x5xi1, strided<[8, 1]>, #hivm.address_space<ub>>, %d: memref<6xi1, #hivm.address_space<ub>>) {
    %u = memref.alloc() : memref<2xf32, #hivm.address_space<ub>>
    func.call @g(%a, %b, %c, %d) : (memref<7x5xi1, #hivm.address_space<ub>>, memref<7x5xf32, #hivm.address_space<ub>>, memref<7x5xi1, strided<[8, 1]>, #hivm.address_space<ub>>, memref<6xi1, #hivm.address_space<ub>>) -> ()
    return
  }
  func.func @g(%x: memref<7x5xi1, #hivm.address_space<ub>>, %y: memref<7x5xf32, #hivm.address_space<ub>>, %z: memref<7x5xi1, strided<[8, 1]>, #hivm.address_space<ub>>, %w: memref<6xi1, #hivm.address_space<ub>>) {
    return
  }
}
