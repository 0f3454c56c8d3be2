"""CasADi expressions to LLVM: graphs of operations, kernels, batches."""
