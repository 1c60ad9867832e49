// ----- a load and a store
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    hivm.hir.store ins(%a : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  }
  return
}
// ----- nothing but computing
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.vexp ins(%a : memref<64xf16, #hivm.address_space<ub>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- in front of other marks
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {other} : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- marked already
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.multi_buffer = 3 : i64} : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- marked with nothing
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.multi_buffer = 0 : i32} : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- marked with a text
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.multi_buffer = "x"} : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- outside of loops
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
  hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  hivm.hir.store ins(%a : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  return
}
// ----- no memory space
func.func @f(%g: memref<64xf16>, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16>
    hivm.hir.load ins(%g : memref<64xf16>) outs(%a : memref<64xf16>)
  }
  return
}
// ----- through views
func.func @f(%h: memref<32xf16, #hivm.address_space<gm>>, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    %v = memref.subview %a[0] [32] [1] : memref<64xf16, #hivm.address_space<ub>> to memref<32xf16, strided<[1]>, #hivm.address_space<ub>>
    hivm.hir.vexp ins(%v : memref<32xf16, strided<[1]>, #hivm.address_space<ub>>) outs(%v : memref<32xf16, strided<[1]>, #hivm.address_space<ub>>)
    hivm.hir.store ins(%v : memref<32xf16, strided<[1]>, #hivm.address_space<ub>>) outs(%h : memref<32xf16, #hivm.address_space<gm>>)
  }
  return
}
// ----- an alloca
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloca() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- below a forall
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (4) {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- below a while
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = scf.while (%x = %n) : (index) -> index {
    scf.condition(%p) %x : index
  } do {
  ^bb0(%y: index):
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    scf.yield %y : index
  }
  return
}
// ----- yielded by the only loop
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %z) -> (memref<64xf16, #hivm.address_space<ub>>) {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    scf.yield %a : memref<64xf16, #hivm.address_space<ub>>
  }
  hivm.hir.store ins(%r : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  return
}
// ----- the init of a loop stands for what it carries
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %z = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%q = %z) -> (memref<64xf16, #hivm.address_space<ub>>) {
      %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%q : memref<64xf16, #hivm.address_space<ub>>)
      hivm.hir.store ins(%a : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
      scf.yield %a : memref<64xf16, #hivm.address_space<ub>>
    }
    hivm.hir.store ins(%r : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  }
  return
}
// ----- what a loop starts from is not used by it
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %z) -> (memref<64xf16, #hivm.address_space<ub>>) {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %a) -> (memref<64xf16, #hivm.address_space<ub>>) {
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%t : memref<64xf16, #hivm.address_space<ub>>)
      scf.yield %t : memref<64xf16, #hivm.address_space<ub>>
    }
    scf.yield %a : memref<64xf16, #hivm.address_space<ub>>
  }
  return
}
// ----- a host function
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a mixed function
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- half of a mixed function
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>, hivm.part_of_mix} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a cube function
func.func @f(%g: memref<64x32xf16, #hivm.address_space<gm>>, %o: memref<64x32xf32, #hivm.address_space<gm>>, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<2x4x16x16xf16, #hivm.address_space<cbuf>>
    hivm.hir.nd2nz {dst_continuous} ins(%g : memref<64x32xf16, #hivm.address_space<gm>>) outs(%a : memref<2x4x16x16xf16, #hivm.address_space<cbuf>>)
    %c = memref.alloc() : memref<2x4x16x16xf32, #hivm.address_space<cc>>
    hivm.hir.fixpipe {enable_nz2nd} ins(%c : memref<2x4x16x16xf32, #hivm.address_space<cc>>) outs(%o : memref<64x32xf32, #hivm.address_space<gm>>)
  }
  return
}
// ----- workspace of tensors
func.func @f(%ws: memref<?xi8>, %x: tensor<16x16xf32>, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %w = memref_ext.alloc_workspace() from %ws : from memref<?xi8> to memref<16x16xf32>
    %t = bufferization.to_tensor %w restrict writable : memref<16x16xf32>
    %s = hivm.hir.store ins(%x : tensor<16x16xf32>) outs(%t : tensor<16x16xf32>) -> tensor<16x16xf32>
    annotation.mark %s {keep} : tensor<16x16xf32>
  }
  return
}
// ----- a preload scope
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scope.scope : () -> memref<64xf16, #hivm.address_space<ub>> {
    %x = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    scope.return %x : memref<64xf16, #hivm.address_space<ub>>
  } {hivm.preload_num = 2 : i32, hivm.loop_core_type = #hivm.tcore_type<VECTOR>}
  scope.scope : () -> () {
    hivm.hir.vexp ins(%s : memref<64xf16, #hivm.address_space<ub>>) outs(%s : memref<64xf16, #hivm.address_space<ub>>)
    scope.return
  }
  return
}
// ----- a preload scope of the cube core
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scope.scope : () -> memref<64xf16, #hivm.address_space<ub>> {
    %x = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
    scope.return %x : memref<64xf16, #hivm.address_space<ub>>
  } {hivm.preload_num = 2 : i32, hivm.loop_core_type = #hivm.tcore_type<CUBE>}
  scope.scope : () -> () {
    hivm.hir.vexp ins(%s : memref<64xf16, #hivm.address_space<ub>>) outs(%s : memref<64xf16, #hivm.address_space<ub>>)
    scope.return
  }
  return
}
// ----- a preload scope that returns an argument
func.func @f(%x: memref<64xf16, #hivm.address_space<ub>>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scope.scope : () -> memref<64xf16, #hivm.address_space<ub>> {
    hivm.hir.vexp ins(%x : memref<64xf16, #hivm.address_space<ub>>) outs(%x : memref<64xf16, #hivm.address_space<ub>>)
    scope.return %x : memref<64xf16, #hivm.address_space<ub>>
  } {hivm.preload_num = 2 : i32, hivm.loop_core_type = #hivm.tcore_type<VECTOR>}
  scope.scope : () -> () {
    hivm.hir.vexp ins(%s : memref<64xf16, #hivm.address_space<ub>>) outs(%s : memref<64xf16, #hivm.address_space<ub>>)
    scope.return
  }
  return
}
// ----- a preload scope that returns nothing
func.func @f(%u: memref<64xf16, #hivm.address_space<ub>>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scope.scope : () -> () {
    hivm.hir.vexp ins(%u : memref<64xf16, #hivm.address_space<ub>>) outs(%u : memref<64xf16, #hivm.address_space<ub>>)
    scope.return
  } {hivm.preload_num = 2 : i32, hivm.loop_core_type = #hivm.tcore_type<VECTOR>}
  scope.scope : () -> () {
    hivm.hir.vexp ins(%u : memref<64xf16, #hivm.address_space<ub>>) outs(%u : memref<64xf16, #hivm.address_space<ub>>)
    scope.return
  }
  return
}
