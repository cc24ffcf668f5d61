#include "transform/gradient_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "dice.h"
#include "driver/compilation.h"
#include "eval/evaluate.h"
#include "ir/build/element_bytes.h"
#include "ir/numeric/float_formats.h"
#include "transform/grad/activity.h"

namespace partita::core::transform {
namespace {

constexpr double kStep = 1e-5, kTolerance = 1e-6;

size_t numbers_per_element(Type type) { return is_complex(type.element()) ? 2 : 1; }
size_t count_of(Type type) { return static_cast<size_t>(type.num_elements()) * numbers_per_element(type); }

Tensor tensor_of(Type type, const Numbers& numbers) {
  EXPECT_EQ(numbers.size(), count_of(type));
  const ElementType part = part_type(type.element());
  std::vector<std::byte> bytes;
  for (double number : numbers) {
    const auto one =
        is_float(part) ? ir::element_bytes(part, number) : ir::integer_bytes(part, static_cast<int64_t>(number));
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return Tensor(type, std::make_shared<ir::Blob>(bytes));
}

Numbers numbers_of(const Tensor& tensor) {
  const ElementType part = part_type(tensor.type().element());
  const int width = byte_width(part);
  Numbers out;
  for (size_t i = 0; i < count_of(tensor.type()); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const std::byte*>(tensor.raw()) + i * static_cast<size_t>(width), width);
    out.push_back(ir::decode_one(part, bits));
  }
  return out;
}

// A program, or its gradient.
class Program {
 public:
  Program(const std::string& text, driver::Goal goal, const std::string& save = {}) {
    auto source = std::make_shared<const SourceText>("it.mlir", text);
    const TextRange whole{0, text.size()};
    CompileOptions options;
    options.goal = goal;
    options.verify_each = true;
    options.gradient.how.save = save;
    if (goal == driver::Goal::kDifferentiate) options.passes = {"cse", "dce"};
    compilation_ = std::make_unique<Compilation>(context_, source, whole, options);
    if (!(goal == driver::Goal::kDifferentiate ? compilation_->run() : compilation_->run_until("import"))) {
      problem_ = compilation_->diagnostics().render_all();
    }
  }
  const std::string& problem() const { return problem_; }
  std::string text() const { return compilation_->text(); }
  Function& entry() const { return **compilation_->find_entry(); }
  std::vector<Type> argument_types() const {
    std::vector<Type> types;
    for (const Value* argument : entry().body().arguments()) types.push_back(argument->type());
    return types;
  }
  std::vector<Type> result_types() const { return {entry().result_types().begin(), entry().result_types().end()}; }

  std::vector<Numbers> run(const std::vector<Numbers>& arguments) const {
    std::vector<Tensor> tensors;
    const std::vector<Type> types = argument_types();
    EXPECT_EQ(arguments.size(), types.size());
    for (size_t i = 0; i < types.size(); ++i) tensors.push_back(tensor_of(types[i], arguments[i]));
    Diagnostics checks;
    Result<std::vector<Tensor>> results = eval::evaluate(compilation_->module(), entry(), tensors, {}, checks);
    EXPECT_TRUE(results.ok()) << (results.ok() ? "" : results.error().diagnostic.message);
    std::vector<Numbers> out;
    if (!results.ok()) return out;
    for (const Tensor& tensor : *results) {
      out.push_back(is_differentiable(tensor.type()) ? numbers_of(tensor) : Numbers());
    }
    return out;
  }

 private:
  Context context_;
  std::unique_ptr<Compilation> compilation_;
  std::string problem_;
};

// Those of them that have derivatives.
std::vector<int> floats_of(const std::vector<Type>& types) {
  std::vector<int> out;
  for (int i = 0; i < std::ssize(types); ++i) {
    if (is_differentiable(types[i])) out.push_back(i);
  }
  return out;
}

struct Pairing {
  double sum = 0, scale = 0;
  void add(const Numbers& a, const Numbers& b, bool complex) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      const double term = a[i] * b[i] * (complex && i % 2 == 1 ? -1 : 1);
      sum += term;
      scale += std::abs(term);
    }
  }
};

}  // namespace

void check_gradient(const std::string& text, const GradientCheck& how) {
  SCOPED_TRACE(text + "\nseed " + std::to_string(how.seed));
  const Program forward(text, driver::Goal::kEvaluate);
  const Program backward(text, driver::Goal::kDifferentiate, how.save);
  ASSERT_EQ(forward.problem(), "");
  ASSERT_EQ(backward.problem(), "");
  const std::vector<Type> types = forward.argument_types(), result_types = forward.result_types();
  const std::vector<int> wrt = floats_of(types), of = floats_of(result_types);

  fuzz::Dice dice(how.seed);
  auto draw = [&](Type type) {
    Numbers out(count_of(type));
    for (double& number : out) number = static_cast<double>(dice.between(-1000, 1000)) / 500;
    return out;
  };
  size_t cells = 0;
  for (int i : wrt) cells += how.given.contains(i) ? 0 : count_of(types[i]);
  Numbers grid;  // not in the middle of its cells: 0 would be one of them
  for (size_t k = 0; k < cells; ++k) {
    grid.push_back(how.low + (how.high - how.low) * (static_cast<double>(k) + 0.37) / static_cast<double>(cells));
  }
  dice.shuffle(grid);
  std::vector<Numbers> x;
  size_t next = 0;
  for (int i = 0; i < std::ssize(types); ++i) {
    if (how.given.contains(i)) {
      x.push_back(how.given.at(i));
      continue;
    }
    ASSERT_TRUE(is_differentiable(types[i])) << "argument " << i << " must be given";
    x.emplace_back(grid.begin() + next, grid.begin() + next + count_of(types[i]));
    next += count_of(types[i]);
  }

  std::vector<Numbers> cts, with_cts = x;
  for (int i : of) cts.push_back(draw(result_types[i]));
  with_cts.insert(with_cts.end(), cts.begin(), cts.end());
  const std::vector<Numbers> grads = backward.run(with_cts);
  ASSERT_EQ(grads.size(), wrt.size());

  for (int direction = 0; direction < 3; ++direction) {
    std::vector<Numbers> up = x, down = x;
    Pairing by_gradient, by_difference;
    for (size_t k = 0; k < wrt.size(); ++k) {
      const Numbers v = draw(types[wrt[k]]);
      for (size_t j = 0; j < v.size(); ++j) {
        up[wrt[k]][j] += kStep * v[j];
        down[wrt[k]][j] -= kStep * v[j];
      }
      by_gradient.add(grads[k], v, is_complex(types[wrt[k]].element()));
    }
    const std::vector<Numbers> above = forward.run(up), below = forward.run(down);
    for (size_t k = 0; k < of.size(); ++k) {
      Numbers slope = above[of[k]];
      for (size_t j = 0; j < slope.size(); ++j) {  // infinities that stay as they are have none
        slope[j] = slope[j] == below[of[k]][j] ? 0 : (slope[j] - below[of[k]][j]) / (2 * kStep);
      }
      by_difference.add(cts[k], slope, is_complex(result_types[of[k]].element()));
    }
    const double scale = std::max({by_gradient.scale, by_difference.scale, 1e-3});
    EXPECT_NEAR(by_gradient.sum, by_difference.sum, kTolerance * scale) << backward.text();
    if (testing::Test::HasFailure()) return;
  }
}

std::vector<Numbers> gradients(const std::string& text, const std::vector<Numbers>& arguments,
                               const std::vector<Numbers>& cotangents) {
  const Program program(text, driver::Goal::kDifferentiate);
  EXPECT_EQ(program.problem(), "");
  if (!program.problem().empty()) return {};
  std::vector<Numbers> all = arguments;
  all.insert(all.end(), cotangents.begin(), cotangents.end());
  return program.run(all);
}

std::string gradient_text(const std::string& text) {
  const Program program(text, driver::Goal::kDifferentiate);
  EXPECT_EQ(program.problem(), "");
  return program.text();
}

std::string why_no_gradient(const std::string& text) { return Program(text, driver::Goal::kDifferentiate).problem(); }

}  // namespace partita::core::transform
