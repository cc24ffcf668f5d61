// Devices in several processes. Those of one host have their memory in one window, which all their processes see; what
// is elsewhere is sent.
//
//   window of a host with 4 devices, two for each of its ranks
//     doors | notice 0, arena 0, shared 0, moved 0 | notice 1, arena 1, … | notice 3, …
//
// A notice says which collective a device is in, and where in the window its operands lie. Arguments, results and
// constants that collectives read have a place there as well, and are moved before and after a run.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "engine/collective_steps.h"
#include "engine/meet/doors.h"
#include "engine/meet/post.h"
#include "engine/meeting.h"
#include "eval/machine.h"

namespace partita::core::engine {
namespace {

int64_t aligned(int64_t bytes) {
  constexpr int64_t kPage = 4096;
  return (bytes + kPage - 1) / kPage * kPage;
}

// Buffers that collectives read outside of the arena, by where they are in the memory for them.
struct Moved {
  struct One {
    int buffer = 0;
    int64_t offset = 0;
    bool in = false, out = false;
  };
  std::vector<One> buffers;
  int64_t bytes = 0;
};

Moved moved_buffers(const Executable& program) {
  constexpr int64_t kAlignment = 64;
  Moved moved;
  for (const int b : program.met) {
    const Buffer& buffer = program.buffers[b];
    if (buffer.kind == Buffer::Kind::kArena || buffer.kind == Buffer::Kind::kShared) continue;
    const bool is_result = buffer.kind == Buffer::Kind::kResult;
    const bool becomes_result = buffer.kind == Buffer::Kind::kArgument &&
                                std::ranges::find(program.donated, buffer.index) != program.donated.end();
    moved.buffers.push_back({b, moved.bytes, !is_result, is_result || becomes_result});
    moved.bytes += (buffer.bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  return moved;
}

class RankMeeting final : public Meeting, public eval::Elsewhere {
 public:
  RankMeeting(const Executable& program, Ranks& ranks)
      : program_(program),
        ranks_(ranks),
        count_(program.options.replicas * program.options.partitions),
        here_(ranks.devices_here(count_)),
        on_host_(here_.size() * std::ssize(ranks.on_this_host())),
        notice_bytes_(aligned((1 + program.most_operands) * static_cast<int64_t>(sizeof(int64_t)))),
        arena_bytes_(aligned(program.arena_bytes)),
        shared_bytes_(aligned(program.shared_bytes)),
        moved_(moved_buffers(program)),
        device_bytes_(notice_bytes_ + arena_bytes_ + shared_bytes_ + aligned(moved_.bytes)),
        pointers_(static_cast<size_t>(here_.size())),
        homes_(static_cast<size_t>(here_.size())),
        post_(ranks, count_) {
    for (const Function* function : program.module.functions()) {
      walk(function->body(), [&](const Op& op) { has_messages_ = has_messages_ || op.is(OpKind::kSend); });
    }
  }

  Status begin() {
    const int64_t doors = aligned(Doors::bytes(on_host_));
    PARTITA_ASSIGN(window_, ranks_.share(doors + on_host_ * device_bytes_));
    const auto cores = static_cast<int64_t>(std::thread::hardware_concurrency());
    doors_ = Doors(window_->data(), on_host_, on_host_ <= cores);
    memory_ = window_->data() + doors;
    return {};
  }

  eval::Elsewhere* elsewhere() override { return this; }
  DeviceRange devices() const override { return here_; }
  bool is_here(int64_t process) const override { return here_.has(process); }
  std::byte* arena(int64_t device) override { return of(device) + notice_bytes_; }
  std::byte* shared(int64_t device) override { return of(device) + notice_bytes_ + arena_bytes_; }

  int64_t bytes_beside() const override { return notice_bytes_ + aligned(moved_.bytes); }

  void move_in(Device& device) override {
    const int64_t me = device.machine->process();
    std::byte* const memory = of(me) + notice_bytes_ + arena_bytes_ + shared_bytes_;
    std::vector<std::byte*>& homes = homes_[me - here_.first];
    homes.clear();
    for (const Moved::One& one : moved_.buffers) {
      std::byte*& base = device.bases[one.buffer];
      homes.push_back(base);
      const int64_t bytes = program_.buffers[one.buffer].bytes;
      if (one.in && bytes > 0) std::memcpy(memory + one.offset, base, bytes);
      base = memory + one.offset;
    }
  }
  void move_out(Device& device) override {
    for (size_t i = 0; i < moved_.buffers.size(); ++i) {
      const Moved::One& one = moved_.buffers[i];
      const int64_t bytes = program_.buffers[one.buffer].bytes;
      std::byte* const home = homes_[device.machine->process() - here_.first][i];
      if (one.out && bytes > 0) std::memcpy(home, device.bases[one.buffer], bytes);
    }
  }

  Group group(std::vector<int64_t> members, int64_t) const override {
    Group group;
    std::vector<int> hosts;  // of group.elsewhere
    for (int64_t member : members) {
      const int host = ranks_.host_of(ranks_.rank_of(member, count_));
      if (host == ranks_.host()) {
        group.here.push_back(member);
        group.doors.push_back(place_of(member));
        continue;
      }
      const auto at = std::ranges::find(hosts, host) - hosts.begin();
      if (at == std::ssize(hosts)) {
        hosts.push_back(host);
        group.elsewhere.emplace_back();
      }
      group.elsewhere[at].push_back(member);
    }
    group.members = std::move(members);
    return group;
  }

  Status arrive(Device& device, const CollectiveStep& step, const Group& group,
                std::vector<const std::byte* const*>& sources) override {
    const int64_t me = device.machine->process();
    int64_t* notice = notice_of(me);
    *notice++ = step.number;
    for (const Place& place : step.operands) *notice++ = device.address(place) - memory_;
    PARTITA_CHECK_OK(come(me, group));
    std::vector<std::vector<const std::byte*>>& pointers = pointers_[me - here_.first];
    pointers.assign(group.members.size(), {});
    for (size_t i = 0; i < group.members.size(); ++i) {
      const int64_t member = group.members[i];
      if (ranks_.host_of(ranks_.rank_of(member, count_)) != ranks_.host()) {
        sources.push_back(nullptr);
        continue;
      }
      const int64_t* of_member = notice_of(member);
      if (*of_member++ != step.number) {
        return Error{step.op->module().error_at_op(
            *step.op, Code::kDeadlock,
            fmt::format("device {} is here, and device {} of its group in another collective", me, member))};
      }
      for (size_t k = 0; k < step.operands.size(); ++k) pointers[i].push_back(memory_ + *of_member++);
      sources.push_back(pointers[i].data());
    }
    return {};
  }

  Status leave(Device& device, const CollectiveStep&, const Group& group) override {
    return come(device.machine->process(), group);
  }

  std::shared_ptr<Exchange> start(int64_t me, const CollectiveStep& step, std::span<const Message> messages) override {
    return start(me, step.number + 1, messages);
  }

  // What only the evaluator computes: everybody gets what all bring, and combines it for itself.
  Result<std::vector<Tensor>> meet(int64_t process, const Op& op, const std::vector<int64_t>& group,
                                   std::vector<Tensor> brings, const eval::Grid::Combine& combine) override {
    const auto position = static_cast<size_t>(std::ranges::find(group, process) - group.begin());
    eval::Grid::Parts all(group.size());
    std::vector<Message> messages;
    for (size_t i = 0; i < group.size(); ++i) {
      if (i == position) continue;
      for (const Tensor& tensor : brings) {
        const int64_t bytes = tensor.type() && tensor.type().is_tensor() ? tensor.type().byte_size() : 0;
        all[i].push_back(bytes > 0 ? Tensor::make(tensor.type()) : tensor);
        if (bytes == 0) continue;
        const auto transfer = [&](bool sends, const Tensor& what) {
          auto* data = static_cast<std::byte*>(const_cast<void*>(what.raw()));
          messages.push_back({sends, group[i], data, bytes, what.shared()});
        };
        transfer(true, tensor);
        transfer(false, all[i].back());
      }
      // Without any data, too, nobody goes on before all have come.
      messages.push_back({true, group[i], &nothing_, 0});
      messages.push_back({false, group[i], &nothing_, 0});
    }
    PARTITA_CHECK_OK(start(process, static_cast<int>(op.kind()) + kEvaluated, std::exchange(messages, {}))->wait());
    all[position] = std::move(brings);
    PARTITA_ASSIGN(eval::Grid::Parts given, combine(all));
    return std::move(given[position]);
  }

  Status send(int64_t process, const Op& op, int64_t channel, int64_t target, std::vector<Tensor> message) override {
    if (target < 0) return names_no_device(op);
    post_.send(process, target, channel, message);
    return {};
  }

  Result<std::vector<Tensor>> receive(int64_t process, const Op& op, int64_t channel, int64_t source) override {
    if (source < 0) return names_no_device(op);
    std::vector<Type> types;
    for (int i = 0; i + 1 < op.num_results(); ++i) types.push_back(op.result(i)->type());
    PARTITA_ASSIGN(const Post::Letter letter, post_.receive(process, source, channel));
    if (letter.types() != Post::types_text(types)) return eval::unlike_message(op, "the message", letter.types());
    return letter.tensors(types);
  }

  Status end_run() override { return has_messages_ ? post_.clear() : Status(); }

 private:
  static Error names_no_device(const Op& op) {
    return Error{op.module().error_at_op(
        op, Code::kCannotEvaluate,
        "a message without source_target_pairs is for whoever receives first, which devices of several processes "
        "cannot tell: state the pairs, or run the program without mpirun")};
  }

  class Transfers final : public Exchange {
   public:
    Transfers(const Ranks& ranks, std::vector<std::unique_ptr<Wire::Pending>> pending)
        : ranks_(ranks), pending_(std::move(pending)) {}
    ~Transfers() override {
      for (auto& one : pending_) one->cancel();
    }
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;
    Status wait() override { return ranks_.wait(std::exchange(pending_, {})); }
    void look() override {
      std::erase_if(pending_, [](const auto& one) { return one->done(); });
    }

   private:
    const Ranks& ranks_;
    std::vector<std::unique_ptr<Wire::Pending>> pending_;
  };

  static constexpr int kEvaluated = 1 << 20;  // their numbers are apart from those of steps

  int64_t place_of(int64_t device) const {
    const int rank = ranks_.rank_of(device, count_);
    const std::vector<int>& ranks = ranks_.on_this_host();
    const auto index = std::ranges::find(ranks, rank) - ranks.begin();
    return index * here_.size() + device % here_.size();
  }
  std::byte* of(int64_t device) const { return memory_ + place_of(device) * device_bytes_; }
  int64_t* notice_of(int64_t device) const { return reinterpret_cast<int64_t*>(of(device)); }

  Status come(int64_t me, const Group& group) {
    if (doors_.meet(place_of(me), group.doors, [this] { return ranks_.failed(); })) return {};
    return ranks_.failure();
  }

  // The number of what they are in tells messages of different collectives apart.
  std::shared_ptr<Exchange> start(int64_t me, int number, std::span<const Message> messages) {
    using Held = std::shared_ptr<const void>;
    std::vector<std::unique_ptr<Wire::Pending>> pending;
    for (const Message& message : messages) {
      const int64_t from = message.sends ? me : message.device, to = message.sends ? message.device : me;
      const Held held =
          message.memory == nullptr ? Held(window_) : std::make_shared<std::pair<Held, Held>>(window_, message.memory);
      pending.push_back(
          ranks_.wire().start({message.sends, ranks_.rank_of(message.device, count_),
                               post_.tag_of_collective(number, from, to), message.data, message.bytes, held}));
    }
    return std::make_shared<Transfers>(ranks_, std::move(pending));
  }

  const Executable& program_;
  Ranks& ranks_;
  const int64_t count_;
  const DeviceRange here_;
  const int64_t on_host_;  // devices
  const int64_t notice_bytes_, arena_bytes_, shared_bytes_;
  const Moved moved_;
  const int64_t device_bytes_;
  std::vector<std::vector<std::vector<const std::byte*>>> pointers_;  // by device here, member, operand
  std::vector<std::vector<std::byte*>> homes_;  // by device here: where what was moved has its place outside
  std::shared_ptr<SharedMemory> window_;        // messages that nobody waits for any more keep it, too
  Doors doors_;
  std::byte* memory_ = nullptr;
  std::byte nothing_{};
  Post post_;
  bool has_messages_ = false;
};

}  // namespace

Result<std::unique_ptr<Meeting>> meeting_of_ranks(const Executable& program, Ranks& ranks) {
  PARTITA_CHECK_OK(ranks.can_have(program.options.replicas * program.options.partitions));
  auto meeting = std::make_unique<RankMeeting>(program, ranks);
  PARTITA_CHECK_OK(meeting->begin());
  return std::unique_ptr<Meeting>(std::move(meeting));
}

}  // namespace partita::core::engine
