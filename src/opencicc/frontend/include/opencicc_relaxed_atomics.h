// CUDA's atomicCAS is relaxed and of device scope. clang's builtins for it make a sequentially consistent exchange of
// system scope, which costs a fence of the whole system at every use (1.4 times the run time of a breadth-first search
// on an H200). clang's headers call these names; here they lead to functions that the front end turns into the
// exchange that CUDA means (frontend/atomics.py).
#pragma once

extern "C" {
__attribute__((device)) unsigned short __opencicc_cas_16(unsigned short *, unsigned short, unsigned short);
__attribute__((device)) int __opencicc_cas_32(int *, int, int);
__attribute__((device)) long long __opencicc_cas_64(long long *, long long, long long);
}

#define __nvvm_atom_cas_gen_us(pointer, expected, desired) __opencicc_cas_16(pointer, expected, desired)
#define __nvvm_atom_cas_gen_i(pointer, expected, desired) __opencicc_cas_32(pointer, expected, desired)
#define __nvvm_atom_cas_gen_l(pointer, expected, desired) \
    ((long)__opencicc_cas_64((long long *)(pointer), expected, desired))
#define __nvvm_atom_cas_gen_ll(pointer, expected, desired) __opencicc_cas_64(pointer, expected, desired)
