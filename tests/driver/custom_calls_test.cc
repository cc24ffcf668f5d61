// Custom calls of the host: they are divided by its rules, and become the ops that it gives for them.
#include "driver/custom_calls.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "../partition/differential.h"
#include "driver/compilation.h"

namespace partita::core::driver {
namespace {

using partition::differential;
using partition::DifferentialOptions;

// Answers by target, and writes down what it was asked.
struct Host : CustomCallHandlers {
  using Answer = std::function<Result<std::string>(const Op& call)>;

  Result<std::string> sharding_rule(const Op& call) const override { return answer("rule", rules, call); }
  Result<std::string> lowering(const Op& call) const override { return answer("lowering", lowerings, call); }
  Result<std::string> gradient(const Op& call) const override { return answer("gradient", gradients, call); }

  Result<std::string> answer(const std::string& what, const std::map<std::string, Answer>& answers,
                             const Op& call) const {
    const std::string target(call.text_attr(AttrKey::kCallTargetName));
    asked.push_back(what + " " + target + " " + (call.num_results() == 0 ? "" : call.result()->type().to_string()));
    auto found = answers.find(target);
    return found == answers.end() ? std::string() : found->second(call);
  }

  std::map<std::string, Answer> rules, lowerings, gradients;
  mutable std::vector<std::string> asked;
};

Host::Answer always(std::string text) {
  return [text](const Op&) { return text; };
}

std::string type_of(const Value* value) { return value->type().to_string(); }

// my.scale: every row of operand 0 times operand 1.
std::string scale_text(const Op& call) {
  const std::string a = type_of(call.operand(0)), b = type_of(call.operand(1));
  return "func.func @main(%0: " + a + ", %1: " + b + ") -> " + a + " {\n  %wide = call @spread(%1) : (" + b + ") -> " +
         a + "\n  %3 = stablehlo.multiply %0, %wide : " + a + "\n  return %3 : " + a +
         "\n}\nfunc.func private @spread(%0: " + b + ") -> " + a +
         " {\n  %2 = stablehlo.broadcast_in_dim %0, dims = [1] : (" + b + ") -> " + a + "\n  return %2 : " + a +
         "\n}\n";
}

// my.dot: a product of matrices.
std::string dot_text(const Op& call) {
  const std::string a = type_of(call.operand(0)), b = type_of(call.operand(1)), c = type_of(call.result());
  return "func.func @main(%x: " + a + ", %y: " + b + ") -> " + c +
         " {\n  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (" + a + ", " + b + ") -> " + c +
         "\n  return %z : " + c + "\n}\n";
}

Host host() {
  Host it;
  it.rules["my.scale"] = always("i j, j -> i j");
  it.rules["my.dot"] = always("i k, k j -> i j reduction={k}");
  it.lowerings["my.scale"] = scale_text;
  it.lowerings["my.dot"] = dot_text;
  return it;
}

std::string scale_program(int rows) {
  const std::string a = "tensor<" + std::to_string(rows) + "x6xf32>";
  return "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%a: " + a +
         " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}, %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, "
         "[{\"y\"}]>}) -> (" +
         a +
         " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {\"y\"}]>}) {\n  %r = stablehlo.custom_call @my.scale(%a, %b) : "
         "(" +
         a + ", tensor<6xf32>) -> " + a + "\n  return %r : " + a + "\n}\n";
}

constexpr const char* kDot = R"(
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>},
                %b: tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}) -> tensor<8x4xf32> {
  %r = stablehlo.custom_call @my.dot(%a, %b) : (tensor<8x5xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
)";

struct Compiled {
  Compiled(const std::string& text, const Host& host, Goal goal = Goal::kCompile) {
    CompileOptions options;
    options.goal = goal;
    options.verify_each = true;
    options.how.strict = true;
    options.calls = &host;
    auto source = std::make_shared<SourceText>("it.mlir", text);
    compilation.emplace(context, source, TextRange{0, text.size()}, options);
    ok = compilation->run();
  }
  std::string told() const { return compilation->diagnostics().render_all(); }
  std::string stage() const { return compilation->failed() == nullptr ? "" : std::string(compilation->failed()->name); }
  std::string text() const { return ok ? *compilation->program_text() : told(); }

  Context context;
  std::optional<Compilation> compilation;
  bool ok = false;
};

#define EXPECT_HOLDS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_LACKS(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

TEST(CustomCalls, WithoutARuleAreGathered) {
  const std::string local = Compiled(scale_program(8), Host()).text();
  EXPECT_HOLDS(local, "(tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>");
  EXPECT_HOLDS(local, "all_gather");
}

TEST(CustomCalls, AreDividedByTheHostsRule) {
  Host it = host();
  it.lowerings.clear();
  const std::string local = Compiled(scale_program(8), it).text();
  EXPECT_HOLDS(local, "%r = stablehlo.custom_call @my.scale");
  EXPECT_HOLDS(local, "(tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>");
  EXPECT_LACKS(local, "all_gather");
  EXPECT_LACKS(local, "sharding_rule");
  EXPECT_EQ(it.asked, (std::vector<std::string>{"rule my.scale tensor<8x6xf32>", "lowering my.scale tensor<4x3xf32>"}));
}

TEST(CustomCalls, WithAReducedFactorAreSummed) {
  Host it = host();
  it.lowerings.clear();
  const std::string local = Compiled(kDot, it).text();
  EXPECT_HOLDS(local, "custom_call @my.dot");
  EXPECT_HOLDS(local, "(tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>");
  EXPECT_HOLDS(local, "stablehlo.all_reduce");
}

TEST(CustomCalls, KeepTheRuleOfTheProgram) {
  Host it = host();
  std::string text = scale_program(8);
  text.replace(text.find(" : (tensor<8x6xf32>, "), 0,
               " {sdy.sharding_rule = #sdy.op_sharding_rule<([i, *], [*])->([i, *]) {i=8}, custom>}");
  const Compiled annotated(text, it, Goal::kAnnotate);
  EXPECT_HOLDS(annotated.text(), "([i, *], [*])->([i, *]) {i=8}");
  EXPECT_TRUE(it.asked.empty());
}

TEST(CustomCalls, TheRuleIsWrittenWithTheShardings) {
  const std::string text = Compiled(scale_program(8), host(), Goal::kAnnotate).text();
  EXPECT_HOLDS(text, "sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [j])->([i, j]) {i=8, j=6}, custom>");
}

TEST(CustomCalls, ThatCarryShardingsAreNotAskedFor) {
  Host it = host();
  std::string text = scale_program(8);
  text.replace(text.find("return"), 0,
               "%s = stablehlo.custom_call @Sharding(%r) {mhlo.sharding = \"{replicated}\"} : (tensor<8x6xf32>) -> "
               "tensor<8x6xf32>\n  ");
  Compiled evaluated(text, it, Goal::kEvaluate);
  EXPECT_TRUE(evaluated.ok) << evaluated.told();
  EXPECT_EQ(it.asked, std::vector<std::string>{"lowering my.scale tensor<8x6xf32>"});
}

TEST(CustomCalls, ABadRuleIsShownAtTheCallWithItsText) {
  Host it = host();
  it.rules["my.scale"] = always("i j, k -> i k\treduction={q}");
  Compiled wrong(scale_program(8), it, Goal::kCheck);
  EXPECT_EQ(wrong.stage(), "rules");
  EXPECT_EQ(wrong.told(),
            "it.mlir:3:8: error: the sharding rule that the host gives for @my.scale does not fit: i j, k -> i "
            "k\treduction={q} [P300]\n"
            "    %r = stablehlo.custom_call @my.scale(%a, %b) : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>\n"
            "         ^\n"
            "<sharding rule of my.scale>:1:26: note: no dimension has the factor q\n"
            "  i j, k -> i k\treduction={q}\n"
            "               \t           ^\n");
}

TEST(CustomCalls, ErrorsOfTheHostAreReportedAtTheCall) {
  for (bool rule : {true, false}) {
    Host it = host();
    (rule ? it.rules : it.lowerings)["my.scale"] = [](const Op&) -> Result<std::string> {
      return Error{error_without_place(Code::kUsage, "the host is tired")};
    };
    Compiled wrong(scale_program(8), it);
    EXPECT_EQ(wrong.stage(), rule ? "rules" : "expand");
    EXPECT_HOLDS(wrong.told(), "it.mlir:3:8: error: the host is tired [P500]");
  }
}

TEST(Lowerings, TakeThePlaceOfCallsOnShards) {
  const std::string local = Compiled(scale_program(8), host()).text();
  EXPECT_LACKS(local, "custom_call");
  EXPECT_HOLDS(local, "%wide = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>");
  EXPECT_HOLDS(local, "%r = stablehlo.multiply");
  for (int rows : {8, 7}) {
    const Host it = host();
    DifferentialOptions options;
    options.calls = &it;
    EXPECT_EQ(differential(scale_program(rows), rows, options), "");
  }
}

TEST(Lowerings, OfReducedFactorsAreSummed) {
  const Host it = host();
  DifferentialOptions options;
  options.calls = &it;
  options.contains = "all_reduce";
  EXPECT_EQ(differential(kDot, 3, options), "");
}

TEST(Lowerings, MayBeHlo) {
  Host it;
  it.rules["my.exp"] = always("... -> ...");
  it.lowerings["my.exp"] =
      always("HloModule m\nENTRY e {\n  p = f32[4] parameter(0)\n  ROOT r = f32[4] exponential(p)\n}\n");
  const std::string local =
      Compiled(
          "sdy.mesh @m = <[\"x\"=2]>\nfunc.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}) "
          "-> "
          "tensor<8xf32> {\n  %r = stablehlo.custom_call @my.exp(%a) : (tensor<8xf32>) -> tensor<8xf32>\n  return %r : "
          "tensor<8xf32>\n}\n",
          it)
          .text();
  EXPECT_HOLDS(local, "%r = stablehlo.exponential %a : tensor<4xf32>");
}

// In the body of a loop, in manual code, and in manual code within that loop.
TEST(Lowerings, ReachIntoRegions) {
  const std::string text = R"(
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %b: tensor<6xf32>)
    -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<8x6xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.custom_call @my.scale(%v, %b) : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
    stablehlo.return %next, %s : tensor<i32>, tensor<8x6xf32>
  }
  %r = sdy.manual_computation(%w#1, %b) in_shardings=[<@m, [{"x"}, {}]>, <@m, [{}]>]
      out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<4x6xf32>, %q: tensor<6xf32>) {
    %s = stablehlo.custom_call @my.scale(%p, %q) : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
    sdy.return %s : tensor<4x6xf32>
  } : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
)";
  const Host it = host();
  const std::string local = Compiled(text, it).text();
  EXPECT_LACKS(local, "custom_call");
  EXPECT_LACKS(local, "all_gather");
  DifferentialOptions options;
  options.calls = &it;
  EXPECT_EQ(differential(text, 5, options), "");
}

TEST(Lowerings, AreLoweredInTheirTurn) {
  Host it = host();
  it.rules["my.twice"] = always("i j, j -> i j");
  it.lowerings["my.twice"] = [](const Op& call) {
    const std::string a = type_of(call.operand(0)), b = type_of(call.operand(1));
    const std::string types = " : (" + a + ", " + b + ") -> " + a + "\n";
    return "func.func @main(%x: " + a + ", %y: " + b + ") -> " + a +
           " {\n  %1 = stablehlo.custom_call @my.scale(%x, %y)" + types +
           "  %2 = stablehlo.custom_call @my.scale(%1, %y)" + types + "  return %2 : " + a + "\n}\n";
  };
  std::string text = scale_program(8);
  text.replace(text.find("@my.scale"), 9, "@my.twice");
  EXPECT_LACKS(Compiled(text, it).text(), "custom_call");
  DifferentialOptions options;
  options.calls = &it;
  EXPECT_EQ(differential(text, 2, options), "");
}

TEST(Lowerings, WithoutEndAreReported) {
  Host it = host();
  it.lowerings["my.scale"] = always(R"(func.func @main(%a: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.custom_call @my.again(%a, %b) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.custom_call @my.again(%0, %b) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
})");
  it.lowerings["my.again"] = it.lowerings["my.scale"];
  Compiled wrong(scale_program(8), it);
  EXPECT_EQ(wrong.stage(), "expand");
  EXPECT_HOLDS(wrong.told(),
               "it.mlir:3:8: error: lowerings of custom calls contain each other without end: @my.scale, which has "
               "@my.again, which has @my.again, which has @my.again (64 deep) [P111]");
}

TEST(Lowerings, ThatDoNotFitAreReported) {
  struct Mistake {
    const char* text;
    const char* told;
  };
  const std::vector<Mistake> mistakes = {
      {"func.func @main(%a: tensor<4x3xf32>, %b: tensor<3xf64>) -> tensor<4x3xf32> {\n  return %a : tensor<4x3xf32>\n}",
       "the lowering that the host gives for @my.scale is (tensor<4x3xf32>, tensor<3xf64>) -> (tensor<4x3xf32>); the "
       "call wants (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>) [P108]"},
      {"func.func @main(%a: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {\n  return %b : tensor<3xf32>\n}",
       "is (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<3xf32>); the call"},
      {"func.func @main(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {\n  return %a : tensor<4x3xf32>\n}",
       "is (tensor<4x3xf32>) -> (tensor<4x3xf32>); the call"},
      {"func.func @main() {\n  nonsense\n}", "<lowering of my.scale>:2:3: note: "},
      {"func.func @main(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {\n  %0 = stablehlo.tanh %a : tensor<4x3xf32>\n}",
       "the lowering that the host gives for @my.scale is not valid [P"},
      {"func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}", "is to be one program with one public function"},
      {"func.func @f() {\n  return\n}\n// -----\nfunc.func @g() {\n  return\n}",
       "is to be one program with one public function"},
      {"func.func @f(%a: tensor<4x3xf32>) {\n  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "
       "\"{replicated}\"} : (tensor<4x3xf32>) -> tensor<4x3xf32>\n  return\n}",
       "has shardings"},
      {"sdy.mesh @m = <[\"x\"=2]>\nfunc.func @f() {\n  return\n}", "has shardings"},
  };
  for (const Mistake& mistake : mistakes) {
    Host it = host();
    it.lowerings["my.scale"] = always(mistake.text);
    Compiled wrong(scale_program(8), it);
    EXPECT_EQ(wrong.stage(), "expand") << mistake.told;
    EXPECT_HOLDS(wrong.told(), "it.mlir:3:8: error: ");
    EXPECT_HOLDS(wrong.told(), mistake.told);
  }
}

TEST(Lowerings, DoNotNestForEver) {
  Host it = host();
  std::string open, close;
  for (int i = 0; i < 10; ++i) {
    open += "%" + std::string(1, static_cast<char>('a' + i)) + "s = \"stablehlo.if\"(%p) ({\n";
    close = std::string("stablehlo.return %") +
            "X : tensor<4x3xf32>\n}, {\nstablehlo.return %x : tensor<4x3xf32>\n}) : "
            "(tensor<i1>) -> tensor<4x3xf32>\n";
  }
  std::string text =
      "func.func @main(%x: tensor<4x3xf32>, %y: tensor<3xf32>) -> tensor<4x3xf32> {\n%p = "
      "stablehlo.constant dense<true> : tensor<i1>\n" +
      open +
      "%last = stablehlo.custom_call @my.scale(%x, %y) : (tensor<4x3xf32>, tensor<3xf32>) -> "
      "tensor<4x3xf32>\n";
  for (int i = 10; i-- > 0;) {
    std::string end = close;
    end.replace(end.find('X'), 1, i == 9 ? "last" : std::string(1, static_cast<char>('a' + i + 1)) + "s");
    text += end;
  }
  text += "return %as : tensor<4x3xf32>\n}\n";
  it.lowerings["my.scale"] = always(text);
  Compiled wrong(scale_program(8), it);
  EXPECT_EQ(wrong.stage(), "expand");
  EXPECT_HOLDS(wrong.told(), "regions would nest more than 256 deep when custom calls are lowered [P110]");
}

TEST(Lowerings, MayGiveWhatTheyTake) {
  Host it;
  it.lowerings["my.swap"] = always(
      "func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {\n  return %b, %a : "
      "tensor<2xf32>, tensor<2xf32>\n}");
  const std::string local =
      Compiled(
          "func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {\n  %r:2 = stablehlo.custom_call "
          "@my.swap(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)\n  %d = "
          "stablehlo.subtract %r#0, %r#1 : tensor<2xf32>\n  return %d : tensor<2xf32>\n}\n",
          it, Goal::kEvaluate)
          .text();
  EXPECT_HOLDS(local, "stablehlo.subtract %y, %x");
}

}  // namespace
}  // namespace partita::core::driver
