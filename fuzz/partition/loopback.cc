#include "loopback.h"

#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>

#include "api/wire.h"
#include "engine/execute.h"
#include "engine/meet/ranks.h"

namespace partita::core::fuzz {
namespace {

// A receipt is met by the message that was sent as its equal in number.
class Post {
 public:
  struct Side {
    std::byte* data = nullptr;  // of a receipt
    bool done = false, cancelled = false;
  };
  using Box = std::tuple<int, int, int>;  // from, to, tag

  std::shared_ptr<Side> start(bool sends, const Box& box, std::byte* data, std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    auto side = std::make_shared<Side>(Side{data});
    auto& [messages, receipts] = boxes_[box];
    if (sends) {
      messages.emplace_back(data, data + bytes);
      side->done = true;
    } else {
      receipts.push_back(side);
    }
    const auto drop_cancelled = [&receipts] {
      while (!receipts.empty() && receipts.front()->cancelled) receipts.pop_front();
    };
    for (drop_cancelled(); !messages.empty() && !receipts.empty(); drop_cancelled()) {
      const std::vector<std::byte>& message = messages.front();
      if (!message.empty()) std::memcpy(receipts.front()->data, message.data(), message.size());
      receipts.front()->done = true;
      messages.pop_front();
      receipts.pop_front();
    }
    return side;
  }
  bool is_done(const Side& side) {
    const std::lock_guard lock(mutex_);
    return side.done;
  }
  void cancel(Side& side) {
    const std::lock_guard lock(mutex_);
    side.cancelled = true;
  }

 private:
  std::mutex mutex_;
  std::map<Box, std::pair<std::deque<std::vector<std::byte>>, std::deque<std::shared_ptr<Side>>>> boxes_;
};

class Loopback final : public Transport {
 public:
  Loopback(std::shared_ptr<Post> post, int rank, int ranks, int hosts)
      : post_(std::move(post)), rank_(rank), ranks_(ranks), hosts_(hosts) {}
  int rank() const override { return rank_; }
  int size() const override { return ranks_; }
  int host_of(int rank) const override { return rank * hosts_ / ranks_; }
  int most_tag() const override { return 1 << 30; }

  Message send(int rank, int tag, const std::byte* data, std::int64_t bytes) override {
    return keep(post_->start(true, {rank_, rank, tag}, const_cast<std::byte*>(data), bytes));
  }
  Message receive(int rank, int tag, std::byte* data, std::int64_t bytes) override {
    return keep(post_->start(false, {rank, rank_, tag}, data, bytes));
  }
  bool done(Message message) override {
    const std::lock_guard lock(mutex_);
    if (!post_->is_done(*kept_.at(message))) return false;
    kept_.erase(message);
    return true;
  }
  void cancel(Message message, Memory memory) override {
    {
      const std::lock_guard lock(mutex_);
      post_->cancel(*kept_.at(message));
      kept_.erase(message);
    }
    memory.release(memory.owner);
  }
  void abandon() override {}

 private:
  Message keep(std::shared_ptr<Post::Side> side) {
    const std::lock_guard lock(mutex_);
    kept_[++last_] = std::move(side);
    return last_;
  }

  std::shared_ptr<Post> post_;
  int rank_, ranks_, hosts_;
  std::mutex mutex_;  // over what follows
  Message last_ = 0;
  std::map<Message, std::shared_ptr<Post::Side>> kept_;
};

}  // namespace

std::vector<std::unique_ptr<Transport>> loopback(int ranks, int hosts) {
  const auto post = std::make_shared<Post>();
  std::vector<std::unique_ptr<Transport>> transports;
  for (int r = 0; r < ranks; ++r) transports.push_back(std::make_unique<Loopback>(post, r, ranks, hosts));
  return transports;
}

Result<std::vector<std::vector<Tensor>>> run_on_ranks(const std::shared_ptr<const engine::Executable>& executable,
                                                      int ranks, int hosts,
                                                      const std::vector<std::vector<Tensor>>& inputs,
                                                      double deadline_seconds) {
  std::vector<std::unique_ptr<Transport>> transports = loopback(ranks, hosts);
  std::vector<std::optional<Result<std::vector<std::vector<Tensor>>>>> outcomes(transports.size());
  const auto devices = std::ssize(inputs);
  const auto be = [&](size_t r) -> Result<std::vector<std::vector<Tensor>>> {
    PARTITA_ASSIGN(const std::unique_ptr<engine::Ranks> me,
                   engine::Ranks::join(api::wire_of(*transports[r]), {deadline_seconds, nullptr, false}));
    Diagnostics checks;
    engine::Runner runner(executable, {}, me.get());
    std::vector<std::vector<Tensor>> mine(inputs.size());  // each has its own, as in processes
    for (int64_t d = 0; d < devices; ++d) {
      if (!me->devices_here(devices).has(d)) continue;
      for (const Tensor& tensor : inputs[d]) mine[d].push_back(tensor.type() ? tensor.unshared() : tensor);
    }
    Result<std::vector<std::vector<Tensor>>> given = runner.run(std::move(mine), checks);
    if (!given.ok()) {
      me->fail(given.error().diagnostic);
      return given;
    }
    PARTITA_CHECK_OK(me->finish());
    return given;
  };
  {
    std::vector<std::jthread> threads;
    for (size_t r = 0; r < transports.size(); ++r) threads.emplace_back([&, r] { outcomes[r].emplace(be(r)); });
  }
  std::vector<std::vector<Tensor>> all(inputs.size());
  for (size_t r = 0; r < outcomes.size(); ++r) {
    if (!outcomes[r]->ok()) return std::move(*outcomes[r]).error();
    for (size_t d = 0; d < all.size(); ++d) {
      if (!(**outcomes[r])[d].empty()) all[d] = std::move((**outcomes[r])[d]);
    }
  }
  return all;
}

}  // namespace partita::core::fuzz
