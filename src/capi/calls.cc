// Custom calls of a host that is written in C: its functions behind the virtual ones of the C++ side.
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "capi/handles.h"

namespace partita {
namespace capi {
namespace {

// A call site as C sees it, as long as the function it is given to runs.
class Site {
 public:
  explicit Site(const CallSite& site) : operands_(tensors_of(site.operands)), results_(tensors_of(site.results)) {
    site_ = {site.target.c_str(), site.backend_config.c_str(), operands_.get(), results_.get()};
  }
  const partita_call_site* get() const { return &site_; }

 private:
  std::unique_ptr<partita_tensors> operands_, results_;
  partita_call_site site_{};
};

std::string taken(char* text) {
  const std::string copy = text_or_empty(text);
  partita_free(text);
  return copy;
}

class CallOfC final : public CustomCall {
 public:
  explicit CallOfC(const partita_custom_call& call) : call_(call) {}

  std::string sharding_rule(const CallSite& site) const override {
    return call_.sharding_rule != nullptr ? taken(call_.sharding_rule(call_.user, Site(site).get())) : "";
  }
  std::string lower(const CallSite& site) const override {
    return call_.lower != nullptr ? taken(call_.lower(call_.user, Site(site).get())) : "";
  }
  bool can_evaluate() const override { return call_.evaluate != nullptr; }
  std::vector<Tensor> evaluate(const CallSite& site, std::span<const Tensor> operands) const override {
    const std::unique_ptr<partita_tensors> given(tensors_of({operands.begin(), operands.end()}));
    const std::unique_ptr<partita_tensors> results(call_.evaluate(call_.user, Site(site).get(), given.get()));
    return demand(results.get(), "what the host's function gave").plain();
  }
  std::optional<Program> gradient(const CallSite& site) const override {
    if (call_.gradient == nullptr) return std::nullopt;
    const std::unique_ptr<partita_program> program(call_.gradient(call_.user, Site(site).get()));
    return program != nullptr ? std::optional(program->program) : std::nullopt;
  }

 private:
  const partita_custom_call call_;
};

}  // namespace
}  // namespace capi
}  // namespace partita

struct partita_custom_calls {
  // Shared with what was compiled with them.
  std::vector<std::pair<std::string, std::shared_ptr<const partita::CustomCall>>> all;
};

namespace capi = partita::capi;

namespace partita {
namespace capi {

CustomCalls calls_of(const partita_custom_calls* calls) {
  CustomCalls made;
  if (calls == nullptr) return made;
  for (const auto& [target, call] : calls->all) made.add(target, *call);
  return made;
}

std::vector<std::shared_ptr<const CustomCall>> kept_calls(const partita_custom_calls* calls) {
  std::vector<std::shared_ptr<const CustomCall>> kept;
  if (calls == nullptr) return kept;
  for (const auto& [target, call] : calls->all) kept.push_back(call);
  return kept;
}

}  // namespace capi
}  // namespace partita

extern "C" {

partita_custom_calls* partita_custom_calls_create() {
  return capi::guarded(nullptr, static_cast<partita_custom_calls*>(nullptr), [] { return new partita_custom_calls; });
}

void partita_custom_calls_add(partita_custom_calls* calls, const char* target, const partita_custom_call* call) {
  capi::status_of(nullptr, [&] {
    const partita_custom_call none{sizeof(partita_custom_call), nullptr, nullptr, nullptr, nullptr, nullptr};
    const auto given = capi::options_of(&capi::demand(call, "the call"), none);
    capi::demand(calls, "the calls")
        .all.emplace_back(&capi::demand(target, "the target"), std::make_shared<capi::CallOfC>(given));
  });
}

void partita_custom_calls_free(partita_custom_calls* calls) { delete calls; }

}  // extern "C"
