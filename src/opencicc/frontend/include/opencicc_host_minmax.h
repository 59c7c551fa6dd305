// min and max of the global namespace, for host code. nvcc gives them to both sides, clang to the device side only, and
// a program whose host code says min(a, b) would not even be read.
//
// The overloads that decide live in a namespace of their own. What the program sees is the least specialised template
// there can be, so that every other min, the program's or the standard library's, goes first.
#pragma once

#pragma push_macro("OPENCICC_MINMAX")
#define OPENCICC_MINMAX(result, left, right)                                    \
    static inline constexpr result min(left __a, right __b) {                   \
        return static_cast<result>(__a) < static_cast<result>(__b) ? __a : __b; \
    }                                                                           \
    static inline constexpr result max(left __a, right __b) {                   \
        return static_cast<result>(__a) > static_cast<result>(__b) ? __a : __b; \
    }
#pragma push_macro("OPENCICC_MINMAX_OF_INTEGERS")
#define OPENCICC_MINMAX_OF_INTEGERS(type)               \
    OPENCICC_MINMAX(type, type, type)                   \
    OPENCICC_MINMAX(unsigned type, unsigned type, type) \
    OPENCICC_MINMAX(unsigned type, type, unsigned type) \
    OPENCICC_MINMAX(unsigned type, unsigned type, unsigned type)

namespace __opencicc_minmax {
OPENCICC_MINMAX_OF_INTEGERS(int)
OPENCICC_MINMAX_OF_INTEGERS(long)
OPENCICC_MINMAX_OF_INTEGERS(long long)
OPENCICC_MINMAX(float, float, float)
OPENCICC_MINMAX(double, float, double)
OPENCICC_MINMAX(double, double, float)
OPENCICC_MINMAX(double, double, double)
} // namespace __opencicc_minmax

#pragma pop_macro("OPENCICC_MINMAX")
#pragma pop_macro("OPENCICC_MINMAX_OF_INTEGERS")

template <class __A, class __B, class... __None>
__attribute__((host)) inline auto min(__A __a, __B __b, __None... __none) -> decltype(__opencicc_minmax::min(__a, __b, __none...)) {
    return __opencicc_minmax::min(__a, __b);
}
template <class __A, class __B, class... __None>
__attribute__((host)) inline auto max(__A __a, __B __b, __None... __none) -> decltype(__opencicc_minmax::max(__a, __b, __none...)) {
    return __opencicc_minmax::max(__a, __b);
}
