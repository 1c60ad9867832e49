// ----- the count is an argument
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- a cube kernel counts cube cores
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIC>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- a mixed kernel counts cube cores
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<MIX>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- what computes the count stays
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %c3 = arith.constant 3 : i32
    %c5 = arith.constant 5 : i32
    %t = arith.muli %n, %c3 : i32
    annotation.mark %t {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %s = arith.addi %t, %c5 : i32
    %w = arith.extsi %s : i32 to i64
    %i = arith.index_cast %b : i64 to index
    memref.store %w, %o[%i] : memref<?xi64>
    return
  }
}
// ----- operations in front of the block id move
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    hivm.hir.set_mask_norm
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- several blocks at a time
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>, auto_blockify_size = 4 : i64} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- no blocks at a time
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>, auto_blockify_size = 0 : i32} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- vector function
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.vector_function} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- uses in nested regions
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>, %p: i1) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    scf.if %p {
      %i = arith.index_cast %b : i64 to index
      memref.store %b, %o[%i] : memref<?xi64>
    }
    return
  }
}
// ----- the last of two marks counts
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %m: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    annotation.mark %m {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- two block ids
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %a = hivm.hir.get_block_idx -> i64
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    memref.store %a, %o[%i] : memref<?xi64>
    return
  }
}
// ----- a mark with a dynamic key
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n keys = ["logical_block_num"] values = [%n : i32] : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- no mark
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- no block id
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    return
  }
}
// ----- no entry
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- host
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<HOST>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- no core type
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- core type unknown
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIC_OR_AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- no device
module {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- device without the entry
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- cores of an odd type
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", true>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- count of another type
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i64, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i64
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- count of another type, divided
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i64, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>, auto_blockify_size = 2 : i32} {
    annotation.mark %n {logical_block_num} : i64
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- count behind the block id
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %b = hivm.hir.get_block_idx -> i64
    %t = arith.muli %n, %n : i32
    annotation.mark %t {logical_block_num} : i32
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- count behind the block id, divided
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>, auto_blockify_size = 2 : i32} {
    %b = hivm.hir.get_block_idx -> i64
    %t = arith.muli %n, %n : i32
    annotation.mark %t {logical_block_num} : i32
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- a returned value
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) -> i64 attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return %b : i64
  }
}
// ----- a branch at the end
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    cf.br ^bb1
  ^bb1:
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- the count captures
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
  func.func @k(%n: i32, %o: memref<?xi64>, %p: i1) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    %c3 = arith.constant 3 : i32
    %t = scf.if %p -> (i32) {
      scf.yield %c3 : i32
    } else {
      scf.yield %n : i32
    }
    annotation.mark %t {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
// ----- a nested module
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"NPU" : #hacc.target_device_spec<#dlti.dl_entry<"CUBE_CORE_COUNT", 20 : i32>, #dlti.dl_entry<"VECTOR_CORE_COUNT", 40 : i32>>>} {
module {
  func.func @k(%n: i32, %o: memref<?xi64>) attributes {hacc.entry, hacc.function_kind = #hacc.function_kind<DEVICE>, hivm.func_core_type = #hivm.func_core_type<AIV>} {
    annotation.mark %n {logical_block_num} : i32
    %b = hivm.hir.get_block_idx -> i64
    %i = arith.index_cast %b : i64 to index
    memref.store %b, %o[%i] : memref<?xi64>
    return
  }
}
}
