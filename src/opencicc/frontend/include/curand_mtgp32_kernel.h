// clang's CUDA wrapper includes this header of cuRAND in every compile, whether or not the source uses random numbers.
// Where cuRAND is installed its own header is the next one found; where it is not, nothing is missing.
#if __has_include_next(<curand_mtgp32_kernel.h>)
#include_next <curand_mtgp32_kernel.h>
#endif
