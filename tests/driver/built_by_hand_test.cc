// Modules that no text was read for: right ones are compiled, others are a diagnostic that names the op.
#include <gtest/gtest.h>

#include "base/internal_error.h"
#include "driver/compilation.h"
#include "eval/evaluate.h"
#include "ir/builder.h"
#include "ir/verify.h"

namespace partita::core::driver {
namespace {

class ByHand : public testing::Test {
 protected:
  // @main from a tensor<8x4xf32> to another.
  ByHand() : module_(std::make_unique<Module>(context_)), type_(context_.tensor(ElementType::kF32, {8, 4})) {
    main_ = module_->add_function(context_.name("main"), std::vector<Type>{type_}, std::vector<Type>{type_});
  }

  void ret(Value* value) { Builder(main_->body()).ret(std::span(&value, 1)); }
  Value* tanh(Value* of) { return Builder(main_->body()).value(OpKind::kTanh, {of}, type_); }

  // What every way of compiling says: always the same, at stage verify.
  std::string told() {
    Diagnostics found;
    EXPECT_FALSE(verify(*module_, found));
    CompileOptions options;
    options.hints.mesh = "x=2";
    Compilation compilation(std::move(module_), options);
    EXPECT_FALSE(compilation.run());
    EXPECT_EQ(compilation.failed()->name, "verify");
    EXPECT_EQ(compilation.diagnostics().render_all(), found.render_all());
    return found.render_all();
  }

  Context context_;
  std::unique_ptr<Module> module_;
  Type type_;
  Function* main_;
};

#define EXPECT_TOLD(part)                                  \
  do {                                                     \
    const std::string said = told();                       \
    EXPECT_NE(said.find(part), std::string::npos) << said; \
  } while (false)

TEST_F(ByHand, ARightProgramIsCompiledAndRun) {
  ret(tanh(main_->argument(0)));
  CompileOptions options;
  options.hints.mesh = "x=2";
  options.hints.shard = {"arg0=[{\"x\"}, {}]"};
  Compilation compilation(std::move(module_), options);
  ASSERT_TRUE(compilation.run()) << compilation.diagnostics().render_all();
  EXPECT_NE(compilation.text().find("stablehlo.tanh %0 : tensor<4x4xf32>"), std::string::npos) << compilation.text();
}

TEST_F(ByHand, CallsAreInlined) {
  Function* callee = module_->add_function(context_.name("f"), std::vector<Type>{type_}, std::vector<Type>{type_});
  callee->set_private(true);
  Value* argument[] = {callee->argument(0)};
  Builder(callee->body()).ret(argument);
  ret(Builder(main_->body())
          .value(OpKind::kCall, {main_->argument(0)}, type_, {{AttrKey::kCallee, context_.symbol("f")}}));
  CompileOptions options;
  options.goal = Goal::kConvert;
  Compilation compilation(std::move(module_), options);
  ASSERT_TRUE(compilation.run()) << compilation.diagnostics().render_all();
  EXPECT_EQ(compilation.text().find("call"), std::string::npos) << compilation.text();
}

TEST_F(ByHand, AFunctionWithoutAnything) { EXPECT_TOLD("the function @main does not end in a return"); }

TEST_F(ByHand, AFunctionWithoutAReturn) {
  tanh(main_->argument(0));
  EXPECT_TOLD("a region must end in a return, not in stablehlo.tanh (op 1 of @main)");
}

TEST_F(ByHand, AnOperandThatIsNull) {
  ret(tanh(nullptr));
  EXPECT_TOLD("operand 0 of stablehlo.tanh is not defined here (op 1 of @main)");
}

TEST_F(ByHand, AReturnOfNull) {
  ret(nullptr);
  EXPECT_TOLD("operand 0 of stablehlo.return is not defined here");
}

TEST_F(ByHand, AValueOfAnotherFunction) {
  Function* other = module_->add_function(context_.name("other"), std::vector<Type>{type_}, std::vector<Type>{});
  Builder(other->body()).ret({});
  ret(tanh(other->argument(0)));
  EXPECT_TOLD("operand 0 of stablehlo.tanh is not defined here");
}

TEST_F(ByHand, AValueOfAnotherModule) {
  Module other(context_);
  Function* f = other.add_function(context_.name("f"), std::vector<Type>{type_, type_}, std::vector<Type>{});
  ret(tanh(f->argument(1)));
  EXPECT_TOLD("operand 0 of stablehlo.tanh is not defined here");
}

TEST_F(ByHand, TooFewAndTooManyOperands) {
  Builder b(main_->body());
  b.value(OpKind::kAdd, {main_->argument(0)}, type_);
  ret(b.value(OpKind::kTanh, {main_->argument(0), main_->argument(0)}, type_));
  Diagnostics found;
  EXPECT_FALSE(verify(*module_, found));
  EXPECT_EQ(found.error_count(), 2U);
  EXPECT_TOLD("stablehlo.add has 1 operands, it takes 2");
}

TEST_F(ByHand, AResultOfTheWrongType) {
  Builder(main_->body()).value(OpKind::kTanh, {main_->argument(0)}, context_.tensor(ElementType::kF32, {8}));
  ret(main_->argument(0));
  EXPECT_TOLD("stablehlo.tanh");
}

TEST_F(ByHand, AnAttributeThatIsMissing) {
  ret(Builder(main_->body()).value(OpKind::kTranspose, {main_->argument(0)}, type_));
  EXPECT_TOLD("stablehlo.transpose needs the attribute permutation");
}

TEST_F(ByHand, RegionsThatAreEmptyOrDoNotEnd) {
  Builder b(main_->body());
  Value* init = b.scalar(ElementType::kF32, 0);
  Value* operands[] = {main_->argument(0), init};
  Type results[] = {context_.tensor(ElementType::kF32, {8})};
  Op* reduce = b.op(OpKind::kReduce, operands, results, {{AttrKey::kDimensions, context_.ints({1})}}, 1);
  ret(main_->argument(0));
  {
    Diagnostics found;
    EXPECT_FALSE(verify(*module_, found));
    EXPECT_NE(found.render_all().find("region 0 of stablehlo.reduce is empty"), std::string::npos)
        << found.render_all();
  }
  Value* x = reduce->region(0).add_argument(init->type());
  Value* y = reduce->region(0).add_argument(init->type());
  Value* sum = Builder(reduce->region(0)).value(OpKind::kAdd, {x, y}, init->type());
  {
    Diagnostics found;
    EXPECT_FALSE(verify(*module_, found));
    EXPECT_NE(found.render_all().find("a region must end in a return, not in stablehlo.add"), std::string::npos)
        << found.render_all();
  }
  Value* nothing = nullptr;
  Builder(reduce->region(0)).ret(std::span(&nothing, 1));
  {
    Diagnostics found;
    EXPECT_FALSE(verify(*module_, found));
  }
  reduce->region(0).last()->set_operand(0, sum);
  Diagnostics fine;
  EXPECT_TRUE(verify(*module_, fine)) << fine.render_all();
}

TEST_F(ByHand, ValuesWithoutAType) {
  Value* untyped = Builder(main_->body()).value(OpKind::kTanh, {main_->argument(0)}, Type());
  ret(tanh(untyped));
  EXPECT_TOLD("result 0 of stablehlo.tanh has no type (op 1 of @main)");
}

TEST_F(ByHand, ArgumentsWithoutAType) {
  main_->argument(0)->set_type(Type());
  ret(tanh(main_->argument(0)));
  EXPECT_TOLD("an argument or result of the function @main has no type");
}

TEST_F(ByHand, NoFunctionAtAll) {
  Compilation compilation(std::make_unique<Module>(context_));
  EXPECT_FALSE(compilation.run());
  EXPECT_NE(compilation.diagnostics().render_all().find("there is no @main"), std::string::npos)
      << compilation.diagnostics().render_all();
}

// A broken invariant in the thread of a device comes out of the call, and the others end.
TEST(Devices, CarryABrokenInvariantToTheCaller) {
  const std::string text = R"(
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    "interpreter.print"(%x) : (tensor<4xf32>) -> ()
    %y = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}
        : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
)";
  Context context;
  Diagnostics diagnostics;
  auto modules = read_programs(context, std::make_shared<SourceText>("it.mlir", text), diagnostics);
  ASSERT_EQ(modules.size(), 1U) << diagnostics.render_all();
  const Module& module = *modules[0];
  std::vector<std::vector<Tensor>> inputs(4, {Tensor::make(module.entry()->argument(0)->type())});
  int prints = 0;
  EvalOptions options;
  options.print = [&](const std::string&) { PARTITA_INVARIANT(++prints != 2, "a device lost its mind"); };
  Diagnostics checks;
  EXPECT_THROW((void)evaluate_on_grid(module, *module.entry(), 1, 4, inputs, options, checks), InternalError);
}

}  // namespace
}  // namespace partita::core::driver
