// Writing programs as text that XLA and JAX accept.
#pragma once

#include <string>

#include "base/result.h"
#include "ir/program.h"

namespace partita {

// How shardings are spelled: sdy attributes with axis names, or HLO's device tile assignments.
enum class Annotations : uint8_t { kAsIs, kSdy, kMhlo };

struct WriteOptions {
  Annotations annotations = Annotations::kAsIs;
};

Result<std::string> write_stablehlo(const Module& module, const WriteOptions& options = {});
Result<std::string> write_hlo(const Module& module, const WriteOptions& options = {});

}  // namespace partita
