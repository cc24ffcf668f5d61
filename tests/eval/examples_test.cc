// The examples in the headers of src/eval (scripts/header_examples.py), run.
#include <gtest/gtest.h>

#include <complex>

#include "../parsed_program.h"
#include "eval/evaluate.h"
#include "eval/evaluators.h"
#include "eval/fifo_semaphore.h"
#include "eval/grid.h"
#include "eval/machine.h"
#include "eval/math/special.h"
#include "eval/pointwise.h"
#include "eval/region_program.h"
#include "eval/session.h"
#include "eval/strided.h"

namespace partita::core {
namespace {

constexpr const char* kMaximum = R"(
func.func @main(%a: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}
)";

// Example of src/eval/evaluate.h
TEST(Examples, Evaluate) {
  using eval::evaluate;
  const ParsedProgram program(kMaximum);
  const Module& module = *program.module;
  Tensor input = Tensor::make(program.entry->argument(0)->type());
  input.as_mutable<float>()[2] = 7;
  const std::vector<Tensor> inputs = {input};
  EvalOptions options;
  Diagnostics checks;
  Result<std::vector<Tensor>> results = evaluate(module, *module.entry(), inputs, options, checks);
  ASSERT_TRUE(results.ok());
  EXPECT_EQ((*results)[0].as<float>()[0], 7);
}

// Example of src/eval/region_program.h
Status run_region(const eval::OpCall& call, float* accumulators, const float* elements, int64_t n) {
  using namespace eval;
  const Op& op = call.op;
  RegionProgram body(op.region(0), call.machine);
  const void* args[] = {accumulators, elements};
  void* results[] = {accumulators};
  PARTITA_CHECK_OK(body.run(args, results, n));
  return {};
}

TEST(Examples, RegionProgram) {
  const ParsedProgram program(kMaximum);
  EvalOptions options;
  Diagnostics checks;
  eval::Session session(*program.module, options, checks);
  eval::Grid grid(session, 1, 1);
  eval::Machine machine(session, grid, 0);
  std::vector<Tensor> results;
  std::vector<float> accumulators = {1, 5, 3};
  const std::vector<float> elements = {4, 2, 6};
  const eval::OpCall call = {*program.find(OpKind::kReduce), {}, results, machine};
  ASSERT_TRUE(run_region(call, accumulators.data(), elements.data(), 3).ok());
  EXPECT_EQ(accumulators, (std::vector<float>{4, 5, 6}));
}

// Example of src/eval/pointwise.h
TEST(Examples, Pointwise) {
  using namespace eval;
  const float a[] = {1, 2, 3}, b[] = {10, 20, 30};
  float result[3];
  const int64_t n = 3;
  const ElementType f32 = ElementType::kF32;
  BoundKernel add = *find_kernel(OpKind::kAdd, {}, {{f32, f32}}, f32);
  const void* operands[] = {a, b};
  add.run(operands, result, n);
  EXPECT_EQ(result[2], 33);
}

// Example of src/eval/math/special.h
TEST(Examples, Special) {
  namespace math = eval::math;
  EXPECT_TRUE(math::rsqrt(4.0f) == 0.5f);
  EXPECT_TRUE(math::log1p(std::complex<float>(1e-20f, 0)) == std::complex<float>(1e-20f, 0));
}

// Example of src/eval/strided.h
TEST(Examples, Odometer) {
  using eval::Odometer;
  const std::vector<int64_t> dims = {2, 3};
  int64_t visits = 0;
  auto visit = [&](Dims index) { EXPECT_EQ(index[0] * 3 + index[1], visits++); };
  for (Odometer at(dims); at.valid(); at.next()) visit(at.index());
  EXPECT_EQ(visits, 6);
}

// Example of src/eval/fifo_semaphore.h
TEST(Examples, FifoSemaphore) {
  using eval::FifoSemaphore;
  FifoSemaphore semaphore(2);
  FifoSemaphore::Ticket turn;
  semaphore.call(turn);
  semaphore.await(turn);
  semaphore.leave();
  semaphore.call(turn);  // the other device
  semaphore.await(turn);
}

}  // namespace
}  // namespace partita::core
