#include "transform/grad/relu.h"

#include <algorithm>

namespace partita::core::transform {
namespace {

constexpr std::string_view kMark = "partita.relu";

// The name itself, or with a number behind it, which JAX gives to functions of one name.
bool is_name_of(std::string_view function, std::string_view name) {
  if (!name.starts_with(function)) return false;
  name.remove_prefix(function.size());
  if (name.empty()) return true;
  return name.size() > 1 && name[0] == '_' &&
         std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void mark_relu(Op& bound) { bound.set_discardable_attribute(kMark, bound.module().context().unit()); }

void mark_relus(Module& module) {
  for (Function* function : module.functions()) {
    const bool is_relu6 = is_name_of("relu6", function->name().text());
    if (!function->is_private() || (!is_relu6 && !is_name_of("relu", function->name().text()))) continue;
    walk(function->body(), [&](Op& op) {
      if (op.is(OpKind::kMaximum) || (is_relu6 && op.is(OpKind::kMinimum))) mark_relu(op);
    });
  }
}

void unmark_relus(Region& region) {
  walk(region, [](Op& op) {
    if ((op.is(OpKind::kMaximum) || op.is(OpKind::kMinimum)) && is_relu(op)) op.set_discardable_attribute(kMark, {});
  });
}

bool is_relu(const Op& bound) { return static_cast<bool>(bound.discardable_attribute(kMark)); }

}  // namespace partita::core::transform
