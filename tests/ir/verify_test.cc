#include "ir/verify.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace partita::core::ir {
namespace {

// What a pass can break and no text can say.
TEST(Verify, ValuesAreDefinedBeforeTheyAreUsed) {
  Context context;
  Module module(context);
  Type type = context.tensor(ElementType::kF32, {4});
  Function* f = module.add_function(context.name("main"), std::vector<Type>{type}, std::vector<Type>{type});
  Builder b(f->body());
  Value* first = b.value(OpKind::kNegate, {f->argument(0)}, type);
  Value* second = b.value(OpKind::kNegate, {first}, type);
  Value* results[] = {second};
  b.ret(results);
  Diagnostics fine;
  EXPECT_TRUE(verify(module, fine));
  first->op()->set_operand(0, second);
  Diagnostics diagnostics;
  EXPECT_FALSE(verify(module, diagnostics));
  ASSERT_EQ(diagnostics.error_count(), 1u);
  EXPECT_EQ(code_text(diagnostics.all()[0].code), "P206");
  EXPECT_EQ(diagnostics.all()[0].message, "operand 0 of stablehlo.negate is not defined here (op 1 of @main)");
}

TEST(Verify, CallsFitTheirFunctions) {
  Context context;
  Module module(context);
  Type type = context.tensor(ElementType::kF32, {4}), other = context.tensor(ElementType::kF32, {5});
  Function* callee = module.add_function(context.name("f"), std::vector<Type>{other}, std::vector<Type>{other});
  Value* argument[] = {callee->argument(0)};
  Builder(callee->body()).ret(argument);
  Function* f = module.add_function(context.name("main"), std::vector<Type>{type}, std::vector<Type>{type});
  Builder b(f->body());
  Value* called = b.value(OpKind::kCall, {f->argument(0)}, type, {{AttrKey::kCallee, context.symbol("f")}});
  Value* unknown = b.value(OpKind::kCall, {called}, type, {{AttrKey::kCallee, context.symbol("g")}});
  Value* results[] = {unknown};
  b.ret(results);
  Diagnostics diagnostics;
  EXPECT_FALSE(verify(module, diagnostics));
  ASSERT_EQ(diagnostics.error_count(), 2u);
  EXPECT_EQ(diagnostics.all()[0].message, "func.call does not have the signature of @f (op 1 of @main)");
  EXPECT_EQ(diagnostics.all()[1].message, "func.call calls @g, which does not exist (op 2 of @main)");
}

TEST(Verify, EveryFunctionIsChecked) {
  Context context;
  Module module(context);
  module.add_function(context.name("f"), std::vector<Type>{}, std::vector<Type>{});
  module.add_function(context.name("f"), std::vector<Type>{}, std::vector<Type>{});
  Diagnostics diagnostics;
  EXPECT_FALSE(verify(module, diagnostics));
  ASSERT_EQ(diagnostics.error_count(), 3u);
  EXPECT_EQ(diagnostics.all()[0].message, "a function @f exists already");
  EXPECT_EQ(diagnostics.all()[1].message, "the function @f does not end in a return");
}

}  // namespace
}  // namespace partita::core::ir
