"""What memory-space-opt and ipmsp share: which pointers to settle (roots), and how (apply)."""
