// Every op has the rule its sample says, and what holds for all rules holds for each.
#include <gtest/gtest.h>

#include <algorithm>

#include "ir/builder.h"
#include "rules/column.h"
#include "rules/rule.h"
#include "rules/sharding_rule.h"
#include "sample_program.h"
#include "samples.h"

namespace partita::core::rules {
namespace {

void expect_sound(const Op& op, const Rule& rule) {
  ASSERT_EQ(rule.operands.size(), op.num_operands());
  ASSERT_EQ(rule.results.size(), op.num_results());
  std::vector<int> uses(rule.factors.size(), 0), in_results(rule.factors.size(), 0);
  for (int t = 0; t < rule.num_tensors(); ++t) {
    Type type = t < op.num_operands() ? op.operand(t)->type() : op.result(t - op.num_operands())->type();
    const TensorFactors& tensor = rule.tensor(t);
    if (tensor.empty()) continue;
    ASSERT_EQ(tensor.size(), type.rank());
    std::vector<int> here(rule.factors.size(), 0);
    for (int d = 0; d < type.rank(); ++d) {
      const DimFactors& dim = tensor[d];
      int64_t product = 1;
      for (int f : dim) {
        ASSERT_LT(f, rule.factors.size());
        product *= rule.factors[f].size;
        ++uses[f];
        if (t >= op.num_operands()) ++in_results[f];
        EXPECT_LE(++here[f], 1) << "a factor is twice in one tensor";
      }
      if (dim.empty()) {
        EXPECT_EQ(type.dim(d), 1);
      } else if (dim.size() > 1 || rule.factors[dim[0]].kind == FactorKind::kPass) {
        EXPECT_EQ(product, type.dim(d)) << "tensor " << t << " dimension " << d;
      }
    }
  }
  for (size_t f = 0; f < rule.factors.size(); ++f) {
    EXPECT_GT(uses[f], 0) << "a factor is part of nothing";
    bool reduce = rule.factors[f].kind == FactorKind::kReduce;
    if (reduce) {
      EXPECT_EQ(in_results[f], 0) << "a reduced factor is part of a result";
    } else {
      EXPECT_TRUE(!rule.factors[f].reduction && !rule.factors[f].masked);
    }
  }
  for (uint64_t mask : rule.linear) EXPECT_EQ(mask >> std::min(63, op.num_operands()), 0u);
}

TEST(Rules, AreWhatTheSamplesSay) {
  for (const RuleSample& sample : kRuleSamples) {
    SCOPED_TRACE(std::string(sample.body));
    SampleProgram program(sample);
    ASSERT_NE(program.op(), nullptr) << program.problem();
    RuleCache cache;
    const Rule& rule = cache.rule(*program.op());
    EXPECT_EQ(to_string(rule), sample.rule);
    expect_sound(*program.op(), rule);
  }
}

TEST(Rules, EveryOpHasOneOrSaysWhyNot) {
  for (int i = 0; i < kOpKindCount; ++i) {
    auto kind = static_cast<OpKind>(i);
    const RuleEntry& entry = rule_entry(kind);
    ASSERT_NE(entry.rule, nullptr);
    bool sampled = std::ranges::any_of(kRuleSamples, [&](const RuleSample& s) { return s.kind == kind; });
    bool shared =
        std::ranges::any_of(kRuleSamples, [&](const RuleSample& s) { return rule_entry(s.kind).rule == entry.rule; });
    EXPECT_TRUE(sampled || shared || !entry.because.empty())
        << op_info(kind).mlir << " has neither a sample nor a reason";
  }
}

// The rule of the first op of a kind in a program.
class Asked {
 public:
  Asked(OpKind kind, std::string_view arguments, std::string_view body)
      : program_(RuleSample{kind, "", arguments, body, ""}) {}
  std::string rule(RuleCache& cache) {
    return program_.op() == nullptr ? program_.problem() : to_string(cache.rule(*program_.op()));
  }
  std::string rule() {
    RuleCache cache;
    return rule(cache);
  }
  Op& op() { return *program_.op(); }

 private:
  SampleProgram program_;
};

constexpr std::string_view kLookUp =
    " %0 = \"stablehlo.gather\"(%a, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], "
    "start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<8x100xf32>, "
    "tensor<8x2xi32>) -> tensor<8xf32>";
constexpr std::string_view kCounts = "a b, a c -> a | masked b | whole c | stop b c";
constexpr std::string_view kDoesNot = "a b, c d -> c | masked a b | whole d | stop a b d";

std::string look_up(std::string_view indices) {
  std::string body = std::string(indices) + std::string(kLookUp);
  return Asked(OpKind::kGather, "%a: tensor<8x100xf32>, %j: tensor<8x1xi32>", body).rule();
}

TEST(Rules, SeeAnIndexThatCountsThroughItsProducers) {
  std::string_view join =
      " %i = stablehlo.concatenate %n, %j, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>";
  auto joined = [&](std::string_view n) { return look_up(std::string(n) + std::string(join)); };
  EXPECT_EQ(joined("%n = stablehlo.iota dim = 0 : tensor<8x1xi32>"), kCounts);
  EXPECT_EQ(joined("%n = stablehlo.iota dim = 1 : tensor<8x1xi32>"), kDoesNot);
  EXPECT_EQ(joined("%m = stablehlo.iota dim = 0 : tensor<8xui8> %c = stablehlo.convert %m : (tensor<8xui8>) -> "
                   "tensor<8xi32> %n = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>"),
            kCounts);
  EXPECT_EQ(joined("%m = stablehlo.iota dim = 1 : tensor<1x8xi32> %t = stablehlo.transpose %m, dims = [1, 0] : "
                   "(tensor<1x8xi32>) -> tensor<8x1xi32> %n = stablehlo.optimization_barrier %t : tensor<8x1xi32>"),
            kCounts);
  EXPECT_EQ(joined("%m = stablehlo.iota dim = 0 : tensor<8x1xi32> %z = stablehlo.constant dense<0> : tensor<8x1xi32> "
                   "%k = stablehlo.constant dense<8> : tensor<8x1xi32> %l = stablehlo.compare LT, %m, %z : "
                   "(tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x1xi1> %s = stablehlo.add %m, %k : tensor<8x1xi32> "
                   "%n = stablehlo.select %l, %s, %m : tensor<8x1xi1>, tensor<8x1xi32>"),
            kCounts);
  EXPECT_EQ(joined("%m = stablehlo.iota dim = 0 : tensor<8x1xi32> %n = stablehlo.add %m, %m : tensor<8x1xi32>"),
            kDoesNot);
  // Numbers written out.
  EXPECT_EQ(joined("%n = stablehlo.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi32>"),
            kCounts);
  EXPECT_EQ(joined("%n = stablehlo.constant dense<[[0], [1], [2], [3], [4], [5], [6], [8]]> : tensor<8x1xi32>"),
            kDoesNot);
  // Two bits do not count to eight.
  EXPECT_EQ(joined("%m = stablehlo.iota dim = 0 : tensor<8x1xui2> %n = stablehlo.convert %m : (tensor<8x1xui2>) -> "
                   "tensor<8x1xi32>"),
            kDoesNot);
  // Whole index vectors, both components counting along one dimension: a diagonal. Rows count, columns are looked up.
  EXPECT_EQ(look_up("%i = stablehlo.iota dim = 0 : tensor<8x2xi32>"), kCounts);
  // Along the vector nothing counts.
  EXPECT_EQ(look_up("%i = stablehlo.iota dim = 1 : tensor<8x2xi32>"), kDoesNot);
}

TEST(Rules, SeeAnIndexThatALoopCarriesUnchanged) {
  std::string loop =
      "%m = stablehlo.iota dim = 0 : tensor<8x1xi32> %k = stablehlo.constant dense<1> : tensor<8x1xi32> "
      "%w:2 = stablehlo.while(%n = %m, %c = %j) : tensor<8x1xi32>, tensor<8x1xi32> cond { %t = stablehlo.constant "
      "dense<false> : tensor<i1> stablehlo.return %t : tensor<i1> } do { %i = stablehlo.concatenate %n, %c, dim = 1 : "
      "(tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>" +
      std::string(kLookUp) + " %d = stablehlo.add %n, %k : tensor<8x1xi32> stablehlo.return ";
  std::string end = " : tensor<8x1xi32>, tensor<8x1xi32> }";
  std::string_view arguments = "%a: tensor<8x100xf32>, %j: tensor<8x1xi32>";
  EXPECT_EQ(Asked(OpKind::kGather, arguments, loop + "%n, %c" + end).rule(), kCounts);
  EXPECT_EQ(Asked(OpKind::kGather, arguments, loop + "%d, %c" + end).rule(), kDoesNot);
}

TEST(Rules, AreKeptOnceForEqualOps) {
  Context context;
  Module module(context);
  Type big = context.tensor(ElementType::kF32, {8, 4}), row = context.tensor(ElementType::kF32, {4});
  Function* function = module.add_function(context.name("f"), std::vector<Type>{big, row}, {});
  auto add = [&](Value* x) {
    return module.add_op(function->body(), OpKind::kAdd, std::vector<Value*>{x, x}, std::vector<Type>{x->type()});
  };
  RuleCache cache;
  const Rule& first = cache.rule(*add(function->argument(0)));
  EXPECT_EQ(&first, &cache.rule(*add(function->argument(0))));
  EXPECT_NE(&first, &cache.rule(*add(function->argument(1))));
}

TEST(Rules, DependOnTheCombiner) {
  auto scatter = [](std::string_view combiner) {
    return Asked(OpKind::kScatter, "%a: tensor<9xi1>, %i: tensor<4x1xi32>, %u: tensor<4xi1>",
                 "%0 = \"stablehlo.scatter\"(%a, %i, %u) ({ ^bb0(%x: tensor<i1>, %y: tensor<i1>): %z = stablehlo." +
                     std::string(combiner) +
                     " %x, %y : tensor<i1> stablehlo.return %z : tensor<i1> }) {scatter_dimension_numbers = "
                     "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                     "index_vector_dim = 1>} : (tensor<9xi1>, tensor<4x1xi32>, tensor<4xi1>) -> tensor<9xi1>")
        .rule();
  };
  EXPECT_EQ(scatter("add"), "a, b 1, b -> a | masked or b");
  EXPECT_EQ(scatter("multiply"), "a, b 1, b -> a | masked and b");
  EXPECT_EQ(scatter("xor"), "a, b 1, b -> a | masked xor b");
}

TEST(Rules, OfCustomCallsComeFromTheProgramThenTheTable) {
  RuleCache cache;
  std::string call = "%0 = stablehlo.custom_call @Sharding(%a)";
  std::string type = " : (tensor<8x4xf32>) -> tensor<8x4xf32>";
  std::string_view arguments = "%a: tensor<8x4xf32>";
  // All stay alive: the cache knows rules by where types and attributes are.
  Asked plain(OpKind::kCustomCall, arguments, call + type);
  EXPECT_EQ(plain.rule(cache), "a b -> a b");
  Asked given(OpKind::kCustomCall, arguments,
              call + " {sdy.sharding_rule = #sdy.op_sharding_rule<([i, *])->([i, *]) {i=8}, custom>}" + type);
  EXPECT_EQ(given.rule(cache), "a b -> a c | whole b c | stop b c");
  Asked mine(OpKind::kCustomCall, arguments, "%0 = stablehlo.custom_call @mine(%a)" + type);
  EXPECT_EQ(mine.rule(cache), "a b -> c d | whole a b c d | stop a b c d");
}

// Nobody but the call knows how a part of the operand makes a part of the result.
TEST(Rules, OfCustomCallsKeepWholeWhatDoesNotLeadThrough) {
  auto rule = [](const std::string& text) {
    return Asked(OpKind::kCustomCall, "%a: tensor<2x8x4xf32>",
                 "%0:2 = stablehlo.custom_call @lu(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<" + text +
                     ", custom>} : (tensor<2x8x4xf32>) -> (tensor<2x8x4xf32>, tensor<2x4xi32>)")
        .rule();
  };
  EXPECT_EQ(rule("([i, j, k])->([i, l, m], [i, n]) {i=2, j=8, k=4, l=8, m=4, n=4}"),
            "a b c -> a d e, a f | whole b c d e f");
  EXPECT_EQ(rule("([i, j, k])->([i, l, k], [i, k]) {i=2, j=8, k=4, l=8} reduction={j}"),
            "a b c -> a d c, a c | reduce b | whole d");
}

TEST(Rules, OfCustomCallsMustFit) {
  auto problem = [](std::string_view rule) {
    Asked asked(OpKind::kCustomCall, "%a: tensor<8x12xf32>",
                "%0 = stablehlo.custom_call @mine(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<" + std::string(rule) +
                    ">} : (tensor<8x12xf32>) -> tensor<8x12xf32>");
    Status status = check_sharding_rule(asked.op());
    if (!status.ok()) {
      EXPECT_EQ(asked.rule(), "a b -> c d | whole a b c d | stop a b c d");
    }
    return status.ok() ? "" : std::string(code_text(status.error().diagnostic.code));
  };
  EXPECT_EQ(problem("([i, jk])->([i, jk]) {i=8, j=3, k=4}"), "");
  EXPECT_EQ(problem("([i, jz_1])->([i, jz_1]) {i=8, j=3, z_1=4} need_replication={j} permutation={i}, custom"), "");
  EXPECT_EQ(problem("([i, jz1])->([i, jz1]) {i=8, j=3, z1=4}"), "");
  EXPECT_EQ(problem("([i, j])->([i, *]) {i=8, j=12} reduction={j}"), "");
  EXPECT_EQ(problem("([i, jk])->([i, jk]) {i=8, j=3, k=5}"), "P305");          // not 12
  EXPECT_EQ(problem("([i])->([i, j]) {i=8, j=12}"), "P305");                   // rank
  EXPECT_EQ(problem("([i, j], [i, j])->([i, j]) {i=8, j=12}"), "P305");        // operands
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8, j=12} reduction={j}"), "P305");  // a sum in a result
  EXPECT_EQ(problem("([i, i])->([i, *]) {i=8}"), "P300");                      // twice
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8}"), "P300");                      // no size
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8, j=0}"), "P300");                 // no size
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8, j=12} folding={j}"), "P300");    // no such set
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8, j=12} reduction={q}"), "P300");  // no such factor
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8, j=12} reduction={j} permutation={j}"), "P300");
  EXPECT_EQ(problem("([i, j])->([i, j]) {i=8, j=12} custom custom"), "P300");
  EXPECT_EQ(problem("([I, j])->([I, j]) {I=8, j=12}"), "P300");
}

}  // namespace
}  // namespace partita::core::rules
