#include "engine/compile.h"

#include "engine/executable.h"

namespace partita::core::engine {

Result<std::shared_ptr<const Executable>> compile(const Module& module, const Function& entry,
                                                  const CompileOptions& options) {
  return std::shared_ptr<const Executable>(std::make_shared<Executable>(module, entry, options));
}

}  // namespace partita::core::engine
