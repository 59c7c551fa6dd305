// Memory that a compile gives back stays with the process for the next one.
//
// glibc returns the end of its heap to the system as soon as 128 KB of it are free, and takes blocks of that size from the
// system one by one: compiles that follow each other pay for the same pages again and again (4 of 95 ms for a module of
// 2,400 instructions). Both limits grow by themselves when a larger block is freed, unless the user set them
// (MALLOC_TRIM_THRESHOLD_ and the like): so one such block, never touched, is taken and freed.

#include "heap.h"

#include <cstdlib>

namespace ocx {

namespace {

constexpr size_t BlockBytes = size_t(8) << 20; // keeps up to twice as much; our choice, above what most modules need

} // namespace

void keepFreedMemory() {
  void *volatile Block = std::malloc(BlockBytes); // volatile: the pair must not be optimised away
  std::free(Block);
}

} // namespace ocx
