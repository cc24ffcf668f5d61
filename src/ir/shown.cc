#include "ir/shown.h"

#include <fmt/format.h>

namespace partita::core::ir {

std::string shown_name(const Value* value) {
  const Op* op = value->op();
  std::string_view name = value->name().text();
  if (op != nullptr && op->num_results() > 1) {
    std::string_view own = op->name().text();
    if (name.empty() && own.empty()) return "%?";
    // A result of several may have a name of its own: the part of a tuple that an HLO program took out.
    bool shared = name.empty() || name == own || op->result(value->index() == 0 ? 1 : 0)->name() == value->name();
    return shared ? fmt::format("%{}#{}", own.empty() ? name : own, value->index()) : fmt::format("%{}", name);
  }
  if (name.empty() && op != nullptr) name = op->name().text();
  return name.empty() ? "%?" : fmt::format("%{}", name);
}

std::string shown_op(const Op& op) {
  std::string_view name = op.info().mlir;
  if (name.starts_with("stablehlo.")) name.remove_prefix(10);
  if (op.is(OpKind::kCustomCall)) return fmt::format("{} @{}", name, op.text_attr(AttrKey::kCallTargetName));
  return std::string(name);
}

}  // namespace partita::core::ir
