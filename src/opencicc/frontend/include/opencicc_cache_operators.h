// Loads and stores with a cache operator, each for the types that CUDA has it for. clang's headers lack most of them, and
// the loads they have (__ldcg, __ldcs) are pure to the optimizer: it would take one out of a loop that waits for a value.
// `enable_if(true)` makes a function better than an equal one without it, so ours go first where clang has one.
#pragma once

#pragma push_macro("OPENCICC_DEVICE")
#define OPENCICC_DEVICE static inline __attribute__((device, always_inline, enable_if(true, "")))

// How a value of each type travels: the words after the operator, its register's type and constraint.
#pragma push_macro("OPENCICC_EACH_SCALAR")
#define OPENCICC_EACH_SCALAR(make, name, operation)                 \
    make(name, operation "s8", char, int, "r")                      \
    make(name, operation "s8", signed char, int, "r")               \
    make(name, operation "u8", unsigned char, int, "r")             \
    make(name, operation "s16", short, short, "h")                  \
    make(name, operation "u16", unsigned short, short, "h")         \
    make(name, operation "s32", int, int, "r")                      \
    make(name, operation "u32", unsigned, int, "r")                 \
    make(name, operation "s64", long long, long long, "l")          \
    make(name, operation "u64", unsigned long long, long long, "l") \
    make(name, operation "f32", float, float, "f")                  \
    make(name, operation "f64", double, double, "d")
#pragma push_macro("OPENCICC_EACH_LONG")
#define OPENCICC_EACH_LONG(make, name, operation)     \
    make(name, operation "s64", long, long long, "l") \
    make(name, operation "u64", unsigned long, long long, "l")
#pragma push_macro("OPENCICC_EACH_PAIR")
#define OPENCICC_EACH_PAIR(make, name, operation)              \
    make(name, operation "v2.s8", char2, int, "r")             \
    make(name, operation "v2.u8", uchar2, int, "r")            \
    make(name, operation "v2.s16", short2, short, "h")         \
    make(name, operation "v2.u16", ushort2, short, "h")        \
    make(name, operation "v2.s32", int2, int, "r")             \
    make(name, operation "v2.u32", uint2, int, "r")            \
    make(name, operation "v2.s64", longlong2, long long, "l")  \
    make(name, operation "v2.u64", ulonglong2, long long, "l") \
    make(name, operation "v2.f32", float2, float, "f")         \
    make(name, operation "v2.f64", double2, double, "d")
#pragma push_macro("OPENCICC_EACH_FOUR")
#define OPENCICC_EACH_FOUR(make, name, operation)       \
    make(name, operation "v4.s8", char4, int, "r")      \
    make(name, operation "v4.u8", uchar4, int, "r")     \
    make(name, operation "v4.s16", short4, short, "h")  \
    make(name, operation "v4.u16", ushort4, short, "h") \
    make(name, operation "v4.s32", int4, int, "r")      \
    make(name, operation "v4.u32", uint4, int, "r")     \
    make(name, operation "v4.f32", float4, float, "f")

#pragma push_macro("OPENCICC_LOAD")
#define OPENCICC_LOAD(name, words, type, carrier, constraint)                                         \
    OPENCICC_DEVICE type name(const type *__from) {                                                   \
        carrier __x;                                                                                  \
        asm volatile("ld.global." words " %0, [%1];" : "=" constraint(__x) : "l"(__from) : "memory"); \
        return static_cast<type>(__x);                                                                \
    }
#pragma push_macro("OPENCICC_LOAD2")
#define OPENCICC_LOAD2(name, words, type, carrier, constraint)                    \
    OPENCICC_DEVICE type name(const type *__from) {                               \
        using __element = decltype(type::x);                                      \
        carrier __x, __y;                                                         \
        asm volatile("ld.global." words " {%0, %1}, [%2];"                        \
            : "=" constraint(__x), "=" constraint(__y) : "l"(__from) : "memory"); \
        return {static_cast<__element>(__x), static_cast<__element>(__y)};        \
    }
#pragma push_macro("OPENCICC_LOAD4")
#define OPENCICC_LOAD4(name, words, type, carrier, constraint)                                         \
    OPENCICC_DEVICE type name(const type *__from) {                                                    \
        using __element = decltype(type::x);                                                           \
        carrier __x, __y, __z, __w;                                                                    \
        asm volatile("ld.global." words " {%0, %1, %2, %3}, [%4];"                                     \
            : "=" constraint(__x), "=" constraint(__y), "=" constraint(__z), "=" constraint(__w)       \
            : "l"(__from) : "memory");                                                                 \
        return {static_cast<__element>(__x), static_cast<__element>(__y), static_cast<__element>(__z), \
                static_cast<__element>(__w)};                                                          \
    }
#pragma push_macro("OPENCICC_STORE")
#define OPENCICC_STORE(name, words, type, carrier, constraint)              \
    OPENCICC_DEVICE void name(type *__to, type __value) {                   \
        asm volatile("st.global." words " [%0], %1;" ::"l"(__to),           \
                     constraint(static_cast<carrier>(__value)) : "memory"); \
    }
#pragma push_macro("OPENCICC_STORE2")
#define OPENCICC_STORE2(name, words, type, carrier, constraint)               \
    OPENCICC_DEVICE void name(type *__to, type __value) {                     \
        asm volatile("st.global." words " [%0], {%1, %2};" ::"l"(__to),       \
                     constraint(static_cast<carrier>(__value.x)),             \
                     constraint(static_cast<carrier>(__value.y)) : "memory"); \
    }
#pragma push_macro("OPENCICC_STORE4")
#define OPENCICC_STORE4(name, words, type, carrier, constraint)                 \
    OPENCICC_DEVICE void name(type *__to, type __value) {                       \
        asm volatile("st.global." words " [%0], {%1, %2, %3, %4};" ::"l"(__to), \
                     constraint(static_cast<carrier>(__value.x)),               \
                     constraint(static_cast<carrier>(__value.y)),               \
                     constraint(static_cast<carrier>(__value.z)),               \
                     constraint(static_cast<carrier>(__value.w)) : "memory");   \
    }
#pragma push_macro("OPENCICC_LOADS")
#define OPENCICC_LOADS(name, operation)                  \
    OPENCICC_EACH_SCALAR(OPENCICC_LOAD, name, operation) \
    OPENCICC_EACH_LONG(OPENCICC_LOAD, name, operation)   \
    OPENCICC_EACH_PAIR(OPENCICC_LOAD2, name, operation)  \
    OPENCICC_EACH_FOUR(OPENCICC_LOAD4, name, operation)
#pragma push_macro("OPENCICC_STORES")
#define OPENCICC_STORES(name, operation)                  \
    OPENCICC_EACH_SCALAR(OPENCICC_STORE, name, operation) \
    OPENCICC_EACH_LONG(OPENCICC_STORE, name, operation)   \
    OPENCICC_EACH_PAIR(OPENCICC_STORE2, name, operation)  \
    OPENCICC_EACH_FOUR(OPENCICC_STORE4, name, operation)

OPENCICC_LOADS(__ldca, "ca.")
OPENCICC_LOADS(__ldcg, "cg.")
OPENCICC_LOADS(__ldcs, "cs.")
OPENCICC_LOADS(__ldlu, "lu.")
OPENCICC_LOADS(__ldcv, "cv.")
OPENCICC_STORES(__stwb, "wb.")
OPENCICC_STORES(__stcg, "cg.")
OPENCICC_STORES(__stcs, "cs.")
OPENCICC_STORES(__stwt, "wt.")

#pragma pop_macro("OPENCICC_STORES")
#pragma pop_macro("OPENCICC_LOADS")
#pragma pop_macro("OPENCICC_STORE4")
#pragma pop_macro("OPENCICC_STORE2")
#pragma pop_macro("OPENCICC_STORE")
#pragma pop_macro("OPENCICC_LOAD4")
#pragma pop_macro("OPENCICC_LOAD2")
#pragma pop_macro("OPENCICC_LOAD")
#pragma pop_macro("OPENCICC_EACH_FOUR")
#pragma pop_macro("OPENCICC_EACH_PAIR")
#pragma pop_macro("OPENCICC_EACH_LONG")
#pragma pop_macro("OPENCICC_EACH_SCALAR")
#pragma pop_macro("OPENCICC_DEVICE")
