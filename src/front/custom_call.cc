// Calls of what only the host knows.
#include <fmt/format.h>

#include "front/regions.h"

namespace partita {
inline namespace v1 {

namespace {

using core::AttrKey;
using core::Code;

}  // namespace

std::vector<Tensor> custom_call(std::string_view target, const std::vector<Operand>& operands,
                                const std::vector<Tensor>& results, const CustomCallOptions& options, Where where) {
  return detail::guarded([&] {
    detail::Site site("custom_call", operands, where);
    if (target.empty()) site.fail(Code::kOpArguments, "without a target");
    std::vector<core::Value*> values;
    std::vector<core::Type> types;
    for (const Operand& operand : operands) values.push_back(site.value(operand));
    for (const Tensor& result : results) {
      if (result.is_empty())
        site.fail(Code::kOpArguments, "a result is an empty Tensor; give its type, as Tensor::spec");
      types.push_back(detail::type_of(site.context(), result));
    }
    core::Op* op = site.add_op(core::OpKind::kCustomCall, values, types,
                               {{AttrKey::kCallTargetName, site.context().string(target)}});
    if (options.has_side_effect) op->set_attr(AttrKey::kHasSideEffect, site.context().boolean(true));
    if (!options.backend_config.empty()) {
      op->set_attr(AttrKey::kBackendConfig, site.context().string(options.backend_config));
    }
    std::vector<Tensor> out;
    for (core::Value* result : op->results()) out.push_back(site.result(result));
    return out;
  });
}

}  // namespace v1
}  // namespace partita
