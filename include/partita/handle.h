// One pointer to something the library keeps, shared by all copies: what the classes of the interface are made of, so
// that their inside may change without theirs.
#pragma once

#include "partita/export.h"

namespace partita {
inline namespace v1 {
namespace detail {

class Shared;
PARTITA_API void retain(const Shared* shared) noexcept;
PARTITA_API void release(const Shared* shared) noexcept;

class Handle {
 public:
  Handle() noexcept = default;
  explicit Handle(const Shared* taken) noexcept : shared_(taken) {}  // takes over one reference
  Handle(const Handle& other) noexcept : shared_(other.shared_) {
    if (shared_ != nullptr) retain(shared_);
  }
  Handle(Handle&& other) noexcept : shared_(other.shared_) { other.shared_ = nullptr; }
  Handle& operator=(Handle other) noexcept {
    const Shared* mine = shared_;
    shared_ = other.shared_;
    other.shared_ = mine;
    return *this;
  }
  ~Handle() {
    if (shared_ != nullptr) release(shared_);
  }

  const Shared* get() const noexcept { return shared_; }

 private:
  const Shared* shared_ = nullptr;
};

// How the library looks into its own classes.
struct Access;

}  // namespace detail
}  // namespace v1
}  // namespace partita
