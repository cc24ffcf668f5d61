// Result<T>: a value, or the diagnostic that says why there is none.
//
//   Result<Mesh> parse_mesh(std::string_view text);
//   PARTITA_ASSIGN(Mesh mesh, parse_mesh(text));   // returns the error to the caller
//
// Errors are values; no exception crosses a module border.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/diagnostics.h"

namespace partita::core::base {

// A failure on its way up. Built from one diagnostic.
struct Error {
  Diagnostic diagnostic;
};
inline Error failure(Code code, std::string message) { return {error_without_place(code, std::move(message))}; }

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: implicit by intent
  Result(Error error) : state_(std::move(error)) {}  // NOLINT: implicit by intent

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  Error& error() & { return std::get<1>(state_); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

// A Result without a value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT: implicit by intent
  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  Error error_;
  bool ok_ = true;
};

#define PARTITA_CONCAT_INNER(a, b) a##b
#define PARTITA_CONCAT(a, b) PARTITA_CONCAT_INNER(a, b)

// PARTITA_ASSIGN(declaration, expression): unwraps a Result or returns its error.
#define PARTITA_ASSIGN(declaration, ...) \
  PARTITA_ASSIGN_INNER(PARTITA_CONCAT(partita_result_, __COUNTER__), declaration, __VA_ARGS__)
#define PARTITA_ASSIGN_INNER(temporary, declaration, ...)   \
  auto temporary = __VA_ARGS__;                             \
  if (!temporary.ok()) return std::move(temporary).error(); \
  declaration = std::move(temporary).value()

// PARTITA_CHECK_OK(expression): returns the error of a Status to the caller.
#define PARTITA_CHECK_OK(...)                                                                              \
  do {                                                                                                     \
    if (auto partita_status = __VA_ARGS__; !partita_status.ok()) return std::move(partita_status).error(); \
  } while (false)

}  // namespace partita::core::base

namespace partita::core {
using base::Error;
using base::Result;
using base::Status;
}  // namespace partita::core
