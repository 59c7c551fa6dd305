"""A third set of kernels, written like the second and timed before anything was tuned on it."""
