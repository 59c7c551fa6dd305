// A register machine: sixteen registers and thirty-two words of memory per thread, one program for all threads, a
// switch over thirty instructions. Jumps depend on each thread's data.

namespace {

constexpr int kRegisters = 16;
constexpr int kMemory = 32;

enum Opcode : unsigned char {
    kHalt, kConst, kMove, kAdd, kSub, kMul, kMulHigh, kAnd, kOr, kXor, kNot, kShiftLeft, kShiftRight, kRotate, kMin,
    kMax, kPopCount, kLeadingZeros, kReverse, kSelect, kLess, kEqual, kLoad, kStore, kJumpIfZero, kJumpBack, kFloatAdd,
    kFloatMul, kFloatSub, kToFloat, kToInt
};

// op | a << 8 | b << 16 | c << 24: mostly register a = b op c.
struct Instruction {
    unsigned raw;

    __device__ unsigned op() const { return raw & 255u; }
    __device__ unsigned a() const { return (raw >> 8) & 255u; }
    __device__ unsigned b() const { return (raw >> 16) & 255u; }
    __device__ unsigned c() const { return raw >> 24; }
};

struct Machine {
    unsigned r[kRegisters];
    unsigned memory[kMemory];
};

__device__ float as_float(unsigned bits) { return __uint_as_float(bits); }
__device__ unsigned as_bits(float value) { return __float_as_uint(value); }

__device__ unsigned to_int(float value) {
    return value >= -1e9f && value <= 1e9f ? static_cast<unsigned>(static_cast<int>(value)) : 0u;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    bytecode_interpreter(const Instruction* __restrict__ program, const unsigned* __restrict__ inputs,
                         unsigned* __restrict__ outputs, int count, int max_steps) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= count) return;
    Machine m;
    for (int i = 0; i < kRegisters; ++i) m.r[i] = inputs[thread] + 0x9e3779b9u * i;
    for (int i = 0; i < kMemory; ++i) m.memory[i] = i * 0x85ebca6bu;

    int pc = 0;
    for (int step = 0; step < max_steps; ++step) {
        const Instruction at = program[pc++];
        unsigned& target = m.r[at.a() % kRegisters];
        const unsigned left = m.r[at.b() % kRegisters], right = m.r[at.c() % kRegisters];
        switch (at.op()) {
            case kHalt: step = max_steps; break;
            case kConst: target = at.raw >> 16; break;
            case kMove: target = left; break;
            case kAdd: target = left + right; break;
            case kSub: target = left - right; break;
            case kMul: target = left * right; break;
            case kMulHigh: target = __umulhi(left, right); break;
            case kAnd: target = left & right; break;
            case kOr: target = left | right; break;
            case kXor: target = left ^ right; break;
            case kNot: target = ~left; break;
            case kShiftLeft: target = left << (right & 31u); break;
            case kShiftRight: target = left >> (right & 31u); break;
            case kRotate: target = __funnelshift_l(left, left, right & 31u); break;
            case kMin: target = left < right ? left : right; break;
            case kMax: target = left > right ? left : right; break;
            case kPopCount: target = __popc(left); break;
            case kLeadingZeros: target = __clz(static_cast<int>(left)); break;
            case kReverse: target = __brev(left); break;
            case kSelect: target = (target & 1u) ? left : right; break;
            case kLess: target = static_cast<int>(left) < static_cast<int>(right); break;
            case kEqual: target = left == right; break;
            case kLoad: target = m.memory[left % kMemory]; break;
            case kStore: m.memory[left % kMemory] = right; break;
            case kJumpIfZero: pc += (target & 3u) == 0 ? static_cast<int>(at.b()) : 0; break;
            case kJumpBack: pc -= --target != 0 ? static_cast<int>(at.b()) : 0; break;
            case kFloatAdd: target = as_bits(as_float(left) + as_float(right)); break;
            case kFloatMul: target = as_bits(as_float(left) * as_float(right)); break;
            case kFloatSub: target = as_bits(as_float(left) - as_float(right)); break;
            case kToFloat: target = as_bits(static_cast<float>(static_cast<int>(left) >> 8)); break;
            case kToInt: target = to_int(as_float(left)); break;
            default: target = 0xdeadbeefu; break;
        }
    }
    unsigned digest = 0;
    for (int i = 0; i < kRegisters; ++i) digest = (digest ^ m.r[i]) * 0x01000193u;
    for (int i = 0; i < kMemory; ++i) digest = (digest ^ m.memory[i]) * 0x01000193u;
    outputs[thread] = digest;
}
