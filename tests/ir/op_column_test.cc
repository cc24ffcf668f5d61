// A column of the op table finds its holes and double entries while compiling.
#include "ir/op_column.h"

#include <gtest/gtest.h>

namespace partita::core::ir {
namespace {

constexpr OpColumn<int> make(bool with_return, bool twice) {
  OpColumn<int> column;
  column.add(1, {OpKind::kCompare, OpKind::kSelect});
  column.add_rest(2, kElementwise);
  if (twice) column.add(3, {OpKind::kAdd});
  column.add_rest(4, [](const OpRow& row) { return !row.has(kTerminator); });
  if (with_return) column.add(5, {OpKind::kReturn});
  return column;
}

constexpr OpColumn<int> kWhole = make(true, false);
static_assert(is_total<kWhole>());
static_assert(kWhole[OpKind::kSelect] == 1 && kWhole[OpKind::kAdd] == 2 && kWhole[OpKind::kDotGeneral] == 4);
static_assert(kWhole[OpKind::kReturn] == 5);

TEST(OpColumn, NamesTheFirstHole) {
  constexpr OpColumn<int> column = make(false, false);
  EXPECT_EQ(column.first_hole(), OpKind::kReturn);
  EXPECT_EQ(column.first_double(), kNoOp);
}

TEST(OpColumn, NamesTheFirstOpWithTwoEntries) {
  constexpr OpColumn<int> column = make(true, true);
  EXPECT_EQ(column.first_hole(), kNoOp);
  EXPECT_EQ(column.first_double(), OpKind::kAdd);
}

TEST(OpColumn, RowsAreThoseOfTheTable) {
  for (int i = 0; i < kOpKindCount; ++i) {
    const OpInfo& info = op_info(static_cast<OpKind>(i));
    const OpRow& row = kOpRows[i];
    EXPECT_EQ(row.traits, info.traits) << info.mlir;
    EXPECT_EQ(row.max_operands, info.max_operands) << info.mlir;
    EXPECT_EQ(row.max_regions, info.max_regions) << info.mlir;
    EXPECT_EQ(row.num_attrs, info.attrs.size()) << info.mlir;
    EXPECT_EQ(row.has_opcode, !info.hlo.empty()) << info.mlir;
  }
}

}  // namespace
}  // namespace partita::core::ir
