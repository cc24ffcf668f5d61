#include "ir/trip_count.h"

#include <gtest/gtest.h>

#include <cstring>

#include "ir/builder.h"

namespace partita::core::ir {
namespace {

struct LoopSpec {
  int64_t init = 0, limit = 5, step = 1;
  const char* direction = "LT";
  ElementType element = ElementType::kS32;
  OpKind kind = OpKind::kAdd;
  bool limit_first = false;     // limit <direction> counter
  bool step_first = false;      // step + counter
  bool limit_carried = false;   // the limit comes through the loop unchanged
  bool limit_outside = false;   // the condition captures a constant
  bool limit_argument = false;  // the limit is an argument: not known
  bool copies = false;          // hints and copies between
};

Value* integer(Builder& b, ElementType element, int64_t value) {
  Type type = b.context().tensor(element, {});
  std::byte bytes[8];
  std::memcpy(bytes, &value, sizeof bytes);
  return b.constant(b.context().dense(type, true, std::span<const std::byte>(bytes, byte_width(element))));
}

std::optional<int64_t> count_of(const LoopSpec& spec) {
  Context context;
  Module module(context);
  Type scalar = context.tensor(spec.element, {}), truth = context.tensor(ElementType::kPred, {});
  Function* f = module.add_function(context.name("main"), std::vector<Type>{scalar}, {});
  Builder b(f->body());
  Value* limit = spec.limit_argument ? f->argument(0) : integer(b, spec.element, spec.limit);
  std::vector<Value*> state = {integer(b, spec.element, spec.init), limit};
  std::vector<Type> types = {scalar, scalar};
  Op* loop = module.add_op(f->body(), OpKind::kWhile, state, types, {}, 2);
  for (int r = 0; r < 2; ++r) {
    for (Type type : types) loop->region(r).add_argument(type);
  }
  Builder in_condition(loop->region(0));
  Value* counter = loop->region(0).argument(0);
  Value* bound = spec.limit_carried                          ? loop->region(0).argument(1)
                 : spec.limit_outside || spec.limit_argument ? limit
                                                             : integer(in_condition, spec.element, spec.limit);
  if (spec.copies) counter = in_condition.value(OpKind::kCopy, {counter}, scalar);
  Value* test =
      in_condition.value(OpKind::kCompare, {spec.limit_first ? bound : counter, spec.limit_first ? counter : bound},
                         truth, {{AttrKey::kComparisonDirection, context.string(spec.direction)}});
  in_condition.ret(std::vector<Value*>{test});
  Builder in_body(loop->region(1));
  Value* step = integer(in_body, spec.element, spec.step);
  Value* current = loop->region(1).argument(0);
  Value* next = in_body.value(spec.kind, {spec.step_first ? step : current, spec.step_first ? current : step}, scalar);
  if (spec.copies) next = in_body.value(OpKind::kReshape, {next}, scalar);
  in_body.ret(std::vector<Value*>{next, loop->region(1).argument(1)});
  return known_trip_count(*loop);
}

TEST(TripCount, counts_up_and_down) {
  EXPECT_EQ(count_of({}), 5);
  EXPECT_EQ(count_of({.direction = "LE"}), 6);
  EXPECT_EQ(count_of({.init = 9, .limit = 2, .step = -2, .direction = "GT"}), 4);
  EXPECT_EQ(count_of({.init = 9, .limit = 3, .step = -2, .direction = "GE"}), 4);
  EXPECT_EQ(count_of({.limit = 6, .step = 2, .direction = "NE"}), 3);
  EXPECT_EQ(count_of({.limit = 7, .step = 2}), 4);
  EXPECT_EQ(count_of({.init = 9, .limit = 0, .step = 3, .direction = "GT", .kind = OpKind::kSubtract}), 3);
}

TEST(TripCount, loops_that_do_not_run_count_zero) {
  EXPECT_EQ(count_of({.init = 5}), 0);
  EXPECT_EQ(count_of({.init = 3, .limit = 4, .direction = "EQ"}), 0);
  EXPECT_EQ(count_of({.init = 4, .limit = 4, .direction = "EQ"}), 1);
}

TEST(TripCount, limit_and_step_may_stand_on_either_side) {
  EXPECT_EQ(count_of({.direction = "GT", .limit_first = true}), 5);
  EXPECT_EQ(count_of({.step_first = true}), 5);
}

TEST(TripCount, constants_are_found_wherever_they_stand) {
  EXPECT_EQ(count_of({.limit_carried = true}), 5);
  EXPECT_EQ(count_of({.limit_outside = true}), 5);
  EXPECT_EQ(count_of({.copies = true}), 5);
}

TEST(TripCount, types_of_all_widths) {
  EXPECT_EQ(count_of({.limit = 100, .element = ElementType::kS8}), 100);
  EXPECT_EQ(count_of({.limit = 200, .element = ElementType::kU8}), 200);
  EXPECT_EQ(count_of({.limit = 3000000000, .element = ElementType::kU32}), 3000000000);
  EXPECT_EQ(count_of({.limit = 5000000000, .element = ElementType::kS64}), 5000000000);
}

TEST(TripCount, nothing_is_told_where_nothing_is_known) {
  EXPECT_EQ(count_of({.limit_argument = true}), std::nullopt);
  EXPECT_EQ(count_of({.step = 0}), std::nullopt);
  EXPECT_EQ(count_of({.step = -1}), std::nullopt);
  EXPECT_EQ(count_of({.limit = 5, .step = 2, .direction = "NE"}), std::nullopt);
  EXPECT_EQ(count_of({.kind = OpKind::kMultiply}), std::nullopt);
  EXPECT_EQ(count_of({.kind = OpKind::kSubtract, .step_first = true}), std::nullopt);  // 1 - i goes to and fro
}

TEST(TripCount, a_counter_that_wraps_around_tells_nothing) {
  EXPECT_EQ(count_of({.limit = 127, .direction = "LE", .element = ElementType::kS8}), std::nullopt);
  EXPECT_EQ(count_of({.limit = 250, .step = 100, .element = ElementType::kU8}), std::nullopt);
}

}  // namespace
}  // namespace partita::core::ir
