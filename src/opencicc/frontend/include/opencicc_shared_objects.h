// Memory for a __shared__ object whose constructor is not run (frontend/shared_objects.py writes declarations of it).
// A union has no opinion about its members' constructors, and clang takes one whose own is empty.
#pragma once

template <class __Pointer> union __opencicc_unconstructed;
template <class __Object> union __opencicc_unconstructed<__Object *> {
    __Object __object;
    __attribute__((device)) __opencicc_unconstructed() {}
    __attribute__((device)) ~__opencicc_unconstructed() {}
};
