// ----- users 1
func.func @f(%a: memref<64xf16>, %b: memref<64xf16>, %i: index) {
  %t = memref.extract_aligned_pointer_as_index %a : memref<64xf16> -> index
  %d = memref.dim %a, %i : memref<64xf16>
  %l = memref.load %a[%i] : memref<64xf16>
  %n = bufferization.to_tensor %a : memref<64xf16>
  memref.copy %a, %b : memref<64xf16> to memref<64xf16>
  memref.assume_alignment %a, 32 : memref<64xf16>
  return
}
// ----- users 2
func.func @g(%a: memref<64xf16>, %i: index) {
  %n = bufferization.clone %a : memref<64xf16> to memref<64xf16>
  return
}
// ----- users 3
func.func @h(%a: memref<64xf16>, %i: index) {
  %n = memref.realloc %a : memref<64xf16> to memref<128xf16>
  return
}
// ----- users 4
func.func @m(%a: memref<64xf16>, %i: index, %c: i1) {
  cf.cond_br %c, ^bb1(%a : memref<64xf16>), ^bb2
^bb1(%x: memref<64xf16>):
  cf.br ^bb2
^bb2:
  return
}
// ----- users 5
func.func @w(%a: memref<64xf16>, %b: memref<64xf16>, %c: i1) {
  %r:2 = scf.while (%x = %a, %y = %b) : (memref<64xf16>, memref<64xf16>) -> (memref<64xf16>, memref<64xf16>) {
    scf.condition(%c) %y, %x : memref<64xf16>, memref<64xf16>
  } do {
  ^bb0(%p: memref<64xf16>, %q: memref<64xf16>):
    scf.yield %q, %p : memref<64xf16>, memref<64xf16>
  }
  return
}
// ----- users 6
func.func @x(%b: memref<64xf16>, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %i = arith.constant 0 : i32
  %a = memref.alloc() : memref<64xf16>
  %r:2 = scf.while (%y = %i, %x = %a) : (i32, memref<64xf16>) -> (memref<64xf16>, i32) {
    scf.condition(%c) %x, %y : memref<64xf16>, i32
  } do {
  ^bb0(%p: memref<64xf16>, %q: i32):
    scf.yield %q, %p : i32, memref<64xf16>
  }
  return
}
// ----- users 7
func.func @y(%a: memref<64xf16>, %c: i1) {
  %r = scf.while (%x = %a) : (memref<64xf16>) -> (memref<64xf16>) {
    scf.condition(%c) %x : memref<64xf16>
  } do {
  ^bb0(%p: memref<64xf16>):
    scf.yield %p : memref<64xf16>
  }
  %s = memref.subview %r[0] [8] [1] : memref<64xf16> to memref<8xf16, strided<[1]>>
  return
}
// ----- users 8
func.func @z(%a: memref<64xf16>, %c: i1) {
  %r = scope.scope : () -> memref<64xf16> {
    scope.return %a : memref<64xf16>
  } {hivm.tcore_type = #hivm.tcore_type<VECTOR>}
  %s = memref.subview %r[0] [8] [1] : memref<64xf16> to memref<8xf16, strided<[1]>>
  return
}
// ----- users 9
func.func @y(%a: memref<64xf16>, %c: i1, %b: memref<64xf16, #hivm.address_space<ub>>, %r: memref<64xf16, 1>, %u: memref<*xf16>) {
  %z = arith.select %c, %a, %a : memref<64xf16>
  %s = hivm.hir.bitcast %a : memref<64xf16> -> memref<64xi16>
  %w = memref.transpose %a (d0) -> (d0) : memref<64xf16> to memref<64xf16, strided<[1]>>
  %k = builtin.unrealized_conversion_cast %a : memref<64xf16> to memref<64xf16, strided<[1]>>
  %k2 = builtin.unrealized_conversion_cast %a : memref<64xf16> to index
  %sh = memref.alloc() : memref<1xindex>
  %m = memref.memory_space_cast %a : memref<64xf16> to memref<64xf16, #hivm.address_space<ub>>
  %cst = memref.cast %a : memref<64xf16> to memref<*xf16>
  %cst2 = memref.cast %u : memref<*xf16> to memref<64xf16>
  %rs = memref.reshape %a(%sh) : (memref<64xf16>, memref<1xindex>) -> memref<64xf16>
  return
}
// ----- users 10
func.func @y(%a: memref<64xf16>, %c: i1) {
  %k:2 = builtin.unrealized_conversion_cast %a, %a : memref<64xf16>, memref<64xf16> to memref<64xf16, strided<[1]>>, index
  return
}
// ----- users 11
func.func @y(%a: memref<64xf16>, %c: i1) {
  %k:2 = "test.foo"(%a, %a) : (memref<64xf16>, memref<64xf16>) -> (memref<64xf16, strided<[1]>>, index)
  return
}
// ----- users 12
func.func @y(%a: memref<64xf16>, %c: i1, %i: i64) {
  %k = "test.foo"(%a) : (memref<64xf16>) -> (memref<64xf16, strided<[1]>>)
  return
}
// ----- users 13
func.func @y(%a: memref<64xf16>, %c: i1, %i: i64) {
  %k = hivm.hir.pointer_cast(%i) : memref<64xf16>
  annotation.mark %k {address_space = #hivm.address_space<ub>} : memref<64xf16>
  %k2 = hivm.hir.pointer_cast(%i) : memref<64xf16>
  annotation.mark %k2 {address_space = #hivm.address_space<zero>} : memref<64xf16>
  %k3 = hivm.hir.pointer_cast(%i) : memref<64xf16, #hivm.address_space<ub>>
  annotation.mark %k3 {address_space = #hivm.address_space<gm>} : memref<64xf16, #hivm.address_space<ub>>
  %k4 = hivm.hir.pointer_cast(%i) : memref<64xf16>
  annotation.mark %k4 {address_space = #hivm.address_space<gm>, foo} : memref<64xf16>
  %k5 = hivm.hir.pointer_cast(%i) : memref<64xf16>
  annotation.mark %k5 {address_space = #hivm.address_space<gm>} keys = ["a"] values = [%i : i64] : memref<64xf16>
  return
}
// ----- views 1
func.func @y(%a: memref<64xf16>, %c: i1) {
  %z = arith.select %c, %a, %a : memref<64xf16>
  %s = hivm.hir.bitcast %a : memref<64xf16> -> memref<64xi16>
  %w = memref.transpose %a (d0) -> (d0) : memref<64xf16> to memref<64xf16, strided<[1]>>
  %k = builtin.unrealized_conversion_cast %a : memref<64xf16> to memref<64xf16, strided<[1]>>
  %k2 = builtin.unrealized_conversion_cast %a : memref<64xf16> to index
  return
}
// ----- views 2
func.func @y(%a: memref<64xf16>, %c: i1) {
  %m = memref.memory_space_cast %a : memref<64xf16> to memref<64xf16, #hivm.address_space<ub>>
  return
}
// ----- views 3
func.func @y(%a: memref<64xf16>, %c: i1) {
  %cst = memref.cast %a : memref<64xf16> to memref<*xf16>
  return
}
// ----- views 4
func.func @y(%a: memref<*xf16>, %c: i1) {
  return
}
// ----- views 5
func.func @y(%a: memref<*xf16>, %c: i1) {
  %cst2 = memref.cast %a : memref<*xf16> to memref<64xf16>
  return
}
// ----- views 6
func.func @y(%a: memref<64xf16>, %sh: memref<1xindex>) {
  %rs = memref.reshape %a(%sh) : (memref<64xf16>, memref<1xindex>) -> memref<64xf16>
  return
}
// ----- views 7
func.func @y(%a: memref<64xf16>) {
  %sh = memref.alloc() : memref<1xindex>
  %rs = memref.reshape %a(%sh) : (memref<64xf16>, memref<1xindex>) -> memref<64xf16>
  return
}
// ----- views 8
func.func @y(%a: memref<64xf16>) {
  %sh = memref.alloca() : memref<1xindex>
  %rs = memref.reshape %a(%sh) : (memref<64xf16>, memref<1xindex>) -> memref<64xf16>
  return
}
// ----- views 9
func.func @y(%a: memref<64xf16, 1>, %i: index) {
  %s = memref.subview %a[0] [8] [1] : memref<64xf16, 1> to memref<8xf16, strided<[1]>, 1>
  return
}
// ----- views 10
func.func @y(%a: memref<64xf16, #hivm.address_space<ub>>, %i: index) {
  %s = memref.subview %a[0] [8] [1] : memref<64xf16, #hivm.address_space<ub>> to memref<8xf16, strided<[1]>, #hivm.address_space<ub>>
  %u = memref.memory_space_cast %a : memref<64xf16, #hivm.address_space<ub>> to memref<64xf16>
  return
}
// ----- views 11
func.func @y(%a: memref<64xf16, #hivm.address_space<ub>>, %i: index) {
  %z = bufferization.clone %a : memref<64xf16, #hivm.address_space<ub>> to memref<64xf16, #hivm.address_space<ub>>
  return
}
// ----- views 12
func.func @y(%t: memref<64xf16>, %i: index) {
  %u = memref.memory_space_cast %t : memref<64xf16> to memref<64xf16>
  return
}
// ----- views 13
func.func @y(%t: tensor<64xf16>, %i: index) {
  %u = bufferization.to_memref %t : memref<64xf16>
  return
}
// ----- views 14
func.func @y(%x: memref<4xmemref<4xf16>>, %y: memref<4xmemref<4xf16>>, %i: index) {
  %u = memref.load %x[%i] : memref<4xmemref<4xf16>>
  return
}
// ----- views 15
func.func @y(%x: memref<64xf16>, %i: index, %p: memref<64xf16>) {
  memref.copy %x, %x : memref<64xf16> to memref<64xf16>
  %r, %q = scf.for %k = %i to %i step %i iter_args(%u = %x, %v = %p) -> (memref<64xf16>, memref<64xf16>) {
    scf.yield %v, %u : memref<64xf16>, memref<64xf16>
  }
  return
}
// ----- views 16
func.func @y(%x: memref<64xf16>, %i: index, %p: memref<64xf16, #hivm.address_space<ub>>) {
  %r, %q = scf.for %k = %i to %i step %i iter_args(%u = %x, %v = %x) -> (memref<64xf16>, memref<64xf16>) {
    scf.yield %v, %u : memref<64xf16>, memref<64xf16>
  }
  return
}
// ----- views 17
func.func @y(%x: memref<64xf16>, %i: index, %p: memref<64xf16, #hivm.address_space<ub>>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %y = memref.alloc() : memref<64xf16>
  %r, %q = scf.for %k = %i to %i step %i iter_args(%u = %x, %v = %y) -> (memref<64xf16>, memref<64xf16>) {
    scf.yield %v, %u : memref<64xf16>, memref<64xf16>
  }
  return
}
// ----- views 18
func.func @y(%x: memref<64xf16>, %c: i1, %p: memref<64xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %y = memref.alloc() : memref<64xf16>
  %r = scf.if %c -> memref<64xf16> {
    scf.yield %y : memref<64xf16>
  } else {
    scf.yield %x : memref<64xf16>
  }
  return
}
// ----- views 19
func.func @y(%x: memref<64xf16>, %c: index, %p: memref<64xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %y = memref.alloc() : memref<64xf16>
  %r = scf.index_switch %c -> memref<64xf16> 
  case 1 {
    scf.yield %y : memref<64xf16>
  } 
  default {
    scf.yield %y : memref<64xf16>
  }
  %e = scf.execute_region -> memref<64xf16> {
    scf.yield %y : memref<64xf16>
  }
  return
}
// ----- functions and calls 1
func.func @y(%x: memref<64xf16>) {
  return
}
func.func @h(%a: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s = bufferization.clone %a : memref<64xf16> to memref<64xf16>
  call @y(%s) : (memref<64xf16>) -> ()
  call @y(%a) : (memref<64xf16>) -> ()
  return
}
// ----- functions and calls 2
func.func @y(%x: memref<64xf16>) {
  return
}
func.func @h(%a: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s = memref.subview %a[0] [64] [1] : memref<64xf16> to memref<64xf16>
  call @y(%s) : (memref<64xf16>) -> ()
  return
}
func.func @h2(%a: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s = memref.alloca() : memref<64xf16>
  call @y(%s) : (memref<64xf16>) -> ()
  return
}
func.func @h3(%a: memref<64xf16>, %c: i1) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s = memref.alloca() : memref<64xf16>
  %r = scf.if %c -> memref<64xf16> {
    scf.yield %s : memref<64xf16>
  } else {
    scf.yield %a : memref<64xf16>
  }
  call @y(%r) : (memref<64xf16>) -> ()
  return
}
// ----- functions and calls 3
func.func private @y(%x: memref<64xf16>) -> (memref<64xf16>, index, memref<*xf16>)
func.func @h(%a: memref<64xf16>) -> memref<64xf16> attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s:3 = call @y(%a) : (memref<64xf16>) -> (memref<64xf16>, index, memref<*xf16>)
  %t = memref.subview %s#0[0] [64] [1] : memref<64xf16> to memref<64xf16>
  return %t: memref<64xf16>
}
// ----- functions and calls 4
func.func @h(%a: memref<64xf16>, %c: i1) -> memref<64xf16> attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a: memref<64xf16>
^bb2:
  return %a: memref<64xf16>
}
// ----- functions and calls 5
func.func private @h(%a: memref<64xf16>, %c: i1) -> memref<64xf16> attributes {hacc.function_kind = #hacc.function_kind<HOST>}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  call @h(%a, %c) : (memref<64xf16>, i1) -> memref<64xf16>
  return
}
// ----- functions and calls 6
func.func @h(%a: memref<64xf16>, %c: i1) -> memref<64xf16> attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %u = memref.alloc() : memref<64xf16>
  return %u: memref<64xf16>
}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  call @h(%a, %c) : (memref<64xf16>, i1) -> memref<64xf16>
  return
}
// ----- functions and calls 7
func.func @g(%a: memref<64xf16>, %c: i1) -> memref<64xf16> {
  %u = func.call @g(%a, %c) : (memref<64xf16>, i1) -> memref<64xf16>
  return %u : memref<64xf16>
}
// ----- functions and calls 8
module {
  module {
    func.func @g(%a: memref<64xf16>, %c: i1) {
      %u = memref.alloc() : memref<64xf16>
      return 
    }
  }
  func.func @g(%a: memref<64xf16>, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
      %u = memref.alloc() : memref<64xf16>
      scf.if %c {
         %u2 = memref.alloc() : memref<64xf16>
      }
      return 
  }
}
// ----- functions and calls 9
func.func @g(%a: memref<64xf16>, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
      %u = memref.alloc() : memref<64xf16>
      return 
}
func.func @vf(%a: memref<64xf16>, %c: i1) attributes {hivm.vector_function} {
      %u = memref.alloc() : memref<64xf16>
      return 
}
func.func private @vfe(%a: memref<64xf16>, %c: i1) attributes {hivm.vector_function}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  call @vf(%a, %c) : (memref<64xf16>, i1) -> ()
  return
}
// ----- functions and calls 10
func.func @vf(%a: memref<64xf16>, %c: i1) attributes {hivm.vector_function, hivm.vf_mode = #hivm.vf_mode<SIMT>} {
      return 
}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %c) : (memref<64xf16>, i1) -> ()
  call @vf(%u, %c) : (memref<64xf16>, i1) -> ()
  return
}
// ----- functions and calls 11
func.func private @vf(%a: memref<64xf16>, %c: i1) attributes {hivm.vector_function, hivm.vf_mode = #hivm.vf_mode<SIMT>}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%u, %c) : (memref<64xf16>, i1) -> ()
  return
}
// ----- existing spaces and loops 1
func.func @y(%a: memref<64xf16>) {
  %m = memref.memory_space_cast %a : memref<64xf16> to memref<64xf16, #hivm.address_space<ub>>
  %u = memref.memory_space_cast %m : memref<64xf16, #hivm.address_space<ub>> to memref<64xf16>
  %c = bufferization.clone %m : memref<64xf16, #hivm.address_space<ub>> to memref<64xf16, #hivm.address_space<ub>>
  return
}
// ----- existing spaces and loops 2
func.func @y(%a: memref<64xf16>) {
  %m = memref.memory_space_cast %a : memref<64xf16> to memref<64xf16, #hivm.address_space<ub>>
  %u = memref.memory_space_cast %m : memref<64xf16, #hivm.address_space<ub>> to memref<64xf16>
  return
}
// ----- existing spaces and loops 3
func.func @y(%a: memref<64xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %m = memref.alloc() : memref<64xf16, #hivm.address_space<ub>>
  %u = memref.memory_space_cast %m : memref<64xf16, #hivm.address_space<ub>> to memref<64xf16>
  return
}
// ----- existing spaces and loops 4
func.func @y(%a: memref<64xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %m = memref.alloc() : memref<64xf16, 1>
  return
}
// ----- existing spaces and loops 5
func.func @y(%a: memref<64xf16, 1>) {
  return
}
// ----- existing spaces and loops 6
func.func @y(%a: memref<64xf16>, %c: i1) {
  %r = scf.while (%x = %a) : (memref<64xf16>) -> (memref<64xf16>) {
    scf.condition(%c) %x : memref<64xf16>
  } do {
  ^bb0(%p: memref<64xf16>):
    %al = memref.alloc() : memref<64xf16>
    scf.yield %al : memref<64xf16>
  }
  return
}
// ----- existing spaces and loops 7
func.func @y(%a: memref<64xf16>, %c: i1) {
  scf.while (%x = %a) : (memref<64xf16>) -> () {
    scf.condition(%c) 
  } do {
    scf.yield %a : memref<64xf16>
  }
  return
}
// ----- existing spaces and loops 8
func.func @y(%a: memref<64xf16>, %c: i1, %i: index) {
  %s:2 = scf.while (%x = %a) : (memref<64xf16>) -> (index, memref<64xf16>) {
    scf.condition(%c) %i, %x : index, memref<64xf16>
  } do {
  ^bb0(%k: index, %l: memref<64xf16>):
    scf.yield %l : memref<64xf16>
  }
  return
}
// ----- existing spaces and loops 9
func.func @y(%a: memref<64xf16>, %c: i1, %i: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>}{
  %al = memref.alloc() : memref<64xf16>
  %s:2 = scf.while (%x = %al) : (memref<64xf16>) -> (index, memref<64xf16>) {
    scf.condition(%c) %i, %x : index, memref<64xf16>
  } do {
  ^bb0(%k: index, %l: memref<64xf16>):
    scf.yield %a : memref<64xf16>
  }
  return
}
// ----- existing spaces and loops 10
func.func @y(%a: memref<64xf16>, %c: i1, %i: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>}{
  %al = memref.alloc() : memref<64xf16>
  %s = scf.while (%x = %al) : (memref<64xf16>) -> (memref<64xf16>) {
    scf.condition(%c) %x : memref<64xf16>
  } do {
  ^bb0(%k: memref<64xf16>):
    scf.yield %a : memref<64xf16>
  }
  return
}
// ----- existing spaces and loops 13
func.func @y(%x: memref<64xf16>) {
  return
}
func.func @h(%x: index) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s = memref.alloc(%x) {foo} : memref<?xf16>
  %l = memref.subview %s[0] [64] [1] : memref<?xf16> to memref<64xf16>
  %s3 = bufferization.clone %s : memref<?xf16> to memref<?xf16>
  call @y(%l) : (memref<64xf16>) -> ()
  return
}
// ----- existing spaces and loops 14
func.func private @y(%x: memref<64xf16>) -> memref<64xf16>
func.func @h(%x: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %l = call @y(%x) : (memref<64xf16>) -> memref<64xf16>
  %s3 = bufferization.clone %l : memref<64xf16> to memref<64xf16>
  return
}
// ----- existing spaces and loops 15
func.func @y(%x: memref<64xf16>, %z : memref<64xf16, #hivm.address_space<ub>>) -> memref<64xf16, #hivm.address_space<ub>> {
  return %z : memref<64xf16, #hivm.address_space<ub>>
}
func.func @h(%x: memref<64xf16>, %z : memref<64xf16, #hivm.address_space<ub>>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %l = call @y(%x, %z) : (memref<64xf16>, memref<64xf16, #hivm.address_space<ub>>) -> memref<64xf16, #hivm.address_space<ub>>
  return
}
// ----- existing spaces and loops 16
module {
func.func @y(%x: memref<64xf16>) {
  return
}
module @foo {
func.func private @y(%x: memref<64xf16>) 
func.func @h(%x: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  call @y(%x) : (memref<64xf16>) -> ()
  return
}
}
}
// ----- existing spaces and loops 17
func.func @y(%x: memref<64xf16>) {
  return
}
func.func @h(%x: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %r = scope.scope : () -> memref<64xf16> {
    scope.return %x : memref<64xf16>
  }
  call @y(%r) : (memref<64xf16>) -> ()
  return
}
// ----- simt functions 1
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
func.func @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hivm.vector_function, hivm.vf_mode = #hivm.vf_mode<SIMT>} {
      return 
}
// ----- simt functions 2
func.func @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hivm.vector_function, hivm.vf_mode = #hivm.vf_mode<SIMT>} {
      return 
}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
// ----- simt functions 3
func.func @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hivm.vf_mode = #hivm.vf_mode<SIMT>} {
      %s = memref.subview %c[0] [8] [1] : memref<64xf16> to memref<8xf16, strided<[1]>>
      return 
}
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
// ----- simt functions 4
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
func.func @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hivm.vector_function} {
      return 
}
// ----- simt functions 5
func.func @k(%a: memref<64xf16>, %c: i1)  {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
func.func private @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hivm.vector_function, hivm.vf_mode = #hivm.vf_mode<SIMT>}
// ----- simt functions 6
func.func @k(%a: memref<64xf16>, %c: i1) attributes {hivm.vector_function} {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
func.func private @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hivm.vf_mode = #hivm.vf_mode<MIX>}
// ----- simt functions 7
func.func @k(%a: memref<64xf16>, %c: i1) {
  %u = memref.alloc() : memref<64xf16>
  call @vf(%a, %u) : (memref<64xf16>, memref<64xf16>) -> ()
  return
}
func.func @vf(%a: memref<64xf16>, %c: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>, hivm.vf_mode = #hivm.vf_mode<SIMT>} {
  return
}
// ----- simt functions 9
func.func @k(%a: memref<64xf16>, %c: i1, %i: index) {
  %r:2 = scf.if %c -> (index, memref<64xf16>) {
    scf.yield %i, %a : index, memref<64xf16>
  } else {
    scf.yield %i, %a : index, memref<64xf16>
  }
  return
}
// ----- simt functions 10
func.func @k(%a: tensor<64xf16>, %c: i1, %i: index) {
  %m = memref.alloc() : memref<64xf16>
  bufferization.materialize_in_destination %a in writable %m : (tensor<64xf16>, memref<64xf16>) -> ()
  %p, %q = scf.for %k = %i to %i step %i iter_args(%x = %m, %y = %i) -> (memref<64xf16>, index) {
     scf.yield %x, %y : memref<64xf16>, index
  }
  return
}
// ----- simt functions 11
func.func @y(%x: memref<64xf16>) {
  %s3 = bufferization.clone %x : memref<64xf16> to memref<64xf16>
  return
}
func.func @h(%x: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s3 = bufferization.clone %x : memref<64xf16> to memref<64xf16>
  call @y(%x) : (memref<64xf16>) -> ()
  return
}
// ----- simt functions 12
func.func @z(%x: memref<64xf16>) {
  return
}
func.func @y(%x: memref<64xf16>) {
  return
}
func.func @h(%x: memref<64xf16>, %k: memref<64xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %s3 = bufferization.clone %x : memref<64xf16> to memref<64xf16>
  %s4 = bufferization.clone %k : memref<64xf16> to memref<64xf16>
  call @y(%x) : (memref<64xf16>) -> ()
  call @y(%k) : (memref<64xf16>) -> ()
  call @z(%k) : (memref<64xf16>) -> ()
  return
}
// ----- cube operands 1
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %k = memref.alloc() : memref<4x4x16x16xf16>
    %k2 = bufferization.clone %k : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%a, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 2
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %k = memref.alloca() : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %k : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 3
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lb2 = bufferization.clone %lb : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %k = memref.alloc() : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %k : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 4
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lb3 = memref.alloc() : memref<4x4x16x16xf16>
    %lb2 = scf.if %t -> memref<4x4x16x16xf16> {
      scf.yield %lb : memref<4x4x16x16xf16>
    } else {
      scf.yield %lb3 : memref<4x4x16x16xf16>
    }
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %k = memref.alloc() : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb2, %lb, %t, %i, %i, %i, %k : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 5
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lb2 = scf.if %t -> memref<4x4x16x16xf16> {
      scf.yield %lb : memref<4x4x16x16xf16>
    } else {
      scf.yield %a : memref<4x4x16x16xf16>
    }
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %k = memref.alloc() : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb2, %lb, %t, %i, %i, %i, %k : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 6
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf16>)
    hivm.hir.mmadL1 ins(%lb, %lc, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf16>)
    return
}
// ----- cube operands 7
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16, #hivm.address_space<ub>>
    %lc = memref.alloc() : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16, #hivm.address_space<ub>>, memref<4x4x16x16xf16, #hivm.address_space<ub>>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf16>)
    return
}
// ----- cube operands 8
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %te = tensor.empty() : tensor<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%lb, %te, %t, %i, %i, %i : memref<4x4x16x16xf16>, tensor<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf16>)
    return
}
// ----- cube operands 9
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %te = tensor.empty() : tensor<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %te : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, tensor<4x4x16x16xf16>) outs(%lc : memref<4x4x16x16xf16>)
    return
}
// ----- cube operands 10
func.func @c(%a: memref<4x4x16x16xf8E5M2>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %s = memref.alloc() : memref<16xui8>
    %s2 = memref.alloc() : memref<16xui8>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %s, %s2, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 11
func.func @c(%a: memref<16xui8>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %s = memref.alloc() : memref<16xui8>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %a, %s, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    hivm.hir.mmadmxL1 ins(%lb, %lb, %s, %a, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- cube operands 12
func.func @c(%a: memref<4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x16x16xf16>
    %lc = memref.alloc() : memref<4x16x16xf32>
    hivm.hir.batchMmadL1 ins(%lb, %lb, %t, %i, %i, %i : memref<4x16x16xf16>, memref<4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x16x16xf32>)
    return
}
// ----- cube operands 13
func.func @c(%i: index, %t: i1, %w : memref<4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %a = memref.alloc() : memref<4x16x16xf16>
    %lc = memref.alloc() : memref<4x16x16xf32>
    hivm.hir.Conv1dL1 {padding = 1 : i32, groups = 1 : i32} ins(%a, %w, %t : memref<4x16x16xf16>, memref<4x16x16xf16>, i1) outs(%lc : memref<4x16x16xf32>)
    return
}
// ----- cube operands 14
func.func @c(%i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %a = memref.alloc() : memref<4x16x16xf16>
    %b = memref.alloc() : memref<4x16x16xf16>
    %bi = memref.alloc() : memref<16xf16>
    %lc = memref.alloc() : memref<4x16x16xf32>
    hivm.hir.Conv1dL1 {padding = 1 : i32, groups = 1 : i32} ins(%a, %b, %t, %bi : memref<4x16x16xf16>, memref<4x16x16xf16>, i1, memref<16xf16>) outs(%lc : memref<4x16x16xf32>)
    return
}
// ----- roots 1
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.cast %a : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 2
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.alloca() : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 3
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = func.call @g() : () -> memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 4
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = arith.select %t, %k, %lb : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 5
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = arith.select %t, %a, %lb : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 6
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = bufferization.to_memref %tt : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 7
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scf.for %j = %i to %i step %i iter_args(%z = %k) -> memref<4x4x16x16xf16> {
 scf.yield %lb : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 8
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scf.for %j = %i to %i step %i iter_args(%z = %k) -> memref<4x4x16x16xf16> {
 scf.yield %z : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 9
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scf.for %j = %i to %i step %i iter_args(%z = %a) -> memref<4x4x16x16xf16> {
 scf.yield %k : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 10
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scf.for %j = %i to %i step %i iter_args(%z = %k) -> memref<4x4x16x16xf16> {
 scf.yield %a : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 11
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scf.while (%z = %k) : (memref<4x4x16x16xf16>) -> memref<4x4x16x16xf16> {
 scf.condition(%t) %z : memref<4x4x16x16xf16>
} do {
^bb0(%y: memref<4x4x16x16xf16>):
 scf.yield %y : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 12
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scf.execute_region -> memref<4x4x16x16xf16> {
 scf.yield %k : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 13
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = scope.scope : () -> memref<4x4x16x16xf16> {
 scope.return %k : memref<4x4x16x16xf16>
}
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 14
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%p = arith.constant 0 : i64
%x = hivm.hir.pointer_cast(%p) : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 15
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%p = arith.constant 0 : i64
%x = hivm.hir.pointer_cast(%p) : memref<4x4x16x16xf16>
 annotation.mark %x {address_space = #hivm.address_space<gm>} : memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 16
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xf16>
%x = memref.memory_space_cast %k : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 17
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xi16>
%x = hivm.hir.bitcast %k : memref<4x4x16x16xi16> -> memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 18
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<4x4x16x16xi16>
%x = builtin.unrealized_conversion_cast %k : memref<4x4x16x16xi16> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 19
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<32768xi8>
%i0 = arith.constant 0 : index
%x = memref.view %k[%i0][] : memref<32768xi8> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 20
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%w = memref.alloc() : memref<64xi8>
%x = memref_ext.alloc_workspace() from %w : from memref<64xi8> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 21
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%r = scf.if %t -> memref<4x4x16x16xf16> {
 scf.yield %a : memref<4x4x16x16xf16>
} else {
 %k = memref.alloc() : memref<4x4x16x16xf16>
 scf.yield %k : memref<4x4x16x16xf16>
}
%x = memref.cast %r : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- roots 22
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %tt : tensor<4x4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%r = scf.if %t -> memref<4x4x16x16xf16> {
 %k = memref.alloca() : memref<4x4x16x16xf16>
 scf.yield %k : memref<4x4x16x16xf16>
} else {
 %k = memref.alloc() : memref<4x4x16x16xf16>
 scf.yield %k : memref<4x4x16x16xf16>
}
%x = memref.cast %r : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    hivm.hir.mmadL1 ins(%x, %lb, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
func.func private @g() -> memref<4x4x16x16xf16>
// ----- bias 1
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.cast %b : memref<16xf16> to memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 2
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.alloca() : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 3
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<16xf16>
%x = arith.select %t, %k, %k : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 4
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = bufferization.to_memref %tt : memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 5
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<16xf16>
%x = scf.for %j = %i to %i step %i iter_args(%z = %k) -> memref<16xf16> {
 scf.yield %b : memref<16xf16>
}
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 6
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%k = memref.alloc() : memref<16xf16>
%x = scf.for %j = %i to %i step %i iter_args(%z = %b) -> memref<16xf16> {
 scf.yield %k : memref<16xf16>
}
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 7
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.alloc() : memref<16xf16>
%z = bufferization.clone %x : memref<16xf16> to memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 8
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.alloc() : memref<16xf16>
%z = bufferization.clone %lc : memref<4x4x16x16xf32> to memref<4x4x16x16xf32>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 9
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.alloc() : memref<16xf16>
%z = bufferization.clone %b : memref<16xf16> to memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 10
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%x = memref.alloc() : memref<16xf16>
%z = bufferization.clone %b : memref<16xf16> to memref<16xf16>
%z4 = bufferization.clone %a : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
%k = memref.alloc() : memref<16xf16>
%z3 = bufferization.clone %k : memref<16xf16> to memref<16xf16>
%k2 = memref.alloc() : memref<16xf16>
%z5 = bufferization.clone %k2 : memref<16xf16> to memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 11
func.func @c(%a: memref<4x4x16x16xf16>, %b: memref<16xf16>, %i: index, %t: i1, %tt : tensor<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
%ii = arith.constant 1 : i64
%k9 = hivm.hir.pointer_cast(%ii) : memref<16xf16>
 annotation.mark %k9 {address_space = #hivm.address_space<gm>} : memref<16xf16>
%x = memref.alloc() : memref<16xf16>
%z = bufferization.clone %k9 : memref<16xf16> to memref<16xf16>
%z4 = bufferization.clone %a : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
%k = memref.alloc() : memref<16xf16>
%z3 = bufferization.clone %k : memref<16xf16> to memref<16xf16>
%k2 = memref.alloc() : memref<16xf16>
%z5 = bufferization.clone %k2 : memref<16xf16> to memref<16xf16>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %x : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- bias 12
func.func @vf(%a: memref<16xf16>, %b: memref<16xf16>) attributes {hivm.vector_function} {
  %z5 = bufferization.clone %b : memref<16xf16> to memref<16xf16>
  return
}
// ----- bias 13
func.func @vf(%a: memref<16xf16>, %b: memref<16xf16, #hivm.address_space<gm>>) attributes {hivm.vector_function} {
  return
}
// ----- bias 14
func.func @vf(%a: memref<16xf16>, %b: memref<16xf16, #hivm.address_space<gm>>) attributes {hivm.vector_function = 1} {
  return
}
// ----- bias 15
func.func @vf(%a: memref<16xf16>, %t : index) attributes {hivm.vector_function = 1} {
  %r = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>} "foo" ins(%a : memref<16xf16>) -> memref<16xf16>
  return
}
// ----- marks of allocations 1
func.func @vf(%a: memref<16xf16>, %t : index) {
  %r = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo"} "foo" ins(%a : memref<16xf16>) -> memref<16xf16>
  return
}
// ----- marks of allocations 2
func.func @vf(%a: memref<16xf16>, %t : index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", distributed} "foo" ins(%al : memref<16xf16>) outs(%al : memref<16xf16>)
  return
}
// ----- marks of allocations 3
func.func @c(%a: memref<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<16xf16, #hivm.address_space<ub>>
  %z = bufferization.clone %u : memref<16xf16, #hivm.address_space<ub>> to memref<16xf16, #hivm.address_space<ub>>
  %u2 = memref.alloc() : memref<16xf16, #hivm.address_space<ub>>
  %z2 = bufferization.clone %u2 : memref<16xf16, #hivm.address_space<ub>> to memref<16xf16, #hivm.address_space<ub>>
  %u3 = memref.alloc() : memref<16xf16>
  %z3 = bufferization.clone %u3 : memref<16xf16> to memref<16xf16>
  %u4 = memref.alloc() : memref<16xf16, #hivm.address_space<gm>>
  %z4 = bufferization.clone %u4 : memref<16xf16, #hivm.address_space<gm>> to memref<16xf16, #hivm.address_space<gm>>
  return
}
// ----- marks of allocations 4
func.func @c(%ii: i64) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %k9 = hivm.hir.pointer_cast(%ii) : memref<16xf16, #hivm.address_space<ub>>
  annotation.mark %k9 {address_space = #hivm.address_space<gm>} : memref<16xf16, #hivm.address_space<ub>>
  %z = memref.memory_space_cast %k9 : memref<16xf16, #hivm.address_space<ub>> to memref<16xf16>
  %u3 = memref.alloc() : memref<16xf16, #hivm.address_space<gm>>
  %z3 = memref.memory_space_cast %u3 : memref<16xf16, #hivm.address_space<gm>> to memref<16xf16>
  return
}
// ----- marks of allocations 5
func.func @c(%ii: i64, %a : memref<16xf16>, %b: memref<16xf16, #hivm.address_space<ub>>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>, hivm.vector_function} {
  return
}
// ----- marks of allocations 6
func.func private @c(%ii: i64, %a : memref<16xf16>, %b: memref<16xf16, #hivm.address_space<ub>>) -> memref<4xf16> attributes {hivm.vector_function}
// ----- marks of allocations 7
func.func private @c(%ii: i64, %a : memref<16xf16>, %b: memref<16xf16, #hivm.address_space<ub>>) -> memref<4xf16> attributes {hacc.function_kind = #hacc.function_kind<HOST>}
// ----- marks of allocations 8
func.func @vf(%a: memref<16xf16>, %t : index) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %al = memref.alloc() : memref<16xf16>
  func.call @c(%al) : (memref<16xf16>) -> memref<4xf16>
  return
}
func.func private @c(%a : memref<16xf16>) -> memref<4xf16> attributes {hivm.vector_function}
// ----- marks of allocations 9
func.func @a(%a: memref<16xf16>, %b : index) {
  call @b(%b, %a) : (index, memref<16xf16>) -> ()
  return
}
func.func @b(%t: index, %a : memref<16xf16>) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  call @a(%a, %t) : (memref<16xf16>, index) -> ()
  return
}
// ----- unranked 1
func.func @y(%a: memref<*xf16>, %i: index, %c: i1) {
  %s = arith.select %c, %a, %a : memref<*xf16>
  return
}
// ----- unranked 2
func.func @y(%a: memref<*xf16>, %i: index, %c: i1) {
  %r = scf.for %j = %i to %i step %i iter_args(%z = %a) -> memref<*xf16> {
   scf.yield %z : memref<*xf16>
  }
  %q = scf.if %c -> memref<*xf16> {
   scf.yield %a : memref<*xf16>
  } else {
   scf.yield %a : memref<*xf16>
  }
  %m = memref.cast %r : memref<*xf16> to memref<8xf16>
  return
}
// ----- unranked 3
func.func @y(%a: memref<16xf16>, %i: index, %c: i1) {
  %m = memref.cast %a : memref<16xf16> to memref<*xf16>
  %z = bufferization.clone %m : memref<*xf16> to memref<*xf16>
  return
}
// ----- unranked 4
func.func @y(%a: memref<16xf16>, %i: index, %c: i1) {
  %m = memref.cast %a : memref<16xf16> to memref<*xf16>
  %z = bufferization.clone %m : memref<*xf16> to memref<8xf16>
  return
}
// ----- unranked 5
func.func @y(%a: memref<16xf16>, %i: index, %c: i1) {
  %m = "test.foo"(%a) : (memref<16xf16>) -> memref<*xf16>
  return
}
// ----- unranked 6
func.func @y(%a: memref<16xf16>, %i: index, %c: i1) {
  %m:2 = "test.foo"(%a) : (memref<16xf16>) -> (memref<*xf16>, memref<*xf16>)
  return
}
// ----- unranked 7
func.func @y(%a: memref<*xf16>, %i: index, %c: i1) {
  %r = memref.rank %a : memref<*xf16>
  %m = memref.memory_space_cast %a : memref<*xf16> to memref<*xf16, #hivm.address_space<ub>>
  return
}
// ----- unranked 8
func.func @y(%a: memref<16xf16>, %i: index, %c: i1) {
  %m = memref.memory_space_cast %a : memref<16xf16> to memref<16xf16, 1>
  %n = memref.memory_space_cast %m : memref<16xf16, 1> to memref<16xf16>
  return
}
// ----- unranked 10
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) {
  %m = hivm.hir.pointer_cast(%i) : memref<4xf16>
  annotation.mark %m {address_space = #hivm.address_space<gm>} : memref<4xf16>
  annotation.mark %m {address_space = #hivm.address_space<ub>} : memref<4xf16>
  %m2 = hivm.hir.pointer_cast(%i) : memref<4xf16>
  annotation.mark %m2 {address_space = #hivm.address_space<ub>} : memref<4xf16>
  annotation.mark %m2 {address_space = #hivm.address_space<gm>} : memref<4xf16>
  annotation.mark %m2 {foo = #hivm.address_space<gm>} : memref<4xf16>
  return
}
// ----- unranked 11
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) {
  %m = hivm.hir.convert_layout %a {srcLayout = #hivm.data_layout<ND>, dstLayout = #hivm.data_layout<zN>} : (memref<16xf16>) -> memref<16xf16>
  return
}
// ----- unranked 12
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%al : memref<16xf16>) outs(%al : memref<16xf16>)
  return
}
// ----- unranked 13
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  %x = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed = true} "foo" ins(%i : i64) outs(%al : memref<16xf16>) -> memref<4xf16>
  return
}
// ----- distributed 1
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) {
  %m = hivm.hir.convert_layout %a output_shape [16] {srcLayout = #hivm.data_layout<ND>, dstLayout = #hivm.data_layout<zN>} : (memref<16xf16>) -> memref<16xf16>
  return
}
// ----- distributed 2
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  %s = memref.subview %al[0] [8] [1] : memref<16xf16> to memref<8xf16, strided<[1]>>
  hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%s : memref<8xf16, strided<[1]>>) 
  return
}
// ----- distributed 3
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %x = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%a : memref<16xf16>) -> memref<16xf16>
  %y = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%x : memref<16xf16>) -> memref<16xf16>
  %s = memref.subview %y[0] [8] [1] : memref<16xf16> to memref<8xf16, strided<[1]>>
  return
}
// ----- distributed 4
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  %cl = bufferization.clone %al : memref<16xf16> to memref<16xf16>
  hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%al : memref<16xf16>) tmps(%al : memref<16xf16>)
  return
}
// ----- distributed 5
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" tmps(%al : memref<16xf16>)
  return
}
// ----- distributed 6
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  %x = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%i : i64) outs(%al : memref<16xf16>) -> memref<16xf16>
  %cl = bufferization.clone %x : memref<16xf16> to memref<16xf16>
  return
}
// ----- distributed 7
func.func @y(%a: memref<16xf16>, %i: i64, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  %cl = bufferization.clone %al : memref<16xf16> to memref<16xf16>
  %x = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%i : i64) outs(%al : memref<16xf16>) -> memref<16xf16>
  return
}
// ----- distributed 8
func.func @y(%a: memref<16xf16>, %t: tensor<4xf16>, %c: i1) -> tensor<4xf16> attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %al = memref.alloc() : memref<16xf16>
  %cl = bufferization.clone %a : memref<16xf16> to memref<16xf16>
  %x = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%al : memref<16xf16>) outs(%t : tensor<4xf16>) -> tensor<4xf16>
  %x2 = hivm.hir.custom {hivm.tcore_type = #hivm.tcore_type<VECTOR>, hivm.pipe = #hivm.pipe<PIPE_V>, hivm.vf_mode = #hivm.vf_mode<SIMD>, symbol = "foo", hivm.is_distributed} "foo" ins(%a : memref<16xf16>) outs(%t : tensor<4xf16>) -> tensor<4xf16>
  return %x : tensor<4xf16>
}
// ----- spaces on a5 1
func.func @f() attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 2
func.func @f() attributes {hivm.vector_function, hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 3
func.func @f() attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 4
func.func @f() attributes {hivm.vector_function, hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 5
func.func @f() attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 6
func.func @f() attributes {hivm.vector_function, hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 7
func.func @f() attributes {hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 8
func.func @f() attributes {hivm.vector_function, hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 9
func.func @f() {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- spaces on a5 10
func.func @f() attributes {hivm.vector_function} {
  %a0 = memref.alloc() : memref<8xf16, #hivm.address_space<ub>>
  %m0 = memref.memory_space_cast %a0 : memref<8xf16, #hivm.address_space<ub>> to memref<8xf16>
  %a1 = memref.alloc() : memref<8xf16, #hivm.address_space<cbuf>>
  %m1 = memref.memory_space_cast %a1 : memref<8xf16, #hivm.address_space<cbuf>> to memref<8xf16>
  %a2 = memref.alloc() : memref<8xf16, #hivm.address_space<cc>>
  %m2 = memref.memory_space_cast %a2 : memref<8xf16, #hivm.address_space<cc>> to memref<8xf16>
  %a3 = memref.alloc() : memref<8xf16, #hivm.address_space<gm>>
  %m3 = memref.memory_space_cast %a3 : memref<8xf16, #hivm.address_space<gm>> to memref<8xf16>
  return
}
// ----- order 1
func.func @f(%a: memref<8x16xf16>, %n: index) {
  %r = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (memref<8x16xf16>) {
    %c1 = bufferization.clone %x : memref<8x16xf16> to memref<8x16xf16>
    scf.yield %x : memref<8x16xf16>
  }
  %c2 = bufferization.clone %r : memref<8x16xf16> to memref<8x16xf16>
  return
}
// ----- order 2
func.func @f(%a: memref<8x16xf16>, %n: index, %c: i1) {
  %r = scf.while (%x = %a) : (memref<8x16xf16>) -> memref<8x16xf16> {
    %c1 = bufferization.clone %x : memref<8x16xf16> to memref<8x16xf16>
    scf.condition(%c) %x : memref<8x16xf16>
  } do {
  ^bb0(%y: memref<8x16xf16>):
    %c2 = bufferization.clone %y : memref<8x16xf16> to memref<8x16xf16>
    %u = memref.alloc() : memref<8x16xf16>
    %c3 = bufferization.clone %u : memref<8x16xf16> to memref<8x16xf16>
    scf.yield %u : memref<8x16xf16>
  }
  return
}
// ----- order 3
func.func @f(%a: memref<8x16xf16>, %n: index, %c: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %v5 = memref.alloc() : memref<64xf16>
    %v6 = memref.alloc() : memref<4x4x16x16xf16>
    %v7 = memref.alloc() : memref<4x4x16x16xf32>
    hivm.hir.Conv1dL1 {padding = 1 : i32, groups = 1 : i32} ins(%v6, %v6, %c, %v5 : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, memref<64xf16>) outs(%v7 : memref<4x4x16x16xf32>)
  return
}
// ----- conflicts 1
func.func @f2(%a0: memref<8x16xf32>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %v2 = memref.alloc() : memref<8x16xf32>
  %v5 = scf.for %v7 = %n to %n step %n iter_args(%v6 = %v2) -> (memref<8x16xf32>) {
      %v9 = bufferization.clone %v6 : memref<8x16xf32> to memref<8x16xf32>
      scf.yield %v2 : memref<8x16xf32>
  }
  %v11 = scf.if %c -> (memref<8x16xf32>) {
      scf.yield %a0 : memref<8x16xf32>
  } else {
      scf.yield %v5 : memref<8x16xf32>
  }
  return
}
// ----- conflicts 2
func.func @f2(%a0: memref<8x16xf32>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %v2 = memref.alloc() : memref<8x16xf32>
  %v5 = scf.for %v7 = %n to %n step %n iter_args(%v6 = %v2) -> (memref<8x16xf32>) {
      %v9 = bufferization.clone %v6 : memref<8x16xf32> to memref<8x16xf32>
      scf.yield %v6 : memref<8x16xf32>
  }
  %v11 = bufferization.clone %v5 : memref<8x16xf32> to memref<8x16xf32>
  return
}
// ----- conflicts 3
func.func @f(%a: memref<8x16xf16>, %n: index, %c: i1) {
  %r = scf.while (%x = %a) : (memref<8x16xf16>) -> memref<8x16xf16> {
    %c1 = bufferization.clone %x : memref<8x16xf16> to memref<8x16xf16>
    scf.condition(%c) %x : memref<8x16xf16>
  } do {
  ^bb0(%y: memref<8x16xf16>):
    %u = memref.alloc() : memref<8x16xf16>
    %c3 = bufferization.clone %u : memref<8x16xf16> to memref<8x16xf16>
    scf.yield %u : memref<8x16xf16>
  }
  return
}
// ----- branches 1
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %u : memref<8xf16>
  }
  
  return
}
// ----- branches 2
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %u : memref<8xf16>
  } else {
    scf.yield %a : memref<8xf16>
  }
  
  return
}
// ----- branches 3
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.for %i = %n to %n step %n iter_args(%z = %u) -> (memref<8xf16>) {
 scf.yield %z : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %r1 : memref<8xf16>
  }
  
  return
}
// ----- branches 4
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.for %i = %n to %n step %n iter_args(%z = %u) -> (memref<8xf16>) {
 scf.yield %z : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %r1 : memref<8xf16>
  } else {
    scf.yield %a : memref<8xf16>
  }
  
  return
}
// ----- branches 5
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = memref.cast %u : memref<8xf16> to memref<8xf16>
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %r1 : memref<8xf16>
  }
  
  return
}
// ----- branches 6
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.if %c -> (memref<8xf16>) {
 scf.yield %u : memref<8xf16>
} else {
 scf.yield %u : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %r1 : memref<8xf16>
  }
  
  return
}
// ----- branches 7
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.for %i = %n to %n step %n iter_args(%z = %u) -> (memref<8xf16>) {
 scf.yield %u : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %r1 : memref<8xf16>
  }
  
  return
}
// ----- branches 8
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.for %i = %n to %n step %n iter_args(%z = %u) -> (memref<8xf16>) {
 %cl = bufferization.clone %z : memref<8xf16> to memref<8xf16>
 scf.yield %u : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %r1 : memref<8xf16>
  }
  
  return
}
// ----- branches 9
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.for %i = %n to %n step %n iter_args(%z = %u) -> (memref<8xf16>) {
 %cl = bufferization.clone %z : memref<8xf16> to memref<8xf16>
 scf.yield %z : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %a : memref<8xf16>
  } else {
    scf.yield %r1 : memref<8xf16>
  }
  
  return
}
// ----- branches 10
func.func @f(%a: memref<8xf16>, %c: i1, %n: index) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %u = memref.alloc() : memref<8xf16>
  %r1 = scf.for %i = %n to %n step %n iter_args(%z = %u) -> (memref<8xf16>) {
 %cl = bufferization.clone %z : memref<8xf16> to memref<8xf16>
 scf.yield %z : memref<8xf16>
}
  %r = scf.if %c -> (memref<8xf16>) {
    scf.yield %r1 : memref<8xf16>
  } else {
    scf.yield %a : memref<8xf16>
  }
  
  return
}
// ----- order of loops 1
func.func @f2(%a0: memref<8x16xf32>, %c: i1, %n: index) {
  %v5 = scf.for %v7 = %n to %n step %n iter_args(%v6 = %a0) -> (memref<8x16xf32>) {
      %v9 = bufferization.clone %v6 : memref<8x16xf32> to memref<8x16xf32>
      %u = memref.alloc() : memref<8x16xf32>
      scf.yield %u : memref<8x16xf32>
  }
  %v11 = bufferization.clone %v5 : memref<8x16xf32> to memref<8x16xf32>
  return
}
// ----- order of loops 2
func.func @f(%a: memref<8x16xf16>, %n: index, %c: i1) {
  %r = scf.while (%x = %a) : (memref<8x16xf16>) -> memref<8x16xf16> {
    %c1 = bufferization.clone %x : memref<8x16xf16> to memref<8x16xf16>
    scf.condition(%c) %x : memref<8x16xf16>
  } do {
  ^bb0(%y: memref<8x16xf16>):
    %u = memref.alloc() : memref<8x16xf16>
    %c3 = bufferization.clone %u : memref<8x16xf16> to memref<8x16xf16>
    %c4 = bufferization.clone %y : memref<8x16xf16> to memref<8x16xf16>
    scf.yield %u : memref<8x16xf16>
  }
  return
}
// ----- order of loops 3
func.func @f(%a: memref<8x16xf16>, %n: index, %c: i1) {
  %r = scf.while (%x = %a) : (memref<8x16xf16>) -> memref<8x16xf16> {
    scf.condition(%c) %x : memref<8x16xf16>
  } do {
  ^bb0(%y: memref<8x16xf16>):
    %u = memref.alloc() : memref<8x16xf16>
    %c3 = bufferization.clone %u : memref<8x16xf16> to memref<8x16xf16>
    %c4 = bufferization.clone %y : memref<8x16xf16> to memref<8x16xf16>
    scf.yield %u : memref<8x16xf16>
  }
  return
}
// ----- order of operands 1
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lb2 = bufferization.clone %lb : memref<4x4x16x16xf16> to memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    hivm.hir.mmadL1 ins(%lb, %a, %t, %i, %i, %i : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- order of operands 2
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %b: memref<16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf16>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %lb2 = bufferization.clone %lc : memref<4x4x16x16xf32> to memref<4x4x16x16xf32>
    hivm.hir.mmadL1 ins(%lb, %lb, %t, %i, %i, %i, %b : memref<4x4x16x16xf16>, memref<4x4x16x16xf16>, i1, index, index, index, memref<16xf16>) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- order of operands 3
func.func @c(%a: memref<4x4x16x16xf16>, %i: index, %t: i1, %w: memref<4x16x16xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x16x16xf16>
    %lc = memref.alloc() : memref<4x16x16xf32>
    %lb2 = bufferization.clone %lb : memref<4x16x16xf16> to memref<4x16x16xf16>
    hivm.hir.Conv1dL1 {padding = 1 : i32, groups = 1 : i32} ins(%lb, %w, %t : memref<4x16x16xf16>, memref<4x16x16xf16>, i1) outs(%lc : memref<4x16x16xf32>)
    return
}
// ----- order of operands 4
func.func @c(%a: memref<16xui8>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %lb2 = bufferization.clone %lb : memref<4x4x16x16xf8E5M2> to memref<4x4x16x16xf8E5M2>
    %s = memref.alloc() : memref<16xui8>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %a, %s, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- order of operands 5
func.func @c(%a: memref<16xui8>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %lb2 = bufferization.clone %lb : memref<4x4x16x16xf8E5M2> to memref<4x4x16x16xf8E5M2>
    %s = memref.alloc() : memref<16xui8>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %s, %s, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- order of operands 6
func.func @c(%a: memref<16xui8>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %s = memref.alloc() : memref<16xui8>
    %lb2 = bufferization.clone %s : memref<16xui8> to memref<16xui8>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %s, %s, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- scales 1
func.func @c(%a: memref<16xui8>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %s = memref.alloc() : memref<16xui8>
    %s2 = memref.alloc() : memref<16xui8>
    %lb2 = bufferization.clone %s2 : memref<16xui8> to memref<16xui8>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %s, %s2, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- scales 2
func.func @c(%a: memref<16xui8>, %i: index, %t: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    %lc = memref.alloc() : memref<4x4x16x16xf32>
    %s = memref.alloc() : memref<16xui8>
    %s2 = memref.alloc() : memref<16xui8>
    %lb1 = bufferization.clone %s : memref<16xui8> to memref<16xui8>
    %lb2 = bufferization.clone %lc : memref<4x4x16x16xf32> to memref<4x4x16x16xf32>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %s, %s2, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
// ----- scales 3
func.func @c(%a: memref<16xui8>, %i: index, %t: i1, %lc: memref<4x4x16x16xf32>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
    %lb = memref.alloc() : memref<4x4x16x16xf8E5M2>
    hivm.hir.mmadmxL1 ins(%lb, %lb, %a, %a, %t, %i, %i, %i : memref<4x4x16x16xf8E5M2>, memref<4x4x16x16xf8E5M2>, memref<16xui8>, memref<16xui8>, i1, index, index, index) outs(%lc : memref<4x4x16x16xf32>)
    return
}
