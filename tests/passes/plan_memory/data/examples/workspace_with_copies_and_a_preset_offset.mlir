// Workspace with copies and a preset offset.
// RUN a3 mem-plan-mode=global-work-space-plan
// RUN a3 mem-plan-mode=global-work-space-plan enable-global-workspace-reuse=true
// RUN Ascend910B1 mem-plan-mode=global-work-space-plan
// RUN Ascend910B1 mem-plan-mode=global-work-space-plan enable-global-workspace-reuse=true
func.func @ws(%w: memref<?xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %u = memref.alloc() : memref<256xi8, #hivm.address_space<ub>>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<256xi8>
    annotation.mark %a {hivm.multi_buffer = 2 : i32} : memref<256xi8>
    hivm.hir.store ins(%u : memref<256xi8, #hivm.address_space<ub>>) outs(%a : memref<256xi8>)
    hivm.hir.load ins(%a : memref<256xi8>) outs(%u : memref<256xi8, #hivm.address_space<ub>>)
    %b = memref_ext.alloc_workspace() from %w offset = [%c256] : from memref<?xi8> to memref<64xi8>
    %v = memref.view %b[%c0][] : memref<64xi8> to memref<16xf32>
    %t = bufferization.to_tensor %v restrict writable : memref<16xf32>
    %e = tensor.empty() : tensor<16xf32>
    %s = hivm.hir.store ins(%e : tensor<16xf32>) outs(%t : tensor<16xf32>) -> tensor<16xf32>
    %l = hivm.hir.load ins(%s : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    annotation.mark %l : tensor<16xf32>
    %z = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<64xi8>
  }
  return
}
