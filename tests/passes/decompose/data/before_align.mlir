// ----- load-init
func.func @f(%a: memref<4x8xf32, #hivm.address_space<gm>>, %s: f32, %c: i1) {
  %o = memref.alloc() : memref<4x8xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : memref<4x8xf32, #hivm.address_space<gm>>) outs(%o : memref<4x8xf32, #hivm.address_space<ub>>) pad_mode = <PadValue> pad_value = %s : f32 init_out_buffer = true init_condition = %c : i1
  return
}
// ----- load-bytes
func.func @f(%a: memref<4x8xf32, #hivm.address_space<gm>>, %s: f32, %n: index) {
  %r = memref.alloc() : memref<4096xi8, #hivm.address_space<ub>>
  %z = arith.constant 0 : index
  %o = memref.view %r[%z][%n] : memref<4096xi8, #hivm.address_space<ub>> to memref<?x8xf32, #hivm.address_space<ub>>
  hivm.hir.load ins(%a : memref<4x8xf32, #hivm.address_space<gm>>) outs(%o : memref<?x8xf32, #hivm.address_space<ub>>) pad_mode = <PadValue> pad_value = %s : f32 init_out_buffer = true
  return
}
// ----- reduce-three
func.func @f(%a0: memref<6x40x16xf32, #hivm.address_space<ub>>, %a1: memref<1x1x1xf32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <sum> ins(%a0 : memref<6x40x16xf32, #hivm.address_space<ub>>) outs(%a1 : memref<1x1x1xf32, #hivm.address_space<ub>>) reduce_dims = [0, 1, 2]
  return
}
// ----- reduce-two-a5
func.func @f(%a0: memref<6x40x16xf32, #hivm.address_space<ub>>, %a1: memref<1x40x1xf32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <sum> ins(%a0 : memref<6x40x16xf32, #hivm.address_space<ub>>) outs(%a1 : memref<1x40x1xf32, #hivm.address_space<ub>>) unsigned_src = false reduce_dims = [0, 2]
  return
}
// ----- pad
func.func @f(%i: memref<6x40xf32, #hivm.address_space<ub>>, %o: memref<6x56xf32, #hivm.address_space<ub>>, %z: f32) {
  hivm.hir.vpad ins(%i : memref<6x40xf32, #hivm.address_space<ub>>) outs(%o : memref<6x56xf32, #hivm.address_space<ub>>) low[0, 7] high[0, 9] pad_value %z : f32
  return
}
