#ub = #hivm.address_space<ub>
#gm = #hivm.address_space<gm>
func.func @k(%n: index) -> index {
  %c3 = arith.constant 3 : index
  %dead = memref.alloc() : memref<4x6xf32, #ub>
  %c4 = arith.constant 4 : index
  %s = arith.addi %c3, %c4 : index
  %t = arith.addi %s, %n : index
  return %t : index
}
func.func @host(%n: index) -> index attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %s = arith.addi %c3, %c4 : index
  return %s : index
}
