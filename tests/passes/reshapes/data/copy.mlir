// ----- copied 1
func.func @f(%g: memref<4x8xf16, strided<[8, 1]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[8, 1]>> into memref<32xf16, strided<[1]>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<32xf16, strided<[1]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[1]>>) outs(%o : memref<32xf16>)
  return
}
// ----- copied 2
func.func @f(%g: memref<4x8xf16, strided<[?, ?]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, ?]>> into memref<32xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16, strided<[?]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[?]>>) outs(%o : memref<32xf16>)
  return
}
// ----- copied 3
func.func @f(%g: memref<4x8xf16>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16> into memref<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<32xf16>
  hivm.hir.load ins(%c : memref<32xf16>) outs(%o : memref<32xf16>)
  return
}
// ----- copied 4
func.func @f(%g: memref<4x8xf16, strided<[?, ?]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, ?]>> into memref<32xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16, strided<[?]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[?]>>) outs(%o : memref<32xf16>)
  return
}
// ----- copied 5
func.func @f(%g: memref<4x8xf16, strided<[?, ?]>>, %o: memref<32xf16>) {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, ?]>> into memref<32xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16, strided<[?]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[?]>>) outs(%o : memref<32xf16>)
  return
}
// ----- copied 6
func.func @f(%g: memref<4x?xf16, strided<[?, ?]>>, %o: memref<?xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x?xf16, strided<[?, ?]>> into memref<?xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<?xf16, strided<[?]>>
  hivm.hir.load ins(%c : memref<?xf16, strided<[?]>>) outs(%o : memref<?xf16>)
  return
}
// ----- copied 7
func.func @f(%g: memref<4x8xf16, strided<[?, ?]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.expand_shape %g [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf16, strided<[?, ?]>> into memref<2x2x8xf16, strided<[?, ?, ?]>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<2x2x8xf16, strided<[?, ?, ?]>>
  return
}
// ----- copied 8
func.func @f(%g: tensor<4x8xf16>) -> tensor<32xf16> attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = tensor.collapse_shape %g [[0, 1]] : tensor<4x8xf16> into tensor<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : tensor<32xf16>
  return %c : tensor<32xf16>
}
// ----- copied 9
func.func @f(%g: memref<4x8xf16, strided<[?, ?]>>, %o: memref<32xf16>, %q: memref<4x2xf16>, %n: i32) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  annotation.mark %g {maybeUnCollapsibleReshape} : memref<4x8xf16, strided<[?, ?]>>
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, ?]>> into memref<32xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape = 1} keys = ["a"] values = [%n: i32] : memref<32xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape = 1} : memref<32xf16, strided<[?]>>
  annotation.mark %c {bar = 1} : memref<32xf16, strided<[?]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[?]>>) outs(%o : memref<32xf16>)
  return
}
// ----- types 1
func.func @f(%g: memref<4x8xf16, strided<[?, 1]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, 1]>> into memref<32xf16, strided<[1]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16, strided<[1]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[1]>>) outs(%o : memref<32xf16>)
  return
}
// ----- types 2
func.func @f(%g: memref<4x?x8xf16, strided<[?, ?, 1]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1], [2]] : memref<4x?x8xf16, strided<[?, ?, 1]>> into memref<?x8xf16, strided<[?, 1]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<?x8xf16, strided<[?, 1]>>
  %x = memref.subview %c[0, 0][2, 2][1, 1] : memref<?x8xf16, strided<[?, 1]>> to memref<2x2xf16, strided<[?, 1]>>
  annotation.mark %x {bar} : memref<2x2xf16, strided<[?, 1]>>
  return
}
// ----- types 3
func.func @f(%n: index, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc(%n) : memref<?x8xf16>
  %g = memref.subview %a[0, 0][%n, 4][1, 1] : memref<?x8xf16> to memref<?x4xf16, strided<[8, 1]>>
  %cast = memref.cast %g : memref<?x4xf16, strided<[8, 1]>> to memref<?x4xf16, strided<[?, ?], offset: ?>>
  %c = memref.collapse_shape %cast [[0, 1]] : memref<?x4xf16, strided<[?, ?], offset: ?>> into memref<?xf16, strided<[?], offset: ?>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<?xf16, strided<[?], offset: ?>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16, strided<[?], offset: ?>>
  annotation.mark %cast {maybeUnCollapsibleReshape} : memref<?x4xf16, strided<[?, ?], offset: ?>>
  return
}
// ----- types 4
func.func @f(%g: memref<4x8xf16, #hivm.address_space<gm>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>, hacc.function_kind = #hacc.function_kind<HOST>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, #hivm.address_space<gm>> into memref<32xf16, #hivm.address_space<gm>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<32xf16, #hivm.address_space<gm>>
  return
}
// ----- types 5
func.func @f(%g: memref<4x8xf16, strided<[?, 1]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, 1]>> into memref<32xf16, strided<[1]>>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16, strided<[1]>>
  hivm.hir.load ins(%c : memref<32xf16, strided<[1]>>) outs(%o : memref<32xf16>)
  return
}
// ----- types 6
func.func @f(%g: memref<4x8xf16, strided<[?, ?]>>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, ?]>> into memref<32xf16, strided<[?]>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<32xf16, strided<[?]>>
  %d = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16, strided<[?, ?]>> into memref<32xf16, strided<[?]>>
  annotation.mark %d {maybeUnCollapsibleReshape} : memref<32xf16, strided<[?]>>
  return
}
// ----- types 7
func.func @f(%g: memref<4x8xf16, strided<[?, 1]>>, %n: index, %x: memref<4x?xf16, strided<[?, 1]>>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %v = memref.subview %x[0, 0][4, %n][1, 1] : memref<4x?xf16, strided<[?, 1]>> to memref<4x?xf16, strided<[?, 1]>>
  %c = memref.collapse_shape %v [[0, 1]] : memref<4x?xf16, strided<[?, 1]>> into memref<?xf16, strided<[1]>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16, strided<[1]>>
  %l = memref.load %c[%c5] : memref<?xf16, strided<[1]>>
  memref.store %l, %c[%c0] : memref<?xf16, strided<[1]>>
  return
}
// ----- sizes 1
func.func @f(%n: index, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<16x8xf16, #hivm.address_space<ub>>
  %g = memref.subview %a[0, 0][%n, 8][1, 1] : memref<16x8xf16, #hivm.address_space<ub>> to memref<?x8xf16, strided<[8, 1]>, #hivm.address_space<ub>>
  %cast = memref.cast %g : memref<?x8xf16, strided<[8, 1]>, #hivm.address_space<ub>> to memref<?x8xf16, strided<[?, ?]>, #hivm.address_space<ub>>
  %c = memref.collapse_shape %cast [[0, 1]] : memref<?x8xf16, strided<[?, ?]>, #hivm.address_space<ub>> into memref<?xf16, strided<[?]>, #hivm.address_space<ub>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16, strided<[?]>, #hivm.address_space<ub>>
  hivm.hir.vexp ins(%c : memref<?xf16, strided<[?]>, #hivm.address_space<ub>>) outs(%c : memref<?xf16, strided<[?]>, #hivm.address_space<ub>>)
  return
}
// ----- sizes 2
func.func @f(%n: index, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<16x8xf16, #hivm.address_space<ub>>
  %g = memref.subview %a[0, 0][%n, 8][1, 1] : memref<16x8xf16, #hivm.address_space<ub>> to memref<?x8xf16, strided<[8, 1]>, #hivm.address_space<ub>>
  %c = memref.collapse_shape %g [[0, 1]] : memref<?x8xf16, strided<[8, 1]>, #hivm.address_space<ub>> into memref<?xf16, strided<[1]>, #hivm.address_space<ub>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16, strided<[1]>, #hivm.address_space<ub>>
  hivm.hir.vexp ins(%c : memref<?xf16, strided<[1]>, #hivm.address_space<ub>>) outs(%c : memref<?xf16, strided<[1]>, #hivm.address_space<ub>>)
  return
}
// ----- sizes 3
func.func @f(%n: index, %o: memref<?xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<16x8xf16>
  %m = affine.min affine_map<(d0)->(d0, 16)>(%n)
  %a2 = memref.alloc(%m) : memref<?x8xf16>
  %c = memref.collapse_shape %a2 [[0, 1]] : memref<?x8xf16> into memref<?xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16>
  hivm.hir.vexp ins(%c : memref<?xf16>) outs(%c : memref<?xf16>)
  return
}
// ----- sizes 4
func.func @f(%n: index, %k: index) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<16x8x4xf16, #hivm.address_space<ub>>
  %g = memref.subview %a[0, 0, 0][%n, %k, 4][1, 1, 1] : memref<16x8x4xf16, #hivm.address_space<ub>> to memref<?x?x4xf16, strided<[32, 4, 1]>, #hivm.address_space<ub>>
  %c = memref.collapse_shape %g [[0], [1, 2]] : memref<?x?x4xf16, strided<[32, 4, 1]>, #hivm.address_space<ub>> into memref<?x?xf16, strided<[32, 1]>, #hivm.address_space<ub>>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?x?xf16, strided<[32, 1]>, #hivm.address_space<ub>>
  %m = memref.alloc() : memref<16x32xf16, #hivm.address_space<ub>>
  %mm = memref.subview %m[0, 0][%n, %k][1, 1] : memref<16x32xf16, #hivm.address_space<ub>> to memref<?x?xf16, strided<[32, 1]>, #hivm.address_space<ub>>
  hivm.hir.vexp ins(%c : memref<?x?xf16, strided<[32, 1]>, #hivm.address_space<ub>>) outs(%mm : memref<?x?xf16, strided<[32, 1]>, #hivm.address_space<ub>>)
  return
}
// ----- sizes 5
func.func @f(%n: index, %o: memref<?xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<128xi8>
  %c0 = arith.constant 0 : index
  %a2 = memref.view %a[%c0][%n] : memref<128xi8> to memref<?x8xf16>
  %c = memref.collapse_shape %a2 [[0, 1]] : memref<?x8xf16> into memref<?xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16>
  hivm.hir.vexp ins(%c : memref<?xf16>) outs(%c : memref<?xf16>)
  return
}
// ----- sizes 6
func.func @f(%n: index, %o: memref<?xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<4x8xf16>
  %a2 = memref.cast %a : memref<4x8xf16> to memref<?x8xf16>
  %a3 = memref.cast %a2 : memref<?x8xf16> to memref<?x?xf16>
  %c = memref.collapse_shape %a3 [[0, 1]] : memref<?x?xf16> into memref<?xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16>
  hivm.hir.vexp ins(%c : memref<?xf16>) outs(%c : memref<?xf16>)
  return
}
// ----- marks 1
func.func @f(%g: memref<4x8xf16>, %o: memref<32xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16> into memref<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<32xf16>
  annotation.mark %c {foo} : memref<32xf16>
  return
}
// ----- marks 2
func.func @f(%g: memref<4x8xf16>, %o: memref<32xf16>, %n: i32) {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16> into memref<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape = 1} : memref<32xf16>
  annotation.mark %c keys = ["maybeUnCollapsibleReshape"] values = [%n : i32] : memref<32xf16>
  annotation.mark %c {foo} : memref<32xf16>
  return
}
// ----- marks 3
func.func @f(%g: memref<4x8xf16>, %o: memref<32xf16>, %n: i32) attributes {hivm.func_core_type = #hivm.func_core_type<AIC>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16> into memref<32xf16>
  annotation.mark %c {maybeUnCollapsibleReshape, foo} : memref<32xf16>
  %c2 = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16> into memref<32xf16>
  annotation.mark %c2 {maybeUnCollapsibleReshape} : memref<32xf16>
  annotation.mark %c2 {bar} : memref<32xf16>
  return
}
// ----- marks 4
func.func @f(%g: memref<4x8xf16>, %o: memref<32xf16>, %n: i32) attributes {hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
  %c = memref.collapse_shape %g [[0, 1]] : memref<4x8xf16> into memref<32xf16>
  annotation.mark %c keys = ["maybeUnCollapsibleReshape"] values = [%n : i32] : memref<32xf16>
  %c2 = memref.collapse_shape %g [] : memref<4x8xf16> into memref<f16>
  return
}
// ----- marks 5
func.func @f(%g: memref<1x1xf16, #hivm.address_space<ub>>, %o: memref<4xf16>, %n: i32, %x: memref<?x?xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
  %c2 = memref.collapse_shape %g [] : memref<1x1xf16, #hivm.address_space<ub>> into memref<f16, #hivm.address_space<ub>>
  annotation.mark %c2 {maybeUnCollapsibleReshape} : memref<f16, #hivm.address_space<ub>>
  return
}
// ----- marks 6
func.func @f(%n: index, %o: memref<?xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloca() : memref<128xi8>
  %c0 = arith.constant 0 : index
  %a2 = memref.view %a[%c0][%n] : memref<128xi8> to memref<?x8xf16>
  %c = memref.collapse_shape %a2 [[0, 1]] : memref<?x8xf16> into memref<?xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16>
  hivm.hir.vexp ins(%c : memref<?xf16>) outs(%c : memref<?xf16>)
  return
}
// ----- marks 7
func.func @f(%n: index, %x: i1, %o: memref<?x8xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<128xi8>
  %c0 = arith.constant 0 : index
  %a2 = memref.view %a[%c0][%n] : memref<128xi8> to memref<?x8xf16>
  %r = scf.if %x -> memref<?x8xf16> {
    scf.yield %a2 : memref<?x8xf16>
  } else {
    scf.yield %o : memref<?x8xf16>
  }
  %c = memref.collapse_shape %r [[0, 1]] : memref<?x8xf16> into memref<?xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16>
  hivm.hir.vexp ins(%c : memref<?xf16>) outs(%c : memref<?xf16>)
  return
}
// ----- marks 8
func.func @f(%n: index, %x: i1, %o: memref<?x8xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<4x3xi3>
  %a2 = memref.cast %a : memref<4x3xi3> to memref<?x3xi3>
  %c = memref.collapse_shape %a2 [[0, 1]] : memref<?x3xi3> into memref<?xi3>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xi3>
  annotation.mark %c {foo} : memref<?xi3>
  return
}
// ----- marks 9
func.func @f(%n: index, %x: i1, %o: memref<?x8xf16>) attributes {hivm.func_core_type = #hivm.func_core_type<MIX>} {
  %a = memref.alloc() : memref<4x3xi3>
  %s = scf.for %i = %n to %n step %n iter_args(%z = %o) -> memref<?x8xf16> {
    %w = memref.alloc(%n) : memref<?x8xf16>
    scf.yield %w : memref<?x8xf16>
  }
  %c = memref.collapse_shape %s [[0, 1]] : memref<?x8xf16> into memref<?xf16>
  annotation.mark %c {maybeUnCollapsibleReshape} : memref<?xf16>
  return
}
