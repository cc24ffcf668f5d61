// Grid: finds deadlocks, and reports which device waits for which.
//
//   devices 0 to 2 wait in stablehlo.all_reduce %sum at line 7 for device 3; device 3 computes stablehlo.sort at line 4
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/session.h"

namespace partita::core::eval {
namespace {

constexpr size_t kMaxNamed = 8;

}  // namespace

std::string shown(const Op& op) {
  std::string text(op.info().mlir);
  Name name = op.num_results() > 0 ? op.result(0)->name() : op.name();
  if (name) {
    text += fmt::format(" %{}", name.text());
  } else if (int64_t channel = op.int_attr(AttrKey::kChannelId); channel > 0) {
    text += fmt::format(" on channel {}", channel);
  }
  const int64_t line = op.module().error_at_op(op, Code::kDeadlock, "").place.line;
  return line > 0 ? fmt::format("{} at line {}", text, line) : text;
}

// "device 3", "devices 0 to 62", "devices 1, 4, 5"
std::string Grid::process_list(const std::vector<int64_t>& processes) const {
  const auto count = processes.size();
  if (count == 1) {
    const int64_t p = processes[0];
    if (replicas_ == 1 || partitions_ == 1) return fmt::format("device {}", p);
    return fmt::format("device {} (replica {}, partition {})", p, p / partitions_, p % partitions_);
  }
  const bool in_row = processes.back() - processes.front() == static_cast<int64_t>(count) - 1 &&
                      std::is_sorted(processes.begin(), processes.end());
  if (in_row && count > 2) return fmt::format("devices {} to {}", processes.front(), processes.back());
  std::string text = "devices ";
  for (size_t i = 0; i < std::min(count, kMaxNamed); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", processes[i]);
  if (count > kMaxNamed) text += fmt::format(" and {} more", count - kMaxNamed);
  return text;
}

// Devices in the same state are reported together, in the order of the first of them.
std::string Grid::what_processes_do() const {
  std::vector<std::pair<std::string, std::vector<int64_t>>> groups;
  for (size_t i = 0; i < processes_.size(); ++i) {
    const Process& process = *processes_[i];
    std::string what;
    if (process.waits_in != nullptr) {
      std::string whom;
      if (process.meeting != nullptr) {
        std::vector<int64_t> missing;
        for (size_t k = 0; k < process.meeting->group.size(); ++k) {
          if (!process.meeting->arrived[k]) missing.push_back(process.meeting->group[k]);
        }
        std::sort(missing.begin(), missing.end());
        whom = process_list(missing);
      } else {
        whom = fmt::format("a message on channel {}", process.waits_in->int_attr(AttrKey::kChannelId));
      }
      what = fmt::format("in {} for {}", shown(*process.waits_in), whom);
    } else if (process.ended) {
      what = "ended";
    } else if (const Op* op = process.current.load(std::memory_order_relaxed)) {
      what = shown(*op);
    }
    const char kind = process.waits_in != nullptr ? 'w' : process.ended ? 'e' : 'c';
    what.insert(what.begin(), kind);
    auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == what; });
    if (same == groups.end()) {
      if (groups.size() == kMaxNamed) continue;
      same = groups.insert(groups.end(), {what, {}});
    }
    same->second.push_back(static_cast<int64_t>(i));
  }
  std::string text;
  size_t named = 0;
  for (const auto& [what, processes] : groups) {
    const bool one = processes.size() == 1;
    text += text.empty() ? "" : "; ";
    text += process_list(processes);
    switch (what[0]) {
      case 'w': text += fmt::format(" {} {}", one ? "waits" : "wait", what.substr(1)); break;
      case 'e': text += one ? " has ended" : " have ended"; break;
      default:
        text += what.size() == 1 ? std::string(one ? " has not begun" : " have not begun")
                                 : fmt::format(" {} {}", one ? "computes" : "compute", what.substr(1));
    }
    named += processes.size();
  }
  if (named < processes_.size()) text += fmt::format("; and {} more devices", processes_.size() - named);
  return text;
}

void Grid::look_for_deadlock() {
  if (running_ == 0 || waiting_ < running_ || failure_ || elsewhere_ != nullptr) return;
  auto first = std::find_if(processes_.begin(), processes_.end(), [](const auto& p) { return p->waits_in != nullptr; });
  const Op& op = *(*first)->waits_in;
  fail(Error{op.module().error_at_op(op, Code::kDeadlock, "devices wait for each other: " + what_processes_do())});
}

void Grid::watch() {
  using Clock = std::chrono::steady_clock;
  std::unique_lock lock(mutex_);
  const auto all_ended = [this] { return running_ == 0; };
  const double limit = session_.options.deadline_seconds;
  if (limit <= 0 || elsewhere_ != nullptr) return ended_.wait(lock, all_ended);
  const auto slice = std::chrono::duration<double>(std::clamp(limit / 8, 0.001, 0.5));
  const auto seconds_since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  int64_t seen = -1;
  Clock::time_point last = Clock::now();
  while (!ended_.wait_for(lock, slice, all_ended)) {
    if (const int64_t done = session_.ops_done(); done != seen) {
      seen = done;
      last = Clock::now();
    } else if (!failure_ && seconds_since(last) >= limit) {
      // The place is where a device waits that others keep waiting, if one does.
      const auto waiter =
          std::find_if(processes_.begin(), processes_.end(), [](const auto& p) { return p->waits_in != nullptr; });
      std::string message = fmt::format("no device has made progress for {:g} s: {}", limit, what_processes_do());
      const Op* op = waiter != processes_.end() ? (*waiter)->waits_in : nullptr;
      fail(Error{op != nullptr ? op->module().error_at_op(*op, Code::kDeadline, std::move(message))
                               : error_without_place(Code::kDeadline, std::move(message))});
      session_.stop();
      last = Clock::now();
    } else if (failure_ && failure_->diagnostic.code == Code::kDeadline && session_.options.abandon) {
      // A device computes without end: the process ends with it.
      constexpr double kGraceSeconds = 2;
      if (seconds_since(last) >= kGraceSeconds) session_.options.abandon(failure_->diagnostic);
    }
  }
}

}  // namespace partita::core::eval
