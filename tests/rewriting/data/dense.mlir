module {
  func.func @k(%x: vector<4xi32>, %y: tensor<4xf32>, %p: i1) {
    %0 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
    %1 = arith.constant dense<2> : vector<4xi32>
    %2 = arith.constant dense<0> : vector<4xi32>
    %3 = arith.addi %0, %1 : vector<4xi32>
    %4 = arith.muli %3, %0 : vector<4xi32>
    %5 = arith.addi %2, %x : vector<4xi32>
    %6 = arith.addi %x, %2 : vector<4xi32>
    %7 = arith.subi %x, %x : vector<4xi32>
    %8 = arith.cmpi slt, %0, %1 : vector<4xi32>
    %9 = arith.select %8, %0, %1 : vector<4xi1>, vector<4xi32>
    %10 = arith.constant dense<1.0> : tensor<4xf32>
    %11 = arith.mulf %y, %10 : tensor<4xf32>
    %12 = arith.addf %10, %10 : tensor<4xf32>
    %13 = arith.sitofp %0 : vector<4xi32> to vector<4xf32>
    %14 = arith.extsi %0 : vector<4xi32> to vector<4xi64>
    %15 = arith.negf %10 : tensor<4xf32>
    %16 = arith.cmpi eq, %x, %x : vector<4xi32>
    %17 = arith.xori %8, %16 : vector<4xi1>
    %18 = arith.maxsi %0, %1 : vector<4xi32>
    %19 = arith.divsi %0, %2 : vector<4xi32>
    %20 = arith.constant dense<1> : vector<4xi32>
    %21 = arith.remsi %x, %20 : vector<4xi32>
    %22 = arith.bitcast %0 : vector<4xi32> to vector<4xf32>
    %23 = arith.index_cast %0 : vector<4xi32> to vector<4xindex>
    %24 = arith.constant dense<true> : vector<4xi1>
    %25 = arith.select %24, %x, %1 : vector<4xi1>, vector<4xi32>
    %26 = arith.select %p, %0, %1 : vector<4xi32>
    %27 = arith.constant dense<[true, false, true, true]> : vector<4xi1>
    %28 = arith.andi %27, %24 : vector<4xi1>
    %29 = arith.extui %27 : vector<4xi1> to vector<4xi32>
    %30 = arith.extsi %27 : vector<4xi1> to vector<4xi32>
    func.call @use(%4, %5, %6, %7, %9, %11, %12, %13, %14, %15, %16, %17, %18, %19, %21, %22, %23, %25, %26, %28, %29, %30) : (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, tensor<4xf32>, tensor<4xf32>, vector<4xf32>, vector<4xi64>, tensor<4xf32>, vector<4xi1>, vector<4xi1>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xf32>, vector<4xindex>, vector<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>, vector<4xi32>) -> ()
    return
  }
  func.func private @use(vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, tensor<4xf32>, tensor<4xf32>, vector<4xf32>, vector<4xi64>, tensor<4xf32>, vector<4xi1>, vector<4xi1>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xf32>, vector<4xindex>, vector<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>, vector<4xi32>)
}
