#include "driver/plan_outcomes.h"

#include <gtest/gtest.h>

namespace partita::core::driver {
namespace {

constexpr double kGiga = 1e9;

TEST(PlanOutcomes, MemoryBeyondTheLeastCountsALittle) {
  EXPECT_EQ(best_of({{"chosen", 10.0, 4 * kGiga}, {"hints", 10.2, 3 * kGiga}}, 0), 1u);
  EXPECT_EQ(best_of({{"chosen", 9.0, 4 * kGiga}, {"hints", 10.2, 3 * kGiga}}, 0), 0u);
}

TEST(PlanOutcomes, NothingIsSlowerThanTheHints) {
  EXPECT_EQ(best_of({{"chosen", 10.0, 4 * kGiga}, {"hints", 9.9, 6 * kGiga}}, 0), 1u);
  // But that they do not fit.
  EXPECT_EQ(best_of({{"chosen", 10.0, 4 * kGiga}, {"hints", 9.9, 6 * kGiga}}, 5 * kGiga), 0u);
}

TEST(PlanOutcomes, WhereNoneFitsTheLeastMemoryIsTaken) {
  EXPECT_EQ(best_of({{"chosen", 1.0, 4 * kGiga}, {"memory", 9.0, 3 * kGiga}}, kGiga), 1u);
}

TEST(PlanOutcomes, EarlyOnlyAPlanFarAheadIsTaken) {
  EXPECT_EQ(clearly_best_of({{"chosen", 10, kGiga}, {"hints", 13, kGiga}}, 0), 0u);
  EXPECT_EQ(clearly_best_of({{"chosen", 10, kGiga}, {"hints", 11, kGiga}}, 0), std::nullopt);
  EXPECT_EQ(clearly_best_of({{"chosen", 10.8, kGiga}, {"hints", 10, kGiga}}, 0), 1u);
  EXPECT_EQ(clearly_best_of({{"chosen", 10, 2 * kGiga}, {"hints", 13, 2 * kGiga}}, kGiga), std::nullopt);
}

}  // namespace
}  // namespace partita::core::driver
