// RUN a5 --hivm-pre-mark-stride-align
// RUN a5 --hivm-pre-mark-stride-align --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module attributes {hacc.target = #hacc.target<"Ascend950PR_9589">} {
  func.func @f(%g: memref<6x20xf32, #hivm.address_space<gm>>) {
    %a = memref.alloc() : memref<6x20xf32, #hivm.address_space<ub>>
    %b = memref.alloc() : memref<6x20xf32, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<6x20xf32, #hivm.address_space<gm>>) outs(%a : memref<6x20xf32, #hivm.address_space<ub>>)
    hivm.hir.load ins(%g : memref<6x20xf32, #hivm.address_space<gm>>) outs(%b : memref<6x20xf32, #hivm.address_space<ub>>)
    func.call @g(%a) : (memref<6x20xf32, #hivm.address_space<ub>>) -> ()
    hivm.hir.vexp ins(%a : memref<6x20xf32, #hivm.address_space<ub>>) outs(%b : memref<6x20xf32, #hivm.address_space<ub>>)
    return
  }
  func.func @g(%x: memref<6x20xf32, #hivm.address_space<ub>>) {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    %r = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : memref<6x20xf32, #hivm.address_space<ub>>, vector<6x20xf32>
    return
  }
}
