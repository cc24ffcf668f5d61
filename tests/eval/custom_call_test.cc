// Custom calls that the host evaluates.
#include <gtest/gtest.h>

#include <atomic>

#include "../partition/differential.h"
#include "driver/compilation.h"
#include "eval/evaluate.h"

namespace partita::core::eval {
namespace {

using Results = Result<std::optional<std::vector<Tensor>>>;

bool calls(const Op& call, std::string_view target) { return call.text_attr(AttrKey::kCallTargetName) == target; }

// my.half: its operand, halved.
Results half(const Op& call, std::span<const Tensor> operands) {
  if (!calls(call, "my.half")) return std::optional<std::vector<Tensor>>();
  Tensor result = Tensor::make(call.result()->type());
  for (int64_t i = 0; i < result.size(); ++i) result.as_mutable<float>()[i] = operands[0].as<float>()[i] / 2;
  return std::optional(std::vector<Tensor>{result});
}

class ByHost : public testing::Test {
 protected:
  Result<std::vector<Tensor>> run(const std::string& text) {
    Diagnostics diagnostics;
    modules_ = driver::read_programs(context_, std::make_shared<SourceText>("it.mlir", text), diagnostics);
    EXPECT_EQ(modules_.size(), 1U) << diagnostics.render_all();
    std::vector<Tensor> inputs;
    for (const Value* argument : std::as_const(*modules_[0]).entry()->body().arguments()) {
      Tensor tensor = Tensor::make(argument->type());
      for (int64_t i = 0; i < tensor.size(); ++i) tensor.as_mutable<float>()[i] = static_cast<float>(i + 1);
      inputs.push_back(std::move(tensor));
    }
    return evaluate(*modules_[0], *modules_[0]->entry(), inputs, options_, checks_);
  }
  std::string told(const std::string& text) {
    Result<std::vector<Tensor>> results = run(text);
    return results.ok() ? "" : render(results.error().diagnostic);
  }

  Context context_;
  std::vector<std::unique_ptr<Module>> modules_;
  EvalOptions options_;
  Diagnostics checks_;
};

constexpr const char* kHalf = R"(func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @my.half(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.add %0, %a : tensor<3xf32>
  return %1 : tensor<3xf32>
}
)";

TEST_F(ByHost, IsEvaluated) {
  options_.custom_call = half;
  Result<std::vector<Tensor>> results = run(kHalf);
  ASSERT_TRUE(results.ok()) << render(results.error().diagnostic);
  EXPECT_EQ((*results)[0].as<float>()[2], 4.5F);  // and what it was given has not changed
}

TEST_F(ByHost, WhatItDoesNotKnowNobodyKnows) {
  std::string text = kHalf;
  const std::string unknown = "nobody registered what the custom call @my.half means";
  EXPECT_NE(told(text).find(unknown), std::string::npos) << told(text);
  options_.custom_call = [](const Op&, std::span<const Tensor>) -> Results {
    return std::optional<std::vector<Tensor>>();
  };
  EXPECT_NE(told(text).find(unknown), std::string::npos) << told(text);
}

TEST_F(ByHost, WrongResultsAreReported) {
  struct Mistake {
    std::vector<Tensor> results;
    const char* told;
  };
  const Type right = context_.tensor(ElementType::kF32, {3}), wrong = context_.tensor(ElementType::kF32, {4});
  const std::vector<Mistake> mistakes = {
      {{}, "it.mlir:2:8: error: the host gives 0 results of the custom call @my.half, which has 1 [P400]"},
      {{Tensor::make(right), Tensor::make(right)}, "the host gives 2 results of the custom call @my.half, which has 1"},
      {{Tensor::make(wrong)},
       "the host gives tensor<4xf32> as result 0 of the custom call @my.half, which is tensor<3xf32> [P400]"},
      {{Tensor()}, "the host gives no tensor as result 0"},
      {{Tensor(right, nullptr)}, "the host gives tensor<3xf32> as result 0"},
      {{Tensor(right, std::make_shared<Blob>(8))}, "the host gives tensor<3xf32> as result 0"},
  };
  for (const Mistake& mistake : mistakes) {
    options_.custom_call = [&](const Op&, std::span<const Tensor>) -> Results {
      return std::optional(mistake.results);
    };
    EXPECT_NE(told(kHalf).find(mistake.told), std::string::npos) << told(kHalf);
  }
}

TEST_F(ByHost, ItsErrorsAreReportedAtTheCall) {
  options_.custom_call = [](const Op&, std::span<const Tensor>) -> Results {
    return Error{error_without_place(Code::kCannotEvaluate, "the host is tired")};
  };
  EXPECT_NE(told(kHalf).find("it.mlir:2:8: error: the host is tired [P400]"), std::string::npos) << told(kHalf);
}

TEST_F(ByHost, CallsThatMeanSomethingHereAreNotAskedFor) {
  options_.custom_call = [](const Op&, std::span<const Tensor>) -> Results {
    return Error{error_without_place(Code::kCannotEvaluate, "asked")};
  };
  std::string text = kHalf;
  text.replace(text.find("my.half"), 7, "Sharding");
  EXPECT_EQ(told(text), "");
}

TEST_F(ByHost, MayOrderEffects) {
  int called = 0;
  options_.custom_call = [&](const Op& call, std::span<const Tensor> operands) -> Results {
    ++called;
    EXPECT_FALSE(operands[1].type());
    EXPECT_EQ(call.num_results(), 1);
    return std::optional(std::vector<Tensor>{Tensor()});
  };
  EXPECT_EQ(told(R"(func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.custom_call @my.log(%a, %t) {has_side_effect = true} : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  return %a : tensor<3xf32>
}
)"),
            "");
  EXPECT_EQ(called, 1);
}

// Each of its devices asks: the rule divides the call, and the host computes on what a device has.
TEST(ByHostOnDevices, IsEvaluatedOnShards) {
  std::atomic<int> whole = 0, shards = 0;
  partition::DifferentialOptions options;
  options.custom_call = [&](const Op& call, std::span<const Tensor> operands) -> Results {
    ++(call.result()->type().dim(0) == 7 ? whole : shards);
    return half(call, operands);
  };
  EXPECT_EQ(partition::differential(
                "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(%a: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, "
                "[{\"x\"}]>}) -> (tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}) {\n  %r = "
                "stablehlo.custom_call @my.half(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=7}>} : "
                "(tensor<7xf32>) -> tensor<7xf32>\n  return %r : tensor<7xf32>\n}\n",
                1, options),
            "");
  EXPECT_EQ(whole, 1);
  EXPECT_EQ(shards, 4);
}

}  // namespace
}  // namespace partita::core::eval
