module {
  func.func @k(%n: f32) {
    %0 = arith.constant 4.0 : f32
    %1 = math.sqrt %0 : f32
    %2 = math.absf %0 : f32
    %3 = math.exp %0 : f32
    %4 = math.log2 %0 : f32
    %5 = math.powf %0, %0 : f32
    %6 = math.floor %0 : f32
    %c = arith.constant 12 : i32
    %7 = math.ctlz %c : i32
    %8 = math.absi %c : i32
    %9 = math.ctpop %c : i32
    %10 = math.ceil %0 : f32
    %11 = math.rsqrt %0 : f32
    %12 = math.tanh %0 : f32
    %13 = math.copysign %0, %0 : f32
    %14 = math.cttz %c : i32
    %15 = math.round %0 : f32
    %16 = math.roundeven %0 : f32
    %17 = math.trunc %0 : f32
    %18 = math.erf %0 : f32
    %19 = math.sin %0 : f32
    %20 = math.atan2 %0, %0 : f32
    %21 = math.fma %0, %0, %0 : f32
    %22 = math.ipowi %c, %c : i32
    %23 = math.fpowi %0, %c : f32, i32
    annotation.mark %1 {foo} : f32
    annotation.mark %2 {foo} : f32
    annotation.mark %3 {foo} : f32
    annotation.mark %4 {foo} : f32
    annotation.mark %5 {foo} : f32
    annotation.mark %6 {foo} : f32
    annotation.mark %7 {foo} : i32
    annotation.mark %8 {foo} : i32
    annotation.mark %9 {foo} : i32
    annotation.mark %10 {foo} : f32
    annotation.mark %11 {foo} : f32
    annotation.mark %12 {foo} : f32
    annotation.mark %13 {foo} : f32
    annotation.mark %14 {foo} : i32
    annotation.mark %15 {foo} : f32
    annotation.mark %16 {foo} : f32
    annotation.mark %17 {foo} : f32
    annotation.mark %18 {foo} : f32
    annotation.mark %19 {foo} : f32
    annotation.mark %20 {foo} : f32
    annotation.mark %21 {foo} : f32
    annotation.mark %22 {foo} : i32
    annotation.mark %23 {foo} : f32
    return
  }
}
