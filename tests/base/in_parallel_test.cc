// Parts of a work are all done, wherever they run, and what one of them throws arrives.
#include "base/in_parallel.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace partita::core::base {
namespace {

TEST(InParallel, does_every_part_once) {
  for (const size_t count : {0, 1, 2, 7}) {
    std::vector<int> done(count);
    in_parallel(count, [&](size_t i) { done[i] += static_cast<int>(i) + 1; });
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 1);
    EXPECT_EQ(done, all);
  }
}

TEST(InParallel, throws_what_a_part_has_thrown_when_all_are_done) {
  for (const size_t bad : {0, 1, 2}) {
    std::vector<int> done(3);
    auto work = [&](size_t i) {
      if (i == bad) throw std::runtime_error("part " + std::to_string(i));
      done[i] = 1;
    };
    std::string message;
    try {
      in_parallel(done.size(), work);
    } catch (const std::runtime_error& e) {
      message = e.what();
    }
    EXPECT_EQ(message, "part " + std::to_string(bad));
  }
}

}  // namespace
}  // namespace partita::core::base
