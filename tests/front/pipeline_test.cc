// Pipelines: the sequence of all layers, whatever the schedule, on one device and on many; and what devices send.
#include <gtest/gtest.h>

#include <cmath>

#include "partita/partita.h"

namespace partita {
namespace {

constexpr std::int64_t kWidth = 16, kRows = 4;

struct Layer {
  Tensor w, b;
};

Tensor layer(Tensor h, const Layer& p) { return h + tanh(einsum("bd,de->be", {shard(h, "data,-"), p.w}) + p.b); }

struct Case {
  std::int64_t stages, repeat, microbatches;
  bool manual = false, queue = false;

  PipelineOptions options() const {
    return {.stages = stages, .repeat = repeat, .axis = "stage", .manual = manual, .queue = queue};
  }
  Layer weights(DType type) const {
    return evaluate(
        [&](const Key& key) {
          auto [a, b] = split2(key);
          const auto leading = [&](std::vector<std::int64_t> dims) {
            if (repeat > 1) dims.insert(dims.begin(), repeat);
            dims.insert(dims.begin(), stages);
            return Shape(dims);
          };
          return Layer{0.2 * normal(a, type, leading({kWidth, kWidth})), normal(b, type, leading({kWidth}))};
        },
        key_of(1));
  }
  Tensor input(DType type) const {
    return evaluate([&](const Key& key) { return normal(key, type, {microbatches, kRows, kWidth}); }, key_of(2));
  }
  std::string name() const {
    return std::to_string(stages) + " stages, " + std::to_string(repeat) + " times, " + std::to_string(microbatches) +
           " microbatches" + (manual ? ", manual" : "") + (queue ? ", queue" : "");
  }
};

const std::vector<Case> kCases = {{1, 1, 3}, {1, 2, 3}, {2, 1, 1}, {2, 1, 5}, {2, 2, 3},
                                  {2, 3, 4}, {4, 1, 6}, {4, 2, 8}, {4, 3, 5}, {3, 2, 2}};

// Microbatches that wait at other stages; of those that stages divide and of others, and fewer than stages.
std::vector<Case> queues() {
  std::vector<Case> out;
  for (const auto& [stages, microbatches] :
       {std::pair{1, 3}, {2, 1}, {2, 4}, {2, 5}, {3, 2}, {3, 7}, {4, 8}, {4, 16}}) {
    out.push_back({stages, 1, microbatches, false, true});
  }
  return out;
}

Tensor loss(const Case& c, const Layer& p, Tensor x) { return sum(square(pipeline(layer, p, x, c.options()))); }

// All layers, one after the other, on the whole batch.
Tensor plain_loss(const Case& c, const Layer& p, Tensor x) {
  Tensor h = reshape(x, {-1, kWidth});
  for (std::int64_t i = 0; i < c.stages * c.repeat; ++i) {
    h = layer(h, map(p, [&](const Tensor& leaf) {
                const Tensor own = row(leaf, i % c.stages);
                return c.repeat > 1 ? row(own, i / c.stages) : own;
              }));
  }
  return sum(square(h));
}

struct Both {
  Layer p;
  Tensor x;
};

template <typename F>
auto step(const Case& c, const F& f) {
  return [&c, &f](const Both& in) { return value_and_grad([&](const Both& all) { return f(c, all.p, all.x); })(in); };
}

// Sums in another order differ by what their largest parts are rounded by, not by what cancels to little.
void expect_close(const std::vector<Tensor>& got, const std::vector<Tensor>& wanted, double tolerance) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t leaf = 0; leaf < got.size(); ++leaf) {
    ASSERT_EQ(got[leaf].type_text(), wanted[leaf].type_text());
    const std::vector<double> a = got[leaf].to_doubles(), b = wanted[leaf].to_doubles();
    double largest = 1;
    for (const double x : b) largest = std::max(largest, std::abs(x));
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], tolerance * largest) << "leaf " << leaf << " element " << i;
  }
}

TEST(Pipeline, IsTheSequenceOfLayersAndSoIsItsGradient) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f64), c.input(f64)};
    expect_close(leaves(evaluate(step(c, loss), in)), leaves(evaluate(step(c, plain_loss), in)), 1e-8);
  }
}

TEST(Pipeline, WithAQueueIsTheSequenceOfLayersAndSoIsItsGradient) {
  for (const Case& c : queues()) {
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f64), c.input(f64)};
    expect_close(leaves(evaluate(step(c, loss), in)), leaves(evaluate(step(c, plain_loss), in)), 1e-8);
  }
}

// Divided microbatches are handed on once a tick, and so are results; only cotangents are brought at once.
TEST(Pipeline, WithAQueueOnDevices) {
  const auto divided = [](const Case& c, const Layer& p, Tensor x) {
    const Tensor out = pipeline(layer, p, shard(x, "stage,data,-"), c.options());
    return sum(square(shard(out, "stage,data,-")));
  };
  for (const Case& c : queues()) {
    if (c.stages != 2 && c.stages != 4) continue;
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f32), c.input(f32)};
    const auto compiled = compile(trace(step(c, divided), in), Mesh({{"stage", c.stages}, {"data", 2}}),
                                  {.strict = true, .objective = Objective::kBytes});
    SCOPED_TRACE(compiled.report_table());
    expect_close(leaves(compiled(in)), leaves(evaluate(step(c, plain_loss), in)), 2e-5);
    if (c.microbatches % c.stages != 0) continue;
    const double ticks = static_cast<double>(c.microbatches + c.stages - 1), state = kRows / 2 * kWidth * 4;
    const double cts = static_cast<double>(c.microbatches * (c.stages - 1)) / static_cast<double>(c.stages) * state;
    int permutes = 0;
    double wire = 0;
    for (const Collective& each : compiled.report().collectives) {
      wire += each.bytes;
      if (each.times > 1) ++permutes;
      EXPECT_TRUE(each.times == 1 || (each.kind == "collective-permute" && each.bytes == ticks * state)) << each.cause;
    }
    EXPECT_EQ(permutes, 3);
    EXPECT_LE(wire, 3 * ticks * state + 2 * cts + (kWidth * kWidth + kWidth) * 4 + 16);
  }
}

TEST(Pipeline, AsManualCode) {
  for (const Case& c : {Case{4, 1, 6, true}, Case{4, 2, 6, true}, Case{2, 3, 3, true}}) {
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f32), c.input(f32)};
    const auto compiled = compile(trace(step(c, loss), in), Mesh({{"stage", c.stages}, {"data", 2}}));
    expect_close(leaves(compiled(in)), leaves(evaluate(step(c, plain_loss), in)), 2e-5);
    for (const Collective& each : compiled.report().collectives) {
      const bool along_stages = each.axes == std::vector<std::string>{"stage"};
      EXPECT_TRUE(each.times == 1 || !along_stages || each.kind == "collective-permute") << each.cause;
    }
  }
}

TEST(Pipeline, OnDevicesMovesTheStateOnceATickAndReducesGradientsOnce) {
  for (const Case& c : kCases) {
    if (c.stages != 2 && c.stages != 4) continue;
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f32), c.input(f32)};
    const Mesh mesh({{"stage", c.stages}, {"data", 2}});
    const auto compiled = compile(trace(step(c, loss), in), mesh, {.strict = true, .objective = Objective::kBytes});
    SCOPED_TRACE(compiled.report_table());
    expect_close(leaves(compiled(in)), leaves(evaluate(step(c, plain_loss), in)), 2e-6);

    const std::int64_t padded = c.repeat == 1 ? c.microbatches : (c.microbatches + c.stages - 1) / c.stages * c.stages;
    const double ticks = static_cast<double>(c.repeat * padded + c.stages - 1);
    const double state = kRows / 2 * kWidth * 4, share = static_cast<double>(c.stages - 1) / c.stages;
    int permutes = 0;
    double wire = 0;
    for (const Collective& each : compiled.report().collectives) {
      wire += each.bytes;
      if (each.times == 1) continue;
      EXPECT_EQ(each.kind, "collective-permute") << each.cause;
      EXPECT_EQ(each.times, ticks) << each.cause;
      EXPECT_EQ(each.bytes, ticks * state) << each.cause;
      ++permutes;
    }
    EXPECT_EQ(permutes, 2);
    // Beside these: results of the last stage, cotangents of the first, weights' gradients over the batch, the loss.
    const double weights = static_cast<double>(c.repeat) * (kWidth * kWidth + kWidth) * 4;
    const double rest = 2 * 2 * share * static_cast<double>(c.microbatches) * state + weights;
    EXPECT_LE(wire, 2 * ticks * state + rest + 16);
  }
}

// ---- side values

struct Side {
  Tensor loss, counts;
};
std::pair<Tensor, Side> layer_with_loss(Tensor h, const Layer& p) {
  const Tensor next = layer(h, p);
  // Not zero of zeros, so that what stages compute while they wait would be seen.
  return {next, {sum(square(next)) + 1, sum(exp(next) + sum(p.b), 0)}};
}

Tensor loss_with_side(const Case& c, const Layer& p, Tensor x) {
  const auto [h, side] = pipeline(layer_with_loss, p, x, c.options());
  return sum(square(h)) + side.loss * 0.1 + sum(sin(side.counts));
}
Tensor plain_loss_with_side(const Case& c, const Layer& p, Tensor x) {
  Tensor total = zeros(x.dtype(), {}), counts = zeros(x.dtype(), {kWidth}), squares = zeros(x.dtype(), {});
  for (std::int64_t k = 0; k < c.microbatches; ++k) {
    Tensor h = row(x, k);
    for (std::int64_t i = 0; i < c.stages * c.repeat; ++i) {
      const auto [next, side] = layer_with_loss(h, map(p, [&](const Tensor& leaf) {
                                                  const Tensor own = row(leaf, i % c.stages);
                                                  return c.repeat > 1 ? row(own, i / c.stages) : own;
                                                }));
      h = next;
      total = total + side.loss;
      counts = counts + side.counts;
    }
    squares = squares + sum(square(h));
  }
  return squares + total * 0.1 + sum(sin(counts));
}

TEST(PipelineSideValues, AreThoseOfLayersAtWork) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f64), c.input(f64)};
    expect_close(leaves(evaluate(step(c, loss_with_side), in)), leaves(evaluate(step(c, plain_loss_with_side), in)),
                 1e-8);
  }
}

TEST(PipelineSideValues, OnDevices) {
  for (const Case& c : {Case{4, 1, 6}, Case{4, 2, 6}, Case{4, 2, 6, true}, Case{2, 3, 3, true}}) {
    SCOPED_TRACE(c.name());
    const Both in = {c.weights(f64), c.input(f64)};
    const auto compiled = compile(trace(step(c, loss_with_side), in), Mesh({{"stage", c.stages}, {"data", 2}}));
    expect_close(leaves(compiled(in)), leaves(evaluate(step(c, plain_loss_with_side), in)), 1e-8);
    for (const Collective& each : compiled.report().collectives) {
      const bool along_stages = each.axes == std::vector<std::string>{"stage"};
      EXPECT_TRUE(each.times == 1 || !along_stages || each.kind == "collective-permute") << each.cause;
    }
  }
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

TEST(PipelineMisuse, NamesTheLineAndWhatToDo) {
  const Case c{2, 2, 3};
  const auto run = [](const Layer& p, Tensor x, PipelineOptions options) { return pipeline(layer, p, x, options); };
  const int line = __LINE__ - 1;
  const auto with = [&](PipelineOptions options) {
    return error_of([&](const Layer& p, Tensor x) { return run(p, x, options); }, c.weights(f32), c.input(f32));
  };
  const Error stages = with({.stages = 4, .repeat = 2});
  EXPECT_EQ(stages.code(), "P712");
  EXPECT_EQ(stages.diagnostics()[0].line, line);
  EXPECT_NE(std::string(stages.what()).find("w of the weights is f32[2,2,16,16], which does not begin with 4, 2"),
            std::string::npos)
      << stages.what();
  EXPECT_EQ(with({.stages = 0}).code(), "P716");
  EXPECT_EQ(with({.stages = 2, .repeat = 2, .manual = true}).code(), "P716");
  EXPECT_EQ(with({.stages = 2, .repeat = 2, .axis = "stage", .queue = true}).code(), "P716");
  const auto grows = [](const Layer& p, Tensor x) {
    const auto f = [](Tensor h, const Layer&) { return concatenate({h, h}, 0); };
    return pipeline(f, p, x, {.stages = 2, .repeat = 2});
  };
  const Error shapes = error_of(grows, c.weights(f32), c.input(f32));
  EXPECT_EQ(shapes.code(), "P719");
  EXPECT_EQ(shapes.diagnostics()[0].line, __LINE__ - 4) << shapes.what();
  EXPECT_NE(std::string(shapes.what()).find("a layer takes f32[4,16] and gives f32[8,16]"), std::string::npos)
      << shapes.what();
  // A mistake in the layer is one at its own line.
  const auto wrong = [](const Layer& p, Tensor x) {
    const auto f = [](Tensor h, const Layer& w) { return h + w.w; };
    return pipeline(f, p, x, {.stages = 2, .repeat = 2});
  };
  EXPECT_EQ(error_of(wrong, c.weights(f32), c.input(f32)).diagnostics()[0].line, __LINE__ - 3);
}

}  // namespace
}  // namespace partita
