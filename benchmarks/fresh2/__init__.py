"""A second set of kernels whose first measurement came before anyone had looked at what the compilers made of them."""
