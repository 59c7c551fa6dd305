"""Other people's CUDA programs as the yardstick: built with several compilers, compared by figures and by GPU time."""
