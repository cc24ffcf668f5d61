// What compile() makes, for the sources of this folder.
#pragma once

#include "engine/compile.h"

namespace partita::core::engine {

class Executable {
 public:
  Executable(const Module& module, const Function& entry, const CompileOptions& options)
      : module(module), entry(entry), options(options) {}

  const Module& module;
  const Function& entry;
  const CompileOptions options;
};

}  // namespace partita::core::engine
