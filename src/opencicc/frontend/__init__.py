"""CUDA C++ to unoptimised IR: clang is the front end, the rest of the compile is ours."""
