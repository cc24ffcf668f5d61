#include "transform/grad/relu.h"

#include <algorithm>

namespace partita::core::transform {
namespace {

constexpr std::string_view kMark = "partita.relu";

bool is_name_of_relu(std::string_view name) {
  constexpr std::string_view kName = "relu";
  if (!name.starts_with(kName)) return false;
  name.remove_prefix(kName.size());
  if (name.empty()) return true;
  return name.size() > 1 && name[0] == '_' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void mark_relu(Op& maximum) { maximum.set_discardable_attribute(kMark, maximum.module().context().unit()); }

void mark_relus(Module& module) {
  for (Function* function : module.functions()) {
    if (!function->is_private() || !is_name_of_relu(function->name().text())) continue;
    walk(function->body(), [&](Op& op) {
      if (op.is(OpKind::kMaximum)) mark_relu(op);
    });
  }
}

void unmark_relus(Region& region) {
  walk(region, [](Op& op) {
    if (op.is(OpKind::kMaximum) && is_relu(op)) op.set_discardable_attribute(kMark, {});
  });
}

bool is_relu(const Op& maximum) { return static_cast<bool>(maximum.discardable_attribute(kMark)); }

}  // namespace partita::core::transform
