// The warp functions of before Volta, which took the threads that happened to be active. CUDA has no __shfl any more and
// its __any gives an instruction that ptxas refuses from sm_70 on; here they are the functions with a mask, given the
// active threads, and a warning. A lane is a type of its own, because a conversion by constructor is the last choice: a
// program's own __shfl, the usual way to port such code, goes first. `enable_if(true)` makes a vote better than clang's, which ptxas refuses.
#pragma once

struct __opencicc_lane {
    int __number;
    __attribute__((device)) constexpr __opencicc_lane(int __lane) : __number(__lane) {}
};

#pragma push_macro("OPENCICC_LEGACY")
#define OPENCICC_LEGACY(name) \
    __attribute__((device, always_inline, deprecated(#name " has no mask of threads: use " #name "_sync"))) inline
#pragma push_macro("OPENCICC_SHUFFLE")
#define OPENCICC_SHUFFLE(name)                                                                                  \
    template <class __Value>                                                                                    \
    OPENCICC_LEGACY(name) __Value name(__Value __value, __opencicc_lane __lane, __opencicc_lane __width = 32) { \
        return name##_sync(__activemask(), __value, __lane.__number, __width.__number);                         \
    }
#pragma push_macro("OPENCICC_VOTE")
#define OPENCICC_VOTE(result, name)                                                           \
    OPENCICC_LEGACY(name) __attribute__((enable_if(true, ""))) result name(int __predicate) { \
        return name##_sync(__activemask(), __predicate);                                      \
    }

OPENCICC_SHUFFLE(__shfl)
OPENCICC_SHUFFLE(__shfl_up)
OPENCICC_SHUFFLE(__shfl_down)
OPENCICC_SHUFFLE(__shfl_xor)
OPENCICC_VOTE(int, __any)
OPENCICC_VOTE(int, __all)
OPENCICC_VOTE(unsigned, __ballot)

#pragma pop_macro("OPENCICC_VOTE")
#pragma pop_macro("OPENCICC_SHUFFLE")
#pragma pop_macro("OPENCICC_LEGACY")
