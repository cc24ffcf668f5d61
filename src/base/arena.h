// A bump allocator: what it gives lives until the arena goes, and no destructor runs. For trivially destructible nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace partita::core::base {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  void* allocate(size_t bytes, size_t alignment) {
    uintptr_t at = (next_ + alignment - 1) & ~(alignment - 1);
    if (at + bytes > end_) {
      grow(bytes + alignment);
      at = (next_ + alignment - 1) & ~(alignment - 1);
    }
    next_ = at + bytes;
    return reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr)
  }

  template <typename T, typename... Args>
  T* create(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
  }

  // Uninitialised storage for n objects.
  template <typename T>
  T* array(size_t n) {
    static_assert(std::is_trivially_destructible_v<T>);
    return static_cast<T*>(allocate(n * sizeof(T), alignof(T)));  // NOLINT(bugprone-sizeof-expression)
  }

  template <typename T>
  std::span<const T> copy(std::span<const T> from) {
    if (from.empty()) return {};
    T* to = array<T>(from.size());
    std::memcpy(static_cast<void*>(to), static_cast<const void*>(from.data()), from.size_bytes());
    return {to, from.size()};
  }
  std::string_view copy(std::string_view from) {
    std::span<const char> chars = copy(std::span<const char>(from.data(), from.size()));
    return {chars.data(), chars.size()};
  }

  size_t bytes_reserved() const { return reserved_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  void grow(size_t at_least);

  std::vector<std::unique_ptr<void, Free>> chunks_;
  uintptr_t next_ = 0;
  uintptr_t end_ = 0;
  size_t chunk_ = size_t{1} << 14;
  size_t reserved_ = 0;
};

}  // namespace partita::core::base

namespace partita::core {
using base::Arena;
}  // namespace partita::core
