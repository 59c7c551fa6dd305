// nvcc's __nv_atomic_... builtins: atomic operations of any order and scope.
//
// Order and scope have to be constants, as with nvcc, because they become words of the instruction. So each name is a
// macro that makes template arguments of them, and the instruction's text is put together at compile time. A pointer or
// value whose expression has a comma outside parentheses wants parentheses around it.
#pragma once

// Needs asm texts that are constant expressions, which want C++14.
#if __cplusplus >= 201402L

enum : int {
    __NV_ATOMIC_RELAXED = 0,
    __NV_ATOMIC_CONSUME = 1,
    __NV_ATOMIC_ACQUIRE = 2,
    __NV_ATOMIC_RELEASE = 3,
    __NV_ATOMIC_ACQ_REL = 4,
    __NV_ATOMIC_SEQ_CST = 5,
    __NV_THREAD_SCOPE_THREAD = 0,
    __NV_THREAD_SCOPE_BLOCK = 1,
    __NV_THREAD_SCOPE_CLUSTER = 2,
    __NV_THREAD_SCOPE_DEVICE = 3,
    __NV_THREAD_SCOPE_SYSTEM = 4,
};
// How headers ask whether the builtins are there.
#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1

#pragma push_macro("OPENCICC_DEVICE")
#define OPENCICC_DEVICE __attribute__((device, always_inline)) inline

namespace __opencicc_atomics {

struct __text {
    char __letters[96] = {};
    int __length = 0;
    constexpr __text operator+(const char *__words) const {
        __text __sum = *this;
        while (*__words)
            __sum.__letters[__sum.__length++] = *__words++;
        return __sum;
    }
    constexpr unsigned long size() const { return __length; }
    constexpr const char *data() const { return __letters; }
};

constexpr const char *__scope_word(int __scope) {
    return __scope <= __NV_THREAD_SCOPE_BLOCK    ? ".cta"
           : __scope == __NV_THREAD_SCOPE_DEVICE ? ".gpu"
           : __scope == __NV_THREAD_SCOPE_SYSTEM ? ".sys"
#if __CUDA_ARCH__ >= 900
                                               : ".cluster";
#else
                                               : ".gpu"; // clusters came with sm_90
#endif
}
// Sequential consistency is a fence before the operation, whose own order is then the one of `after_fence`.
constexpr const char *__order_word(int __order, const char *__after_fence) {
    return __order == __NV_ATOMIC_RELAXED   ? ".relaxed"
           : __order <= __NV_ATOMIC_ACQUIRE ? ".acquire"
           : __order == __NV_ATOMIC_RELEASE ? ".release"
           : __order == __NV_ATOMIC_ACQ_REL ? ".acq_rel"
                                          : __after_fence;
}
constexpr const char *__width_word(int __size) {
    return __size == 1 ? ".b8" : __size == 2 ? ".b16" : __size == 4 ? ".b32" : __size == 8 ? ".b64" : ".b128";
}
constexpr __text __instruction(const char *__name, int __order, const char *__after_fence, int __scope, const char *__type) {
    return __text() + __name + __order_word(__order, __after_fence) + __scope_word(__scope) + __type;
}

template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM> OPENCICC_DEVICE void __thread_fence() {
    static_assert(__Order >= 0 && __Order <= __NV_ATOMIC_SEQ_CST, "invalid memory order");
    static_assert(__Scope >= 0 && __Scope <= __NV_THREAD_SCOPE_SYSTEM, "invalid thread scope");
    if (__Order == __NV_ATOMIC_SEQ_CST)
        asm volatile((__text() + "fence.sc" + __scope_word(__Scope) + ";")::: "memory");
    else if (__Order != __NV_ATOMIC_RELAXED)
        asm volatile((__text() + "fence.acq_rel" + __scope_word(__Scope) + ";")::: "memory");
}
template <int __Order, int __Scope> OPENCICC_DEVICE void __fence_if_sequential() {
    static_assert(__Order >= 0 && __Order <= __NV_ATOMIC_SEQ_CST, "invalid memory order");
    static_assert(__Scope >= 0 && __Scope <= __NV_THREAD_SCOPE_SYSTEM, "invalid thread scope");
    if (__Order == __NV_ATOMIC_SEQ_CST)
        __thread_fence<__Order, __Scope>();
}

// The integer that carries a value of a size, and the register (its type and constraint) that instructions have it in.
template <int __Size> struct __carrier;
#pragma push_macro("OPENCICC_CARRIER")
#define OPENCICC_CARRIER(size, integer, register_type, constraint)                                                         \
    template <> struct __carrier<size> {                                                                                   \
        typedef integer __type;                                                                                            \
        template <int __Order, int __Scope> static OPENCICC_DEVICE integer __load(const void *__from) {                    \
            register_type __value;                                                                                         \
            asm volatile((__instruction("ld", __Order, ".acquire", __Scope, __width_word(size)) + " %0, [%1];")            \
                         : "=" constraint(__value) : "l"(__from) : "memory");                                              \
            return __value;                                                                                                \
        }                                                                                                                  \
        template <int __Order, int __Scope> static OPENCICC_DEVICE void __store(void *__to, register_type __value) {       \
            asm volatile((__instruction("st", __Order, ".relaxed", __Scope, __width_word(size)) + " [%0], %1;")            \
                         ::"l"(__to), constraint(__value) : "memory");                                                     \
        }                                                                                                                  \
        template <int __Order, int __Scope> static OPENCICC_DEVICE integer __exchange(void *__at, register_type __value) { \
            register_type __old;                                                                                           \
            asm volatile((__instruction("atom.exch", __Order, ".acquire", __Scope, __width_word(size)) +                   \
                          " %0, [%1], %2;")                                                                                \
                         : "=" constraint(__old) : "l"(__at), constraint(__value) : "memory");                             \
            return __old;                                                                                                  \
        }                                                                                                                  \
        template <int __Order, int __Scope>                                                                                \
        static OPENCICC_DEVICE integer __compare_exchange(void *__at, register_type __expected,                            \
                                                        register_type __desired) {                                         \
            register_type __old;                                                                                           \
            asm volatile((__instruction("atom.cas", __Order, ".acquire", __Scope, __width_word(size)) +                    \
                          " %0, [%1], %2, %3;")                                                                            \
                         : "=" constraint(__old) : "l"(__at), constraint(__expected), constraint(__desired) : "memory");   \
            return __old;                                                                                                  \
        }                                                                                                                  \
    };
OPENCICC_CARRIER(1, unsigned char, unsigned, "r")
OPENCICC_CARRIER(2, unsigned short, unsigned short, "h")
OPENCICC_CARRIER(4, unsigned, unsigned, "r")
OPENCICC_CARRIER(8, unsigned long long, unsigned long long, "l")
OPENCICC_CARRIER(16, unsigned __int128, unsigned __int128, "q")
#pragma pop_macro("OPENCICC_CARRIER")

template <class __T> OPENCICC_DEVICE typename __carrier<sizeof(__T)>::__type __bits_of(const __T &__value) {
    typename __carrier<sizeof(__T)>::__type __bits;
    __builtin_memcpy(&__bits, &__value, sizeof(__T));
    return __bits;
}
template <class __T> OPENCICC_DEVICE void __assign_bits(__T *__to, typename __carrier<sizeof(__T)>::__type __bits) {
    __builtin_memcpy((void *)__to, &__bits, sizeof(__T));
}
template <class __T> constexpr bool __is_counted() { return __is_integral(__T) || __is_enum(__T) || __is_pointer(__T); }
constexpr bool __is_exchange_size(int __size) { return __size == 4 || __size == 8 || __size == 16; }

template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T> OPENCICC_DEVICE void __load(__T *__from, __T *__result) {
    static_assert(__Order != __NV_ATOMIC_RELEASE && __Order != __NV_ATOMIC_ACQ_REL, "a load has no such memory order");
    __fence_if_sequential<__Order, __Scope>();
    __assign_bits(__result, __carrier<sizeof(__T)>::template __load<__Order, __Scope>(__from));
}
template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T> OPENCICC_DEVICE __T __load_n(__T *__from) {
    static_assert(__is_counted<__T>(), "atomic loads, stores and exchanges of values (_n) are for integral types");
    __T __value;
    __load<__Order, __Scope>(__from, &__value);
    return __value;
}
template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T> OPENCICC_DEVICE void __store(__T *__to, __T *__value) {
    static_assert(__Order == __NV_ATOMIC_RELAXED || __Order == __NV_ATOMIC_RELEASE || __Order == __NV_ATOMIC_SEQ_CST,
                  "a store has no such memory order");
    __fence_if_sequential<__Order, __Scope>();
    __carrier<sizeof(__T)>::template __store<__Order, __Scope>(__to, __bits_of(*__value));
}
template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T, class __V>
OPENCICC_DEVICE void __store_n(__T *__to, __V __value) {
    static_assert(__is_counted<__T>(), "atomic loads, stores and exchanges of values (_n) are for integral types");
    __T __converted = __value;
    __store<__Order, __Scope>(__to, &__converted);
}
template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T>
OPENCICC_DEVICE void __exchange(__T *__at, __T *__value, __T *__result) {
    static_assert(__is_exchange_size(sizeof(__T)), "atomic exchanges are for objects of 4, 8 or 16 bytes");
    __fence_if_sequential<__Order, __Scope>();
    __assign_bits(__result, __carrier<sizeof(__T)>::template __exchange<__Order, __Scope>(__at, __bits_of(*__value)));
}
template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T, class __V>
OPENCICC_DEVICE __T __exchange_n(__T *__at, __V __value) {
    static_assert(__is_counted<__T>(), "atomic loads, stores and exchanges of values (_n) are for integral types");
    __T __converted = __value, __old;
    __exchange<__Order, __Scope>(__at, &__converted, &__old);
    return __old;
}

// One instruction has one order: the stronger of the two.
constexpr int __stronger(int __success, int __failure) {
    return __success == __NV_ATOMIC_SEQ_CST || __failure == __NV_ATOMIC_SEQ_CST ? __NV_ATOMIC_SEQ_CST
           : __failure == __NV_ATOMIC_RELAXED                                 ? __success
           : __success == __NV_ATOMIC_RELAXED                                 ? __failure
           : __success == __NV_ATOMIC_RELEASE                                 ? __NV_ATOMIC_ACQ_REL
                                                                            : __success;
}
template <int __Success, int __Failure, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T>
OPENCICC_DEVICE bool __compare_exchange(__T *__at, __T *__expected, __T *__desired) {
    static_assert(sizeof(__T) == 2 || __is_exchange_size(sizeof(__T)),
                  "atomic compare and exchange is for objects of 2, 4, 8 or 16 bytes");
    constexpr int __Order = __stronger(__Success, __Failure);
    __fence_if_sequential<__Order, __Scope>();
    auto __wanted = __bits_of(*__expected);
    auto __old = __carrier<sizeof(__T)>::template __compare_exchange<__Order, __Scope>(__at, __wanted, __bits_of(*__desired));
    __assign_bits(__expected, __old);
    return __old == __wanted;
}
template <int __Success, int __Failure, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T, class __V>
OPENCICC_DEVICE bool __compare_exchange_n(__T *__at, __T *__expected, __V __desired) {
    static_assert(__is_counted<__T>(), "atomic loads, stores and exchanges of values (_n) are for integral types");
    __T __converted = __desired;
    return __compare_exchange<__Success, __Failure, __Scope>(__at, __expected, &__converted);
}

// Arithmetic: a type's words in the instruction. PTX adds 64-bit integers without a sign only, which wraps the same way.
template <class __T> struct __number;
#pragma push_macro("OPENCICC_NUMBER")
#define OPENCICC_NUMBER(__T, add_word, __order_word, logic_word, constraint)                                                \
    template <> struct __number<__T> {                                                                                      \
        static constexpr const char *__word(char __kind) {                                                                  \
            return __kind == 'a' ? add_word : __kind == 'm' ? __order_word : logic_word;                                    \
        }                                                                                                                   \
        template <class __Operation, int __Order, int __Scope> static OPENCICC_DEVICE __T __apply(__T *__at, __T __value) { \
            static_assert(__word(__Operation::__kind)[0] != 0, "this atomic operation is not for such a type");             \
            __T __old;                                                                                                      \
            asm volatile((__instruction(__Operation::__name(), __Order, ".acquire", __Scope, __word(__Operation::__kind)) + \
                          " %0, [%1], %2;")                                                                                 \
                         : "=" constraint(__old) : "l"(__at), constraint(__value) : "memory");                              \
            return __old;                                                                                                   \
        }                                                                                                                   \
    };
OPENCICC_NUMBER(int, ".s32", ".s32", ".b32", "r")
OPENCICC_NUMBER(unsigned, ".u32", ".u32", ".b32", "r")
OPENCICC_NUMBER(long, ".u64", ".s64", ".b64", "l")
OPENCICC_NUMBER(unsigned long, ".u64", ".u64", ".b64", "l")
OPENCICC_NUMBER(long long, ".u64", ".s64", ".b64", "l")
OPENCICC_NUMBER(unsigned long long, ".u64", ".u64", ".b64", "l")
OPENCICC_NUMBER(float, ".f32", "", "", "f")
OPENCICC_NUMBER(double, ".f64", "", "", "d")
#pragma pop_macro("OPENCICC_NUMBER")

#pragma push_macro("OPENCICC_FETCH")
#define OPENCICC_FETCH(operation, __word, kind_letter)                                                   \
    struct operation##_words {                                                                           \
        static constexpr char __kind = kind_letter;                                                      \
        static constexpr const char *__name() { return "atom." __word; }                                 \
    };                                                                                                   \
    template <int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM, class __T, class __V>                 \
    OPENCICC_DEVICE __T fetch_##operation(__T *__at, __V __value) {                                      \
        __fence_if_sequential<__Order, __Scope>();                                                       \
        return __number<__T>::template __apply<operation##_words, __Order, __Scope>(__at, (__T)__value); \
    }
OPENCICC_FETCH(sum, "add", 'a')
OPENCICC_FETCH(smallest, "min", 'm')
OPENCICC_FETCH(largest, "max", 'm')
OPENCICC_FETCH(conjunction, "and", 'l')
OPENCICC_FETCH(disjunction, "or", 'l')
OPENCICC_FETCH(difference, "xor", 'l')
#pragma pop_macro("OPENCICC_FETCH")

template <class __T, class __V> OPENCICC_DEVICE __T __negated(__T *, __V __value) { return -(__T)__value; }

} // namespace __opencicc_atomics

#pragma pop_macro("OPENCICC_DEVICE")

#undef __nv_atomic_thread_fence // some versions of CUDA's headers have a function for it
#define __nv_atomic_thread_fence(...) __opencicc_atomics::__thread_fence<__VA_ARGS__>()
#define __nv_atomic_load(__from, __result, ...) __opencicc_atomics::__load<__VA_ARGS__>(__from, __result)
#define __nv_atomic_load_n(__from, ...) __opencicc_atomics::__load_n<__VA_ARGS__>(__from)
#define __nv_atomic_store(__to, __value, ...) __opencicc_atomics::__store<__VA_ARGS__>(__to, __value)
#define __nv_atomic_store_n(__to, __value, ...) __opencicc_atomics::__store_n<__VA_ARGS__>(__to, __value)
#define __nv_atomic_exchange(__at, __value, __result, ...) __opencicc_atomics::__exchange<__VA_ARGS__>(__at, __value, __result)
#define __nv_atomic_exchange_n(__at, __value, ...) __opencicc_atomics::__exchange_n<__VA_ARGS__>(__at, __value)
// A weak exchange may fail without a reason; ours never does.
#define __nv_atomic_compare_exchange(__at, __expected, __desired, weak, ...) \
    __opencicc_atomics::__compare_exchange<__VA_ARGS__>(__at, __expected, __desired)
#define __nv_atomic_compare_exchange_n(__at, __expected, __desired, weak, ...) \
    __opencicc_atomics::__compare_exchange_n<__VA_ARGS__>(__at, __expected, __desired)
#define __nv_atomic_fetch_add(__at, __value, ...) __opencicc_atomics::fetch_sum<__VA_ARGS__>(__at, __value)
#define __nv_atomic_fetch_sub(__at, __value, ...) \
    __opencicc_atomics::fetch_sum<__VA_ARGS__>(__at, __opencicc_atomics::__negated(__at, __value))
#define __nv_atomic_fetch_min(__at, __value, ...) __opencicc_atomics::fetch_smallest<__VA_ARGS__>(__at, __value)
#define __nv_atomic_fetch_max(__at, __value, ...) __opencicc_atomics::fetch_largest<__VA_ARGS__>(__at, __value)
#define __nv_atomic_fetch_and(__at, __value, ...) __opencicc_atomics::fetch_conjunction<__VA_ARGS__>(__at, __value)
#define __nv_atomic_fetch_or(__at, __value, ...) __opencicc_atomics::fetch_disjunction<__VA_ARGS__>(__at, __value)
#define __nv_atomic_fetch_xor(__at, __value, ...) __opencicc_atomics::fetch_difference<__VA_ARGS__>(__at, __value)
#define __nv_atomic_add(...) ((void)__nv_atomic_fetch_add(__VA_ARGS__))
#define __nv_atomic_sub(...) ((void)__nv_atomic_fetch_sub(__VA_ARGS__))
#define __nv_atomic_min(...) ((void)__nv_atomic_fetch_min(__VA_ARGS__))
#define __nv_atomic_max(...) ((void)__nv_atomic_fetch_max(__VA_ARGS__))
#define __nv_atomic_and(...) ((void)__nv_atomic_fetch_and(__VA_ARGS__))
#define __nv_atomic_or(...) ((void)__nv_atomic_fetch_or(__VA_ARGS__))
#define __nv_atomic_xor(...) ((void)__nv_atomic_fetch_xor(__VA_ARGS__))

#endif // C++14
