// Writing programs as text that XLA and JAX accept.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "ir/program.h"

namespace partita {

// How shardings are spelled: sdy attributes with axis names, or HLO's device tile assignments.
enum class Annotations : uint8_t { kAsIs, kSdy, kMhlo };

struct WriteOptions {
  Annotations annotations = Annotations::kAsIs;
  // HLO: a completed program says the sharding of every instruction, also of those that are no ops here: tuples and
  // their parts, parameters of loops and branches, the scalar under a constant.
  bool every_sharding = false;
};

Result<std::string> write_stablehlo(const Module& module, const WriteOptions& options = {});
Result<std::string> write_hlo(const Module& module, const WriteOptions& options = {});

// A copy in ops that HLO has, shardings and manual code in its words: what write_hlo() writes, for passes that have to
// see every instruction. Regions may still use values from outside.
Result<std::unique_ptr<Module>> as_hlo_ops(const Module& module);

}  // namespace partita
