#include "eval/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "eval/machine.h"
#include "eval/session.h"

namespace partita::core::eval {
namespace {

constexpr int64_t kMaxProcesses = 4096;  // threads; a real evaluation has a few hundred at most

}  // namespace

Grid::Grid(Session& session, int64_t replicas, int64_t partitions, bool same_program, const Machine* within)
    : replicas_(replicas), partitions_(partitions), same_program_(same_program), session_(session), within_(within) {
  for (int64_t i = 0; i < std::min(size(), kMaxProcesses); ++i) processes_.push_back(std::make_unique<Process>());
}
Grid::~Grid() = default;

void Grid::wait(std::unique_lock<std::mutex>& lock, int64_t process, const Op& op, const Meeting* meeting) {
  if (failure_) return;
  Process& me = *processes_[process];
  me.waits_in = &op;
  me.meeting = meeting;
  ++waiting_;
  look_for_deadlock();
  lock.unlock();
  session_.semaphore.leave();
  session_.semaphore.await(me.turn);
  lock.lock();
}

// Whoever makes a process ready says so: from then on it does not count as waiting.
void Grid::wake(int64_t process) {
  Process& other = *processes_[process];
  if (other.waits_in == nullptr) return;
  other.waits_in = nullptr;
  --waiting_;
  session_.semaphore.call(other.turn);
}

void Grid::fail(Error error) {
  if (!failure_) failure_ = std::move(error);
  for (int64_t i = 0; i < std::ssize(processes_); ++i) wake(i);
}

Result<std::vector<std::vector<Tensor>>> Grid::run(const MachineOf& machine_of, const Program& program) {
  if (size() > kMaxProcesses) {
    return Error{error_without_place(
        Code::kResourceLimit,
        fmt::format("the program wants {} devices; at most {} can be evaluated", size(), kMaxProcesses))};
  }
  auto count = static_cast<size_t>(size());
  std::vector<std::unique_ptr<Machine>> machines(count);
  std::vector<size_t> here;
  for (size_t i = 0; i < count; ++i) {
    if (elsewhere_ == nullptr || elsewhere_->is_here(static_cast<int64_t>(i))) here.push_back(i);
  }
  for (size_t i : here) machines[i] = machine_of(static_cast<int64_t>(i));
  std::vector<std::optional<Result<std::vector<Tensor>>>> outcomes(count);
  std::vector<std::exception_ptr> thrown(count);  // carried over to the caller's thread: broken invariants, no memory
  running_ = std::ssize(here);
  if (within_ != nullptr) session_.semaphore.leave();
  auto on_device = [&](size_t i) {
    Process& me = *processes_[i];
    session_.semaphore.call(me.turn);
    session_.semaphore.await(me.turn);
    try {
      outcomes[i].emplace(program(*machines[i]));
    } catch (...) {
      thrown[i] = std::current_exception();
      std::lock_guard lock(mutex_);
      fail(Error{error_without_place(Code::kInternal, fmt::format("device {} stopped", i))});
    }
    machines[i].reset();  // its tensors are free as soon as it is done
    session_.semaphore.leave();
    std::lock_guard lock(mutex_);
    me.ended = true;
    --running_;
    look_for_deadlock();
    ended_.notify_all();
  };
  if (here.size() == 1 && (session_.options.deadline_seconds <= 0 || elsewhere_ != nullptr)) {
    on_device(here[0]);
  } else {
    std::vector<std::thread> threads;
    threads.reserve(here.size());
    for (size_t i : here) {
      try {
        threads.emplace_back(on_device, i);
      } catch (const std::system_error&) {
        std::lock_guard lock(mutex_);
        running_ -= static_cast<int64_t>(here.size() - threads.size());
        fail(Error{error_without_place(Code::kResourceLimit, fmt::format("no thread for device {} of {}", i, count))});
        break;
      }
    }
    watch();
    for (std::thread& thread : threads) thread.join();
  }
  if (within_ != nullptr) {
    FifoSemaphore::Ticket back;
    session_.semaphore.call(back);
    session_.semaphore.await(back);
  }

  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }

  // A device's own mistake comes before the waiting that it caused; the lowest device comes first.
  std::vector<std::vector<Tensor>> results;
  for (auto& outcome : outcomes) {
    if (!outcome) continue;
    if (outcome->ok()) {
      results.push_back(std::move(*outcome).value());
    } else if (!failure_ || outcome->error().diagnostic.code != failure_->diagnostic.code) {
      return std::move(*outcome).error();
    }
  }
  if (failure_) return *failure_;
  return results;
}

Result<std::vector<Tensor>> Grid::meet(int64_t process, const Op& op, const std::vector<int64_t>& group,
                                       std::vector<Tensor> brings, const Combine& combine) {
  auto position = static_cast<size_t>(std::find(group.begin(), group.end(), process) - group.begin());
  PARTITA_INVARIANT(position < group.size(), "a device meets a group it is not in");
  if (group.size() == 1) {
    Parts brought;
    brought.push_back(std::move(brings));
    PARTITA_ASSIGN(Parts given, combine(brought));
    return std::move(given[0]);
  }
  if (elsewhere_ != nullptr) return elsewhere_->meet(process, op, group, std::move(brings), combine);
  Place place{same_program_ ? &op : nullptr, static_cast<int>(op.kind()), op.int_attr(AttrKey::kChannelId), group};
  std::unique_lock lock(mutex_);
  MeetingKey key{place, visits_[{process, place}]++};
  auto& entry = meetings_[key];
  if (entry == nullptr) {
    entry = std::make_shared<Meeting>();
    entry->group = group;
    entry->brought.resize(group.size());
    entry->arrived.resize(group.size());
    entry->missing = group.size();
  }
  std::shared_ptr<Meeting> meeting = entry;
  meeting->brought[position] = std::move(brings);
  meeting->arrived[position] = true;
  if (--meeting->missing > 0) {
    wait(lock, process, op, meeting.get());
    if (!meeting->done) return *failure_;
  } else {
    meetings_.erase(key);
    lock.unlock();
    Result<Parts> given = combine(meeting->brought);
    lock.lock();
    if (given.ok()) {
      meeting->given = std::move(*given);
    } else {
      meeting->error = std::move(given).error();
    }
    meeting->brought.clear();
    meeting->done = true;
    for (int64_t member : group) {
      if (member != process) wake(member);
    }
  }
  if (meeting->error) return *meeting->error;
  return std::move(meeting->given[position]);
}

Status Grid::sleep(int64_t process, const Op& op, Bedroom& room, const std::function<bool()>& over) {
  const std::vector<int64_t>& group = room.sleeping_.group;
  const auto position = static_cast<size_t>(std::find(group.begin(), group.end(), process) - group.begin());
  PARTITA_INVARIANT(position < group.size(), "a device waits with a group it is not in");
  std::unique_lock lock(mutex_);
  while (!over()) {
    if (failure_) return *failure_;
    room.sleeping_.arrived[position] = true;
    wait(lock, process, op, &room.sleeping_);
    room.sleeping_.arrived[position] = false;
  }
  return {};
}

void Grid::wake(const Bedroom& room) {
  const std::lock_guard lock(mutex_);
  for (size_t i = 0; i < room.sleeping_.group.size(); ++i) {
    if (room.sleeping_.arrived[i]) wake(room.sleeping_.group[i]);
  }
}

std::optional<Grid::Mailbox> Grid::find_mail(int64_t channel, int64_t source, int64_t target) const {
  for (const auto& [box, messages] : mail_) {
    auto [box_channel, box_source, box_target] = box;
    bool fits =
        box_channel == channel && (source < 0 || box_source == source) && (box_target < 0 || box_target == target);
    if (fits && !messages.empty()) return box;
  }
  return std::nullopt;
}

Status Grid::send(const Op& op, int64_t channel, int64_t source, int64_t target, std::vector<Tensor> message) {
  if (elsewhere_ != nullptr) return elsewhere_->send(source, op, channel, target, std::move(message));
  std::lock_guard lock(mutex_);
  mail_[{channel, source, target}].push_back(std::move(message));
  // Whoever waits for mail looks again; those it is not for go on waiting.
  for (int64_t i = 0; i < size(); ++i) {
    const Process& other = *processes_[i];
    if (other.waits_in != nullptr && other.waits_in->is(OpKind::kRecv) && (target < 0 || target == i)) wake(i);
  }
  return {};
}

Result<std::vector<Tensor>> Grid::receive(int64_t process, const Op& op, int64_t channel, int64_t source) {
  if (elsewhere_ != nullptr) return elsewhere_->receive(process, op, channel, source);
  std::unique_lock lock(mutex_);
  std::optional<Mailbox> box;
  while (!(box = find_mail(channel, source, process))) {
    wait(lock, process, op, nullptr);
    if (failure_) return *failure_;
  }
  std::deque<std::vector<Tensor>>& messages = mail_[*box];
  std::vector<Tensor> message = std::move(messages.front());
  messages.pop_front();
  return message;
}

Error unlike_message(const Op& op, std::string_view what, std::string_view types) {
  return Error{op.module().error_at_op(op, Code::kBadInput,
                                       fmt::format("{} has {}, which is not what is read here", what, types))};
}

std::optional<std::vector<Tensor>> Grid::next_infeed(int64_t process, size_t count) {
  size_t& read = processes_[process]->infeed_read;
  if (infeed_.size() - read < count) return std::nullopt;
  auto first = infeed_.begin() + static_cast<std::ptrdiff_t>(read);
  read += count;
  return std::vector<Tensor>(first, first + static_cast<std::ptrdiff_t>(count));
}

std::vector<Tensor> Grid::rest_of_infeed(int64_t process) const {
  return {infeed_.begin() + static_cast<std::ptrdiff_t>(infeed_read(process)), infeed_.end()};
}

}  // namespace partita::core::eval
