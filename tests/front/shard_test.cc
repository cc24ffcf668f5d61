// Hints and manual code in traced functions.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

using Doubles = std::vector<double>;

const Tensor kX = Tensor::spec(f32, {8, 4});

Tensor eight_rows() {
  Doubles all;
  for (int i = 0; i < 32; ++i) all.push_back(i);
  return Tensor::from_doubles(f32, {8, 4}, all);
}

TEST(TracedHints, AreConstraintsOnTheMeshOfCompile) {
  const Traced traced = trace([](Tensor x) { return named(shard(x * 2, "x,?"), "h") + 1; }, kX);
  EXPECT_NE(traced.text().find("sdy.sharding_constraint"), std::string::npos);
  EXPECT_EQ(compile(traced, "x=4").sharding("h"), Sharding("x,-"));
  EXPECT_EQ(compile(traced, "x=2,y=2").sharding("h"), Sharding("x,-"));
  EXPECT_EQ(compile(traced, "x=2,y=2").argument_sharding(0), Sharding("x,-"));
}

TEST(TracedHints, NamesOfAxesAreGivenAtCompile) {
  const Traced traced = trace([](Tensor x) { return named(shard(x * 2, "w,v"), "h"); }, kX);
  EXPECT_EQ(compile(traced, "x=2,y=2", {.axes = {{"w", "y"}, {"v", "x"}}}).sharding("h"), Sharding("y,x"));
  EXPECT_EQ(compile(traced, "x=2,y=2", {.axes = {{"w", "y"}, {"v", ""}}}).sharding("h"), Sharding("y,-"));
  Program hinted = traced;
  hinted.shard_argument(0, "v,-");
  EXPECT_EQ(compile(hinted, "x=2,y=2", {.axes = {{"w", "x"}, {"v", ""}}}).argument_sharding(0), Sharding("-,-"));
}

TEST(TracedHints, ThatAreTriedAgainstACollectiveKeepNamesAndDonations) {
  const Tensor w = Tensor::spec(f32, {8, 8});
  const auto f = [](Tensor in, Tensor a, Tensor b) {
    return in + matmul(tanh(matmul(shard(in, "w,-"), shard(a, "-,v"))), b);
  };
  const CompileOptions options{.objective = Objective::kBytes, .donate = {0}, .axes = {{"w", "x"}, {"v", "y"}}};
  const auto run = compile(trace(f, w, w, w), "x=2,y=2", options);
  ASSERT_EQ(run.report().collectives.size(), 1);
  const CollectiveExplanation why = run.why(run.report().collectives[0]);
  ASSERT_FALSE(why.trials.empty());
  for (const CollectiveExplanation::Trial& trial : why.trials) {
    EXPECT_TRUE(trial.compiles) << why.text;
    Program hinted = trace(f, w, w, w);
    hinted.shard_value(trial.name, trial.sharding);
    EXPECT_EQ(trial.peak_bytes, compile(hinted, "x=2,y=2", options).report().peak_bytes);
  }
}

TEST(TracedHints, MeshSplitCountsAxes) {
  const Mesh mesh = "x=2,y=4";
  const auto f = [&](Tensor x) { return named(mesh_split(x, mesh, {1, -1}, {.unspecified = {1}}), "h"); };
  const Traced traced = trace(f, kX);
  EXPECT_EQ(compile(traced, mesh).sharding("h").axes(0), std::vector<std::string>{"y"});
}

TEST(TracedHints, GroupsAndBarriers) {
  const auto both = [](Tensor x) {
    const Tensor a = named(exp(iota(f32, {8, 4})), "a");
    shard_as(a, x);
    return std::pair(a, shard(x, "x,-"));
  };
  const Traced grouped = trace(both, kX);
  EXPECT_EQ(compile(grouped, "x=4").sharding("a"), Sharding("x,-"));
  const auto stopped = [](Tensor x) { return exp(barrier(shard(x, "x,-"))); };
  EXPECT_EQ(compile(trace(stopped, kX), "x=4").result_sharding(0), Sharding("-,-"));
}

TEST(TracedHints, DonatedArgumentsAreResults) {
  const auto step = [](const std::vector<Tensor>& p, Tensor x) {
    return std::pair(std::vector{p[0] + x, p[1] * 2}, sum(x));
  };
  const Traced traced = trace(step, std::vector<Tensor>{kX, Tensor::spec(f32, {3})}, kX);
  const std::string text = compile(traced, "x=2", {.donate = {0}}).text();
  EXPECT_NE(text.find("tf.aliasing_output = 0"), std::string::npos) << text;
  EXPECT_NE(text.find("tf.aliasing_output = 1"), std::string::npos) << text;
  EXPECT_EQ(compile(traced, "x=2").text().find("aliasing_output"), std::string::npos);
  EXPECT_NE(compile(traced, "x=2", {.donate = {1}}).text().find("tf.aliasing_output = 0"), std::string::npos);
  EXPECT_THROW(compile(traced, "x=2", {.donate = {2}}), Error);
}

// Runs on one device and, with another axis beside, on eight.
template <typename F>
void expect_manual(const F& f, const Doubles& wanted) {
  EXPECT_EQ(evaluate(f, eight_rows()).to_doubles(), wanted);
  for (const char* mesh : {"x=4", "x=4,y=2", "y=2,x=4"}) {
    EXPECT_EQ(compile(trace(f, kX), mesh)(eight_rows()).to_doubles(), wanted) << mesh;
  }
}

Doubles of(const Tensor& tensor) { return tensor.to_doubles(); }

TEST(Manual, Sums) {
  const auto f =
      manual([](Tensor rows) { return psum(sum(rows, 0), "x"); }, {.axes = "x=4", .in = {"x,-"}, .out = {"-"}});
  expect_manual(f, of(evaluate([](Tensor x) { return sum(x, 0); }, eight_rows())));
  const auto most = manual([](Tensor rows) { return pmax(rows, "x") - pmin(rows, "x") + pmean(rows, "x"); },
                           {.axes = "x=4", .in = {"x,-"}, .out = {"-,-"}});
  expect_manual(most, {36, 37, 38, 39, 40, 41, 42, 43});
}

TEST(Manual, GathersAndScatters) {
  const auto gathered =
      manual([](Tensor r) { return all_gather(r, "x", 0); }, {.axes = "x=4", .in = {"x,-"}, .out = {"-,-"}});
  expect_manual(gathered, of(eight_rows()));
  const auto scattered = manual([](Tensor r) { return reduce_scatter(all_gather(r, "x"), "x", 0); },
                                {.axes = "x=4", .in = {"x,-"}, .out = {"x,-"}});
  expect_manual(scattered, of(evaluate([](Tensor x) { return x * 4; }, eight_rows())));
  const auto turned =
      manual([](Tensor r) { return all_to_all(r, "x", 1, 0); }, {.axes = "x=4", .in = {"x,-"}, .out = {"-,x"}});
  expect_manual(turned, of(eight_rows()));
}

TEST(Manual, PermutesAndCounts) {
  const auto shift = [](Tensor r) { return ppermute(r, "x", {{0, 1}, {1, 2}, {2, 3}}); };
  const auto shifted = manual(shift, {.axes = "x=4", .in = {"x,-"}, .out = {"x,-"}});
  const auto rolled = [](Tensor x) { return concatenate({zeros(f32, {2, 4}), slice(x, 0, 0, 6)}, 0); };
  expect_manual(shifted, of(evaluate(rolled, eight_rows())));
  const auto numbered = manual(
      [](Tensor r) {
        return r * 0 + convert(axis_index("x") + static_cast<int>(axis_size("x")) * axis_index("x"), f32);
      },
      {.axes = "x=4", .in = {"x,-"}, .out = {"x,-"}});
  const auto wanted = [](Tensor x) { return x * 0 + convert(iota(s32, {8, 4}, 0) / 2 * 5, f32); };
  expect_manual(numbered, of(evaluate(wanted, eight_rows())));
}

// On a mesh that has more axes than the manual code: what gradients exchange is along the axes by their names.
TEST(Manual, HasGradients) {
  const auto exchanged = [](Tensor r) {
    const Tensor moved = ppermute(r, "x", {{0, 1}, {1, 3}, {3, 0}});
    const Tensor all = all_gather(square(r), "x", 0);
    return psum(r * moved, "x") + sum(all, 0) + reduce_scatter(all_to_all(r, "x", 1, 0), "x", 0);
  };
  const auto f = manual(exchanged, {.axes = "x=4", .in = {"x,-"}, .out = {"x,-"}});
  const auto slope = [&](Tensor x) { return grad([&](Tensor v) { return sum(sin(f(v))); })(x); };
  const Tensor x = evaluate([](Tensor v) { return sin(v); }, eight_rows());
  const auto traced = trace(slope, kX);
  for (const char* mesh : {"x=4", "y=2,x=4", "x=4,y=2"}) {
    const Tensor got = compile(traced, mesh)(x);
    const auto loss = [&](Tensor v) { return sum(sin(f(v))); };
    const auto at = compile(trace(loss, kX), mesh);
    std::vector<double> v = x.to_doubles();
    for (size_t i = 0; i < v.size(); i += 5) {
      constexpr double kStep = 1e-2;
      const auto loss_at = [&](double change) {
        std::vector<double> near = v;
        near[i] += change;
        return at(Tensor::from_doubles(f32, {8, 4}, near)).item();
      };
      EXPECT_NEAR(got.to_doubles()[i], (loss_at(kStep) - loss_at(-kStep)) / (2 * kStep), 2e-2) << mesh << " " << i;
    }
  }
}

TEST(Manual, OfAMeshThatDiffersIsAnErrorAtItsLine) {
  const int line = __LINE__ + 1;
  const auto f = manual([](Tensor r) { return psum(r, "x"); }, {.axes = "x=4", .in = {"x,-"}, .out = {"-,-"}});
  for (const char* mesh : {"x=2", "y=4"}) {
    try {
      compile(trace(f, kX), mesh);
      FAIL() << mesh;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), "P318");
      EXPECT_EQ(error.diagnostics()[0].line, line);
    }
  }
  EXPECT_EQ(compile(trace(f, kX), "z=4", {.axes = {{"x", "z"}}})(eight_rows()).to_doubles(),
            evaluate(f, eight_rows()).to_doubles());
}

}  // namespace
}  // namespace partita
