#include "ir/combiner.h"

#include <gtest/gtest.h>

namespace partita::core::ir {
namespace {

// The body of a reduce over `pairs` pairs of scalars.
struct Body {
  explicit Body(int pairs) {
    Function* function = module.add_function(context.name("main"), {}, {});
    Op* reduce = module.add_op(function->body(), OpKind::kReduce, {}, {}, {}, 1);
    region = &reduce->region(0);
    for (int i = 0; i < 2 * pairs; ++i) region->add_argument(scalar);
  }
  Value* argument(int i) { return region->argument(i); }
  Value* op(OpKind kind, std::vector<Value*> operands) {
    return module.add_op(*region, kind, operands, std::vector<Type>{scalar})->result();
  }
  Region& returning(std::vector<Value*> values) {
    module.add_op(*region, OpKind::kReturn, values, {});
    return *region;
  }

  Context context;
  Module module{context};
  Type scalar = context.tensor(ElementType::kF32, {});
  Region* region = nullptr;
};

TEST(Combiner, KnowsASingleCommutativeOpInEitherOrder) {
  Body straight(1);
  Value* sum = straight.op(OpKind::kAdd, {straight.argument(0), straight.argument(1)});
  EXPECT_EQ(simple_combiner(straight.returning({sum})), OpKind::kAdd);

  Body swapped(1);
  Value* max = swapped.op(OpKind::kMaximum, {swapped.argument(1), swapped.argument(0)});
  EXPECT_EQ(simple_combiner(swapped.returning({max})), OpKind::kMaximum);

  Body subtract(1);
  Value* difference = subtract.op(OpKind::kSubtract, {subtract.argument(1), subtract.argument(0)});
  EXPECT_EQ(simple_combiner(subtract.returning({difference})), std::nullopt);
}

TEST(Combiner, IsNoneWhereThereIsMore) {
  Body longer(1);
  Value* sum = longer.op(OpKind::kAdd, {longer.argument(0), longer.argument(1)});
  EXPECT_EQ(simple_combiner(longer.returning({longer.op(OpKind::kNegate, {sum})})), std::nullopt);

  Body unused(1);
  Value* kept = unused.op(OpKind::kAdd, {unused.argument(0), unused.argument(1)});
  unused.op(OpKind::kAdd, {unused.argument(0), unused.argument(1)});
  EXPECT_EQ(simple_combiner(unused.returning({kept})), std::nullopt);

  Body doubled(1);
  Value* twice = doubled.op(OpKind::kAdd, {doubled.argument(0), doubled.argument(0)});
  EXPECT_EQ(simple_combiner(doubled.returning({twice})), std::nullopt);

  Body overwrite(1);
  EXPECT_EQ(simple_combiner(overwrite.returning({overwrite.argument(1)})), std::nullopt);
  Body open(1);
  EXPECT_EQ(simple_combiner(*open.region), std::nullopt);
}

TEST(Combiner, OfSeveralPairsIsOneOpForEach) {
  Body sums(2);
  Value* first = sums.op(OpKind::kAdd, {sums.argument(0), sums.argument(2)});
  Value* second = sums.op(OpKind::kAdd, {sums.argument(3), sums.argument(1)});
  Region& region = sums.returning({first, second});
  EXPECT_EQ(common_combiner(region), OpKind::kAdd);
  EXPECT_EQ(simple_combiner(region), std::nullopt);

  Body crossed(2);
  Value* a = crossed.op(OpKind::kAdd, {crossed.argument(0), crossed.argument(3)});
  Value* b = crossed.op(OpKind::kAdd, {crossed.argument(1), crossed.argument(2)});
  EXPECT_EQ(common_combiner(crossed.returning({a, b})), std::nullopt);

  Body mixed(2);
  Value* sum = mixed.op(OpKind::kAdd, {mixed.argument(0), mixed.argument(2)});
  Value* max = mixed.op(OpKind::kMaximum, {mixed.argument(1), mixed.argument(3)});
  EXPECT_EQ(common_combiner(mixed.returning({sum, max})), std::nullopt);
}

}  // namespace
}  // namespace partita::core::ir
