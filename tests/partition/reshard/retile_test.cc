// The hops of a re-tile against all overlaps of tiles.
#include "partition/reshard/retile.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace partita::core::partition::reshard {
namespace {

std::vector<Hop> all_overlaps(std::span<const Level> from, std::span<const Level> to, int64_t extent) {
  int64_t count = 1;
  for (const Level& level : from) count *= level.size;
  std::map<int64_t, int64_t> widths;
  for (int64_t i = 0; i < count; ++i) {
    const Interval wanted = tile_interval(to, extent, i);
    // As far to both sides as anything can come from.
    for (int64_t j = std::max<int64_t>(0, i - 100); j < std::min(count, i + 100); ++j) {
      const Interval has = tile_interval(from, extent, j);
      const int64_t width = std::min(wanted.end, has.end) - std::max(wanted.begin, has.begin);
      if (i != j && width > 0) widths[i - j] = std::max(widths[i - j], width);
    }
  }
  std::vector<Hop> hops;
  for (const auto& [shift, width] : widths) hops.push_back({shift, width});
  return hops;
}

std::string text(const std::vector<Hop>& hops) {
  std::string out;
  for (const Hop& hop : hops) out += " " + std::to_string(hop.shift) + ":" + std::to_string(hop.width);
  return out;
}

TEST(Retile, NestedTiles) {
  std::mt19937 random(1);
  auto between = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  int both_nested = 0;
  for (int round = 0; round < 2000; ++round) {
    const int64_t extent = between(1, 60);
    std::vector<Level> from, to;
    int64_t from_tile = extent, to_tile = extent;
    for (int64_t depth = between(1, 3); depth > 0; --depth) {
      const int64_t size = between(2, 4);
      // As small as fits, or with room to spare.
      from_tile = (from_tile + size - 1) / size + between(0, 1);
      to_tile = (to_tile + size - 1) / size + between(0, 1);
      from.push_back({size, from_tile});
      to.push_back({size, to_tile});
    }
    const std::optional<std::vector<Hop>> hops = retile_hops(from, to, extent);
    const std::vector<Hop> want = all_overlaps(from, to, extent);
    ASSERT_EQ(hops.has_value(), want.size() <= kMaxHops) << "round " << round;
    if (!hops) continue;
    EXPECT_EQ(text(*hops), text(want)) << "round " << round;
    both_nested += from.size() > 1 && !want.empty() ? 1 : 0;
  }
  EXPECT_GT(both_nested, 100);
}

// More than could be looked at one by one: tiles of two levels that are as one.
TEST(Retile, ManyFlatTiles) {
  const std::vector<Level> from = {{80, 80 * 1000}, {80, 1000}}, to = {{80, 80 * 1001}, {80, 1001}};
  const int64_t extent = 80 * 80 * 1000;
  const std::optional<std::vector<Hop>> hops = retile_hops(from, to, extent);
  ASSERT_TRUE(hops);
  EXPECT_EQ(text(*hops), text(all_overlaps(from, to, extent)));
}

}  // namespace
}  // namespace partita::core::partition::reshard
