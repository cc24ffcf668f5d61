// Scalar regions as kernels over blocks: results that share memory with arguments, captured values, and what is left to
// the machine.
#include "eval/region_program.h"

#include <gtest/gtest.h>

#include <numeric>

#include "eval/evaluate.h"
#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/session.h"

namespace partita::core::eval {
namespace {

struct Bench {
  Context context;
  Module module{context};
  Type scalar = context.tensor(ElementType::kF32, {});
  Function* function = nullptr;
  Op* map = nullptr;

  // A map with an empty body of `arguments` scalars, whose results the caller returns.
  Region& body(int arguments) {
    function = module.add_function(context.name("main"), std::vector<Type>{scalar}, std::vector<Type>{});
    Value* argument = function->argument(0);
    map =
        module.add_op(function->body(), OpKind::kMap, std::vector<Value*>{argument}, std::vector<Type>{scalar}, {}, 1);
    for (int i = 0; i < arguments; ++i) map->region(0).add_argument(scalar);
    return map->region(0);
  }
  Value* add(Region& region, OpKind kind, std::vector<Value*> operands) {
    return module.add_op(region, kind, operands, std::vector<Type>{scalar})->result();
  }
  void finish(Region& region, std::vector<Value*> values) {
    module.add_op(region, OpKind::kReturn, values, {});
    module.add_op(function->body(), OpKind::kReturn, {}, {});
  }
};

TEST(RegionProgram, SwapsResultsInTheMemoryOfItsArguments) {
  Bench bench;
  Region& body = bench.body(2);
  Value* sum = bench.add(body, OpKind::kAdd, {body.argument(0), body.argument(1)});
  bench.finish(body, {body.argument(1), sum});
  EvalOptions options;
  Diagnostics checks;
  Session session(bench.module, options, checks);
  Grid grid(session, 1, 1);
  Machine machine(session, grid, 0);
  RegionProgram program(body, machine);
  ASSERT_TRUE(program.compiled());
  EXPECT_EQ(program.num_results(), 2);

  constexpr size_t kCount = 1000;  // several blocks and a rest
  std::vector<float> a(kCount), b(kCount);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 1.0f);
  const void* args[] = {a.data(), b.data()};
  void* results[] = {a.data(), b.data()};  // the second is written where the first is read
  ASSERT_TRUE(program.run(args, results, kCount).ok());
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(a[i], static_cast<float>(i + 1));
    EXPECT_EQ(b[i], static_cast<float>(2 * i + 1));
  }
}

}  // namespace
}  // namespace partita::core::eval
