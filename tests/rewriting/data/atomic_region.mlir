module {
  func.func @k(%n: index, %m: memref<8xf32>) {
    %16 = memref.generic_atomic_rmw %m[%n] : memref<8xf32> {
    ^bb0(%cur: f32):
      memref.atomic_yield %cur : f32
    }
    return
  }
}
