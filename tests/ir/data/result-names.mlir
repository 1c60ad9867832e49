func.func @v() { return }
func.func @f(%a: i32, %m: memref<4xf32>, %t: tensor<4xf32>, %i: index, %c: complex<f32>) {
  %x, %y = arith.addui_extended %a, %a : i32, i1
  %z, %w = arith.mulsi_extended %a, %a : i32
  %f = func.constant @v : () -> ()
  %ix = index.constant 5
  %in = index.constant -5
  %ib = index.bool.constant true
  %tb = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  %l = llvm.mlir.constant(3 : i64) : i64
  %gs = vector.vscale
  %cst = arith.constant dense<true> : tensor<4xi1>
  %cs2 = arith.constant 5 : i1000
  %cs5 = arith.constant -5 : i1000
  %cs3 = arith.constant dense<3> : vector<4xi32>
  %sh = shape.const_shape [1, 2] : tensor<2xindex>
  %vc = vector.constant_mask [2] : vector<4xi1>
  %em = tensor.empty() : tensor<4xf32>
  return
}
