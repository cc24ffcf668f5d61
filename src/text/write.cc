#include "text/write.h"

#include <algorithm>

#include "text/bytecode/bytecode.h"
#include "text/import/dequantize.h"
#include "text/import/specialize.h"
#include "text/proto/hlo_proto.h"

namespace partita::core::text {
namespace {

// HLO has shapes with sizes, and plain elements.
Status check_plain(const Module& module) {
  for (const Function* f : module.functions()) {
    if (is_static(*f)) continue;
    const std::string message = "HLO is written of static shapes; --shape gives sizes to dynamic ones";
    return Error{module.source() ? error_at(*module.source(), f->offset(), Code::kNoHloForm, message)
                                 : error_without_place(Code::kNoHloForm, message)};
  }
  if (!is_quantized(module)) return {};
  return Error{error_without_place(Code::kNoHloForm, "HLO has no quantised types")};
}

}  // namespace

Result<std::string> write_as(const Module& module, TextFormat format, const WriteOptions& options,
                             std::string_view entry) {
  if (options.encoding == Encoding::kBytecode) return write_bytecode(module, options);
  if (options.encoding == Encoding::kArtifact) return write_artifact(module, options);
  if (options.encoding == Encoding::kText && format == TextFormat::kStableHlo) return write_stablehlo(module, options);
  PARTITA_CHECK_OK(check_plain(module));
  return options.encoding == Encoding::kProto ? write_hlo_proto(module, options, entry)
                                              : write_hlo(module, options, entry);
}

}  // namespace partita::core::text
