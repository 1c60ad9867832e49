// ----- scalar-divisor
func.func @f(%a0: memref<4x8xf32, #hivm.address_space<ub>>, %a1: f32, %a2: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vdiv ins(%a0, %a1 : memref<4x8xf32, #hivm.address_space<ub>>, f32) outs(%a2 : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- scalar-first
func.func @f(%a0: f32, %a1: memref<4x8xf32, #hivm.address_space<ub>>, %a2: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vadd ins(%a0, %a1 : f32, memref<4x8xf32, #hivm.address_space<ub>>) outs(%a2 : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- inline-broadcast
func.func @f(%a0: memref<10x1xf32, #hivm.address_space<ub>>, %a1: memref<10x40xf32, #hivm.address_space<ub>>, %a2: memref<10x40xf32, #hivm.address_space<ub>>) {
  hivm.hir.vmul ins(%a0, %a1 : memref<10x1xf32, #hivm.address_space<ub>>, memref<10x40xf32, #hivm.address_space<ub>>) outs(%a2 : memref<10x40xf32, #hivm.address_space<ub>>) broadcast = [1]
  return
}
// ----- inline-unary
func.func @f(%a0: memref<10x1xf32, #hivm.address_space<ub>>, %a1: memref<10x40xf32, #hivm.address_space<ub>>) {
  hivm.hir.vexp ins(%a0 : memref<10x1xf32, #hivm.address_space<ub>>) outs(%a1 : memref<10x40xf32, #hivm.address_space<ub>>) broadcast = [1]
  return
}
// ----- scalar-loops
func.func @f(%a0: memref<4x8xi64, #hivm.address_space<ub>>, %a1: i64, %a2: memref<4x8xi64, #hivm.address_space<ub>>) {
  hivm.hir.vadd ins(%a0, %a1 : memref<4x8xi64, #hivm.address_space<ub>>, i64) outs(%a2 : memref<4x8xi64, #hivm.address_space<ub>>)
  return
}
// ----- broadcast-first
func.func @f(%a0: memref<1x3x5xf32, #hivm.address_space<ub>>, %a1: memref<4x3x5xf32, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<1x3x5xf32, #hivm.address_space<ub>>) outs(%a1 : memref<4x3x5xf32, #hivm.address_space<ub>>) broadcast_dims = [0]
  return
}
// ----- broadcast-last-aligned
func.func @f(%a0: memref<10x1xf32, #hivm.address_space<ub>>, %a1: memref<10x64xf32, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<10x1xf32, #hivm.address_space<ub>>) outs(%a1 : memref<10x64xf32, #hivm.address_space<ub>>) broadcast_dims = [1]
  return
}
// ----- broadcast-last-unaligned
func.func @f(%a0: memref<10x1xf16, #hivm.address_space<ub>>, %a1: memref<10x13xf16, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<10x1xf16, #hivm.address_space<ub>>) outs(%a1 : memref<10x13xf16, #hivm.address_space<ub>>) broadcast_dims = [1]
  return
}
// ----- broadcast-bits
func.func @f(%a0: memref<10x1xi1, #hivm.address_space<ub>>, %a1: memref<10x64xi1, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<10x1xi1, #hivm.address_space<ub>>) outs(%a1 : memref<10x64xi1, #hivm.address_space<ub>>) broadcast_dims = [1]
  return
}
// ----- two-broadcast-dims
func.func @f(%a0: memref<1x1xf32, #hivm.address_space<ub>>, %a1: memref<10x64xf32, #hivm.address_space<ub>>) {
  hivm.hir.vbrc ins(%a0 : memref<1x1xf32, #hivm.address_space<ub>>) outs(%a1 : memref<10x64xf32, #hivm.address_space<ub>>) broadcast_dims = [0, 1]
  return
}
// ----- reduce-short-rows
func.func @f(%a0: memref<10x6xf32, #hivm.address_space<ub>>, %a1: memref<10x1xf32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <sum> ins(%a0 : memref<10x6xf32, #hivm.address_space<ub>>) outs(%a1 : memref<10x1xf32, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- reduce-long-rows
func.func @f(%a0: memref<10x200xf32, #hivm.address_space<ub>>, %a1: memref<10x1xf32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <max> ins(%a0 : memref<10x200xf32, #hivm.address_space<ub>>) outs(%a1 : memref<10x1xf32, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- reduce-integers
func.func @f(%a0: memref<10x100xi32, #hivm.address_space<ub>>, %a1: memref<10x1xi32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <sum> ins(%a0 : memref<10x100xi32, #hivm.address_space<ub>>) outs(%a1 : memref<10x1xi32, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- reduce-middle
func.func @f(%a0: memref<40x16x37xf32, #hivm.address_space<ub>>, %a1: memref<40x1x37xf32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <sum> ins(%a0 : memref<40x16x37xf32, #hivm.address_space<ub>>) outs(%a1 : memref<40x1x37xf32, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- reduce-exclusive-or
func.func @f(%a0: memref<6x20x37xi32, #hivm.address_space<ub>>, %a1: memref<6x1x37xi32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <xori> ins(%a0 : memref<6x20x37xi32, #hivm.address_space<ub>>) outs(%a1 : memref<6x1x37xi32, #hivm.address_space<ub>>) reduce_dims = [1]
  return
}
// ----- reduce-on-a5
func.func @f(%a0: memref<10x200xf32, #hivm.address_space<ub>>, %a1: memref<10x1xf32, #hivm.address_space<ub>>) {
  hivm.hir.vreduce <sum> ins(%a0 : memref<10x200xf32, #hivm.address_space<ub>>) outs(%a1 : memref<10x1xf32, #hivm.address_space<ub>>) unsigned_src = false reduce_dims = [1]
  return
}
// ----- select-scalar
func.func @f(%a0: memref<4x8xi1, #hivm.address_space<ub>>, %a1: memref<4x8xf32, #hivm.address_space<ub>>, %a2: f32, %a3: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vsel ins(%a0, %a1, %a2 : memref<4x8xi1, #hivm.address_space<ub>>, memref<4x8xf32, #hivm.address_space<ub>>, f32) outs(%a3 : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- select-i64
func.func @f(%a0: memref<4x8xi8, #hivm.address_space<ub>>, %a1: memref<4x8xi64, #hivm.address_space<ub>>, %a2: memref<4x8xi64, #hivm.address_space<ub>>, %a3: memref<4x8xi64, #hivm.address_space<ub>>) {
  hivm.hir.vsel ins(%a0, %a1, %a2 : memref<4x8xi8, #hivm.address_space<ub>>, memref<4x8xi64, #hivm.address_space<ub>>, memref<4x8xi64, #hivm.address_space<ub>>) outs(%a3 : memref<4x8xi64, #hivm.address_space<ub>>)
  return
}
// ----- cast-narrow
func.func @f(%a0: memref<4x8xi32, #hivm.address_space<ub>>, %a1: memref<4x8xi8, #hivm.address_space<ub>>) {
  hivm.hir.vcast ins(%a0 : memref<4x8xi32, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xi8, #hivm.address_space<ub>>) round_mode = <truncwithoverflow>
  return
}
// ----- cast-bits
func.func @f(%a0: memref<4x8xi1, #hivm.address_space<ub>>, %a1: memref<4x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vcast ins(%a0 : memref<4x8xi1, #hivm.address_space<ub>>) outs(%a1 : memref<4x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- gather
func.func @f(%a: memref<10x33xf32, #hivm.address_space<ub>>, %i: memref<10x20xi32, #hivm.address_space<ub>>, %o: memref<10x20xf32, #hivm.address_space<ub>>) {
  hivm.hir.vgather ins(%a : memref<10x33xf32, #hivm.address_space<ub>>) indices(%i : memref<10x20xi32, #hivm.address_space<ub>>) outs(%o : memref<10x20xf32, #hivm.address_space<ub>>)
  return
}
// ----- sort
func.func @f(%a0: memref<70xf32, #hivm.address_space<ub>>, %a1: memref<70xf32, #hivm.address_space<ub>>) {
  hivm.hir.vsort ins(%a0 : memref<70xf32, #hivm.address_space<ub>>) outs(%a1 : memref<70xf32, #hivm.address_space<ub>>) descending = true sort_axis = 0
  return
}
// ----- sort-with-indices
func.func @f(%a0: memref<70xf16, #hivm.address_space<ub>>, %a1: memref<70xf16, #hivm.address_space<ub>>, %a2: memref<70xi32, #hivm.address_space<ub>>) {
  hivm.hir.vsort ins(%a0 : memref<70xf16, #hivm.address_space<ub>>) outs(%a1, %a2 : memref<70xf16, #hivm.address_space<ub>>, memref<70xi32, #hivm.address_space<ub>>) descending = false sort_axis = 0
  return
}
// ----- interleave
func.func @f(%a0: memref<4x8xf32, #hivm.address_space<ub>>, %a1: memref<4x8xf32, #hivm.address_space<ub>>, %a2: memref<4x16xf32, #hivm.address_space<ub>>) {
  hivm.hir.vinterleave ins(%a0, %a1 : memref<4x8xf32, #hivm.address_space<ub>>, memref<4x8xf32, #hivm.address_space<ub>>) outs(%a2 : memref<4x16xf32, #hivm.address_space<ub>>) interleave_channel_nums = 2
  return
}
// ----- power
func.func @f(%a0: memref<4x8xi32, #hivm.address_space<ub>>, %a1: memref<4x8xi32, #hivm.address_space<ub>>, %a2: memref<4x8xi32, #hivm.address_space<ub>>) {
  hivm.hir.vpow ins(%a0, %a1 : memref<4x8xi32, #hivm.address_space<ub>>, memref<4x8xi32, #hivm.address_space<ub>>) outs(%a2 : memref<4x8xi32, #hivm.address_space<ub>>)
  return
}
// ----- transpose-i64
func.func @f(%a0: memref<4x8xi64, #hivm.address_space<ub>>, %a1: memref<8x4xi64, #hivm.address_space<ub>>) {
  hivm.hir.vtranspose ins(%a0 : memref<4x8xi64, #hivm.address_space<ub>>) outs(%a1 : memref<8x4xi64, #hivm.address_space<ub>>) permutation = [1, 0]
  return
}
// ----- exclusive-or
func.func @f(%a0: memref<4x8xi32, #hivm.address_space<ub>>, %a1: memref<4x8xi32, #hivm.address_space<ub>>, %a2: memref<4x8xi32, #hivm.address_space<ub>>) {
  hivm.hir.vxor ins(%a0, %a1 : memref<4x8xi32, #hivm.address_space<ub>>, memref<4x8xi32, #hivm.address_space<ub>>) outs(%a2 : memref<4x8xi32, #hivm.address_space<ub>>)
  return
}
// ----- dynamic-root
func.func @f(%a0: memref<?x8xf32, #hivm.address_space<ub>>, %a1: f32, %a2: memref<?x8xf32, #hivm.address_space<ub>>) {
  hivm.hir.vadd ins(%a0, %a1 : memref<?x8xf32, #hivm.address_space<ub>>, f32) outs(%a2 : memref<?x8xf32, #hivm.address_space<ub>>)
  return
}
// ----- running-sum
func.func @f(%a0: memref<33x20xf16, #hivm.address_space<ub>>, %a1: memref<33x20xf16, #hivm.address_space<ub>>) {
  hivm.hir.vcumsum ins(%a0 : memref<33x20xf16, #hivm.address_space<ub>>) outs(%a1 : memref<33x20xf16, #hivm.address_space<ub>>) cum_dims = [1] reverse = false
  return
}
