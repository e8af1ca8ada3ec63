"""Kernels that measure a played tournament, in a field of any size or a small one, and value its tie-breaks."""
