// ----- one loop
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    hivm.hir.store ins(%a : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  }
  return
}
// ----- three copies with marks
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1, %a2) : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {hivm.multi_buffer = 3 : i32} : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {more} : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- one address twice
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1, %a0) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a lower bound other than 0
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c1 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a step that is not known
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %m {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a loop nest
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %m to %n step %m {
    scf.for %k = %i to %m step %c1 {
      %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    }
  }
  return
}
// ----- a nest of known trip counts
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %k = %c0 to %c9 step %c3 {
      %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    }
  }
  return
}
// ----- a loop over i64
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %a0 to %x step %a1 : i64 {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a bound that is an affine map
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %q = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%i)[%m]
    scf.for %k = %q to %n step %c1 {
      %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    }
  }
  return
}
// ----- dynamic sizes
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1) [%m] : memref<?xf16, #hivm.address_space<ub>>
    hivm.hir.vexp ins(%a : memref<?xf16, #hivm.address_space<ub>>) outs(%a : memref<?xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- two buffers of a loop
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    %b = hivm.hir.pointer_cast(%a1, %a2) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    hivm.hir.store ins(%b : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  }
  return
}
// ----- in a branch
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    scf.if %p {
      %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    }
  }
  return
}
// ----- yielded
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %z = hivm.hir.pointer_cast(%a2) : memref<64xf16, #hivm.address_space<ub>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %z) -> (memref<64xf16, #hivm.address_space<ub>>) {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    scf.yield %a : memref<64xf16, #hivm.address_space<ub>>
  }
  hivm.hir.store ins(%r : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  return
}
// ----- yielded through a branch
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %z = hivm.hir.pointer_cast(%a2) : memref<64xf16, #hivm.address_space<ub>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %z) -> (memref<64xf16, #hivm.address_space<ub>>) {
    %s = scf.if %p -> (memref<64xf16, #hivm.address_space<ub>>) {
      %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
      scf.yield %a : memref<64xf16, #hivm.address_space<ub>>
    } else {
      scf.yield %z : memref<64xf16, #hivm.address_space<ub>>
    }
    scf.yield %s : memref<64xf16, #hivm.address_space<ub>>
  }
  hivm.hir.store ins(%r : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  return
}
// ----- yielded out of a nest
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %z = hivm.hir.pointer_cast(%a2) : memref<64xf16, #hivm.address_space<ub>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %z) -> (memref<64xf16, #hivm.address_space<ub>>) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %q) -> (memref<64xf16, #hivm.address_space<ub>>) {
      %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
      hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
      scf.yield %a : memref<64xf16, #hivm.address_space<ub>>
    }
    scf.yield %s : memref<64xf16, #hivm.address_space<ub>>
  }
  hivm.hir.store ins(%r : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  return
}
// ----- yielded twice
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %z = hivm.hir.pointer_cast(%a2) : memref<64xf16, #hivm.address_space<ub>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %z, %t = %z) -> (memref<64xf16, #hivm.address_space<ub>>, memref<64xf16, #hivm.address_space<ub>>) {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    scf.yield %a, %a : memref<64xf16, #hivm.address_space<ub>>, memref<64xf16, #hivm.address_space<ub>>
  }
  hivm.hir.store ins(%r#0 : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  hivm.hir.store ins(%r#1 : memref<64xf16, #hivm.address_space<ub>>) outs(%g : memref<64xf16, #hivm.address_space<gm>>)
  return
}
// ----- no loop
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
  hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  return
}
// ----- below a forall
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.forall (%i) in (4) {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- below a while
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %w = scf.while (%v = %n) : (index) -> index {
    scf.condition(%p) %v : index
  } do {
  ^bb0(%y: index):
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    scf.yield %y : index
  }
  return
}
// ----- in what a while asks
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  %w = scf.while (%v = %n) : (index) -> index {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
    scf.condition(%p) %v : index
  } do {
  ^bb0(%y: index):
    scf.yield %y : index
  }
  return
}
// ----- a global pointer
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    annotation.mark %a {address_space = #hivm.address_space<gm>} : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- an address that is an argument
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %x) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- an address that is computed
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %y = arith.addi %x, %a1 : i64
    %a = hivm.hir.pointer_cast(%a0, %y) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
// ----- a host function
func.func @f(%g: memref<64xf16, #hivm.address_space<gm>>, %n: index, %m: index, %x: i64, %p: i1) attributes {hacc.function_kind = #hacc.function_kind<HOST>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %a1 = arith.constant 128 : i64
  %a2 = arith.constant 256 : i64
  scf.for %i = %c0 to %n step %c1 {
    %a = hivm.hir.pointer_cast(%a0, %a1) : memref<64xf16, #hivm.address_space<ub>>
    hivm.hir.load ins(%g : memref<64xf16, #hivm.address_space<gm>>) outs(%a : memref<64xf16, #hivm.address_space<ub>>)
  }
  return
}
