// Functions of many examples in C++: what each example gives alone, and what is said where that cannot be.
#include <gtest/gtest.h>

#include "partita/partita.h"

namespace partita {
namespace {

Tensor random(std::uint64_t seed, const Shape& shape) {
  return evaluate([&](const Key& key) { return normal(key, f64, shape); }, key_of(seed));
}

void expect_close(const Tensor& got, const Tensor& wanted) {
  ASSERT_EQ(got.type_text(), wanted.type_text());
  const std::vector<double> a = got.to_doubles(), b = wanted.to_doubles();
  for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9) << "element " << i;
}

struct Layer {
  Tensor w, b;
};

Tensor layer(Tensor x, const Layer& p) {
  const auto step = [&](Tensor state, Tensor row) { return tanh(state + row); };
  return scan(step, p.b, einsum("sd,de->se", {x, p.w}));
}

// f of each row, one after the other.
template <typename F, typename... In>
auto row_by_row(const F& f, std::int64_t rows, const In&... in) {
  std::vector<Operand> out;
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto one = [&](const auto& tree) { return map(tree, [&](const Tensor& leaf) { return row(leaf, i); }); };
    out.emplace_back(f(one(in)...));
  }
  return stack(out);
}

const Tensor kX = random(1, {4, 3, 2});
const Layer kLayers = {random(2, {4, 2, 2}), random(3, {4, 2})};

TEST(Vectorize, GivesWhatEachExampleGives) {
  const auto many = [](Tensor x, const Layer& p) { return vectorize(layer)(x, p); };
  const auto rows = [](Tensor x, const Layer& p) { return row_by_row(layer, 4, x, p); };
  expect_close(evaluate(many, kX, kLayers), evaluate(rows, kX, kLayers));
}

TEST(Vectorize, ArgumentsAndResultsThatAreTheSameForAll) {
  const Layer one = {random(4, {2, 2}), random(5, {2})};
  const auto f = [](Tensor x, const Layer& p) { return std::pair(layer(x, p), p.b * 2); };
  const auto many = [&](Tensor x, const Layer& p) { return vectorize(f, {.in = {0}})(x, p); };
  const auto [values, shared] = evaluate(many, kX, one);
  const auto rows = [&](Tensor x, const Layer& p) {
    return row_by_row([&](Tensor each) { return layer(each, p); }, 4, x);
  };
  expect_close(values, evaluate(rows, kX, one));
  expect_close(shared, evaluate([](Tensor b) { return broadcast_to(b * 2, {4, 2}); }, one.b));
}

TEST(Vectorize, CommutesWithGradients) {
  const auto loss = [](const Layer& p, Tensor x) { return sum(square(layer(x, p))); };
  const auto of_each = [&](const Layer& p, Tensor x) { return vectorize(grad(loss))(p, x); };
  const auto of_sum = [&](const Layer& p, Tensor x) {
    return grad([&](const Layer& q, Tensor y) { return sum(vectorize(loss)(q, y)); })(p, x);
  };
  const Layer a = evaluate(of_each, kLayers, kX), b = evaluate(of_sum, kLayers, kX);
  expect_close(a.w, b.w);
  expect_close(a.b, b.b);
  const auto rows = [&](const Layer& p, Tensor x) {
    return row_by_row([&](const Layer& q, Tensor y) { return grad(loss)(q, y).w; }, 4, p, x);
  };
  expect_close(a.w, evaluate(rows, kLayers, kX));
}

TEST(Vectorize, OfVectorizedAndCheckpointedFunctions) {
  const auto pairs = [](Tensor a, Tensor b) {
    const auto one = checkpoint([](Tensor x, Tensor y) { return sum(x * y); });
    return vectorize(vectorize(one, {.in = {1}}), {.in = {0}})(a, b);
  };
  const Tensor a = random(6, {3, 5}), b = random(7, {4, 5});
  expect_close(evaluate(pairs, a, b), evaluate([](Tensor x, Tensor y) { return einsum("id,jd->ij", {x, y}); }, a, b));
}

// A tensor of the host is a constant of its own in each function that uses it, and around them.
TEST(Vectorize, ConstantsOfSeveralFunctions) {
  const Tensor two = Tensor::of<double>({2}, {2, 2});
  const auto f = [&](Tensor x) {
    const auto times = [&](Tensor row) { return row * two; };
    return vectorize(times)(vectorize(times)(vectorize(times)(x))) + two;
  };
  expect_close(evaluate(f, random(8, {3, 2})), evaluate([](Tensor x) { return x * 8 + 2; }, random(8, {3, 2})));
}

TEST(Vectorize, HintsGetTheNewDimension) {
  const auto text = [](VectorizeOptions options) {
    const auto f = [&](Tensor x) { return vectorize([](Tensor row) { return shard(row, "x"); }, options)(x); };
    return trace(f, Tensor::spec(f32, {4, 8})).text();
  };
  EXPECT_NE(text({.axis = "stage"}).find("[{\"stage\"}, {\"x\"}]"), std::string::npos) << text({.axis = "stage"});
  EXPECT_NE(text({}).find("[{?}, {\"x\"}]"), std::string::npos) << text({});
}

template <typename F, typename... In>
Error error_of(const F& f, const In&... in) {
  try {
    abstract(f, in...);
  } catch (const Error& error) {
    return error;
  }
  return Error(std::vector<Diagnostic>(1));
}

TEST(VectorizeMisuse, NamesTheLineAndWhatToDo) {
  const auto differ = [](Tensor x, const Layer& p) { return vectorize(layer)(x, p); };
  const int line = __LINE__ - 1;
  const Error sizes = error_of(differ, random(9, {5, 3, 2}), kLayers);
  EXPECT_EQ(sizes.code(), "P712");
  EXPECT_EQ(sizes.diagnostics()[0].line, line);
  EXPECT_NE(std::string(sizes.what()).find("in0 is f64[5,3,2], in1.w is f64[4,2,2]"), std::string::npos)
      << sizes.what();

  const auto scalar = [](Tensor x) { return vectorize([](Tensor v) { return v; })(x); };
  EXPECT_EQ(error_of(scalar, Tensor::spec(f32, {})).code(), "P714");
  const auto none = [](Tensor x) { return vectorize([](Tensor v) { return v; }, {.in = {1}})(x); };
  EXPECT_EQ(error_of(none, kX).code(), "P716");

  const auto hint = [](Tensor x) {
    const auto f = [](Tensor v) { return shard(v, "x,-"); };
    return vectorize(f, {.axis = "x"})(x);
  };
  const Error named = error_of(hint, kX);
  EXPECT_EQ(named.code(), "P702");
  EXPECT_EQ(named.diagnostics()[0].line, __LINE__ - 5) << named.what();
  ASSERT_EQ(named.diagnostics()[0].notes.size(), 1u);
  EXPECT_EQ(named.diagnostics()[0].notes[0].line, __LINE__ - 6);

  const auto leak = [](Tensor x) {
    Tensor inside;
    const auto f = [&](Tensor v) { return inside = v * 2; };
    vectorize(f)(x);
    return inside + 1;
  };
  EXPECT_EQ(error_of(leak, kX).code(), "P711");
}

}  // namespace
}  // namespace partita
