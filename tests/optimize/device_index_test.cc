// Digits of device ids against counting.
#include "optimize/device_index.h"

#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "ir/replica_groups.h"

namespace partita::core::optimize {
namespace {

TEST(DeviceIndex, arithmetic_is_that_of_the_ids) {
  for (int64_t devices : {1, 2, 6, 8, 12, 24}) {
    const DeviceIndex id = DeviceIndex::of_id(devices);
    for (int64_t a : {1, 2, 3, 4, 6, 8, 12}) {
      for (int64_t b : {1, 2, 3, 4, 6}) {
        for (int64_t c : {1, 5}) {
          const auto above = id.divided(a);
          if (!above) continue;
          const auto digit = above->remainder(b);
          if (!digit) continue;
          const DeviceIndex made = *digit * c + id * 2 + DeviceIndex::constant(7);
          for (int64_t d = 0; d < devices; ++d) {
            EXPECT_EQ(made.at(d), d / a % b * c + d * 2 + 7) << devices << " " << a << " " << b;
            EXPECT_LE(made.lowest(), made.at(d));
            EXPECT_GE(made.highest(), made.at(d));
          }
        }
      }
    }
  }
}

TEST(DeviceIndex, digits_come_apart_where_they_divide) {
  const DeviceIndex id = DeviceIndex::of_id(24);  // 2 x 3 x 4
  EXPECT_TRUE(id.divided(4)->remainder(3));
  EXPECT_EQ(*id.divided(4)->divided(3), *id.divided(12));
  EXPECT_EQ(*id.divided(4) * 4 + *id.remainder(4), id);
  EXPECT_FALSE(id.divided(5));  // no digit
  EXPECT_FALSE((id * 2).divided(3));
  EXPECT_FALSE((id + DeviceIndex::constant(-1)).divided(2));
}

TEST(DeviceIndex, position_in_groups) {
  Context context;
  const DeviceNumbers numbers{OpKind::kPartitionId, 8};
  const DeviceIndex id = DeviceIndex::of_id(8);
  const DeviceIndex y = *id.divided(2);
  const Attr strided = iota_groups(context, 2, 4, std::vector<int64_t>{4, 2}, std::vector<int64_t>{1, 0});
  EXPECT_TRUE(is_group_position(y * 16, 16, strided, numbers));
  EXPECT_FALSE(is_group_position(y * 16, 8, strided, numbers));
  EXPECT_FALSE(is_group_position(id, 1, strided, numbers));
  const Attr listed = list_groups(context, {{0, 2, 4, 6}, {1, 3, 5, 7}});
  EXPECT_TRUE(is_group_position(y, 1, listed, numbers));
  EXPECT_FALSE(is_group_position(y, 1, list_groups(context, {{0, 2, 6, 4}, {1, 3, 5, 7}}), numbers));
  EXPECT_FALSE(is_group_position(y, 1, list_groups(context, {{0, 2, 4, 6}}), numbers));  // 1 is in no group
  // As fast for many devices as for few.
  const DeviceNumbers many{OpKind::kPartitionId, int64_t{1} << 40};
  const Attr large = iota_groups(context, int64_t{1} << 20, int64_t{1} << 20,
                                 std::vector<int64_t>{int64_t{1} << 20, int64_t{1} << 20}, std::vector<int64_t>{1, 0});
  EXPECT_TRUE(is_group_position(*DeviceIndex::of_id(many.devices).divided(1 << 20) * 3, 3, large, many));
}

// The number that the last op of a text gives, of 8 devices.
std::optional<DeviceIndex> index_in(Context& context, const std::string& ops) {
  Diagnostics diagnostics;
  const std::string text = "func.func @main() -> tensor<i64> {\n  %id = stablehlo.partition_id : tensor<ui32>\n" + ops +
                           "  return %r : tensor<i64>\n}\n";
  auto modules = driver::read_programs(context, std::make_shared<SourceText>("text", text), diagnostics);
  EXPECT_EQ(modules.size(), 1U) << diagnostics.render_all();
  if (modules.empty()) return std::nullopt;
  return device_index(modules[0]->entry()->body().terminator()->operand(0), {OpKind::kPartitionId, 8});
}

TEST(DeviceIndex, numbers_that_wrap_around_are_not_known) {
  Context context;
  const std::string cut =
      "  %one = stablehlo.constant dense<1> : tensor<ui32>\n"
      "  %less = stablehlo.subtract %id, %one : tensor<ui32>\n"
      "  %r = stablehlo.convert %less : (tensor<ui32>) -> tensor<i64>\n";
  EXPECT_FALSE(index_in(context, cut));  // 4294967295 on device 0, not -1
  const std::string kept =
      "  %wide = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>\n"
      "  %one = stablehlo.constant dense<1> : tensor<i64>\n"
      "  %r = stablehlo.subtract %wide, %one : tensor<i64>\n";
  const auto index = index_in(context, kept);
  ASSERT_TRUE(index);
  EXPECT_EQ(index->at(0), -1);
  EXPECT_EQ(index->at(5), 4);
}

}  // namespace
}  // namespace partita::core::optimize
