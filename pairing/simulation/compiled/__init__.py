"""What all kernels share: Numba with types, the workspace of one tournament, lanes of numbers, hashed lots."""
