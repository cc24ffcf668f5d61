#include "text/write.h"

#include "text/bytecode/bytecode.h"
#include "text/proto/hlo_proto.h"

namespace partita::core::text {

Result<std::string> write_as(const Module& module, TextFormat format, const WriteOptions& options) {
  switch (options.encoding) {
    case Encoding::kBytecode: return write_bytecode(module, options);
    case Encoding::kArtifact: return write_artifact(module, options);
    case Encoding::kProto: return write_hlo_proto(module, options);
    case Encoding::kText: break;
  }
  return format == TextFormat::kHlo ? write_hlo(module, options) : write_stablehlo(module, options);
}

}  // namespace partita::core::text
