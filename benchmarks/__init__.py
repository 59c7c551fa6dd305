"""Kernels to measure everything on, and the programs that measure them."""
