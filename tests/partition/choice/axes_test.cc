#include "partition/choice/axes.h"

#include <gtest/gtest.h>

#include <set>

namespace partita::core::partition {
namespace {

AxisRefs some_axes(int count) {
  AxisRefs out;
  for (int i = 0; i < count; ++i) out.push_back({i, 1, 2});
  return out;
}

TEST(OrdersOfAxes, AllOfThreeAndTwoOfMore) {
  for (int count : {1, 2, 3}) {
    const AxisRefs atoms = some_axes(count);
    const std::vector<AxisRefs> orders = orders_of(atoms);
    EXPECT_EQ(orders.front(), atoms);
    EXPECT_EQ(std::set<AxisRefs>(orders.begin(), orders.end()).size(), orders.size());
    EXPECT_EQ(orders.size(), count == 3 ? 6u : static_cast<size_t>(count));
    for (AxisRefs order : orders) {
      std::sort(order.begin(), order.end());
      EXPECT_EQ(order, atoms);
    }
  }
  const AxisRefs four = some_axes(4);
  EXPECT_EQ(orders_of(four), (std::vector<AxisRefs>{four, AxisRefs(four.rbegin(), four.rend())}));
}

}  // namespace
}  // namespace partita::core::partition
