"""A third set of kernels, written like the second and not timed yet."""
