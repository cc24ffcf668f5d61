#include "partita/custom_call.h"

#include <fmt/format.h>

#include "api/call_handlers.h"
#include "api/impl.h"
#include "text/common/attr_writer.h"

namespace partita {
inline namespace v1 {
namespace {

using detail::Access;
using detail::CustomCallsImpl;

std::string_view target_of(const core::Op& call) { return call.text_attr(core::AttrKey::kCallTargetName); }

const CustomCall* find(const CustomCalls& calls, const core::Op& call) {
  return calls.empty() ? nullptr : Access::get<CustomCallsImpl>(calls).find(target_of(call));
}

// What the host's function throws, as a value of the inside.
template <typename Work>
auto caught(const core::Op& call, const Work& work) -> core::Result<decltype(work())> {
  std::string why;
  try {
    return work();
  } catch (const Error& error) {
    why = error.diagnostics().front().message;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    why = error.what();
  }
  return core::Error{call.module().error_at_op(
      call, core::Code::kCannotEvaluate,
      fmt::format("what was registered for the custom call @{} failed: {}", target_of(call), why))};
}

}  // namespace

CustomCall::~CustomCall() = default;
std::string CustomCall::sharding_rule(const CallSite&) const { return {}; }
std::string CustomCall::lower(const CallSite&) const { return {}; }
bool CustomCall::can_evaluate() const { return false; }
std::vector<Tensor> CustomCall::evaluate(const CallSite&, std::span<const Tensor>) const { return {}; }
std::optional<Program> CustomCall::gradient(const CallSite&) const { return std::nullopt; }

CustomCalls& CustomCalls::add(const std::string& target, const CustomCall& call) {
  auto impl = std::make_unique<CustomCallsImpl>();
  if (const CustomCallsImpl* mine = Access::find<CustomCallsImpl>(*this)) impl->calls = mine->calls;
  std::erase_if(impl->calls, [&](const auto& other) { return other.first == target; });
  impl->calls.emplace_back(target, &call);
  return *this = Access::make<CustomCalls>(impl.release());
}

namespace detail {

const CustomCall* CustomCallsImpl::find(std::string_view target) const {
  for (const auto& [known, call] : calls) {
    if (known == target) return call;
  }
  return nullptr;
}

CallSite call_site(const core::Op& call) {
  CallSite site;
  site.target = target_of(call);
  if (call.has_attr(core::AttrKey::kBackendConfig)) {
    const core::Attr config = call.attr(core::AttrKey::kBackendConfig);
    site.backend_config =
        config.is(core::AttrKind::kString) ? std::string(config.text()) : core::text::mlir_attribute_text(config);
  }
  for (const core::Value* operand : call.operands()) site.operands.push_back(spec_of(operand->type()));
  for (const core::Value* result : call.results()) site.results.push_back(spec_of(result->type()));
  return site;
}

core::Result<std::string> CallHandlers::sharding_rule(const core::Op& call) const {
  const CustomCall* custom = find(calls_, call);
  if (custom == nullptr) return std::string();
  return caught(call, [&] { return custom->sharding_rule(call_site(call)); });
}

core::Result<std::string> CallHandlers::lowering(const core::Op& call) const {
  const CustomCall* custom = find(calls_, call);
  if (custom == nullptr) return std::string();
  return caught(call, [&] { return custom->lower(call_site(call)); });
}

core::Result<std::string> CallHandlers::gradient(const core::Op& call) const {
  const CustomCall* custom = find(calls_, call);
  if (custom == nullptr) return std::string();
  return caught(call, [&] {
    const CallSite site = call_site(call);
    if (const std::optional<Program> given = custom->gradient(site)) return given->text(Format::kStableHlo);
    const std::string lowered = custom->lower(site);
    if (lowered.empty()) return std::string();
    if (depth_ >= core::driver::kMaxLoweringDepth) {
      fail(core::Code::kRecursiveCall,
           fmt::format("lowerings of custom calls contain each other without end ({} deep)", depth_));
    }
    const Program program = Program::parse(lowered, fmt::format("<lowering of {}>", site.target));
    return gradient_of(program, {.calls = calls_}, depth_ + 1).text(Format::kStableHlo);
  });
}

void set_evaluators(core::EvalOptions& options, const CustomCalls& calls) {
  if (calls.empty()) return;
  using Results = std::optional<std::vector<core::Tensor>>;
  options.custom_call = [calls](const core::Op& call, std::span<const core::Tensor> operands) -> core::Result<Results> {
    const CustomCall* custom = find(calls, call);
    if (custom == nullptr || !custom->can_evaluate()) return Results();
    return caught(call, [&] {
      std::vector<Tensor> given;
      for (const core::Tensor& operand : operands) given.push_back(public_tensor(operand));
      const std::vector<Tensor> results = custom->evaluate(call_site(call), given);
      std::vector<core::Type> types;
      for (const core::Value* result : call.results()) types.push_back(result->type());
      return Results(inner_tensors(types, results, "result"));
    });
  };
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
