#include "tools/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "cost/units.h"

namespace partita::core::tools {

struct Progress::State {
  using Clock = std::chrono::steady_clock;
  std::string what, unit;
  std::atomic<double> total = 0;
  bool terminal = isatty(STDERR_FILENO) != 0, visible = false;
  Clock::time_point start = Clock::now();
  std::atomic<int64_t> ops = 0;
  std::mutex mutex;
  std::condition_variable_any woken;
  std::jthread watch;  // the last: it uses all of the above

  void show() {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const auto done = static_cast<double>(ops.load());
    std::string text = fmt::format("{}: {:.0f} s", what, seconds);
    if (total > 0) {
      text +=
          fmt::format(", {:.0f}% of about {} {}", std::min(99.0, 100 * done / total), cost::amount_text(total), unit);
    } else if (done > 0) {
      text += fmt::format(", {} {}", cost::amount_text(done), unit);
    }
    std::fprintf(stderr, terminal ? "\r\033[K%s" : "%s\n", text.c_str());
    visible = terminal;
  }

  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    // A terminal sees it pass; a log gets a line after one second, and then ever more rarely.
    auto pause = std::chrono::milliseconds(1000);
    while (!woken.wait_for(lock, stop, pause, [] { return false; }) && !stop.stop_requested()) {
      show();
      pause = terminal ? std::chrono::milliseconds(200) : std::min(4 * pause, std::chrono::milliseconds(60'000));
    }
  }
};

Progress::Progress(std::string what, double total, std::string unit, bool json) : state_(std::make_unique<State>()) {
  state_->what = std::move(what);
  state_->unit = std::move(unit);
  state_->total = total;
  if (json && !state_->terminal) return;
  state_->watch = std::jthread([state = state_.get()](const std::stop_token& stop) { state->run(stop); });
}
Progress::~Progress() {
  if (state_->watch.joinable()) {
    state_->watch.request_stop();
    state_->watch.join();
  }
  if (state_->visible) std::fputs("\r\033[K", stderr);
}

std::function<void(int64_t ops)> Progress::counter() {
  return [state = state_.get()](int64_t ops) { state->ops = ops; };
}

void Progress::set(int64_t done, int64_t total) {
  state_->total = static_cast<double>(total);
  state_->ops = done;
}

}  // namespace partita::core::tools
