// A function as a list of words.
#ifndef OCX_FUNCTION_WORDS_H
#define OCX_FUNCTION_WORDS_H

#include "llvm/IR/Function.h"
#include <cstdint>
#include <vector>

namespace ocx {

// Two lists of a function are equal where a pass between them left all instructions where they were, with their operands,
// flags, alignments and metadata: nothing but names is left out. Meant for passes that replace operands and
// instructions; the fields that only others edit in place (an atomic operation's kind, a shuffle's mask) are left out.
std::vector<uint64_t> wordsOf(const llvm::Function &F);

} // namespace ocx
#endif
