// Digits of device ids against counting.
#include "optimize/device_index.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "driver/compilation.h"
#include "ir/replica_groups.h"

namespace partita::core::optimize {
namespace {

TEST(DeviceIndex, arithmetic_is_that_of_the_ids) {
  for (int64_t devices : {1, 2, 6, 8, 12, 24}) {
    const DeviceIndex id = DeviceIndex::of_id(devices);
    for (int64_t a : {1, 2, 3, 4, 6, 8, 12}) {
      for (int64_t b : {1, 2, 3, 4, 6}) {
        for (int64_t c : {1, 5, -3}) {
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
  EXPECT_EQ(*id.divided(8) * 8 + *id.remainder(8), id);
  EXPECT_FALSE(id.divided(0));
  EXPECT_FALSE(id.divided(5));  // no digit
  EXPECT_FALSE((id * 2).divided(3));
  EXPECT_FALSE((id + DeviceIndex::constant(-1)).divided(2));
  // What is added is divided, too, and may carry.
  EXPECT_EQ(*(id * 4 + DeviceIndex::constant(9)).divided(4), id + DeviceIndex::constant(2));
  EXPECT_EQ(*(id * 4 + DeviceIndex::constant(9)).remainder(4), DeviceIndex::constant(1));
  EXPECT_FALSE((id + DeviceIndex::constant(1)).divided(4));
}

TEST(DeviceIndex, equal_numbers_have_one_form) {
  const DeviceIndex id = DeviceIndex::of_id(24);
  const DeviceIndex nothing = DeviceIndex::constant(0);
  EXPECT_EQ(DeviceIndex::of_id(1), nothing);
  EXPECT_EQ(id * 0, nothing);
  EXPECT_EQ(id + id * -1, nothing);
  EXPECT_EQ((id * -1).lowest(), -23);
  EXPECT_EQ((id * -1).highest(), 0);
  // Digits that overlap
  EXPECT_EQ(id + *id.remainder(4) * -1, *id.divided(4) * 4);
  EXPECT_EQ(*id.remainder(12) + *id.remainder(4) * -1, *id.divided(4)->remainder(3) * 4);
  EXPECT_EQ(*id.divided(2) + *id.divided(4) * -2, *id.divided(2)->remainder(2));
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
  // Positions that are no sum of digits of the groups' own, {{0, 3, 1}, {4, 2, 5}}, are compared one by one.
  const DeviceIndex of_six = DeviceIndex::of_id(6);
  const DeviceIndex mixed = *of_six.remainder(2) * 9 + *of_six.remainder(3) * 4 + of_six * -1;
  const Attr uneven = iota_groups(context, 2, 3, std::vector<int64_t>{2, 3}, std::vector<int64_t>{1, 0});
  EXPECT_TRUE(is_group_position(mixed, 6, uneven, {OpKind::kPartitionId, 6}));
  EXPECT_FALSE(is_group_position(mixed, 3, uneven, {OpKind::kPartitionId, 6}));
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

// The same for one expression of the id %n and numbers such as %c7, in an integer type.
std::optional<DeviceIndex> index_of(const std::string& op, const std::string& type = "i64") {
  Context context;
  std::string ops = "  %n = stablehlo.convert %id : (tensor<ui32>) -> tensor<" + type + ">\n";
  for (size_t at = op.find("%c"); at != std::string::npos; at = op.find("%c", at + 1)) {
    const size_t end = std::min(op.find_first_of(", ", at), op.size());
    const std::string name = op.substr(at, end - at);
    ops += "  " + name + " = stablehlo.constant dense<" + name.substr(2) + "> : tensor<" + type + ">\n";
  }
  ops += "  %m = stablehlo." + op + " : tensor<" + type + ">\n";
  return index_in(context, ops + "  %r = stablehlo.convert %m : (tensor<" + type + ">) -> tensor<i64>\n");
}

TEST(DeviceNumbers, are_of_partitions_or_of_replicas) {
  Context context;
  auto numbers = [&](const std::string& replicas, const std::string& partitions) {
    Diagnostics diagnostics;
    const std::string text = "module attributes {mhlo.num_replicas = " + replicas +
                             " : i32, mhlo.num_partitions = " + partitions +
                             " : i32} {\n  func.func @main() {\n    return\n  }\n}\n";
    auto modules = driver::read_programs(context, std::make_shared<SourceText>("text", text), diagnostics);
    EXPECT_EQ(modules.size(), 1U) << diagnostics.render_all();
    return DeviceNumbers::of(*modules.at(0));
  };
  EXPECT_EQ(numbers("1", "8")->id, OpKind::kPartitionId);
  EXPECT_EQ(numbers("1", "8")->devices, 8);
  EXPECT_EQ(numbers("4", "1")->id, OpKind::kReplicaId);
  EXPECT_EQ(numbers("4", "1")->devices, 4);
  EXPECT_EQ(numbers("1", "1")->devices, 1);
  EXPECT_FALSE(numbers("2", "2"));
}

TEST(DeviceIndex, is_read_off_the_ops) {
  const DeviceIndex id = DeviceIndex::of_id(8);
  EXPECT_EQ(index_of("add %n, %c9"), id + DeviceIndex::constant(9));
  EXPECT_EQ(index_of("subtract %c9, %n"), DeviceIndex::constant(9) + id * -1);
  EXPECT_EQ(index_of("multiply %c3, %n"), id * 3);
  EXPECT_FALSE(index_of("multiply %n, %n"));
  // Known where one side never exceeds the other.
  EXPECT_EQ(index_of("minimum %n, %c7"), id);
  EXPECT_EQ(index_of("minimum %c9, %n"), id);
  EXPECT_EQ(index_of("minimum %n, %c0"), DeviceIndex::constant(0));
  EXPECT_FALSE(index_of("minimum %n, %c3"));
  EXPECT_EQ(index_of("maximum %n, %c0"), id);
  EXPECT_EQ(index_of("maximum %n, %c7"), DeviceIndex::constant(7));
  EXPECT_FALSE(index_of("maximum %c3, %n"));
  EXPECT_EQ(index_of("clamp %c0, %n, %c7"), id);
  EXPECT_FALSE(index_of("clamp %c1, %n, %c7"));
  EXPECT_FALSE(index_of("clamp %c0, %n, %c3"));
  // There is one replica.
  Context context;
  EXPECT_EQ(index_in(context,
                     "  %m = stablehlo.replica_id : tensor<ui32>\n"
                     "  %r = stablehlo.convert %m : (tensor<ui32>) -> tensor<i64>\n"),
            DeviceIndex::constant(0));
}

TEST(DeviceIndex, numbers_that_their_type_does_not_hold_are_not_known) {
  const DeviceIndex id = DeviceIndex::of_id(8);
  EXPECT_EQ(index_of("add %n, %c120", "i8"), id + DeviceIndex::constant(120));  // 127
  EXPECT_FALSE(index_of("add %n, %c121", "i8"));                                // 128
  EXPECT_EQ(index_of("subtract %n, %c9", "i8"), id + DeviceIndex::constant(-9));
  EXPECT_EQ(index_of("add %n, %c248", "ui8"), id + DeviceIndex::constant(248));  // 255
  EXPECT_FALSE(index_of("add %n, %c249", "ui8"));                                // 256
  EXPECT_FALSE(index_of("subtract %n, %c9", "ui8"));
}

TEST(DeviceIndex, chains_of_doublings_end) {
  Context context;
  std::string ops = "  %n0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>\n";
  for (int i = 0; i < 50; ++i) {
    const std::string from = "%n" + std::to_string(i);
    ops += "  %n" + std::to_string(i + 1) + " = stablehlo.add " + from + ", " + from + " : tensor<i64>\n";
  }
  EXPECT_EQ(index_in(context, ops + "  %r = stablehlo.add %n3, %n0 : tensor<i64>\n"), DeviceIndex::of_id(8) * 9);
  EXPECT_FALSE(index_in(context, ops + "  %r = stablehlo.add %n50, %n0 : tensor<i64>\n"));
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
