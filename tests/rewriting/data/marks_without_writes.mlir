module {
  func.func @k(%n: index) {
    %d = memref.alloc(%n) : memref<?xi8>
    annotation.mark %d {foo} : memref<?xi8>
    %d2 = memref.alloc(%n) : memref<?xi8>
    annotation.mark %d2 {effects = ["read"], foo} : memref<?xi8>
    return
  }
}
