// How the allocator treats memory that was freed (heap.cpp).
#ifndef OCX_HEAP_H
#define OCX_HEAP_H

namespace ocx {

// Raise glibc's limits for returning memory to the system; harmless with other allocators.
void keepFreedMemory();

} // namespace ocx

#endif
