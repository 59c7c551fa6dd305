// Runs a CUDA kernel's source on the CPU: every thread of a block is a fiber, one block after the other.
//
// It lets the tests check the benchmark kernels against their references without a GPU and without any of the
// compilers that are measured. A fiber yields at barriers and warp operations only, so atomics are plain code and
// __activemask() may answer with the calling lane alone (which CUDA's rules allow).
#pragma once
#include <ucontext.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <utility>
#include <vector>
#include <vector_functions.h>
#include <vector_types.h>

#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __forceinline__
#undef __noinline__
#undef __launch_bounds__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)

namespace host {

constexpr int kWarp = 32;
constexpr size_t kStackBytes = 256 * 1024;

struct Fiber {
    ucontext_t context;
    std::vector<char> stack;
    uint3 index;
    int linear;
    bool done = false;
};

// Where the lanes of one warp that share a mask meet: how often each lane has arrived, and what it brought.
struct Meeting {
    std::array<unsigned, kWarp> arrivals{};
    std::array<std::array<uint64_t, kWarp>, 2> values{};
};

inline std::vector<Fiber> fibers;
inline std::vector<std::map<unsigned, Meeting>> meetings;
inline std::vector<unsigned> barrier_arrivals;
inline Fiber* current;
inline ucontext_t scheduler;
inline bool progressed;
inline void (*body)(void*);
inline void* body_data;
inline uint3 block_index;
inline dim3 block_size, grid_size;
inline std::vector<char> dynamic_shared;

inline void yield() { swapcontext(&current->context, &scheduler); }

inline void fiber_main() {
    body(body_data);
    current->done = true;
    progressed = true;
    yield();
}

inline void barrier() {
    unsigned mine = ++barrier_arrivals[current->linear];
    progressed = true;
    auto all_here = [&] {
        for (auto& fiber : fibers)
            if (!fiber.done && barrier_arrivals[fiber.linear] < mine) return false;
        return true;
    };
    while (!all_here()) yield();
    progressed = true;
}

// Brings `value` to the lanes of `mask`; returns the row of everybody's values.
inline const std::array<uint64_t, kWarp>& meet(unsigned mask, uint64_t value) {
    int warp = current->linear / kWarp, lane = current->linear % kWarp;
    Meeting& meeting = meetings[warp][mask];
    unsigned mine = ++meeting.arrivals[lane];
    auto& row = meeting.values[mine & 1];
    row[lane] = value;
    progressed = true;
    auto all_here = [&] {
        for (int other = 0; other < kWarp; ++other) {
            size_t linear = size_t(warp) * kWarp + other;
            if (!(mask >> other & 1) || linear >= fibers.size() || fibers[linear].done) continue;
            if (meeting.arrivals[other] < mine) return false;
        }
        return true;
    };
    while (!all_here()) yield();
    progressed = true;
    return row;
}

inline void run_block() {
    size_t count = size_t(block_size.x) * block_size.y * block_size.z;
    fibers.clear();
    fibers.resize(count);
    meetings.assign((count + kWarp - 1) / kWarp, {});
    barrier_arrivals.assign(count, 0);
    for (size_t i = 0; i < count; ++i) {
        Fiber& fiber = fibers[i];
        fiber.linear = int(i);
        fiber.index = make_uint3(unsigned(i % block_size.x), unsigned(i / block_size.x % block_size.y),
                                 unsigned(i / (size_t(block_size.x) * block_size.y)));
        fiber.stack.resize(kStackBytes);
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.data();
        fiber.context.uc_stack.ss_size = fiber.stack.size();
        fiber.context.uc_link = nullptr;
        makecontext(&fiber.context, fiber_main, 0);
    }
    for (size_t left = count; left > 0;) {
        progressed = false;
        left = 0;
        for (auto& fiber : fibers) {
            if (fiber.done) continue;
            current = &fiber;
            swapcontext(&scheduler, &fiber.context);
            left += !fiber.done;
        }
        if (!progressed) {
            fprintf(stderr, "deadlock: no thread of the block can go on\n");
            exit(3);
        }
    }
}

template <class... A, size_t... I>
void launch_with(void (*kernel)(A...), void** args, std::index_sequence<I...>) {
    struct Call {
        void (*kernel)(A...);
        void** args;
    } call{kernel, args};
    body = [](void* data) {
        Call* it = static_cast<Call*>(data);
        it->kernel(*static_cast<std::remove_cv_t<std::remove_reference_t<A>>*>(it->args[I])...);
    };
    body_data = &call;
    for (unsigned z = 0; z < grid_size.z; ++z)
        for (unsigned y = 0; y < grid_size.y; ++y)
            for (unsigned x = 0; x < grid_size.x; ++x) {
                block_index = make_uint3(x, y, z);
                run_block();
            }
}

template <class... A>
void launch(void (*kernel)(A...), void** args) {
    launch_with(kernel, args, std::index_sequence_for<A...>{});
}

template <class T>
uint64_t to_bits(T value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T from_bits(uint64_t bits) {
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

inline int lane() { return current->linear % kWarp; }

}  // namespace host

#define threadIdx (host::current->index)
#define blockIdx (host::block_index)
#define blockDim (host::block_size)
#define gridDim (host::grid_size)
constexpr int warpSize = 32;

inline void __syncthreads() { host::barrier(); }
inline void __syncwarp(unsigned mask = ~0u) { host::meet(mask, 0); }
inline void __threadfence() {}
inline void __threadfence_block() {}
inline unsigned __activemask() { return 1u << host::lane(); }

template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    int base = host::lane() & ~(width - 1);
    return host::from_bits<T>(host::meet(mask, host::to_bits(value))[base + (source & (width - 1))]);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int flip, int width = 32) {
    int lane = host::lane(), from = lane ^ flip;
    const auto& row = host::meet(mask, host::to_bits(value));
    return from < (lane & ~(width - 1)) + width ? host::from_bits<T>(row[from]) : value;
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    int lane = host::lane(), from = lane - int(delta);
    const auto& row = host::meet(mask, host::to_bits(value));
    return from >= (lane & ~(width - 1)) ? host::from_bits<T>(row[from]) : value;
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    int lane = host::lane(), from = lane + int(delta);
    const auto& row = host::meet(mask, host::to_bits(value));
    return from < (lane & ~(width - 1)) + width ? host::from_bits<T>(row[from]) : value;
}
inline unsigned __ballot_sync(unsigned mask, int predicate) {
    const auto& row = host::meet(mask, predicate != 0);
    unsigned result = 0;
    for (int i = 0; i < 32; ++i)
        if (mask >> i & 1) result |= unsigned(row[i]) << i;
    return result;
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) == mask; }
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
    const auto& row = host::meet(mask, host::to_bits(value));
    unsigned result = 0;
    for (int i = 0; i < 32; ++i)
        if ((mask >> i & 1) && row[i] == host::to_bits(value)) result |= 1u << i;
    return result;
}
template <class T>
T __reduce_add_sync(unsigned mask, T value) {
    const auto& row = host::meet(mask, host::to_bits(value));
    T total = 0;
    for (int i = 0; i < 32; ++i)
        if (mask >> i & 1) total += host::from_bits<T>(row[i]);
    return total;
}
inline int __syncthreads_count(int predicate) {
    static int total[2];
    static unsigned turn[2048];
    unsigned phase = turn[host::current->linear]++ & 1;
    host::barrier();
    if (host::current->linear == 0) total[phase] = 0;
    host::barrier();
    total[phase] += predicate != 0;
    host::barrier();
    return total[phase];
}
inline int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }

template <class T, class F>
T host_atomic(T* where, F change) {
    T old = *where;
    *where = change(old);
    return old;
}
template <class T, class U>
T atomicAdd(T* where, U value) { return host_atomic(where, [=](T old) { return T(old + T(value)); }); }
template <class T, class U>
T atomicSub(T* where, U value) { return host_atomic(where, [=](T old) { return T(old - T(value)); }); }
template <class T, class U>
T atomicMin(T* where, U value) { return host_atomic(where, [=](T old) { return T(value) < old ? T(value) : old; }); }
template <class T, class U>
T atomicMax(T* where, U value) { return host_atomic(where, [=](T old) { return T(value) > old ? T(value) : old; }); }
template <class T, class U>
T atomicOr(T* where, U value) { return host_atomic(where, [=](T old) { return T(old | T(value)); }); }
template <class T, class U>
T atomicXor(T* where, U value) { return host_atomic(where, [=](T old) { return T(old ^ T(value)); }); }
template <class T, class U>
T atomicAnd(T* where, U value) { return host_atomic(where, [=](T old) { return T(old & T(value)); }); }
template <class T, class U>
T atomicExch(T* where, U value) { return host_atomic(where, [=](T) { return T(value); }); }
template <class T, class U, class V>
T atomicCAS(T* where, U compare, V value) {
    return host_atomic(where, [=](T old) { return old == T(compare) ? T(value) : old; });
}

template <class T>
T __ldg(const T* from) { return *from; }
inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clz(int x) { return std::countl_zero(unsigned(x)); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
inline unsigned __umulhi(unsigned a, unsigned b) { return unsigned(uint64_t(a) * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return unsigned((uint64_t(high) << 32 | low) << (by & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return unsigned((uint64_t(high) << 32 | low) >> (by & 31));
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    uint64_t both = uint64_t(b) << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= unsigned(both >> ((selector >> (4 * i) & 7) * 8) & 255) << (8 * i);
    return result;
}
inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; ++i) c += int(int8_t(a >> (8 * i))) * int(int8_t(b >> (8 * i)));
    return c;
}
inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
inline double __hiloint2double(int high, int low) {
    return std::bit_cast<double>(uint64_t(unsigned(high)) << 32 | unsigned(low));
}
inline int __float2int_rn(float x) { return int(std::nearbyint(x)); }
inline float rsqrtf(float x) { return float(1.0 / std::sqrt(double(x))); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float __expf(float x) { return std::exp(x); }
inline float __logf(float x) { return std::log(x); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __saturatef(float x) { return std::fmin(std::fmax(x, 0.0f), 1.0f); }
inline void sincospif(float x, float* s, float* c) {
    *s = float(std::sin(M_PI * double(x)));
    *c = float(std::cos(M_PI * double(x)));
}
inline void sincospi(double x, double* s, double* c) { *s = std::sin(M_PI * x), *c = std::cos(M_PI * x); }
inline float sinpif(float x) { return float(std::sin(M_PI * double(x))); }
inline float cospif(float x) { return float(std::cos(M_PI * double(x))); }
inline float normcdff(float x) { return float(0.5 * std::erfc(-double(x) * M_SQRT1_2)); }
inline double normcdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
inline double rcbrt(double x) { return 1.0 / std::cbrt(x); }
template <class T> inline T min(T a, T b) { return b < a ? b : a; }
template <class T> inline T max(T a, T b) { return a < b ? b : a; }
inline unsigned min(unsigned a, int b) { return min(a, unsigned(b)); }
inline unsigned min(int a, unsigned b) { return min(unsigned(a), b); }
inline unsigned max(unsigned a, int b) { return max(a, unsigned(b)); }
inline unsigned max(int a, unsigned b) { return max(unsigned(a), b); }
inline long long min(long long a, int b) { return min(a, static_cast<long long>(b)); }
inline long long min(int a, long long b) { return min(static_cast<long long>(a), b); }
inline double min(double a, float b) { return min(a, double(b)); }
using std::isnan, std::isinf, std::isfinite, std::signbit;

#define HOST_LAUNCHER(entry)                                                                                      \
    extern "C" void host_launch(void** args, const unsigned* grid, const unsigned* block, unsigned shared_bytes) { \
        host::grid_size = dim3(grid[0], grid[1], grid[2]);                                                         \
        host::block_size = dim3(block[0], block[1], block[2]);                                                     \
        host::dynamic_shared.assign(shared_bytes + 16, char(0xA5));                                                \
        host::launch(entry, args);                                                                                 \
    }
