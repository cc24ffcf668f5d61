#include "shard/device_order.h"

#include <gtest/gtest.h>

#include "random_shardings.h"

namespace partita::core::shard {
namespace {

using testing::Random;

TEST(DeviceOrder, transposed_iota_as_hlo_means_it) {
  const DeviceOrder order = DeviceOrder::transposed({2, 4}, {1, 0}).value();
  EXPECT_EQ(order.to_list(), (std::vector<int64_t>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(order.position_of(5), 3);
  EXPECT_EQ(order.position_of(8), std::nullopt);
}

TEST(DeviceOrder, form_is_the_shortest) {
  // Dimensions that stay together are one; those of size 1 are gone.
  const DeviceOrder order = DeviceOrder::transposed({2, 1, 2, 3}, {2, 3, 1, 0}).value();
  EXPECT_EQ(order.iota_form(), (std::pair<std::vector<int64_t>, std::vector<int64_t>>{{2, 6}, {1, 0}}));
  EXPECT_TRUE(DeviceOrder::transposed({2, 3}, {0, 1}).value().is_iota());
  EXPECT_EQ(DeviceOrder::iota(1).iota_form().first, (std::vector<int64_t>{1}));
}

TEST(DeviceOrder, a_list_that_is_a_transposed_iota_is_recognized) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    const DeviceOrder order = random.order(random.one_of(testing::kDeviceCounts));
    const DeviceOrder listed = DeviceOrder::listed(order.to_list()).value();
    EXPECT_EQ(listed.canonical(), order.canonical());
    EXPECT_EQ(listed.canonical().to_list(), order.to_list());
    for (int64_t position = 0; position < order.count(); ++position) {
      ASSERT_EQ(listed.canonical().position_of(order.id_at(position)), position);
    }
  }
}

// Two orders relate by digits exactly when the list of positions does.
TEST(DeviceOrder, alignment_agrees_with_the_composed_list) {
  Random random(2);
  int related = 0, unrelated = 0;
  for (int round = 0; round < 20000; ++round) {
    const int64_t count = random.one_of(testing::kDeviceCounts);
    const DeviceOrder a = random.order(count).canonical(), b = random.order(count).canonical();
    if (a.is_listed() || b.is_listed()) continue;
    std::vector<int64_t> composed;
    for (int64_t position = 0; position < count; ++position) composed.push_back(*b.position_of(a.id_at(position)));
    EXPECT_EQ(aligned(a.digits(), b.digits()), digits_of(composed));
    ++(digits_of(composed) ? related : unrelated);
  }
  EXPECT_GT(related, 1000);
  EXPECT_GT(unrelated, 100);
}

TEST(DeviceOrder, large_orders_cost_their_digits) {
  const int64_t million = int64_t{1} << 20;
  const DeviceOrder order = DeviceOrder::transposed({million, million}, {1, 0}).value();
  EXPECT_EQ(order.id_at(1), million);
  EXPECT_EQ(order.position_of(million), 1);
  EXPECT_FALSE(DeviceOrder::transposed({million, million, 2}, {0, 1, 2}).ok());
}

}  // namespace
}  // namespace partita::core::shard
