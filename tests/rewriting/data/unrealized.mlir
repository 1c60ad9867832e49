module {
  func.func @k(%n: i32) {
    %0 = builtin.unrealized_conversion_cast %n : i32 to i32
    %1 = builtin.unrealized_conversion_cast %n : i32 to index
    %2 = builtin.unrealized_conversion_cast %1 : index to i32
    %3 = builtin.unrealized_conversion_cast %1 : index to i64
    annotation.mark %0 {foo} : i32
    annotation.mark %2 {foo} : i32
    annotation.mark %3 {foo} : i64
    return
  }
}
