// What the handles of partita/c.h stand for, and the border that no exception crosses.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/c.h"
#include "partita/custom_call.h"
#include "partita/error.h"
#include "partita/program.h"
#include "partita/run.h"
#include "partita/tensor.h"

struct partita_diagnostics {
  struct Entry {
    partita::Diagnostic diagnostic;  // its notes are entries of their own
    int depth = 0;
  };
  std::vector<Entry> entries;
  std::string text;
};

struct partita_tensor {
  partita::Tensor tensor;
};

struct partita_tensors {
  struct Named {
    std::string name;
    partita_tensor tensor;
  };
  std::deque<Named> all;  // what is borrowed stays where it is when more is added

  std::vector<partita::Tensor> plain() const;
};

struct partita_program {
  partita::Program program;
};

struct partita_values {
  std::vector<partita::ValueInfo> all;
};

struct partita_compiled {
  partita::Compiled compiled;
  std::string mesh;
  std::vector<std::string> axes;                                  // of each collective of the report: "x,y"
  std::vector<std::shared_ptr<const partita::CustomCall>> calls;  // which it may still ask
};

struct partita_why {
  partita::CollectiveExplanation explanation;
  std::vector<std::string> shardings;  // of each trial
};

namespace partita {
namespace capi {

partita_diagnostics* diagnostics_of(const std::vector<Diagnostic>& diagnostics);
// A tensor list of what the library gave.
partita_tensors* tensors_of(const std::vector<Tensor>& tensors);
// Allocated as partita_free frees it.
char* copy_of(std::string_view text);
// The type of this name; throws Error where there is none.
DType dtype_named(const char* name);
Shape shape_of(int rank, const int64_t* dims);
std::vector<std::string> strings_of(const char* const* texts, int count);
// Throws an Error of the code for what C gave wrongly.
[[noreturn]] void refuse(const std::string& message);
[[noreturn]] void refuse_null(const char* what);
// What NULL stands for where a text is wanted.
inline std::string text_or_empty(const char* text) { return text != nullptr ? text : ""; }
// Throws Error where a handle or a text that must be there is NULL.
template <typename T>
T& demand(T* given, const char* what) {
  if (given == nullptr) refuse_null(what);
  return *given;
}
Format format_of(int format);
CustomCalls calls_of(const partita_custom_calls* calls);
// What keeps them alive.
std::vector<std::shared_ptr<const CustomCall>> kept_calls(const partita_custom_calls* calls);
// Says in *error, where it is wanted, what the exception that is being handled stands for.
void catch_into(partita_diagnostics** error) noexcept;

// Options of the caller's version: as many bytes as it has of ours, the rest as ours are by default.
template <typename Options>
Options options_of(const Options* given, const Options& defaults) {
  Options options = defaults;
  if (given == nullptr) return options;
  const size_t size = given->struct_size;
  if (size < sizeof(size_t) || size > 4096) refuse("the options' struct_size is not set");
  const auto* from = reinterpret_cast<const unsigned char*>(given);
  auto* to = reinterpret_cast<unsigned char*>(&options);
  for (size_t i = 0; i < size && i < sizeof(Options); ++i) to[i] = from[i];
  for (size_t i = sizeof(Options); i < size; ++i) {
    if (from[i] != 0) refuse("the options have fields that this version of the library does not know");
  }
  return options;
}

// Calls f; what it throws goes to `error`, and `failed` comes back.
template <typename F, typename Failed>
auto guarded(partita_diagnostics** error, Failed failed, F&& f) noexcept -> decltype(f()) {
  try {
    return std::forward<F>(f)();
  } catch (...) {
    catch_into(error);
    return failed;
  }
}

// The same for what gives a status.
template <typename F>
int status_of(partita_diagnostics** error, F&& f) noexcept {
  return guarded(error, 1, [&] {
    f();
    return 0;
  });
}

}  // namespace capi
}  // namespace partita
