// Ranks: who watches whom. Each rank has a thread that shows on the board that it lives and what its devices are at,
// and looks there for the failure of another: one that says so itself, a process that is gone, one that gives no sign
// of life, and devices of which none makes progress.
#include "engine/meet/lookout.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace partita::core::engine {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTick = std::chrono::milliseconds(20);
constexpr double kBeatSeconds = 0.2;  // between hosts
constexpr double kTermSeconds = 0.5;  // to find out why a job is ended: who dies alone on its host, beats no more
constexpr double kMissedBeats = 0.4;
constexpr double kGraceSeconds = 2;          // for whoever should report a failure
constexpr double kGraceOfTermSeconds = 0.3;  // there, before SIGKILL comes

double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

// Ended, though its parent may not have asked yet how.
bool is_gone(int64_t process) {
  if (kill(static_cast<pid_t>(process), 0) != 0) return errno == ESRCH;
  char state = ' ';
  if (std::FILE* file = std::fopen(fmt::format("/proc/{}/stat", process).c_str(), "re")) {
    char line[512];
    if (std::fgets(line, sizeof line, file) != nullptr) {
      const char* end = std::strrchr(line, ')');
      if (end != nullptr && end[1] != '\0') state = end[2];
    }
    std::fclose(file);
  }
  return state == 'Z' || state == 'X';
}

}  // namespace

// "rank 3 (process 4242 of host-a)"
std::string Ranks::named(int rank) const {
  const RankRecord& record = (*board_)[rank];
  if (record.process == 0) return fmt::format("rank {}", rank);
  return fmt::format("rank {} (process {} of {})", rank, record.process.load(), record.host.read());
}

void Ranks::show_myself() {
  RankRecord& mine = (*board_)[rank()];
  {
    const std::lock_guard lock(mutex_);
    const Sight sight = look_ ? look_() : Sight{};
    mine.ops = ops_before_ + sight.ops;
    mine.in_run = look_ != nullptr;
    mine.doing.write(sight.doing);
  }
  ++mine.beat;
}

// Records of this host's ranks go to the other hosts as they lie in memory; theirs come from there.
void Ranks::exchange_records() {
  if (on_one_host() || !leads() || beats_->all_told) return;
  const bool has_failed = failed();  // then it is on the board
  if (!has_failed && since(beats_->last) < kBeatSeconds) return;
  constexpr int kTag = 4;
  if (beats_->others.empty()) {
    for (int r = 0; r < size(); ++r) {
      if (host_of(r) == host()) continue;
      auto at = std::ranges::find_if(beats_->others, [&](const auto& o) { return host_of(o.leader) == host_of(r); });
      if (at == beats_->others.end()) {
        beats_->others.emplace_back();
        at = beats_->others.end() - 1;
        at->leader = r;
      }
      at->ranks.push_back(r);
    }
  }
  const auto start = [&](bool sends, int leader, const std::shared_ptr<std::string>& text) {
    return wire_->start({sends, leader, kTag, reinterpret_cast<std::byte*>(text->data()), std::ssize(*text), text});
  };
  for (Beats::Other& other : beats_->others) {
    if (other.receipt && other.receipt->done()) {
      for (size_t i = 0; i < other.ranks.size(); ++i) {
        (*board_)[other.ranks[i]].read_from(other.in->data() + i * sizeof(RankRecord));
      }
      other.receipt = nullptr;
    }
    if (!other.receipt) {
      other.in->resize(other.ranks.size() * sizeof(RankRecord));
      other.receipt = start(false, other.leader, other.in);
    }
    if (other.sent && (!other.sent->done() || other.tells_failure)) continue;
    other.out->resize(on_this_host_.size() * sizeof(RankRecord));
    for (size_t i = 0; i < on_this_host_.size(); ++i) {
      (*board_)[on_this_host_[i]].write_to(other.out->data() + i * sizeof(RankRecord));
    }
    other.sent = start(true, other.leader, other.out);
    other.tells_failure = has_failed;
  }
  beats_->all_told = std::ranges::all_of(
      beats_->others, [](const Beats::Other& other) { return other.tells_failure && other.sent->done(); });
  beats_->last = Clock::now();
}

std::optional<Diagnostic> Ranks::find_failure() {
  const Board& board = *board_;
  sights_->ranks.resize(static_cast<size_t>(size()));
  const auto failure = [](Code code, std::string text) { return base::error_without_place(code, std::move(text)); };
  for (int r = 0; r < size(); ++r) {
    const RankRecord& record = board[r];
    if (r == rank() || record.state.load(std::memory_order_acquire) != RankState::kFailed) continue;
    return failure(static_cast<Code>(record.code.load()), record.failure.read());
  }
  const auto was_at = [&](int r) {
    const std::string doing = board[r].doing.read();
    return fmt::format("; it was {}", doing.empty() ? "between steps" : doing);
  };
  for (int r : on_this_host_) {
    const RankRecord& record = board[r];
    if (r == rank() || record.state != RankState::kRuns || !is_gone(record.process)) continue;
    if (record.state != RankState::kRuns) continue;  // it said so, and then ended
    return failure(Code::kDeadline, fmt::format("{} has died{}", named(r), was_at(r)));
  }
  for (int r = 0; r < size(); ++r) {
    Sights::OfRank& seen = sights_->ranks[static_cast<size_t>(r)];
    if (const int64_t beat = board[r].beat; beat != seen.beat) seen = {beat, Clock::now()};
    if (!sights_->terminated || since(*sights_->terminated) < kTermSeconds || r == rank()) continue;
    if (board[r].state == RankState::kEnded || since(seen.changed) < kMissedBeats) continue;
    return failure(Code::kDeadline, fmt::format("{} has died, or cannot be reached{}", named(r), was_at(r)));
  }
  if (options_.deadline_seconds <= 0) return std::nullopt;
  const double limit = options_.deadline_seconds;
  int64_t progress = 0;
  bool computes = false;
  std::string silent, busy;
  for (int r = 0; r < size(); ++r) {
    const RankRecord& record = board[r];
    const Sights::OfRank& seen = sights_->ranks[static_cast<size_t>(r)];
    progress += 2 * record.ops + (record.in_run != 0 ? 1 : 0);
    computes = computes || record.in_run != 0;
    if (record.state == RankState::kEnded) continue;
    if (r != rank() && since(seen.changed) >= limit) {
      silent += fmt::format("{}{} has given no sign of life for {:.3g} s{}", silent.empty() ? "" : "; ", named(r),
                            since(seen.changed), was_at(r));
    }
    const std::string doing = record.doing.read();
    busy += fmt::format("{}rank {}: {}", busy.empty() ? "" : "; ", r, !doing.empty() ? doing : "between steps");
  }
  if (!silent.empty()) return failure(Code::kDeadline, silent);
  if (progress != sights_->progress || !computes) {
    sights_->progress = progress;
    sights_->progressed = Clock::now();
  } else if (since(sights_->progressed) >= limit) {
    return failure(Code::kDeadline, fmt::format("no device has made progress for {:g} s: {}", limit, busy));
  }
  return std::nullopt;
}

void Ranks::watch(const std::stop_token& stop) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  while (!stop.stop_requested()) {
    const timespec tick{0, std::chrono::nanoseconds(kTick).count()};
    if (options_.takes_sigterm && sigtimedwait(&signals, nullptr, &tick) == SIGTERM) {
      if (!sights_->terminated) sights_->terminated = Clock::now();
    } else if (!options_.takes_sigterm) {
      std::unique_lock lock(mutex_);
      woken_.wait_for(lock, stop, kTick, [] { return false; });
    }
    show_myself();
    exchange_records();
    if (!failed()) {
      if (const std::optional<Diagnostic> found = find_failure()) {
        set_failure(*found, found->message);
      } else if (sights_->terminated && since(*sights_->terminated) >= kTermSeconds) {
        const Diagnostic ended = base::error_without_place(Code::kDeadline, "the job was ended by a signal (SIGTERM)");
        set_failure(ended, ended.message);
      }
    }
    if (!failed()) continue;
    if (!sights_->failed) sights_->failed = Clock::now();
    const double grace = sights_->terminated ? kGraceOfTermSeconds : kGraceSeconds;
    if (!sights_->abandoned && options_.abandon && since(*sights_->failed) >= grace) {
      sights_->abandoned = true;
      const Status why = failure();
      options_.abandon(why.error().diagnostic);
    }
  }
}

}  // namespace partita::core::engine
