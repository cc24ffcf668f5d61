// Messages of permutes on a torus: those that are followed once for all that are alike, against every pair by itself.
#include "cost/torus_messages.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost/layout.h"
#include "shard/device_order.h"

namespace partita::core::cost {
namespace {

using ir::DeviceMoves;

// Along one axis of a mesh whose ids are in this order: groups of devices that differ in nothing else.
DeviceMoves moves_along(const std::vector<MeshAxis>& axes, const shard::DeviceOrder& order, size_t axis,
                        std::vector<PlaceRun> runs) {
  Digits positions;  // number -> position: the axis is the last digit of the number
  int64_t stride = 1;
  for (size_t a = axes.size(); a-- > 0; stride *= axes[a].size) {
    const Digit digit{axes[a].size, 1, stride};
    positions.insert(a == axis ? positions.end() : positions.begin(), digit);
  }
  const Digits of_numbers = shard::normalized(positions);
  Digits position_of_id;
  for (const Digit& digit : order.digits()) position_of_id.push_back({digit.size, digit.to, digit.from});
  const Digits ids = *shard::aligned(of_numbers, position_of_id);
  return {ids, ids, order.count(), axes[axis].size, std::move(runs)};
}

void expect_same(const Layout& layout, const DeviceMoves& moves, const shard::DeviceOrder& order) {
  const auto at_once = routed_moves(layout, moves, order.digits());
  ASSERT_TRUE(at_once) << to_string(layout);
  std::vector<int64_t> positions;
  for (int64_t id : listed_pairs(moves)) positions.push_back(*order.position_of(id));
  const auto one_by_one = routed_pairs(layout, positions);
  ASSERT_EQ(at_once->size(), one_by_one.size());
  for (size_t d = 0; d < one_by_one.size(); ++d) {
    EXPECT_EQ((*at_once)[d].messages, one_by_one[d].messages) << to_string(layout) << " dimension " << d;
    EXPECT_EQ((*at_once)[d].hops, one_by_one[d].hops) << to_string(layout) << " dimension " << d;
    EXPECT_EQ((*at_once)[d].ways, one_by_one[d].ways) << to_string(layout) << " dimension " << d;
  }
}

Torus torus_of(std::vector<int64_t> dims, int64_t cores) { return {std::move(dims), cores, 1000, 100, 1}; }

struct Machine {
  std::vector<MeshAxis> axes;
  Torus torus;
};
const Machine kMachines[] = {
    {{{"x", 4}, {"y", 6}, {"z", 2}}, torus_of({4, 6}, 2)}, {{{"x", 8}, {"y", 8}}, torus_of({8, 4}, 2)},
    {{{"x", 4}, {"y", 16}}, torus_of({4, 4, 4}, 1)},       {{{"x", 64}}, torus_of({8, 8}, 1)},
    {{{"x", 2}, {"y", 1}, {"z", 8}}, torus_of({16}, 1)},
};

TEST(TorusMessages, OfMovesAreThoseOfTheirPairs) {
  for (const Machine& machine : kMachines) {
    int64_t devices = 1;
    std::vector<int64_t> sizes;
    std::vector<int64_t> turned;
    for (const MeshAxis& axis : machine.axes) {
      devices *= axis.size;
      turned.insert(turned.begin(), std::ssize(sizes));
      sizes.push_back(axis.size);
    }
    const Slice slice = slice_of(machine.torus, devices).value();
    std::vector<int64_t> reversed(sizes.rbegin(), sizes.rend());
    for (const shard::DeviceOrder& order :
         {shard::DeviceOrder::iota(devices), shard::DeviceOrder::transposed(reversed, turned).value()}) {
      for (const Layout& layout : candidate_layouts(machine.axes, slice)) {
        for (size_t a = 0; a < machine.axes.size(); ++a) {
          const int64_t n = machine.axes[a].size;
          if (n < 2) continue;
          expect_same(layout, moves_along(machine.axes, order, a, {{0, 1, n - 1}}), order);
          expect_same(layout, moves_along(machine.axes, order, a, {{1, 0, n - 1}, {0, n - 1, 1}}), order);
          expect_same(layout, moves_along(machine.axes, order, a, {{0, n / 2, n - n / 2}, {n - n / 2, 0, n / 2}}),
                      order);
          expect_same(layout, moves_along(machine.axes, order, a, {{n - 1, 0, 1}}), order);
        }
        // To where the digits are in another order: all devices, and those of every pair of neighbours.
        const DeviceMoves turns{shard::DeviceOrder::iota(devices).digits(),
                                shard::DeviceOrder::transposed(reversed, turned).value().digits(),
                                devices,
                                devices,
                                {{0, 0, devices}}};
        expect_same(layout, turns, order);
        const DeviceMoves some{turns.sources, turns.targets, devices, 2, {{0, 1, 1}}};
        if (devices % 2 == 0 && routed_moves(layout, some, order.digits())) expect_same(layout, some, order);
      }
    }
  }
}

// Along x of 8 chips in a line, 16 groups beside: what one of them sends is followed, and links are shared as ever.
TEST(TorusMessages, AreFollowedOnce) {
  const std::vector<MeshAxis> axes = {{"x", 8}, {"y", 1 << 14}};
  const Torus torus = torus_of({8, 1 << 10, 1 << 3}, 2);
  const Slice slice = slice_of(torus, int64_t{1} << 17).value();
  const Layout layout = row_major_layout(axes, slice);
  const shard::DeviceOrder order = shard::DeviceOrder::iota(int64_t{1} << 17);
  const DeviceMoves next = moves_along(axes, order, 0, {{0, 1, 7}});
  EXPECT_EQ(followed_pairs(next), 7);
  const auto on = routed_moves(layout, next, order.digits());
  ASSERT_TRUE(on);
  EXPECT_EQ((*on)[0].messages, 2);  // one of each core
  EXPECT_EQ((*on)[0].hops, 1);
  EXPECT_EQ((*on)[1].messages, 0);
  EXPECT_EQ((*on)[3].messages, 0);
}

}  // namespace
}  // namespace partita::core::cost
