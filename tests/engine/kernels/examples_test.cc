// The examples in the headers of the engine's kernels (scripts/header_examples.py), run.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/loop/program.h"
#include "engine/move/move.h"
#include "engine/product/matmul.h"

namespace partita::core::engine {
namespace {

// Example of src/engine/loop/program.h
void softmax(float* input, float* output) {
  using namespace loop;
  using enum ElementType;
  Program p;
  p.dims = {8, 512};
  p.row_rank = 1;
  const int x = p.load(p.add_buffer(kF32, {512, 1})), top = p.reduce(Combiner::kMaximum, x);
  const int e = p.unary(Op::kExp, p.binary(Op::kSubtract, x, top));
  const int y = p.binary(Op::kDivide, e, p.reduce(Combiner::kAdd, e));
  p.store(p.add_buffer(kF32, {512, 1}), y);
  const std::shared_ptr<const Kernel> kernel = compile(p);
  void* buffers[] = {input, output};
  std::vector<std::byte> scratch(kernel->scratch_bytes());
  kernel->run(0, kernel->tasks(), buffers, scratch.data());
}

TEST(KernelExamples, Softmax) {
  std::vector<float> input(8 * 512), output(8 * 512);
  for (size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(i % 7);
  softmax(input.data(), output.data());
  double sum = 0, expected = 0;
  for (size_t i = 0; i < 512; ++i) sum += output[i];
  for (size_t i = 0; i < 512; ++i) expected += std::exp(input[i]);
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_NEAR(output[6], std::exp(6) / expected, 1e-7);
}

// Example of src/engine/product/matmul.h
void product_of(const float* x, const float* w, float* y) {
  using namespace product;
  MatmulSpec spec;
  spec.rows = {{.size = 8, .lhs = 16, .result = 32}};
  spec.columns = {{.size = 32, .rhs = 16, .result = 1}};
  spec.depth = {{.size = 16, .lhs = 1, .rhs = 1}};
  const std::shared_ptr<const Matmul> product = compile(spec);
  std::vector<std::byte> scratch(product->scratch_bytes());
  product->run(0, product->tasks(), {.lhs = x, .rhs = w, .result = y, .scratch = scratch.data()});
}

TEST(KernelExamples, Product) {
  std::vector<float> x(8 * 16), w(32 * 16), y(8 * 32);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 5);
  for (size_t i = 0; i < w.size(); ++i) w[i] = static_cast<float>(i % 3);
  product_of(x.data(), w.data(), y.data());
  float expected = 0;
  for (size_t k = 0; k < 16; ++k) expected += x[3 * 16 + k] * w[7 * 16 + k];
  EXPECT_EQ(y[3 * 32 + 7], expected);
}

// Example of src/engine/move/move.h
void transpose_of(const float* source, float* result) {
  using namespace move;
  const Copy transpose(4, {{64, 32}}, {{1, 64}}, {{32, 1}});
  transpose.run(source, result);
}

TEST(KernelExamples, Transpose) {
  std::vector<float> source(32 * 64), result(32 * 64);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<float>(i);
  transpose_of(source.data(), result.data());
  EXPECT_EQ(result[5 * 32 + 9], source[9 * 64 + 5]);
}

}  // namespace
}  // namespace partita::core::engine
