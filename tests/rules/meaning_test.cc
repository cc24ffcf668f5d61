// Rules against what ops compute. A factor passes where results depend on operands of the same coordinate alone: other
// numbers at coordinate v must not change results at any other coordinate. A sum is reduced where the parts add up. A
// set of operands is linear where results of sums are sums of results.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "eval/evaluate.h"
#include "rules/facts.h"
#include "rules/rule.h"
#include "sample_program.h"
#include "samples.h"

namespace partita::core::rules {
namespace {

// Row by row, the coordinate of each element along a factor; -1 where the tensor does not have it.
std::vector<int64_t> coordinates(const Rule& rule, int tensor, Type type, int factor) {
  std::vector<int64_t> result(type.num_elements(), -1);
  const TensorFactors& factors = rule.tensor(tensor);
  int64_t inner = type.num_elements();
  for (size_t d = 0; d < factors.size(); ++d) {
    inner /= std::max<int64_t>(type.dims()[d], 1);
    int64_t minor = type.dims()[d];
    for (int f : factors[d]) {
      int64_t size = factors[d].size() == 1 ? type.dims()[d] : rule.factors[f].size;
      minor /= std::max<int64_t>(size, 1);
      if (f != factor) continue;
      for (size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<int64_t>(i) / inner % type.dims()[d] / minor % size;
      }
    }
  }
  return result;
}

// One op as a program of its own, with the operands the sample gives it.
class SingleOp {
 public:
  explicit SingleOp(const RuleSample& sample) : program_(sample) {
    if (program_.op() == nullptr) return;
    Module& module = program_.module();
    op_ = program_.op();
    // The sample gives what the op takes …
    set_returned(*module.entry(), op_->operands());
    std::vector<Tensor> arguments;
    for (Value* argument : module.entry()->body().arguments()) arguments.push_back(random(argument->type()));
    auto given = evaluate(module, *module.entry(), arguments, {}, checks_);
    if (!given.ok()) return;
    operands_ = std::move(*given);
    // … and a second function does what it does.
    std::vector<Type> types, results;
    for (Value* value : op_->operands()) types.push_back(value->type());
    for (Value* value : op_->results()) results.push_back(value->type());
    function_ = module.add_function(module.context().name("one"), types, results);
    Module::ValueMap map;
    Op* clone = module.clone_op(*op_, function_->body(), map);
    for (int i = 0; i < clone->num_operands(); ++i) clone->set_operand(i, function_->argument(i));
    module.add_op(function_->body(), OpKind::kReturn, clone->results(), {});
    rule_ = &book_.rule(*op_);
    ready_ = run(operands_).has_value();
  }

  bool ready() const { return ready_; }
  const Op& op() const { return *op_; }
  const Rule& rule() const { return *rule_; }
  const std::vector<Tensor>& operands() const { return operands_; }

  std::optional<std::vector<Tensor>> run(const std::vector<Tensor>& operands) {
    auto results = evaluate(program_.module(), *function_, operands, {}, checks_);
    return results.ok() ? std::optional(std::move(*results)) : std::nullopt;
  }

  Tensor random(Type type) {
    Tensor tensor = Tensor::make(type);
    for (size_t i = 0; type.is_tensor() && i < static_cast<size_t>(tensor.size()); ++i) draw(tensor, i);
    return tensor;
  }
  void draw(Tensor& tensor, size_t i) {
    ElementType element = tensor.type().element();
    int whole = std::uniform_int_distribution<int>(0, 3)(random_);
    if (element == ElementType::kF32) tensor.as_mutable<float>()[i] = static_cast<float>(whole) - 1.5f;
    if (element == ElementType::kC64) {
      tensor.as_mutable<float[2]>()[i][0] = static_cast<float>(whole);
      tensor.as_mutable<float[2]>()[i][1] = 1;
    }
    if (element == ElementType::kPred) tensor.as_mutable<bool>()[i] = whole > 1;
    if (is_integer(element))
      static_cast<char*>(tensor.mutable_raw())[i * byte_width(element)] = static_cast<char>(whole);
    // One byte of 1.0, 1.5, … in every format of 8 bits.
    if (element == ElementType::kF8E4M3FN || element == ElementType::kF8E8M0FNU) {
      tensor.as_mutable<uint8_t>()[i] = static_cast<uint8_t>(element == ElementType::kF8E4M3FN ? 0x38 + whole : 127);
    }
  }

 private:
  void set_returned(Function& function, const std::vector<Value*>& values) {
    function.body().terminator()->set_operands(values);
    std::vector<Type> types;
    for (Value* value : values) types.push_back(value->type());
    function.set_result_types(types);
  }

  SampleProgram program_;
  std::mt19937 random_{17};
  Diagnostics checks_;
  RuleCache book_;
  Op* op_ = nullptr;
  const Rule* rule_ = nullptr;
  Function* function_ = nullptr;
  std::vector<Tensor> operands_;
  bool ready_ = false;
};

bool is_f32(const Tensor& tensor) { return tensor.type().element() == ElementType::kF32; }

TEST(RuleMeaning, PassingFactorsKeepPartsApart) {
  int checked = 0;
  for (const RuleSample& sample : kRuleSamples) {
    SingleOp single(sample);
    if (!single.ready()) continue;
    SCOPED_TRACE(std::string(sample.body));
    const Rule& rule = single.rule();
    bool counting = !facts_of(single.op()).counting.empty();
    auto before = single.run(single.operands());
    for (int f = 0; f < std::ssize(rule.factors); ++f) {
      const Factor& factor = rule.factors[f];
      if (factor.kind != FactorKind::kPass || factor.size < 2) continue;
      int64_t v = factor.size / 2;
      std::vector<Tensor> operands = single.operands();
      for (int t = 0; t < single.op().num_operands(); ++t) {
        Tensor& tensor = operands[t];
        if (counting && is_integer(tensor.type().element())) continue;
        tensor = tensor.unshared();
        std::vector<int64_t> at = coordinates(rule, t, tensor.type(), f);
        for (size_t i = 0; i < at.size(); ++i) {
          if (at[i] == v) single.draw(tensor, i);
        }
      }
      auto after = single.run(operands);
      ASSERT_TRUE(after);
      for (int r = 0; r < single.op().num_results(); ++r) {
        const Tensor& x = (*before)[r];
        const Tensor& y = (*after)[r];
        std::vector<int64_t> at = coordinates(rule, single.op().num_operands() + r, x.type(), f);
        auto width = static_cast<size_t>(byte_width(x.type().element()));
        auto bytes = [&](const Tensor& z, size_t i) { return static_cast<const char*>(z.raw()) + i * width; };
        for (size_t i = 0; i < at.size(); ++i) {
          if (at[i] == v) continue;
          ASSERT_EQ(std::memcmp(bytes(x, i), bytes(y, i), width), 0)
              << "factor " << f << " result " << r << " at " << i;
        }
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 80);
}

TEST(RuleMeaning, PartsOfASumAddUp) {
  int checked = 0;
  for (const RuleSample& sample : kRuleSamples) {
    SingleOp single(sample);
    if (!single.ready() || single.rule().factors.empty()) continue;
    SCOPED_TRACE(std::string(sample.body));
    const Rule& rule = single.rule();
    for (int f = 0; f < std::ssize(rule.factors); ++f) {
      const Factor& factor = rule.factors[f];
      if (factor.kind != FactorKind::kReduce || factor.reduction != ReductionKind::kSum) continue;
      // Initial values and the operand of a scatter are added once: zero here.
      std::vector<Tensor> base = single.operands();
      std::vector<std::vector<int64_t>> at;
      for (int t = 0; t < single.op().num_operands(); ++t) {
        Tensor& tensor = base[t];
        at.push_back(coordinates(rule, t, tensor.type(), f));
        bool initial = single.op().is(OpKind::kScatter) ? t == 0 : tensor.type().rank() == 0;
        if (initial && is_f32(tensor)) tensor = Tensor::make(tensor.type());
      }
      auto whole = single.run(base);
      ASSERT_TRUE(whole);
      std::vector<double> total((*whole)[0].size(), 0.0);
      if (!is_f32((*whole)[0])) continue;
      int64_t size = 0;
      for (const auto& list : at) {
        for (int64_t c : list) size = std::max(size, c + 1);
      }
      // A window's kernel may be shorter than what it slides over: cut the kernel alone.
      bool kernel = single.op().is(OpKind::kConvolution);
      for (int64_t v = 0; v < size; ++v) {
        std::vector<Tensor> part = base;
        for (size_t t = kernel ? 1 : 0; t < part.size(); ++t) {
          if (!is_f32(part[t])) continue;
          part[t] = part[t].unshared();
          for (size_t i = 0; i < at[t].size(); ++i) {
            if (at[t][i] >= 0 && at[t][i] != v) part[t].as_mutable<float>()[i] = 0;
          }
        }
        auto some = single.run(part);
        ASSERT_TRUE(some);
        for (size_t i = 0; i < total.size(); ++i) total[i] += static_cast<double>((*some)[0].as<float>()[i]);
      }
      for (size_t i = 0; i < total.size(); ++i)
        ASSERT_NEAR(total[i], (*whole)[0].as<float>()[i], 1e-3) << "factor " << f;
      ++checked;
    }
  }
  EXPECT_GT(checked, 15);
}

TEST(RuleMeaning, LinearOperandsAdd) {
  int checked = 0;
  for (const RuleSample& sample : kRuleSamples) {
    SingleOp single(sample);
    if (!single.ready()) continue;
    SCOPED_TRACE(std::string(sample.body));
    for (uint64_t mask : single.rule().linear) {
      std::vector<Tensor> first = single.operands(), second = first, sum = first;
      bool real = true;
      for (size_t t = 0; t < first.size(); ++t) {
        if ((mask >> t & 1) == 0) continue;
        real = real && is_f32(first[t]);
        if (!real) break;
        second[t] = single.random(first[t].type());
        sum[t] = first[t].unshared();
        for (size_t i = 0; i < static_cast<size_t>(sum[t].size()); ++i) {
          sum[t].as_mutable<float>()[i] += second[t].as<float>()[i];
        }
      }
      auto a = single.run(first), b = single.run(second), c = single.run(sum);
      ASSERT_TRUE(a && b && c);
      for (size_t r = 0; real && r < c->size(); ++r) {
        // Of per-value ops only the result of the operand is its sum.
        if (single.rule().per_value && (mask >> r & 1) == 0) continue;
        if (!is_f32((*c)[r])) continue;
        for (size_t i = 0; i < static_cast<size_t>((*c)[r].size()); ++i) {
          ASSERT_NEAR((*a)[r].as<float>()[i] + (*b)[r].as<float>()[i], (*c)[r].as<float>()[i], 1e-3) << "mask " << mask;
        }
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 40);
}

// Every passing factor of a reshape has the same coordinate on both sides of every element.
TEST(RuleMeaning, ReshapesKeepTheirElements) {
  std::mt19937 random(5);
  auto random_dims = [&](int64_t product) {
    std::vector<int64_t> dims;
    while (product > 1) {
      std::vector<int64_t> divisors;
      for (int64_t d = 1; d <= product; ++d) {
        if (product % d == 0) divisors.push_back(d);
      }
      int64_t d = divisors[std::uniform_int_distribution<size_t>(0, divisors.size() - 1)(random)];
      dims.push_back(d);
      product /= d;
      if (dims.size() == 4 && product > 1) dims.back() *= product, product = 1;
    }
    return dims;
  };
  Context context;
  Module module(context);
  RuleCache cache;
  constexpr int64_t kProducts[] = {1, 6, 12, 24, 36, 48, 60, 72, 120, 180, 210, 360};
  for (int round = 0; round < 3000; ++round) {
    int64_t product = kProducts[std::uniform_int_distribution<size_t>(0, std::size(kProducts) - 1)(random)];
    Type from = context.tensor(ElementType::kF32, random_dims(product));
    Type to = context.tensor(ElementType::kF32, random_dims(product));
    SCOPED_TRACE(from.to_string() + " -> " + to.to_string());
    Function* function = module.add_function(context.name("f"), std::vector<Type>{from}, std::vector<Type>{to});
    Op* op = module.add_op(function->body(), OpKind::kReshape, std::vector<Value*>{function->argument(0)},
                           std::vector<Type>{to});
    const Rule& rule = cache.rule(*op);
    for (int f = 0; f < std::ssize(rule.factors); ++f) {
      if (rule.factors[f].kind != FactorKind::kPass) continue;
      ASSERT_EQ(coordinates(rule, 0, from, f), coordinates(rule, 1, to, f));
    }
  }
}

}  // namespace
}  // namespace partita::core::rules
