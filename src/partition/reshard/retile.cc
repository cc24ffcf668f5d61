#include "partition/reshard/retile.h"

#include <algorithm>
#include <map>

namespace partita::core::partition::reshard {
namespace {

constexpr int64_t kMaxTilesLookedAt = 4096;

// Every tile is as long as its neighbours, up to the end of the dimension.
bool is_flat(std::span<const Level> levels, int64_t extent) {
  for (size_t i = 0; i + 1 < levels.size(); ++i) {
    if (levels[i].tile != levels[i + 1].size * levels[i + 1].tile) return false;
  }
  return levels.empty() || levels[0].size * levels[0].tile >= extent;
}

// Flat tiles overlap along straight lines: for each shift the widest is found by halving.
std::optional<std::vector<Hop>> flat_hops(int64_t from, int64_t to, int64_t count, int64_t extent) {
  std::vector<Hop> hops;
  if (extent == 0) return hops;
  const int64_t last = std::min(count, (extent + to - 1) / to) - 1;  // the last tile that holds something
  // Shifts never fall (or never rise) along the tiles, but for the end of the last.
  auto first_source = [&](int64_t i) { return i * to / from; };
  auto last_source = [&](int64_t i) { return (std::min((i + 1) * to, extent) - 1) / from; };
  const int64_t before = std::max<int64_t>(last - 1, 0);
  const int64_t low = std::min({-last_source(0), before - last_source(before), last - last_source(last)});
  const int64_t high = std::max(-first_source(0), last - first_source(last));
  if (high - low > kMaxHops) return std::nullopt;
  for (int64_t shift = low; shift <= high; ++shift) {
    if (shift == 0) continue;
    auto overlap = [&](int64_t i) {
      return std::min({(i + 1) * to, (i - shift + 1) * from, extent}) - std::max(i * to, (i - shift) * from);
    };
    int64_t a = std::max<int64_t>(0, shift);
    int64_t b = std::min(last, count - 1 + shift);
    while (a < b) {
      const int64_t middle = a + (b - a) / 2;
      if (overlap(middle) < overlap(middle + 1)) {
        a = middle + 1;
      } else {
        b = middle;
      }
    }
    if (a == b && overlap(a) > 0) hops.push_back({shift, overlap(a)});
  }
  return hops;
}

}  // namespace

Interval tile_interval(std::span<const Level> levels, int64_t extent, int64_t number) {
  int64_t below = 1;
  for (const Level& level : levels) below *= level.size;
  Interval out{0, extent};
  for (const Level& level : levels) {
    below /= level.size;
    out.begin = std::min(out.end, out.begin + number / below % level.size * level.tile);
    out.end = std::min(out.end, out.begin + level.tile);
  }
  return out;
}

std::optional<std::vector<Hop>> retile_hops(std::span<const Level> from, std::span<const Level> to, int64_t extent) {
  if (from.empty() || extent == 0 || std::equal(from.begin(), from.end(), to.begin(), to.end())) {
    return std::vector<Hop>{};
  }
  int64_t count = 1;
  for (const Level& level : from) count *= level.size;
  if (is_flat(from, extent) && is_flat(to, extent)) return flat_hops(from.back().tile, to.back().tile, count, extent);
  if (count > kMaxTilesLookedAt) return std::nullopt;
  std::map<int64_t, int64_t> widths;
  int64_t source = 0;
  for (int64_t i = 0; i < count; ++i) {
    const Interval wanted = tile_interval(to, extent, i);
    if (wanted.begin >= wanted.end) continue;
    for (int64_t j = source; j < count; ++j) {
      const Interval has = tile_interval(from, extent, j);
      if (has.begin >= wanted.end) break;
      if (has.end <= wanted.begin) {
        source = j;
        continue;
      }
      const int64_t width = std::min(wanted.end, has.end) - std::max(wanted.begin, has.begin);
      if (i != j && width > 0) widths[i - j] = std::max(widths[i - j], width);
      if (widths.size() > kMaxHops) return std::nullopt;
    }
  }
  std::vector<Hop> hops;
  for (const auto& [shift, width] : widths) hops.push_back({shift, width});
  return hops;
}

}  // namespace partita::core::partition::reshard
