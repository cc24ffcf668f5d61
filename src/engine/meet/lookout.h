// What a rank keeps to watch over the others.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/meet/ranks.h"

namespace partita::core::engine {

// The first ranks of hosts tell each other what their hosts' ranks are at.
struct Ranks::Beats {
  struct Other {
    int leader = 0;
    std::vector<int> ranks;
    std::shared_ptr<std::string> out = std::make_shared<std::string>(), in = std::make_shared<std::string>();
    std::unique_ptr<Wire::Pending> sent, receipt;
    bool tells_failure = false;  // what was sent last
  };
  std::vector<Other> others;
  std::atomic<bool> all_told = false;  // of a failure
  std::chrono::steady_clock::time_point last;
};

// When something was last seen to change.
struct Ranks::Sights {
  using Clock = std::chrono::steady_clock;
  struct OfRank {
    int64_t beat = -1;
    Clock::time_point changed = Clock::now();
  };
  std::vector<OfRank> ranks;
  int64_t progress = -1;
  Clock::time_point progressed = Clock::now();
  std::optional<Clock::time_point> terminated, failed;
  bool abandoned = false;
};

}  // namespace partita::core::engine
