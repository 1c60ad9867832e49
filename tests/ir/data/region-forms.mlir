#map = affine_map<(d0, d1) -> (d0, d1)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 >= 0)>
memref.global @g0 : memref<3xi32>
memref.global "private" @g1 : memref<3xf32> = uninitialized
memref.global "nested" constant @g2 : memref<f32> = dense<1.0> {alignment = 64 : i64, x}
memref.global @g3 : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
func.func @scf(%a: index, %b: index, %f: f32, %t: tensor<16xf32>, %c: i1, %m: memref<4x8xf32>) -> (f32, f32) {
  scf.parallel (%i, %j) = (%a, %b) to (%b, %b) step (%a, %a) {
    %x = arith.addi %i, %j : index
  } {tag}
  %r:2 = scf.parallel (%i) = (%a) to (%b) step (%a) init (%f, %f) -> (f32, f32) {
    scf.reduce(%f, %f : f32, f32) {
    ^bb0(%l: f32, %rr: f32):
      %s = arith.addf %l, %rr : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: f32, %rr: f32):
      scf.reduce.return %l : f32
    } {q}
  } {tag = 1 : i32}
  %u = scf.parallel (%i) = (%a) to (%b) step (%a) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%l: f32, %rr: f32):
      scf.reduce.return %l : f32
    }
  }
  %fo = scf.forall (%i, %j) in (%a, 4) shared_outs(%o = %t) -> (tensor<16xf32>) {
    %q = tensor.empty() : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [1] [1] : tensor<1xf32> into tensor<16xf32>
    }
  } {mapping = [#hivm.block<linear_dim = 0>, #hivm.block<linear_dim = 1>]}
  %fo2:2 = scf.forall (%i) = (%a) to (10) step (2) shared_outs(%o = %t, %p = %t) -> (tensor<16xf32>, tensor<16xf32>) {
    scf.forall.in_parallel {
    } {w}
  }
  scf.index_switch %a {z}
  case -1 { scf.yield }
  case 3 { scf.yield }
  default { scf.yield }
  %w:2 = scf.index_switch %a -> i32, f32
  case 3 { %k = arith.constant 1 : i32
    scf.yield %k, %f : i32, f32 }
  default {%k = arith.constant 1 : i32
    scf.yield %k, %f : i32, f32 }
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  %ee:2 = scf.execute_region -> (f32, f32) {
    scf.yield %f, %f : f32, f32
  } {tag}
  affine.if #set(%a)[%b] {
    affine.yield
  }
  %ai = affine.if #set(%a)[%b] -> f32 {
    affine.yield %f : f32
  } else {
    affine.yield %f : f32
  } {x}
  %ai2:2 = affine.if affine_set<() : (0 == 0)>() -> (f32, f32) {
    affine.yield %f, %f : f32, f32
  } else {
    affine.yield %f, %f : f32, f32
  }
  affine.if #set(%a)[%b] {
  } else {
  }
  affine.parallel (%i) = (0) to (10) {
  }
  %tr = memref.transpose %m (i, j) -> (j, i) {u} : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %bb, %oo, %s:2, %st:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index, index, index, index, index {x}
  %e0, %e1 = memref.extract_strided_metadata %bb : memref<f32> -> memref<f32>, index
  return %f, %f : f32, f32
}
func.func @cf(%x: i32, %y: i64) -> i64 {
  cf.switch %x : i32, [
    default: ^bb1(%y : i64),
    -2: ^bb2,
    5: ^bb3(%x, %y : i32, i64)
  ] {t}
^bb1(%a: i64):
  return %a : i64
^bb2:
  cf.switch %x : i32, [
    default: ^bb1(%y : i64)
  ]
^bb3(%p: i32, %q: i64):
  return %y : i64
}
func.func @misc(%f: (i32, f32) -> i32, %i: i32, %g: f32) {
  %0 = func.call_indirect %f(%i, %g) {a} : (i32, f32) -> i32
  %h = func.constant @v : () -> ()
  func.call_indirect %h() : () -> ()
  call_indirect %h() : () -> ()
  return
}
func.func @v() { return }
func.func @ten(%t: tensor<4x?xf32>, %n: index, %f: f32, %m: memref<4x64xf32>, %mask: vector<8xi1>, %pad: f32) {
  %g = tensor.generate %n, %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } {x} : tensor<?x?xf32>
  %g1 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32>
  %p = tensor.pad %t nofold low[0, %n] high[%n, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } {x} : tensor<4x?xf32> to tensor<?x?xf32>
  %a0 = bufferization.alloc_tensor(%n) size_hint=%n {x} : tensor<4x?xf32>
  %a1 = bufferization.alloc_tensor() copy(%t) {memory_space = 1 : i64} : tensor<4x?xf32>
  %v0 = vector.transfer_read %m[%n, %n], %pad, %mask {in_bounds = [true], x} : memref<4x64xf32>, vector<8xf32>
  %v1 = vector.transfer_read %m[%n, %n], %pad : memref<4x64xf32>, vector<8xf32>
  %v2 = vector.transfer_read %m[%n, %n], %pad {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x64xf32>, vector<8x8xf32>
  %v3 = vector.transfer_read %m[%n, %n], %pad {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds=[true, false]} : memref<4x64xf32>, vector<8x8xf32>
  vector.transfer_write %v1, %m[%n, %n], %mask : vector<8xf32>, memref<4x64xf32>
  %tw = vector.transfer_write %v2, %t[%n, %n] {in_bounds = [true, false]} : vector<8x8xf32>, tensor<4x?xf32>
  return
}
func.func @lin(%t: tensor<4x?xf32>, %m: memref<4x8xf32>, %f: f32, %s: tensor<4xf32>, %tt: tensor<?x4xf32>, %si: tensor<4xi32>, %ti: tensor<4x?xi32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"], doc = "d", library_call = "lc"} ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  }
  %g:2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} outs(%t, %t : tensor<4x?xf32>, tensor<4x?xf32>) attrs = {a = 1 : i32, b} {
  ^bb0(%o: f32, %p: f32):
    linalg.yield %o, %p : f32, f32
  } -> (tensor<4x?xf32>, tensor<4x?xf32>)
  %r1 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%t : tensor<4x?xf32>) outs(%s : tensor<4xf32>) dimensions = [1] {x}
  %r2:2 = linalg.reduce ins(%t, %ti : tensor<4x?xf32>, tensor<4x?xi32>) outs(%s, %si : tensor<4xf32>, tensor<4xi32>) dimensions = [1]
    (%a: f32, %b: i32, %c: f32, %d: i32) {
      %x = arith.addf %a, %c : f32
      %y = arith.addi %b, %d : i32
      linalg.yield %x, %y : f32, i32
    }
  %r3 = linalg.reduce ins(%t : tensor<4x?xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    (%a: f32, %c: f32) {
      %x = arith.addf %c, %a : f32
      linalg.yield %x : f32
    }
  %r4 = linalg.reduce ins(%t : tensor<4x?xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    (%a: f32, %c: f32) {
      %x = arith.subf %a, %c fastmath<fast> : f32
      linalg.yield %x : f32
    }
  %b1 = linalg.broadcast ins(%s : tensor<4xf32>) outs(%t : tensor<4x?xf32>) dimensions = [1] {x}
  linalg.transpose ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>) permutation = [0, 1] {y}
  %m1 = linalg.map { arith.addf {fastmath = #arith.fastmath<none>} } ins(%s, %s : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<4xf32>) {k}
  %m2 = linalg.map ins(%s, %s : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<4xf32>)
    (%a: f32, %b: f32) {
      %x = arith.addf %a, %b : f32
      %y = arith.addf %x, %b : f32
      linalg.yield %y : f32
    }
  %m3 = linalg.map outs(%s : tensor<4xf32>)
    () {
      linalg.yield %f : f32
    }
  %m4 = linalg.map ins(%s, %s : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<4xf32>)
    (%a: f32, %b: f32) {
      %x = arith.addf %a, %b {u} : f32
      linalg.yield %x : f32
    }
  %eb = linalg.elemwise_binary ins(%t, %t : tensor<4x?xf32>, tensor<4x?xf32>) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  %eb2 = linalg.elemwise_binary {cast = #linalg.type_fn<cast_unsigned>, z, fun = #linalg.binary_fn<add>} ins(%t, %t : tensor<4x?xf32>, tensor<4x?xf32>) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4x8xf32>)
  linalg.matmul {linalg.memoized_indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], q = 2 : i32} ins(%t, %tt : tensor<4x?xf32>, tensor<?x4xf32>) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  %cv = linalg.copy ins(%t : tensor<4x?xf32>) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}
