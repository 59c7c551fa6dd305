// CUDA's functions on the two halves or four bytes of a word, __vadd2 to __vsubus4, by arithmetic on the whole word.
// clang's headers have them as video instructions, which no GPU since Kepler has: ptxas takes each apart into lanes.
//
// A comparison first makes a word of which only the lanes' top bits count; `__spread` makes masks of them and `__count`
// ones. Sums and differences keep to their lanes by leaving the top bits out and putting them in by exclusive or.
#pragma once

#pragma push_macro("OPENCICC_DEVICE")
#define OPENCICC_DEVICE __attribute__((device, always_inline)) inline

template <unsigned __Top, unsigned __One, unsigned __Signs> struct __opencicc_lanes {
    typedef unsigned __word;
    static constexpr __word __low = ~__Top, __even = ~__One;

    static OPENCICC_DEVICE __word __spread(__word __t) { return __nvvm_prmt(__t, 0, __Signs); }
    static OPENCICC_DEVICE __word __count(__word __t) { return (__t & __Top) / (__Top / __One); }
    static OPENCICC_DEVICE __word __select(__word __mask, __word __a, __word __b) {
        return (__a & __mask) | (__b & ~__mask);
    }
    // Two of three bits: the carry out of a lane, from the top bits and the carry into them.
    static OPENCICC_DEVICE __word __majority(__word __a, __word __b, __word __c) {
        return (__a & __b) | ((__a | __b) & __c);
    }
    static OPENCICC_DEVICE __word __sum_of_low(__word __a, __word __b) { return (__a & __low) + (__b & __low); }
    static OPENCICC_DEVICE __word __difference_of_low(__word __a, __word __b) { return (__a | __Top) - (__b & __low); }

    // Top bits that say how two words compare.
    static OPENCICC_DEVICE __word __ne(__word __a, __word __b) {
        return (__a ^ __b) | (((__a ^ __b) & __low) + __low);
    }
    static OPENCICC_DEVICE __word __eq(__word __a, __word __b) {
        return (__Top - ((__a ^ __b) & __low)) & ~(__a ^ __b);
    }
    static OPENCICC_DEVICE __word __gtu(__word __a, __word __b) {
        return __majority(__a, ~__b, __sum_of_low(__a, ~__b));
    }
    static OPENCICC_DEVICE __word __gts(__word __a, __word __b) {
        return __majority(~__a, __b, __sum_of_low(__a, ~__b));
    }
    static OPENCICC_DEVICE __word __geu(__word __a, __word __b) {
        return __majority(__a, ~__b, __difference_of_low(__a, __b));
    }
    static OPENCICC_DEVICE __word __ges(__word __a, __word __b) {
        return __majority(~__a, __b, __difference_of_low(__a, __b));
    }
    static OPENCICC_DEVICE __word __ltu(__word __a, __word __b) { return __gtu(__b, __a); }
    static OPENCICC_DEVICE __word __lts(__word __a, __word __b) { return __gts(__b, __a); }
    static OPENCICC_DEVICE __word __leu(__word __a, __word __b) { return __geu(__b, __a); }
    static OPENCICC_DEVICE __word __les(__word __a, __word __b) { return __ges(__b, __a); }

    static OPENCICC_DEVICE __word __add(__word __a, __word __b) {
        return __sum_of_low(__a, __b) ^ ((__a ^ __b) & __Top);
    }
    static OPENCICC_DEVICE __word __sub(__word __a, __word __b) {
        return __difference_of_low(__a, __b) ^ (~(__a ^ __b) & __Top);
    }
    static OPENCICC_DEVICE __word __neg(__word __a) { return __sub(0, __a); }
    static OPENCICC_DEVICE __word __abs(__word __a) {
        __word __negative = __spread(__a);
        return (__a ^ __negative) + (__negative & __One); // never carries: the most is the top bit alone
    }
    static OPENCICC_DEVICE __word __maxs(__word __a, __word __b) { return __select(__spread(__gts(__a, __b)), __a, __b); }
    static OPENCICC_DEVICE __word __maxu(__word __a, __word __b) { return __select(__spread(__gtu(__a, __b)), __a, __b); }
    static OPENCICC_DEVICE __word __mins(__word __a, __word __b) { return __select(__spread(__gts(__a, __b)), __b, __a); }
    static OPENCICC_DEVICE __word __minu(__word __a, __word __b) { return __select(__spread(__gtu(__a, __b)), __b, __a); }

    // Averages: a sum is twice what both have plus what one has.
    static OPENCICC_DEVICE __word __half_of_one(__word __a, __word __b) {
        __word __x = (__a ^ __b) & __even;
        asm("" : "+r"(__x)); // LLVM would shift first, which is an instruction more
        return __x >> 1;
    }
    static OPENCICC_DEVICE __word __haddu(__word __a, __word __b) { return (__a & __b) + __half_of_one(__a, __b); }
    static OPENCICC_DEVICE __word __avgu(__word __a, __word __b) { return (__a | __b) - __half_of_one(__a, __b); }
    static OPENCICC_DEVICE __word __avgs(__word __a, __word __b) { // a half goes away from zero
        __word __down = __haddu(__a ^ __Top, __b ^ __Top) ^ __Top;
        return __down + ((__a ^ __b) & __One & ~__count(__down));
    }

    // Saturation: the largest or the smallest number where the sign shows that the result does not fit.
    static OPENCICC_DEVICE __word __limit(__word __a) { return __spread(__a) ^ __low; }
    static OPENCICC_DEVICE __word __addss(__word __a, __word __b) {
        __word __sum = __add(__a, __b);
        return __select(__spread(~(__a ^ __b) & (__a ^ __sum)), __limit(__a), __sum);
    }
    static OPENCICC_DEVICE __word __subss(__word __a, __word __b) {
        __word __rest = __sub(__a, __b);
        return __select(__spread((__a ^ __b) & (__a ^ __rest)), __limit(__a), __rest);
    }
    static OPENCICC_DEVICE __word __addus(__word __a, __word __b) {
        return __add(__a, __b) | __spread(__majority(__a, __b, __sum_of_low(__a, __b)));
    }
    static OPENCICC_DEVICE __word __subus(__word __a, __word __b) {
        return __sub(__a, __b) & __spread(__geu(__a, __b));
    }
    // -(-128) is -128 again: one less is 127, and only then is the top bit set.
    static OPENCICC_DEVICE __word __negss(__word __a) { return __neg(__a) - __count(__a & __neg(__a)); }
    static OPENCICC_DEVICE __word __absss(__word __a) { return __abs(__a) ^ __spread(__abs(__a)); }
};

struct __opencicc_words_of_halves : __opencicc_lanes<0x80008000u, 0x00010001u, 0xbb99u> {
#if __CUDA_ARCH__ >= 900 // has instructions for these
    typedef short __signed_pair __attribute__((ext_vector_type(2)));
    typedef unsigned short __unsigned_pair __attribute__((ext_vector_type(2)));
    template <class __Pair> static OPENCICC_DEVICE __Pair __pair(__word __a) { return __builtin_bit_cast(__Pair, __a); }
    template <class __Pair> static OPENCICC_DEVICE __word __whole(__Pair __a) { return __builtin_bit_cast(__word, __a); }
    static OPENCICC_DEVICE __word __add(__word __a, __word __b) {
        return __whole(__pair<__unsigned_pair>(__a) + __pair<__unsigned_pair>(__b));
    }
    static OPENCICC_DEVICE __word __maxs(__word __a, __word __b) {
        return __whole(__builtin_elementwise_max(__pair<__signed_pair>(__a), __pair<__signed_pair>(__b)));
    }
    static OPENCICC_DEVICE __word __maxu(__word __a, __word __b) {
        return __whole(__builtin_elementwise_max(__pair<__unsigned_pair>(__a), __pair<__unsigned_pair>(__b)));
    }
    static OPENCICC_DEVICE __word __mins(__word __a, __word __b) {
        return __whole(__builtin_elementwise_min(__pair<__signed_pair>(__a), __pair<__signed_pair>(__b)));
    }
    static OPENCICC_DEVICE __word __minu(__word __a, __word __b) {
        return __whole(__builtin_elementwise_min(__pair<__unsigned_pair>(__a), __pair<__unsigned_pair>(__b)));
    }
    static OPENCICC_DEVICE __word __neg(__word __a) { return __add(~__a, 0x00010001u); }
    static OPENCICC_DEVICE __word __sub(__word __a, __word __b) {
        __word __negative = __whole(-__pair<__signed_pair>(__b));
        asm("" : "+r"(__negative)); // LLVM would subtract half by half; ptxas has one instruction for this
        return __add(__a, __negative);
    }
    // What fits is known before it is added, so nothing is carried out of a half.
    static OPENCICC_DEVICE __word __addus(__word __a, __word __b) { return __minu(__a, ~__b) + __b; }
    static OPENCICC_DEVICE __word __subus(__word __a, __word __b) { return __maxu(__a, __b) - __b; }
    static OPENCICC_DEVICE __word __addss(__word __a, __word __b) {
        __word __sum = __add(__a, __b);
        return __select(__spread(~(__a ^ __b) & (__a ^ __sum)), __limit(__a), __sum);
    }
    static OPENCICC_DEVICE __word __subss(__word __a, __word __b) {
        __word __rest = __add(__add(__a, ~__b), 0x00010001u);
        return __select(__spread((__a ^ __b) & (__a ^ __rest)), __limit(__a), __rest);
    }
#endif
    // The larger less the smaller borrows nothing; a flipped sign makes an unsigned number of a signed one.
    static OPENCICC_DEVICE __word __absdiffu(__word __a, __word __b) { return __maxu(__a, __b) - __minu(__a, __b); }
    static OPENCICC_DEVICE __word __absdiffs(__word __a, __word __b) {
        return __absdiffu(__a ^ 0x80008000u, __b ^ 0x80008000u);
    }
    static OPENCICC_DEVICE __word __total(__word __a) { return (__a & 0xffffu) + (__a >> 16); }
    static OPENCICC_DEVICE __word __sadu(__word __a, __word __b) { return __total(__absdiffu(__a, __b)); }
    static OPENCICC_DEVICE __word __sads(__word __a, __word __b) { return __total(__absdiffs(__a, __b)); }
};

struct __opencicc_words_of_bytes : __opencicc_lanes<0x80808080u, 0x01010101u, 0xba98u> {
    // The one video instruction that GPUs still have.
    static OPENCICC_DEVICE __word __absdiffu(__word __a, __word __b) {
        __word __r;
        asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(__r) : "r"(__a), "r"(__b), "r"(0));
        return __r;
    }
    static OPENCICC_DEVICE __word __absdiffs(__word __a, __word __b) {
        return __absdiffu(__a ^ 0x80808080u, __b ^ 0x80808080u);
    }
    static OPENCICC_DEVICE __word __sadu(__word __a, __word __b) {
        __word __r;
        asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(__r) : "r"(__a), "r"(__b), "r"(0));
        return __r;
    }
    static OPENCICC_DEVICE __word __sads(__word __a, __word __b) { return __sadu(__a ^ 0x80808080u, __b ^ 0x80808080u); }
    static OPENCICC_DEVICE __word __abs(__word __a) { return __absdiffu(__a ^ 0x80808080u, 0x80808080u); }
    static OPENCICC_DEVICE __word __absss(__word __a) { return __abs(__a) ^ __spread(__abs(__a)); }
};

// CUDA's names; `enable_if(true)` makes them better than clang's of the same type.
#pragma push_macro("OPENCICC_NAME")
#define OPENCICC_NAME static OPENCICC_DEVICE __attribute__((enable_if(true, ""))) unsigned
#pragma push_macro("OPENCICC_UNARY")
#define OPENCICC_UNARY(name)                                                                                  \
    OPENCICC_NAME __v##name##2(unsigned __a) { return __opencicc_words_of_halves::__##name(__a); }            \
    OPENCICC_NAME __v##name##4(unsigned __a) { return __opencicc_words_of_bytes::__##name(__a); }
#pragma push_macro("OPENCICC_BINARY")
#define OPENCICC_BINARY(name)                                                                                 \
    OPENCICC_NAME __v##name##2(unsigned __a, unsigned __b) { return __opencicc_words_of_halves::__##name(__a, __b); } \
    OPENCICC_NAME __v##name##4(unsigned __a, unsigned __b) { return __opencicc_words_of_bytes::__##name(__a, __b); }
#pragma push_macro("OPENCICC_COMPARISON_OF")
#define OPENCICC_COMPARISON_OF(name, number, lanes)                                                           \
    OPENCICC_NAME __vcmp##name##number(unsigned __a, unsigned __b) {                                          \
        return lanes::__spread(lanes::__##name(__a, __b));                                                    \
    }                                                                                                         \
    OPENCICC_NAME __vset##name##number(unsigned __a, unsigned __b) {                                          \
        return lanes::__count(lanes::__##name(__a, __b));                                                     \
    }
#pragma push_macro("OPENCICC_COMPARISON")
#define OPENCICC_COMPARISON(name)                                    \
    OPENCICC_COMPARISON_OF(name, 2, __opencicc_words_of_halves)      \
    OPENCICC_COMPARISON_OF(name, 4, __opencicc_words_of_bytes)

OPENCICC_UNARY(abs)
OPENCICC_UNARY(absss)
OPENCICC_UNARY(neg)
OPENCICC_UNARY(negss)
OPENCICC_BINARY(absdiffs)
OPENCICC_BINARY(absdiffu)
OPENCICC_BINARY(add)
OPENCICC_BINARY(addss)
OPENCICC_BINARY(addus)
OPENCICC_BINARY(avgs)
OPENCICC_BINARY(avgu)
OPENCICC_BINARY(haddu)
OPENCICC_BINARY(maxs)
OPENCICC_BINARY(maxu)
OPENCICC_BINARY(mins)
OPENCICC_BINARY(minu)
OPENCICC_BINARY(sads)
OPENCICC_BINARY(sadu)
OPENCICC_BINARY(sub)
OPENCICC_BINARY(subss)
OPENCICC_BINARY(subus)
OPENCICC_COMPARISON(eq)
OPENCICC_COMPARISON(ne)
OPENCICC_COMPARISON(ges)
OPENCICC_COMPARISON(geu)
OPENCICC_COMPARISON(gts)
OPENCICC_COMPARISON(gtu)
OPENCICC_COMPARISON(les)
OPENCICC_COMPARISON(leu)
OPENCICC_COMPARISON(lts)
OPENCICC_COMPARISON(ltu)

#pragma pop_macro("OPENCICC_COMPARISON")
#pragma pop_macro("OPENCICC_COMPARISON_OF")
#pragma pop_macro("OPENCICC_BINARY")
#pragma pop_macro("OPENCICC_UNARY")
#pragma pop_macro("OPENCICC_NAME")
#pragma pop_macro("OPENCICC_DEVICE")
