// Each misuse of the C++ side: the code, the user's line, what to do, and where the operands were made.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

const Tensor kF32 = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
const Tensor kBf16 = Tensor::spec(bf16, {2, 3});
const Tensor kInts = Tensor::of<std::int32_t>({3}, {1, 2, 3});

struct Caught {
  std::string code, text;
  int line = 0;
  std::vector<Diagnostic> notes;
  bool says(const std::string& part) const { return text.find(part) != std::string::npos; }
};

template <typename F>
Caught caught(const F& f) {
  try {
    f();
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics()[0];
    return {first.code, error.what(), first.line, first.notes};
  }
  return {"none", "", 0, {}};
}
template <typename F, typename... In>
Caught traced(const F& f, const In&... in) {
  return caught([&] { abstract(f, in...); });
}

TEST(Misuse, ArithmeticOutsideOfATrace) {
  const Caught e = caught([] { kF32 + 1; });
  EXPECT_EQ(e.code, "P710");
  EXPECT_TRUE(e.says("errors_test.cc:36: error: + outside of a trace")) << e.text;
  EXPECT_TRUE(e.says("evaluate")) << e.text;
  EXPECT_EQ(caught([] { zeros(f32, {2}); }).code, "P710");
  EXPECT_EQ(caught([] { shard(kF32, "x,-"); }).code, "P710");
}

TEST(Misuse, ATensorThatLeftItsTrace) {
  Tensor leaked;
  abstract([&](Tensor x) { return leaked = x * 2; }, kF32);
  EXPECT_TRUE(leaked.is_traced());
  EXPECT_EQ(leaked.type_text(), "f32[2,3]");
  const int line = __LINE__ + 1;
  const Caught e = traced([&](Tensor x) { return x + leaked; }, kF32);
  EXPECT_EQ(e.code, "P711");
  EXPECT_EQ(e.line, line);
  ASSERT_EQ(e.notes.size(), 2);
  EXPECT_EQ(e.notes[0].line, line - 4);
  EXPECT_NE(e.notes[1].message.find("which has ended"), std::string::npos);
  const Caught inner = traced([&](Tensor x) { return evaluate([&] { return x * 2; }); }, kF32);
  EXPECT_EQ(inner.code, "P711");
  EXPECT_TRUE(inner.says("give it to the inner one as an argument")) << inner.text;
}

TEST(Misuse, ATensorThatLeftItsLoopOrBranch) {
  const auto from_loop = [](Tensor x) {
    Tensor inside;
    map_rows([&](Tensor row) { return inside = row * 2; }, x);
    return inside + 1;
  };
  const Caught e = traced(from_loop, kF32);
  EXPECT_EQ(e.code, "P711");
  EXPECT_TRUE(e.says("after the body of map_rows that made it has ended; return it from there")) << e.text;
  const auto from_branch = [](Tensor x) {
    Tensor inside;
    const auto one = [&] { return inside = x + 1; };
    cond(any(x > 0), one, [&] { return inside; });
    return x;
  };
  EXPECT_TRUE(traced(from_branch, kF32).says("branch 0 of cond")) << traced(from_branch, kF32).text;
}

TEST(Misuse, ShapesThatDoNotFit) {
  const Caught e = traced([](Tensor a, Tensor b) { return a + b; }, kF32, Tensor::spec(f32, {2, 4}));
  EXPECT_EQ(e.code, "P712");
  EXPECT_TRUE(e.says("f32[2,3] and f32[2,4] do not broadcast: sizes 3 and 4")) << e.text;
  EXPECT_EQ(e.notes.size(), 2);
  const auto code = [](auto f) { return traced(f, kF32).code; };
  EXPECT_EQ(code([](Tensor a) { return reshape(a, {4}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return reshape(a, {-1, -1}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return reshape(a, {0, -1}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return broadcast_to(a, {3}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return concatenate({a, transpose(a)}, 0); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return stack({a, transpose(a)}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return split(a, 2, 1)[0]; }), "P712");
  EXPECT_EQ(code([](Tensor a) { return squeeze(a, 0); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return dynamic_slice(a, {0, 0}, {3, 3}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return dynamic_update_slice(a, zeros(f32, {3, 3}), {0, 0}); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return matmul(a, a); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return conv(a, sum(a)); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return scan([](Tensor c, Tensor) { return c; }, a, sum(a)); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return scatter_add(a, kInts, a); }), "P712");
  EXPECT_EQ(code([](Tensor a) { return take_along(a, kInts, 0); }), "P712");
}

TEST(Misuse, TypesThatDoNotFit) {
  const int line = __LINE__ + 1;
  const Caught e = traced([](Tensor a, Tensor b) { return a * b; }, kF32, kBf16);
  EXPECT_EQ(e.code, "P713");
  EXPECT_EQ(e.line, line);
  EXPECT_TRUE(e.says("argument in0 of the traced function is f32[2,3]") ||
              e.says("an argument of the traced function is f32[2,3]"))
      << e.text;
  EXPECT_TRUE(e.says("f32 and bf16: tensors never promote; use convert")) << e.text;
  const auto code = [](auto f) { return traced(f, kF32).code; };
  EXPECT_EQ(code([](Tensor a) { return select(a, a, a); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return any(a); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return sum(a > 0); }), "P713");
  EXPECT_EQ(code([](Tensor) { return mean(ones(s32, {2})); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return take(a, a); }), "P713");
  EXPECT_EQ(code([](Tensor) { return sin(ones(s32, {2})); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return max(complex(a, a)); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return bitcast(a, f64); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return einsum("ij,ij->", {a, convert(a, f64)}); }), "P713");
  const auto f = [](Tensor a) {
    const auto same = [&] { return a; };
    return cond(a > 0, same, same);
  };
  EXPECT_EQ(code(f), "P713");
  EXPECT_EQ(code([](Tensor a) { return choose(a, {[&] { return a; }}); }), "P713");
  EXPECT_EQ(code([](Tensor a) { return while_loop([](Tensor x) { return x; }, [](Tensor x) { return x; }, a); }),
            "P713");
  EXPECT_EQ(code([](Tensor a) { return normal({a}, f32, {2}); }), "P713");
  EXPECT_EQ(code([](Tensor) { return normal(key_of(1), s32, {2}); }), "P713");
}

TEST(Misuse, DimensionsThatAreNotThere) {
  const Caught e = traced([](Tensor a) { return sum(a, 2); }, kF32);
  EXPECT_EQ(e.code, "P714");
  EXPECT_TRUE(e.says("dimension 2 of a tensor that has 2; they are -2 to 1")) << e.text;
  const auto code = [](auto f) { return traced(f, kF32).code; };
  EXPECT_EQ(code([](Tensor a) { return sum(a, {0, -2}); }), "P714");
  EXPECT_EQ(code([](Tensor a) { return transpose(a, {0}); }), "P714");
  EXPECT_EQ(code([](Tensor a) { return softmax(a, -3); }), "P714");
  EXPECT_EQ(code([](Tensor a) { return fft(a, 3); }), "P714");
  EXPECT_EQ(code([](Tensor a) { return sum(sum(a), 0); }), "P714");
}

TEST(Misuse, NumbersThatAreNoValuesOfTheType) {
  const Caught e = traced([](Tensor a) { return a + 0.5; }, kInts);
  EXPECT_EQ(e.code, "P715");
  EXPECT_TRUE(e.says("0.5 is no value of s32; convert the tensor first")) << e.text;
  EXPECT_EQ(traced([](Tensor a) { return a + 300; }, Tensor::spec(s8, {2})).code, "P715");
  EXPECT_EQ(traced([](Tensor a) { return a + -1; }, Tensor::spec(u32, {2})).code, "P715");
  EXPECT_EQ(traced([](Tensor a) { return a & 1; }, Tensor::spec(pred, {2})).code, "P715");
  EXPECT_EQ(traced([](Tensor a) { return a + 1e30; }, Tensor::spec(s64, {2})).code, "P715");
  EXPECT_EQ(traced([](Tensor a) { return a + 2.0; }, kInts).code, "none");
  EXPECT_FALSE((std::is_constructible_v<Operand, bool>));
}

TEST(Misuse, ArgumentsOfOps) {
  const auto code = [](auto f) { return traced(f, kF32).code; };
  EXPECT_EQ(code([](Tensor a) { return a + Tensor(); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return a + Tensor::spec(f32, {2, 3}); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return pad(a, {{}}); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return slice(a, 0, 0, 3); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return row(a, 2); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return tile(a, {2}); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return top_k(a, 4).values; }), "P716");
  EXPECT_EQ(code([](Tensor a) { return window_sum(a, {2}); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return dynamic_slice(a, {0}, {1, 1}); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return named(a, "a b"); }), "P716");
  EXPECT_EQ(code([](Tensor) { return exp(1.0); }), "P716");
  EXPECT_EQ(code([](Tensor) { return zeros(f32, {-2}); }), "P716");
  EXPECT_EQ(code([](Tensor a) { return cholesky(a); }), "P716");
  EXPECT_EQ(code([](Tensor a) {
              return while_loop([](Tensor) { return full(pred, {}, 1); }, [](Tensor x) { return x; }, a,
                                {.max_trips = -1});
            }),
            "P716");
}

TEST(Misuse, EquationsThatDoNotFit) {
  const auto error = [](std::string_view equation, int operands) {
    return traced([&](Tensor a) { return einsum(equation, std::vector<Operand>(operands, Operand(a))); }, kF32);
  };
  EXPECT_TRUE(error("ij,jk", 2).says("has no arrow")) << error("ij,jk", 2).text;
  EXPECT_TRUE(error("ij,jk->ik", 1).says("is about 2 operands, these are 1"));
  EXPECT_TRUE(error("ijk->i", 1).says("\"ijk\" has 3 dimensions, operand 0 is f32[2,3]"));
  EXPECT_TRUE(error("ij->ik", 1).says("'k' stands behind the arrow"));
  EXPECT_TRUE(error("ij->ii", 1).says("'i' stands twice behind the arrow"));
  EXPECT_TRUE(error("i2->i", 1).says("'2' in"));
  for (const char* equation : {"ij,jk", "ij->ik", "ij->ii"}) EXPECT_EQ(error(equation, 1).code, "P717");
  EXPECT_EQ(error("ij,jk->ik", 2).code, "P712");
  EXPECT_TRUE(error("ii->i", 1).says("'i' is 2 in one operand and 3 in operand 0")) << error("ii->i", 1).text;
  EXPECT_EQ(traced([](Tensor a) { return einsum("ij,ij->ij", {a, a}, {.order = {{0, 2}}}); }, kF32).code, "P717");
  EXPECT_EQ(traced([](Tensor a) { return einsum("ij,ij,ij->ij", {a, a, a}, {.order = {{0, 1}}}); }, kF32).code, "P717");
}

TEST(Misuse, BranchesOfDifferentTypes) {
  const int line = __LINE__ + 4;
  const auto f = [](Tensor a) {
    const auto same = [&] { return a; };
    const auto wide = [&] { return convert(a, f64); };
    return cond(any(a > 0), same, wide);
  };
  const Caught e = traced(f, kF32);
  EXPECT_EQ(e.code, "P718");
  EXPECT_EQ(e.line, line);
  EXPECT_TRUE(e.says("branch 0 gives f32[2,3], branch 1 gives f64[2,3]; convert or reshape one of them")) << e.text;
  const auto counts = [](Tensor a) {
    const auto one = [&] { return std::vector<Tensor>{a}; };
    const auto two = [&] { return std::vector<Tensor>{a, a}; };
    return choose<std::vector<Tensor>>(sum(kInts), {one, two})[0];
  };
  EXPECT_TRUE(traced(counts, kF32).says("branch 0 gives 1 tensors, branch 1 gives 2")) << traced(counts, kF32).text;
}

struct State {
  Tensor mean, count;
};

TEST(Misuse, CarriesThatChange) {
  const auto f = [](Tensor rows) {
    const auto next = [](const State& s, Tensor x) { return State{s.mean + x, convert(s.count, f64)}; };
    return scan(next, State{zeros(f32, {3}), zeros(f32, {})}, rows);
  };
  const Caught e = traced(f, kF32);
  EXPECT_EQ(e.code, "P719");
  EXPECT_TRUE(e.says("takes count as f32[] and gives f64[]; a carry keeps its type")) << e.text;
  const auto loop = [](Tensor a) {
    return while_loop([](Tensor x) { return any(x > 0); }, [](Tensor x) { return sum(x); }, a);
  };
  EXPECT_EQ(traced(loop, kF32).code, "P719");
}

TEST(Misuse, TreesThatDiffer) {
  const int line = __LINE__ + 2;
  const auto f = [](const std::vector<Tensor>& a) {
    return map(a, State{a[0], a[0]}, [](Tensor x, Tensor) { return x; });
  };
  const Caught e = traced(f, std::vector<Tensor>{kF32});
  EXPECT_EQ(e.code, "P720");
  EXPECT_EQ(e.line, line);
  const Caught empty = caught([] { trace([](const State& s) { return s.mean; }, State{kF32, Tensor()}); });
  EXPECT_EQ(empty.code, "P720");
  EXPECT_TRUE(empty.says("in0.count of the traced function is an empty Tensor")) << empty.text;
}

TEST(Misuse, ElementsOfTracedTensors) {
  const Caught e = traced([](Tensor a) { return a * (a + 1).item(); }, Tensor::spec(f32, {}));
  EXPECT_EQ(e.code, "P721");
  EXPECT_TRUE(e.says("use select, cond or while_loop")) << e.text;
  EXPECT_FALSE((std::is_constructible_v<bool, Tensor>));  // if (x < 0) does not compile
}

TEST(Misuse, LargeConstantsAreWarnedOf) {
  const Tensor large = Tensor::zeros(f32, {1024, 257});
  const int line = __LINE__ + 1;
  const Traced traced = trace([&](Tensor a) { return a + large + large; }, Tensor::spec(f32, {257}));
  ASSERT_EQ(traced.diagnostics().size(), 1);
  const Diagnostic& warning = traced.diagnostics()[0];
  EXPECT_EQ(warning.severity, Severity::kWarning);
  EXPECT_EQ(warning.code, "P722");
  EXPECT_EQ(warning.line, line);
  EXPECT_EQ(compile(traced, "x=2").diagnostics()[0].code, "P722");
  EXPECT_EQ(trace([](Tensor a) { return a + kF32; }, kF32).diagnostics().size(), 0);
}

TEST(Misuse, ManualCode) {
  EXPECT_EQ(traced([](Tensor a) { return psum(a, "x"); }, kF32).code, "P723");
  const auto unknown = manual([](Tensor a) { return psum(a, "z"); }, {.axes = "x=2", .in = {"x,-"}, .out = {"-,-"}});
  EXPECT_TRUE(traced(unknown, kF32).says("axis 'z' is not manual here; x is")) << traced(unknown, kF32).text;
  const auto captures = [](Tensor a) {
    return manual([&](Tensor b) { return a + b; }, {.axes = "x=2", .in = {"-,-"}, .out = {"-,-"}})(a);
  };
  EXPECT_EQ(traced(captures, kF32).code, "P723");
  const auto uneven = manual([](Tensor a) { return a; }, {.axes = "x=2", .in = {"-,x"}, .out = {"-,x"}});
  EXPECT_EQ(traced(uneven, kF32).code, "P712");
  const auto ranks = manual([](Tensor a) { return a; }, {.axes = "x=2", .in = {"x"}, .out = {"x"}});
  EXPECT_EQ(traced(ranks, kF32).code, "P305");
}

TEST(Misuse, HintsThatDoNotFit) {
  EXPECT_EQ(traced([](Tensor a) { return shard(a, "x"); }, kF32).code, "P305");
  const Caught text = traced([](Tensor a) { return shard(a, "x-,"); }, kF32);
  EXPECT_EQ(text.code, "P300");
  EXPECT_EQ(text.line, __LINE__ - 2) << text.text;
  EXPECT_EQ(traced([](Tensor a) { return mesh_split(a, "x=2", {0, 1}); }, kF32).code, "P312");
  const int line = __LINE__ + 1;
  const Traced wrong = trace([](Tensor a) { return shard(a * 2, "z,-"); }, kF32);
  const Caught e = caught([&] { compile(wrong, "x=2"); });
  EXPECT_EQ(e.code, "P302");
  EXPECT_EQ(e.line, line);
  EXPECT_TRUE(e.says("errors_test.cc:")) << e.text;
}

TEST(Misuse, MessagesSpeakOfTheUsersLineThroughScopes) {
  const auto layer = [](Tensor x, Where where = Where::current()) {
    Scope scope("layer", where);
    return x + kInts;
  };
  const int line = __LINE__ + 1;
  const Caught e = traced([&](Tensor a) { return layer(a); }, kF32);
  EXPECT_EQ(e.code, "P713");
  EXPECT_EQ(e.line, line);
  EXPECT_TRUE(e.says("in layer")) << e.text;
}

TEST(Misuse, TracingGoesOnAfterAnErrorThatWasCaught) {
  const auto f = [](Tensor a) {
    EXPECT_EQ(caught([&] { map_rows([](Tensor r) { return r + Tensor(); }, a); }).code, "P716");
    return a * 2;
  };
  EXPECT_EQ(evaluate(f, kF32).to_doubles()[5], 12);
}

}  // namespace
}  // namespace partita
