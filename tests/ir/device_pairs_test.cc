#include "ir/device_pairs.h"

#include <gtest/gtest.h>

#include "ir/replica_groups.h"

namespace partita::core::ir {
namespace {

using Ids = std::vector<int64_t>;

class DevicePairs : public testing::Test {
 protected:
  // `groups` groups of the ids 0, 1, … laid out as dims and transposed.
  Attr moves(int64_t groups, int64_t size, std::vector<PlaceRun> runs, Ids dims = {}, Ids perm = {}) {
    if (dims.empty()) dims = {groups * size};
    return moves_in_groups(context_, iota_groups(context_, groups, size, dims, perm), runs);
  }

  Context context_;
};

// What a walk over all pairs says of a digit.
bool some_pair_changes(const Ids& pairs, int64_t low, int64_t high) {
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (pairs[i] / low % (high / low) != pairs[i + 1] / low % (high / low)) return true;
  }
  return false;
}

TEST_F(DevicePairs, RunsAreAsFewAsTheirOrderHas) {
  const std::pair<int64_t, int64_t> ring[] = {{1, 0}, {2, 1}, {3, 2}, {0, 3}};
  EXPECT_EQ(runs_of(ring), (std::vector<PlaceRun>{{1, 0, 3}, {0, 3, 1}}));
  EXPECT_TRUE(runs_of({}).empty());
}

TEST_F(DevicePairs, MovesAreListedGroupByGroup) {
  EXPECT_EQ(listed_pairs(moves(2, 4, {{0, 1, 3}})), (Ids{0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7}));
  // Groups {0,4}, {1,5}, …
  EXPECT_EQ(listed_pairs(moves(4, 2, {{1, 0, 1}}, {2, 4}, {1, 0})), (Ids{4, 0, 5, 1, 6, 2, 7, 3}));
  EXPECT_EQ(listed_pairs(moves_of_digits(context_, {{2, 3, 1}, {3, 1, 2}})), (Ids{0, 0, 1, 2, 2, 4, 3, 1, 4, 3, 5, 5}));
  EXPECT_EQ(listed_pairs(context_.ints({0, 1, 1, 0})), (Ids{0, 1, 1, 0}));
}

TEST_F(DevicePairs, WhichDigitsChangeIsKnownWithoutAList) {
  const std::pair<Ids, Ids> orders[] = {{{24}, {}}, {{4, 6}, {1, 0}}, {{2, 3, 4}, {2, 0, 1}}, {{2, 3, 4}, {1, 2, 0}}};
  int known = 0;
  for (const auto& [dims, perm] : orders) {
    for (int64_t size : {2, 3, 4, 6, 8, 12, 24}) {
      for (int64_t from = 0; from < size; ++from) {
        for (int64_t to = 0; to < size; ++to) {
          for (int64_t count = 1; count + std::max(from, to) <= size; ++count) {
            const Attr pairs = moves(24 / size, size, {{from, to, count}}, dims, perm);
            const std::optional<DeviceMoves> read = DeviceMoves::of(pairs);
            ASSERT_TRUE(read);
            const Ids listed = listed_pairs(pairs);
            for (const auto& [low, high] :
                 {std::pair<int64_t, int64_t>{1, 2}, {1, 4}, {2, 4}, {4, 12}, {6, 24}, {8, 24}}) {
              const std::optional<bool> change = read->change(low, high);
              if (!change) continue;
              ++known;
              EXPECT_EQ(*change, some_pair_changes(listed, low, high))
                  << from << "->" << to << " x" << count << " of " << size << ", digit " << low << " to " << high;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(known, 10000);
}

TEST_F(DevicePairs, ComposedMovesAreTheComposedPairs) {
  const Attr up = moves(2, 4, {{0, 1, 3}}), ring = moves(2, 4, {{1, 0, 3}, {0, 3, 1}});
  const Attr down = moves(2, 4, {{1, 0, 3}});
  for (const auto& [first, second] :
       {std::pair(up, ring), std::pair(ring, up), std::pair(ring, ring), std::pair(up, up)}) {
    const Attr both = composed(context_, first, second).value();
    EXPECT_TRUE(DeviceMoves::of(both));
    const Attr lists =
        composed(context_, context_.ints(listed_pairs(first)), context_.ints(listed_pairs(second))).value();
    EXPECT_EQ(listed_pairs(both), Ids(lists.ints().begin(), lists.ints().end()));
  }
  EXPECT_TRUE(DeviceMoves::of(*composed(context_, up, moves(2, 4, {{0, 0, 1}})))->runs.empty());
  EXPECT_FALSE(DeviceMoves::of(down)->move_nothing());
  EXPECT_TRUE(DeviceMoves::of(moves(2, 4, {{0, 0, 4}}))->move_nothing());
  EXPECT_FALSE(DeviceMoves::of(moves(2, 4, {{0, 0, 3}}))->move_nothing());
  EXPECT_FALSE(DeviceMoves::of(moves_of_digits(context_, {{2, 3, 1}, {3, 1, 2}}))->move_nothing());
}

TEST_F(DevicePairs, WhatIsWrongIsSaid) {
  EXPECT_FALSE(problem_of_pairs(moves(2, 4, {{1, 0, 3}, {0, 3, 1}})));
  EXPECT_EQ(problem_of_pairs(moves(2, 4, {{0, 1, 2}, {1, 3, 1}}))->constraint, "C2");
  EXPECT_EQ(problem_of_pairs(moves(2, 4, {{0, 1, 2}, {2, 2, 1}}))->constraint, "C3");
  EXPECT_TRUE(problem_of_pairs(moves(2, 4, {{0, 1, 4}})));
  EXPECT_EQ(problem_of_pairs(context_.ints({0, 1, 0, 2}))->constraint, "C2");
  EXPECT_EQ(problem_of_pairs(context_.ints({-1, 1}))->constraint, "C4");
  EXPECT_EQ(last_device(moves(2, 4, {{0, 1, 3}})), 7);
}

}  // namespace
}  // namespace partita::core::ir
