#include "api/save_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/impl.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

// What named() called a value, or nothing.
std::string_view name_given(const core::Value& value) {
  for (const core::Use* use = value.first_use(); use != nullptr; use = use->next()) {
    const core::Op& op = *use->op();
    if (!op.is(core::OpKind::kMark) || op.parent() != value.op()->parent()) continue;
    if (op.text_attr(core::AttrKey::kMarkKind) == core::transform::kNamed) return op.text_attr(core::AttrKey::kName);
    if (const std::string_view name = name_given(*op.result()); !name.empty()) return name;
  }
  return value.name().text();
}

}  // namespace

std::string policy_text(const Save& save) {
  if (!save.names().empty()) return fmt::format("names({})", fmt::join(save.names(), ", "));
  switch (save.kind()) {
    case Save::kDots: return "dots";
    case Save::kDotsNoBatch: return "dots_no_batch";
    case Save::kAll: return "all";
    default: return "nothing";
  }
}

core::transform::KeepsResult kept_by(const Save& save) {
  if (save.predicate() == nullptr) return {};
  return [&save](const core::Op& op, int result) {
    if (op.is(core::OpKind::kMark) || op.is(core::OpKind::kBlock) || op.info().has(core::kConstantLike)) return false;
    const std::string_view name = op.info().mlir;
    OpInfo info{.name = name.substr(name.find('.') + 1),
                .given = name_given(*op.result(result)),
                .operands = {},
                .result = spec_of(op.result(result)->type())};
    for (const core::Value* operand : op.operands()) info.operands.push_back(spec_of(operand->type()));
    return save.predicate()->holds(info);
  };
}

void set_policy(core::GradOptions& options, const Save& save) {
  options.save = policy_text(save);
  options.keeps = kept_by(save);
}

core::Result<std::optional<core::ElementType>> type_of_sums(std::optional<DType> type) {
  if (!type) return std::optional<core::ElementType>();
  const auto element = static_cast<core::ElementType>(*type);
  if (core::ir::is_float(element)) return std::optional(element);
  return core::base::failure(core::Code::kNotDifferentiable,
                             fmt::format("cotangents are summed in floats, not in {}", partita::name_of(*type)));
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
