#include "memory.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

// Plain numbers: the benchmarks run in one thread, and an atomic would show in what they measure.
size_t g_live = 0;
size_t g_peak = 0;

void* counted(void* pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  size_t live = g_live += malloc_usable_size(pointer);
  if (live > g_peak) g_peak = live;
  return pointer;
}

void release(void* pointer) {
  if (pointer == nullptr) return;
  g_live -= malloc_usable_size(pointer);
  std::free(pointer);
}

}  // namespace

namespace partita::core::bench {

size_t live_bytes() { return g_live; }
size_t peak_bytes() { return g_peak; }
void reset_peak() { g_peak = g_live; }

}  // namespace partita::core::bench

void* operator new(size_t size) { return counted(std::malloc(size)); }
void* operator new(size_t size, std::align_val_t alignment) {
  size_t step = std::max(static_cast<size_t>(alignment), sizeof(void*));
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* pointer) noexcept { release(pointer); }
void operator delete(void* pointer, size_t) noexcept { release(pointer); }
void operator delete(void* pointer, std::align_val_t) noexcept { release(pointer); }
void operator delete(void* pointer, size_t, std::align_val_t) noexcept { release(pointer); }
