// FETCH executed for thousands of lines, steps and runs: every true row arrives, whatever lies in the padding.
#include "partition/lower/halo_exchange.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../shard/random_shardings.h"
#include "eval/evaluate.h"
#include "ir/verify.h"

namespace partita::core::partition {
namespace {

constexpr int64_t kGarbage = -777;

struct Line {
  MeshPtr mesh;
  AxisRefs axes;
};

Line line_of(int64_t k, bool sub_axes) {
  std::vector<MeshAxis> axes;
  if (sub_axes) {
    // The line is the minor part of an axis, above which and below which there are other devices.
    axes = {{"a", 2 * k}, {"b", 2}};
    auto mesh = std::make_shared<const Mesh>(std::move(*Mesh::make(axes)));
    return {mesh, {AxisRef{0, 2, k}}};
  }
  axes = {{"a", k}};
  auto mesh = std::make_shared<const Mesh>(std::move(*Mesh::make(axes)));
  return {mesh, {whole_axis(*mesh, 0)}};
}

std::string text_of(const HaloExchange& f) {
  std::string text;
  for (int64_t n : {f.shards, f.extent, f.pitch, f.step, f.start, f.dilation, f.rows, int64_t{f.wraps}}) {
    text += std::to_string(n) + " ";
  }
  return text;
}

int64_t position_on(const Line& line, int64_t device) {
  int64_t at = 0;
  for (const AxisRef& ref : line.axes) at = at * ref.size + device / ref_stride(*line.mesh, ref) % ref.size;
  return at;
}

// Rows of `width` numbers row·width + column; wide rows make a gather too dear.
void run(const HaloExchange& f, int64_t width, bool sub_axes) {
  SCOPED_TRACE(text_of(f));
  const Line line = line_of(f.shards, sub_axes);
  Context context;
  Module module(context);
  const Type in = context.tensor(ElementType::kS64, std::vector<int64_t>{f.pitch, width});
  const Type out = context.tensor(ElementType::kS64, std::vector<int64_t>{f.rows, width});
  const Type scalar = context.tensor(ElementType::kS64, {});
  Function* function = module.add_function(context.name("main"), std::vector<Type>{in}, std::vector<Type>{out, scalar});
  LocalBuilder b(*function, DeviceIds::kPartition);
  std::vector<Value*> results = {emit_halo_exchange(b, function->argument(0), 0, line.mesh, line.axes, f),
                                 first_row(b, line.mesh, line.axes, f)};
  ASSERT_EQ(results[0]->type(), out);
  b.op(OpKind::kReturn, results, {});
  Diagnostics diagnostics;
  verify(module, diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 0u) << diagnostics.render_all();

  const int64_t devices = line.mesh->device_count();
  std::vector<std::vector<Tensor>> inputs;
  for (int64_t device = 0; device < devices; ++device) {
    Tensor tensor = Tensor::make(in);
    auto data = tensor.as_mutable<int64_t>();
    for (int64_t r = 0; r < f.pitch; ++r) {
      const int64_t row = f.pitch * position_on(line, device) + r;
      for (int64_t c = 0; c < width; ++c) data[r * width + c] = row < f.extent ? row * width + c : kGarbage;
    }
    inputs.push_back({tensor});
  }
  Diagnostics checks;
  auto got = evaluate_on_grid(module, *function, 1, devices, inputs, {}, checks);
  ASSERT_TRUE(got.ok()) << render(got.error().diagnostic);
  for (int64_t device = 0; device < devices; ++device) {
    const int64_t first = ceil_div(f.step * position_on(line, device) + f.start, f.dilation);
    const auto& mine = (*got)[device];
    ASSERT_EQ(integer_at(mine[1]), first);
    for (int64_t r = 0; r < f.rows; ++r) {
      int64_t row = first + r;
      if (f.wraps) row = ((row % (f.pitch * f.shards)) + f.pitch * f.shards) % (f.pitch * f.shards);
      if (row < 0 || row >= f.extent) continue;
      ASSERT_EQ(mine[0].as<int64_t>()[r * width], row * width) << "device " << device << " row " << r;
      ASSERT_EQ(mine[0].as<int64_t>()[r * width + width - 1], row * width + width - 1);
    }
  }
}

HaloExchange random_exchange(testing::Random& random) {
  HaloExchange f;
  f.shards = random.number(1, 7);
  f.extent = random.number(0, 25);
  f.pitch = ceil_div(f.extent, f.shards) + (random.number(0, 5) == 0 ? random.number(0, 2) : 0);
  f.step = random.number(1, 12);
  f.dilation = random.number(0, 1) == 0 ? 1 : random.number(1, 4);
  f.start = random.number(-15, 30);
  f.rows = random.number(0, 14);
  if (random.number(0, 3) == 0) f.step = -f.step;
  if (random.number(0, 2) == 0 && f.pitch > 0) {
    f.dilation = 1;
    f.step = random.number(0, 2) == 0 ? -f.pitch : f.pitch;
    f.wraps = f.step > 0 && random.number(0, 2) == 0;
  }
  return f;
}

TEST(HaloExchange, MessagesBringEveryTrueRow) {
  testing::Random random(1);
  for (int i = 0; i < 1500 && !::testing::Test::HasFatalFailure(); ++i) run(random_exchange(random), 600, i % 8 == 0);
}

TEST(HaloExchange, AGatherDoesWhereRowsAreShort) {
  testing::Random random(2);
  for (int i = 0; i < 1500 && !::testing::Test::HasFatalFailure(); ++i) run(random_exchange(random), 2, i % 8 == 0);
}

// What the literature has as examples: bytes of rows of 1 MB, so that launches do not count.
TEST(HaloExchange, CostsWhatIsMissing) {
  auto rows = [](HaloExchange f) { return std::lround(halo_exchange_price(f, 1e6, kDefaultWeights).bytes / 1e6); };
  EXPECT_EQ(rows({.shards = 8, .extent = 1024, .pitch = 128, .step = 64, .start = 0, .rows = 64}), 128);
  EXPECT_EQ(rows({.shards = 8, .extent = 1024, .pitch = 128, .step = 256, .start = 0, .rows = 256}), 256);
  EXPECT_EQ(rows({.shards = 8, .extent = 1024, .pitch = 128, .step = 128, .start = 1, .rows = 128}), 1);
  EXPECT_EQ(rows({.shards = 8, .extent = 1024, .pitch = 128, .step = 128, .start = -1, .rows = 130}), 2);
  EXPECT_EQ(rows({.shards = 8, .extent = 1024, .pitch = 128, .step = 128, .start = 0, .rows = 128}), 0);
}

// Up to 2^14 pairs of devices are looked at one by one; what a longer line costs is a bound. The first device alone
// wants a row that is there, and has it: nothing moves.
TEST(HaloExchange, LongLinesAreCountedExactly) {
  auto rows = [](int64_t shards) {
    const HaloExchange f = {.shards = shards, .extent = 1, .pitch = 3, .step = 1, .start = 0, .rows = 1};
    return std::lround(halo_exchange_price(f, 1e6, kDefaultWeights).bytes / 1e6);
  };
  EXPECT_EQ(rows(1 << 13), 0);
  EXPECT_EQ(rows((1 << 13) + 1), 3);
}

}  // namespace
}  // namespace partita::core::partition
