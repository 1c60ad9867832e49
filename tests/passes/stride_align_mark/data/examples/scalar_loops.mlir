// RUN a3 --hivm-mark-stride-align
// RUN a5 --hivm-mark-stride-align
module {
  func.func @f(%a: memref<3x5xi64, strided<[7, 1]>, #hivm.address_space<ub>>, %b: memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>, %c: memref<3x5xi1, strided<[7, 1]>, #hivm.address_space<ub>>) {
    hivm.hir.vadd ins(%a, %a : memref<3x5xi64, strided<[7, 1]>, #hivm.address_space<ub>>, memref<3x5xi64, strided<[7, 1]>, #hivm.address_space<ub>>) outs(%a : memref<3x5xi64, strided<[7, 1]>, #hivm.address_space<ub>>)
    hivm.hir.vmod ins(%b, %b : memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>, memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>) outs(%b : memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>)
    hivm.hir.vcmp ins(%b, %b : memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>, memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>) outs(%c : memref<3x5xi1, strided<[7, 1]>, #hivm.address_space<ub>>) compare_mode = <le>
    hivm.hir.vcmp ins(%b, %b : memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>, memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>) outs(%c : memref<3x5xi1, strided<[7, 1]>, #hivm.address_space<ub>>) compare_mode = <ne>
    hivm.hir.vcumsum ins(%b : memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>) outs(%b : memref<3x5xi32, strided<[7, 1]>, #hivm.address_space<ub>>) cum_dims = [1] reverse = false
    return
  }
}
