#include "partita/ranks.h"

#include <optional>

#include "api/call_handlers.h"
#include "api/impl.h"
#include "api/running.h"
#include "api/wire.h"
#include "engine/execute.h"
#include "engine/meet/ranks.h"
#include "run/local_program.h"

namespace partita {
namespace core::api {
namespace {

class TransportWire final : public engine::Wire {
 public:
  explicit TransportWire(Transport& transport) : transport_(transport) {}
  int rank() const override { return transport_.rank(); }
  int size() const override { return transport_.size(); }
  int host_of(int rank) const override { return transport_.host_of(rank); }
  int most_tag() const override { return transport_.most_tag(); }
  void abandon() override { transport_.abandon(); }

  std::unique_ptr<Wire::Pending> start(const Transfer& t) override {
    return std::make_unique<One>(
        transport_,
        t.sends ? transport_.send(t.rank, t.tag, t.data, t.bytes) : transport_.receive(t.rank, t.tag, t.data, t.bytes),
        t.memory);
  }

 private:
  class One final : public Wire::Pending {
   public:
    One(Transport& transport, Transport::Message message, std::shared_ptr<const void> memory)
        : transport_(transport), message_(message), memory_(std::move(memory)) {}
    bool done() override {
      if (gone_) return true;
      gone_ = transport_.done(message_);
      if (gone_) memory_ = nullptr;
      return gone_;
    }
    void cancel() override {
      if (gone_) return;
      using Owner = std::shared_ptr<const void>;
      const auto release = [](void* owner) { delete static_cast<Owner*>(owner); };
      transport_.cancel(message_, {release, new Owner(std::move(memory_))});
      gone_ = true;
    }

   private:
    Transport& transport_;
    const Transport::Message message_;
    std::shared_ptr<const void> memory_;
    bool gone_ = false;
  };
  Transport& transport_;
};

}  // namespace

std::unique_ptr<engine::Wire> wire_of(Transport& transport) { return std::make_unique<TransportWire>(transport); }

}  // namespace core::api

inline namespace v1 {

using detail::Access;
using detail::CompiledImpl;
using detail::fail;
using detail::guarded;

struct Ranks::Impl {
  std::unique_ptr<core::engine::Ranks> ranks;
};

Ranks::Ranks(Transport& transport, double deadline_seconds) : impl_(nullptr) {
  auto impl = std::make_unique<Impl>();
  guarded([&] {
    impl->ranks =
        detail::take(core::engine::Ranks::join(core::api::wire_of(transport), {deadline_seconds, nullptr, false}));
  });
  impl_ = impl.release();
}
Ranks::~Ranks() {
  if (!impl_->ranks->failed()) static_cast<void>(impl_->ranks->finish());
  delete impl_;
}

int Ranks::rank() const { return impl_->ranks->rank(); }
int Ranks::size() const { return impl_->ranks->size(); }

std::vector<Tensor> Ranks::run(const Compiled& compiled, const std::vector<Tensor>& arguments,
                               const RunOptions& options) {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(compiled);
    const std::lock_guard lock(impl.mutex);
    core::engine::Ranks& ranks = *impl_->ranks;
    core::LocalProgram program = *impl.local;
    program.ranks = &ranks;
    core::Diagnostics checks;
    core::EvalOptions eval_options = detail::inner_options(options, impl.calls);
    const auto work = [&]() -> core::base::Result<std::vector<core::Tensor>> {
      PARTITA_CHECK_OK(ranks.can_have(program.devices()));
      core::ByDevice inputs = program.shards(detail::inner_tensors(program.global_types(), arguments, "argument"));
      core::engine::CompileOptions how{program.replicas, program.partitions};
      how.overlaps = !ranks.on_one_host();
      PARTITA_ASSIGN(auto executable, core::engine::compile(program.module, program.entry, how));
      core::engine::Runner runner(executable, eval_options, &ranks);
      PARTITA_ASSIGN(const core::ByDevice outputs, runner.run(std::move(inputs), checks));
      return program.assemble(outputs);
    };
    core::base::Result<std::vector<core::Tensor>> results = work();
    if (!results.ok()) ranks.fail(results.error().diagnostic);
    if (checks.has_errors()) fail(checks);
    return detail::public_tensors(detail::take(std::move(results)));
  });
}

}  // namespace v1
}  // namespace partita
