#include "base/arena.h"

#include <algorithm>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace partita::core::base {
namespace {

constexpr size_t kLargePage = size_t{2} << 20;

// Page by page, the kernel's share of filling a large program would be a seventh of compiling it.
void* large_pages(size_t size) {
  void* memory = std::aligned_alloc(kLargePage, size);
#ifdef MADV_HUGEPAGE
  if (memory != nullptr) (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

}  // namespace

void Arena::grow(size_t at_least) {
  size_t size = std::max(chunk_, at_least);
  if (chunk_ < kLargePage) chunk_ *= 2;
  const bool is_large = size >= kLargePage;
  if (is_large) size = (size + kLargePage - 1) / kLargePage * kLargePage;
  void* memory = is_large ? large_pages(size) : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  chunks_.emplace_back(memory);
  reserved_ += size;
  next_ = reinterpret_cast<uintptr_t>(memory);
  end_ = next_ + size;
}

}  // namespace partita::core::base
