// Workspace.
// RUN a3 mem-plan-mode=global-work-space-plan
// RUN a3 mem-plan-mode=global-work-space-plan enable-global-workspace-reuse=true
// RUN Ascend910B1 mem-plan-mode=global-work-space-plan
// RUN Ascend910B1 mem-plan-mode=global-work-space-plan enable-global-workspace-reuse=true
func.func @ws(%w: memref<?xi8>, %g: memref<64xf32, #hivm.address_space<gm>>, %w2: memref<?xi8>) {
  %a = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<100xi8>
  %b = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<33xi8>
  %c = memref_ext.alloc_workspace() from %w2 : from memref<?xi8> to memref<7xi32>
  %d = memref_ext.alloc_workspace() from %w : from memref<?xi8> to memref<100xi8>
  %u = memref.alloc() : memref<100xi8, #hivm.address_space<ub>>
  %u2 = memref.alloc() : memref<33xi8, #hivm.address_space<ub>>
  %u3 = memref.alloc() : memref<7xi32, #hivm.address_space<ub>>
  hivm.hir.store ins(%u : memref<100xi8, #hivm.address_space<ub>>) outs(%a : memref<100xi8>)
  hivm.hir.load ins(%a : memref<100xi8>) outs(%u : memref<100xi8, #hivm.address_space<ub>>)
  hivm.hir.store ins(%u2 : memref<33xi8, #hivm.address_space<ub>>) outs(%b : memref<33xi8>)
  hivm.hir.store ins(%u3 : memref<7xi32, #hivm.address_space<ub>>) outs(%c : memref<7xi32>)
  hivm.hir.load ins(%c : memref<7xi32>) outs(%u3 : memref<7xi32, #hivm.address_space<ub>>)
  hivm.hir.store ins(%u : memref<100xi8, #hivm.address_space<ub>>) outs(%d : memref<100xi8>)
  hivm.hir.load ins(%b : memref<33xi8>) outs(%u2 : memref<33xi8, #hivm.address_space<ub>>)
  hivm.hir.load ins(%d : memref<100xi8>) outs(%u : memref<100xi8, #hivm.address_space<ub>>)
  return
}
