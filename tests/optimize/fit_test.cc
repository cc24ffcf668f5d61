// Programs that must do with less memory than they would take: what they take then, and that they still mean the same.
#include "optimize/fit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cost/memory_bound.h"
#include "driver/compilation.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "ir/names.h"
#include "ir/verify.h"
#include "optimize/passes.h"
#include "optimize/remedy.h"
#include "run/arguments.h"
#include "text/write.h"

namespace partita::core::optimize {
namespace {

// A program, read anew each time.
class Program {
 public:
  explicit Program(const std::string& text) {
    Diagnostics diagnostics;
    modules_ = driver::read_programs(context_, std::make_shared<SourceText>("text", text), diagnostics);
    EXPECT_EQ(diagnostics.render_all(), "");
  }
  Function& main() { return *modules_.at(0)->entry(); }
  double peak() { return cost::memory_of(main()).peak(); }
  std::string text() { return *text::write_stablehlo(*modules_.at(0)); }

  Memory fit(double limit) {
    OptimizeLimits limits;
    limits.max_memory = limit;
    std::optional<Memory> memory = fit_memory(main(), limits);
    Diagnostics found;
    EXPECT_TRUE(ir::verify(*modules_[0], found)) << found.render_all() << text();
    return memory ? *memory : cost::memory_of(main());
  }

  void trim(int devices, bool overlap = true) {
    Module& module = *modules_[0];
    module.set_discardable_attribute(hlo_names::kNumPartitions, context_.integer(devices, "i32"));
    OptimizeLimits limits;
    limits.overlap = overlap;
    trim_memory(main(), limits);
    Diagnostics found;
    EXPECT_TRUE(ir::verify(module, found)) << found.render_all() << text();
    module.set_discardable_attribute(hlo_names::kNumPartitions, {});
  }

  int count(OpKind kind) {
    int found = 0;
    walk(main().body(), [&](const Op& op) { found += op.is(kind) ? 1 : 0; });
    return found;
  }

  std::vector<Tensor> run() {
    Diagnostics checks;
    std::vector<Tensor> arguments = run::random_arguments(run::argument_types(main()), 1);
    Result<std::vector<Tensor>> got = evaluate(*modules_[0], main(), std::move(arguments), {}, checks);
    EXPECT_TRUE(got.ok()) << render(got.error().diagnostic);
    return got.ok() ? *got : std::vector<Tensor>();
  }

 private:
  Context context_;
  std::vector<std::unique_ptr<Module>> modules_;
};

void expect_same_results(Program& before, Program& after) {
  const std::vector<Tensor> want = before.run(), got = after.run();
  ASSERT_EQ(want.size(), got.size());
  for (size_t i = 0; i < want.size(); ++i) {
    const auto difference = compare(got[i].with_type(want[i].type()), want[i], ComparisonRule::same());
    EXPECT_FALSE(difference) << difference->message << after.text();
  }
}

// A loop of 4 layers stacks its input, a product and two values made of it; a second loop reads all, last layer first.
std::string two_loops(const std::string& index = "%last") {
  return fmt::format(R"(
func.func @main(%x: tensor<8x64xf32>, %w: tensor<4x64x64xf32>) -> tensor<8x64xf32> {{
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x8x64xf32>
  %f:6 = stablehlo.while(%i = %c0, %h = %x, %s0 = %z, %s1 = %z, %s2 = %z, %s3 = %z) : tensor<i32>, tensor<8x64xf32>, tensor<4x8x64xf32>, tensor<4x8x64xf32>, tensor<4x8x64xf32>, tensor<4x8x64xf32>
  cond {{
    %less = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }} do {{
    %ws = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 64, 64] : (tensor<4x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %wi = stablehlo.reshape %ws : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %d = stablehlo.dot_general %h, %wi, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %t = stablehlo.tanh %d : tensor<8x64xf32>
    %number = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %numbers = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %e = stablehlo.multiply %t, %numbers : tensor<8x64xf32>
    %n = stablehlo.add %h, %t : tensor<8x64xf32>
    %u0 = stablehlo.reshape %h : (tensor<8x64xf32>) -> tensor<1x8x64xf32>
    %u1 = stablehlo.reshape %d : (tensor<8x64xf32>) -> tensor<1x8x64xf32>
    %u2 = stablehlo.reshape %t : (tensor<8x64xf32>) -> tensor<1x8x64xf32>
    %u3 = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<8x64xf32>) -> tensor<1x8x64xf32>
    %v0 = stablehlo.dynamic_update_slice %s0, %u0, %i, %c0, %c0 : (tensor<4x8x64xf32>, tensor<1x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x64xf32>
    %v1 = stablehlo.dynamic_update_slice %s1, %u1, %i, %c0, %c0 : (tensor<4x8x64xf32>, tensor<1x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x64xf32>
    %v2 = stablehlo.dynamic_update_slice %s2, %u2, %i, %c0, %c0 : (tensor<4x8x64xf32>, tensor<1x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x64xf32>
    %v3 = stablehlo.dynamic_update_slice %s3, %u3, %i, %c0, %c0 : (tensor<4x8x64xf32>, tensor<1x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x64xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %n, %v0, %v1, %v2, %v3 : tensor<i32>, tensor<8x64xf32>, tensor<4x8x64xf32>, tensor<4x8x64xf32>, tensor<4x8x64xf32>, tensor<4x8x64xf32>
  }}
  %b:2 = stablehlo.while(%i = %c0, %g = %f#1) : tensor<i32>, tensor<8x64xf32>
  cond {{
    %less = stablehlo.compare LT, %i, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }} do {{
    %last = stablehlo.subtract %c3, %i : tensor<i32>
    %beyond = stablehlo.add %last, %c4 : tensor<i32>
    %r0 = stablehlo.dynamic_slice %f#2, {0}, %c0, %c0, sizes = [1, 8, 64] : (tensor<4x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
    %r1 = stablehlo.dynamic_slice %f#3, {0}, %c0, %c0, sizes = [1, 8, 64] : (tensor<4x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
    %r2 = stablehlo.dynamic_slice %f#4, {0}, %c0, %c0, sizes = [1, 8, 64] : (tensor<4x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
    %r3 = stablehlo.dynamic_slice %f#5, {0}, %c0, %c0, sizes = [1, 8, 64] : (tensor<4x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
    %a1 = stablehlo.add %r0, %r1 : tensor<1x8x64xf32>
    %a2 = stablehlo.subtract %a1, %r2 : tensor<1x8x64xf32>
    %a3 = stablehlo.multiply %a2, %r3 : tensor<1x8x64xf32>
    %a = stablehlo.reshape %a3 : (tensor<1x8x64xf32>) -> tensor<8x64xf32>
    %k = stablehlo.multiply %g, %a : tensor<8x64xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %k : tensor<i32>, tensor<8x64xf32>
  }}
  return %b#1 : tensor<8x64xf32>
}}
)",
                     index);
}

constexpr double kStackBytes = 4 * 8 * 64 * 4;

TEST(Fit, stacks_are_computed_again_as_many_as_are_too_much) {
  const double whole = Program(two_loops()).peak();
  for (const double stacks : {1, 2, 3}) {
    Program before(two_loops()), after(two_loops());
    const double limit = whole - (stacks - 0.5) * kStackBytes;
    EXPECT_LE(after.fit(limit).peak(), limit) << stacks << after.text();
    EXPECT_EQ(after.count(OpKind::kDynamicUpdateSlice), 4 - stacks) << after.text();
    // What is made of others by elements goes first; only then is the product computed twice.
    EXPECT_EQ(after.count(OpKind::kDotGeneral), stacks < 3 ? 1 : 2) << after.text();
    expect_same_results(before, after);
  }
}

// The reads are moved into the stack, and what is computed again has to be of that place.
TEST(Fit, reads_beyond_the_stack_are_those_of_its_end) {
  for (const char* index : {"%beyond", "%i"}) {
    Program before(two_loops(index)), after(two_loops(index));
    after.fit(before.peak() - 2.5 * kStackBytes);
    EXPECT_EQ(after.count(OpKind::kDynamicUpdateSlice), 1) << after.text();
    expect_same_results(before, after);
  }
}

// Three ticks of two layers: each tick stacks what its layers stack, their input and a product. The later loop takes
// the stacks of one tick after the other, the last first, and a loop in it the layers.
constexpr const char* kTicks = R"(
func.func @main(%x: tensor<8x64xf32>, %w: tensor<2x64x64xf32>) -> tensor<8x64xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x2x8x64xf32>
  %f:4 = stablehlo.while(%i = %c0, %h = %x, %s0 = %z, %s1 = %z) : tensor<i32>, tensor<8x64xf32>, tensor<3x2x8x64xf32>, tensor<3x2x8x64xf32>
  cond {
    %less = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %y = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x8x64xf32>
    %l:4 = stablehlo.while(%j = %c0, %g = %h, %t0 = %y, %t1 = %y) : tensor<i32>, tensor<8x64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xf32>
    cond {
      %less = stablehlo.compare LT, %j, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %ws = stablehlo.dynamic_slice %w, %j, %c0, %c0, sizes = [1, 64, 64] : (tensor<2x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
      %wj = stablehlo.reshape %ws : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
      %d = stablehlo.dot_general %g, %wj, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
      %n = stablehlo.tanh %d : tensor<8x64xf32>
      %u0 = stablehlo.reshape %g : (tensor<8x64xf32>) -> tensor<1x8x64xf32>
      %u1 = stablehlo.reshape %d : (tensor<8x64xf32>) -> tensor<1x8x64xf32>
      %v0 = stablehlo.dynamic_update_slice %t0, %u0, %j, %c0, %c0 : (tensor<2x8x64xf32>, tensor<1x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x64xf32>
      %v1 = stablehlo.dynamic_update_slice %t1, %u1, %j, %c0, %c0 : (tensor<2x8x64xf32>, tensor<1x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x64xf32>
      %next = stablehlo.add %j, %c1 : tensor<i32>
      stablehlo.return %next, %n, %v0, %v1 : tensor<i32>, tensor<8x64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xf32>
    }
    %p0 = stablehlo.reshape %l#2 : (tensor<2x8x64xf32>) -> tensor<1x2x8x64xf32>
    %p1 = stablehlo.reshape %l#3 : (tensor<2x8x64xf32>) -> tensor<1x2x8x64xf32>
    %q0 = stablehlo.dynamic_update_slice %s0, %p0, %i, %c0, %c0, %c0 : (tensor<3x2x8x64xf32>, tensor<1x2x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8x64xf32>
    %q1 = stablehlo.dynamic_update_slice %s1, %p1, %i, %c0, %c0, %c0 : (tensor<3x2x8x64xf32>, tensor<1x2x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8x64xf32>
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %l#1, %q0, %q1 : tensor<i32>, tensor<8x64xf32>, tensor<3x2x8x64xf32>, tensor<3x2x8x64xf32>
  }
  %b:2 = stablehlo.while(%i = %c0, %k = %f#1) : tensor<i32>, tensor<8x64xf32>
  cond {
    %less = stablehlo.compare LT, %i, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %last = stablehlo.subtract %c2, %i : tensor<i32>
    %r0 = stablehlo.dynamic_slice %f#2, %last, %c0, %c0, %c0, sizes = [1, 2, 8, 64] : (tensor<3x2x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x64xf32>
    %r1 = stablehlo.dynamic_slice %f#3, %last, %c0, %c0, %c0, sizes = [1, 2, 8, 64] : (tensor<3x2x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8x64xf32>
    %o0 = stablehlo.reshape %r0 : (tensor<1x2x8x64xf32>) -> tensor<2x8x64xf32>
    %o1 = stablehlo.reshape %r1 : (tensor<1x2x8x64xf32>) -> tensor<2x8x64xf32>
    %m:2 = stablehlo.while(%j = %c0, %g = %k) : tensor<i32>, tensor<8x64xf32>
    cond {
      %less = stablehlo.compare LT, %j, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %back = stablehlo.subtract %c1, %j : tensor<i32>
      %e0 = stablehlo.dynamic_slice %o0, %back, %c0, %c0, sizes = [1, 8, 64] : (tensor<2x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
      %e1 = stablehlo.dynamic_slice %o1, %back, %c0, %c0, sizes = [1, 8, 64] : (tensor<2x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
      %a = stablehlo.subtract %e0, %e1 : tensor<1x8x64xf32>
      %c = stablehlo.reshape %a : (tensor<1x8x64xf32>) -> tensor<8x64xf32>
      %n = stablehlo.multiply %g, %c : tensor<8x64xf32>
      %next = stablehlo.add %j, %c1 : tensor<i32>
      stablehlo.return %next, %n : tensor<i32>, tensor<8x64xf32>
    }
    %next = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %next, %m#1 : tensor<i32>, tensor<8x64xf32>
  }
  return %b#1 : tensor<8x64xf32>
}
)";

TEST(Fit, stacks_of_stacks_are_computed_again_in_the_inner_loop) {
  Program before(kTicks), after(kTicks);
  const double limit = before.peak() - 0.5 * (3 * 2 * 8 * 64 * 4);
  EXPECT_LE(after.fit(limit).peak(), limit) << after.text();
  EXPECT_EQ(before.count(OpKind::kDynamicUpdateSlice), 4);
  EXPECT_EQ(after.count(OpKind::kDynamicUpdateSlice), 2) << after.text();
  EXPECT_EQ(after.count(OpKind::kDotGeneral), 2) << after.text();
  expect_same_results(before, after);
}

// %e is needed by the first and the last op; the product between is where memory is short.
constexpr const char* kFarApart = R"(
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x256xf32>, %v: tensor<256x64xf32>) -> tensor<64x64xf32> {
  %e = stablehlo.exponential %x : tensor<64x64xf32>
  %h = stablehlo.dot_general %e, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %t = stablehlo.tanh %h : tensor<64x256xf32>
  %k = stablehlo.dot_general %t, %w, contracting_dims = [1] x [1] : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x64xf32>
  %l = stablehlo.dot_general %k, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %m = stablehlo.dot_general %l, %v, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  %y = stablehlo.dot_general %m, %e, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
)";

TEST(Fit, cheap_values_are_computed_again_behind_a_barrier) {
  Program before(kFarApart), after(kFarApart);
  const double limit = before.peak() - 64 * 64 * 4;
  EXPECT_LE(after.fit(limit).peak(), limit) << after.text();
  EXPECT_EQ(after.count(OpKind::kExponential), 2);
  EXPECT_GE(after.count(OpKind::kOptimizationBarrier), 1);
  EXPECT_EQ(after.count(OpKind::kDotGeneral), 5);
  expect_same_results(before, after);
}

TEST(Fit, nothing_is_done_without_need) {
  Program before(kFarApart), after(kFarApart);
  after.fit(before.peak());
  EXPECT_EQ(after.text(), before.text());
  after.fit(0);
  EXPECT_EQ(after.text(), before.text());
}

// The two stacks that are made of another by elements go, the product stays.
TEST(Trim, what_is_cheap_is_made_again_without_need_and_products_are_not) {
  Program before(two_loops()), after(two_loops());
  after.trim(2);
  EXPECT_LE(after.peak(), before.peak() - 2 * kStackBytes) << after.text();
  EXPECT_EQ(after.count(OpKind::kDynamicUpdateSlice), 2) << after.text();
  EXPECT_EQ(after.count(OpKind::kDotGeneral), 1) << after.text();
  expect_same_results(before, after);
}

// A kernel more is a tenth of this step, and saves a twentieth of the peak.
TEST(Trim, what_costs_more_than_it_saves_stays) {
  Program before(kFarApart), after(kFarApart);
  after.trim(2);
  EXPECT_EQ(after.text(), before.text());
}

// A mask of bytes is kept, and not the product of floats that it is made of.
TEST(Fit, what_is_narrower_is_kept_instead) {
  const std::string text = R"(
func.func @main(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64x256xf32>) -> (tensor<64x64xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %x = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
  %u = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %t = stablehlo.dot_general %a, %u, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %v = stablehlo.dot_general %t, %b, contracting_dims = [1] x [1] : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x64xf32>
  %m = stablehlo.compare GT, %x, %zeros : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
  %r = stablehlo.select %m, %v, %zeros : tensor<64x64xi1>, tensor<64x64xf32>
  return %r, %s : tensor<64x64xf32>, tensor<f32>
})";
  Program before(text), after(text);
  const double limit = before.peak() - 64 * 64 * 3;
  EXPECT_LE(after.fit(limit).peak(), limit) << after.text();
  EXPECT_EQ(after.count(OpKind::kOptimizationBarrier), 1) << after.text();
  EXPECT_EQ(after.count(OpKind::kCompare), 1) << after.text();
  expect_same_results(before, after);
}

TEST(Trim, plans_of_hints_alone_and_programs_on_one_device_stay_as_they_are) {
  Program before(two_loops()), after(two_loops());
  after.trim(1);
  EXPECT_EQ(after.text(), before.text());
  after.trim(2, false);
  EXPECT_EQ(after.text(), before.text());
}

// However little there is, the program means the same, and takes no less than what nothing can go below.
TEST(Fit, what_cannot_be_held_stays_right_and_above_the_bound) {
  for (const std::string& text : {std::string(kFarApart), two_loops()}) {
    Program before(text), after(text);
    const Memory memory = after.fit(1);
    EXPECT_LE(memory.peak(), before.peak());
    EXPECT_GE(memory.peak(), cost::memory_bound(after.main(), memory).bytes);
    EXPECT_GE(memory.peak(), cost::memory_bound(before.main(), cost::memory_of(before.main())).bytes);
    expect_same_results(before, after);
  }
}

}  // namespace
}  // namespace partita::core::optimize
