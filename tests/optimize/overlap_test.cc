// Rings instead of gathers and scattered sums around products: they mean the same in every form, and are made where the
// model says that they take less time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "cost/report.h"
#include "driver/compilation.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "ir/verify.h"
#include "optimize/passes.h"
#include "run/arguments.h"
#include "text/write.h"

namespace partita::core::optimize {
namespace {

using ByDevice = std::vector<std::vector<Tensor>>;
using Dims = std::vector<int64_t>;

// ---- programs

std::string type_text(const Dims& dims, const std::string& element) {
  return fmt::format("tensor<{}x{}>", fmt::join(dims, "x"), element);
}

// Two groups of n devices, whose members lie apart and, in the second, the other way round: their positions are no
// digits of ids.
std::string groups_text(int64_t n) {
  Dims first(n), second(n);
  for (int64_t i = 0; i < n; ++i) first[i] = 2 * i, second[i] = 2 * (n - 1 - i) + 1;
  return fmt::format("dense<[[{}], [{}]]> : tensor<2x{}xi64>", fmt::join(first, ", "), fmt::join(second, ", "), n);
}

struct Shape {
  int64_t devices = 4;  // of a group
  int64_t part = 2;     // of the dimension that is divided
  int64_t whole = 8;    // less than devices · part: padded
  std::string element = "f32";
  bool replicas = false;  // devices are numbered as such

  std::string head() const {
    return fmt::format("module @m attributes {{mhlo.num_{} = {} : i32}} {{\n", replicas ? "replicas" : "partitions",
                       2 * devices);
  }
  std::string how() const {
    const std::string groups = "replica_groups = " + groups_text(devices);
    return replicas ? groups
                    : groups +
                          ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
                          "use_global_device_ids";
  }
};

constexpr const char* kSum = R"(({{
      ^bb0(%one: tensor<{0}>, %other: tensor<{0}>):
        %sum = stablehlo.add %one, %other : tensor<{0}>
        stablehlo.return %sum : tensor<{0}>
    }}))";

// [3, 4, 5] x [3, 5, 6] -> [3, 4, 6]; dimension 0 is a batch dimension, lhs 2 and rhs 1 are contracted.
std::string gather_program(const Shape& shape, int operand, int dim, const std::string& result = "f32") {
  Dims sizes[2] = {{3, 4, 5}, {3, 5, 6}};
  Dims out = {3, 4, 6};
  const bool contracted = operand == 0 ? dim == 2 : dim == 1;
  sizes[operand][dim] = shape.whole;
  if (dim == 0) sizes[1 - operand][0] = out[0] = shape.whole;
  if (contracted) sizes[1 - operand][operand == 0 ? 1 : 2] = shape.whole;
  if (dim != 0 && !contracted) out[dim] = shape.whole;
  Dims stored = sizes[operand], gathered = sizes[operand];
  stored[dim] = shape.part;
  gathered[dim] = shape.part * shape.devices;
  std::string text = shape.head();
  text += fmt::format("  func.func public @main(%w: {}, %x: {}) -> {} {{\n", type_text(stored, shape.element),
                      type_text(sizes[1 - operand], shape.element), type_text(out, result));
  text += fmt::format("    %g = \"stablehlo.all_gather\"(%w) <{{all_gather_dim = {} : i64, {}}}> : ({}) -> {}\n", dim,
                      shape.how(), type_text(stored, shape.element), type_text(gathered, shape.element));
  std::string used = "%g";
  if (gathered[dim] != shape.whole) {
    std::string ranges;
    for (int64_t size : sizes[operand]) ranges += fmt::format("{}0:{}", ranges.empty() ? "" : ", ", size);
    text += fmt::format("    %s = stablehlo.slice %g [{}] : ({}) -> {}\n", ranges, type_text(gathered, shape.element),
                        type_text(sizes[operand], shape.element));
    used = "%s";
  }
  text += fmt::format(
      "    %y = stablehlo.dot_general {}, {}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({}, {}) -> "
      "{}\n",
      operand == 0 ? used : "%x", operand == 0 ? "%x" : used, type_text(sizes[0], shape.element),
      type_text(sizes[1], shape.element), type_text(out, result));
  return text + fmt::format("    return %y : {}\n  }}\n}}\n", type_text(out, result));
}

// The same product, whose result is summed up and divided along `dim`.
std::string scatter_program(const Shape& shape, int dim) {
  Dims sizes[2] = {{3, 4, 5}, {3, 5, 6}};
  Dims out = {3, 4, 6};
  out[dim] = shape.whole;
  if (dim != 2) sizes[0][dim] = shape.whole;
  if (dim != 1) sizes[1][dim] = shape.whole;
  Dims padded = out, part = out;
  padded[dim] = shape.part * shape.devices;
  part[dim] = shape.part;
  const std::string& e = shape.element;
  std::string text = shape.head();
  text += fmt::format("  func.func public @main(%x: {}, %w: {}) -> {} {{\n", type_text(sizes[0], e),
                      type_text(sizes[1], e), type_text(part, e));
  text += fmt::format(
      "    %y = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({}, {}) -> "
      "{}\n",
      type_text(sizes[0], e), type_text(sizes[1], e), type_text(out, e));
  std::string used = "%y";
  if (padded != out) {
    Dims high(3, 0);
    high[dim] = padded[dim] - out[dim];
    text += fmt::format("    %zero = stablehlo.constant dense<0{}> : tensor<{}>\n", e[0] == 'i' ? "" : ".0", e);
    text += fmt::format(
        "    %z = stablehlo.pad %y, %zero, low = [0, 0, 0], high = [{}], interior = [0, 0, 0] : ({}, tensor<{}>) -> "
        "{}\n",
        fmt::join(high, ", "), type_text(out, e), e, type_text(padded, e));
    used = "%z";
  }
  text +=
      fmt::format("    %s = \"stablehlo.reduce_scatter\"({}) <{{scatter_dimension = {} : i64, {}}}> {} : ({}) -> {}\n",
                  used, dim, shape.how(), fmt::format(fmt::runtime(kSum), e), type_text(padded, e), type_text(part, e));
  return text + fmt::format("    return %s : {}\n  }}\n}}\n", type_text(part, e));
}

// A program of 4 devices: `text` has {gather N} and {scatter N} for the attributes of a collective along dimension N.
std::string of_four(std::string text) {
  for (int dim = 0; dim < 4; ++dim) {
    const std::string how =
        "replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = "
        "#stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids";
    for (const auto& [word, key] : {std::pair("gather", "all_gather_dim"), std::pair("scatter", "scatter_dimension")}) {
      const std::string placeholder = fmt::format("{{{} {}}}", word, dim);
      const std::string attrs = fmt::format("<{{{} = {} : i64, {}}}>", key, dim, how) +
                                (std::string(word) == "scatter" ? " " + fmt::format(fmt::runtime(kSum), "f32") : "");
      for (size_t at; (at = text.find(placeholder)) != std::string::npos;) text.replace(at, placeholder.size(), attrs);
    }
  }
  return "module @m attributes {mhlo.num_partitions = 4 : i32} {\n" + text + "}\n";
}

// ---- running

class Program {
 public:
  explicit Program(const std::string& text) : text_(text) {
    Diagnostics diagnostics;
    auto modules = driver::read_programs(context_, std::make_shared<SourceText>("text", text), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render_all() << text;
    if (modules.size() == 1) module_ = std::move(modules[0]);
  }

  Module& module() { return *module_; }
  Function& entry() { return *module_->entry(); }

  void make_rings(int64_t unrolled, bool paired = false) {
    OptimizeLimits limits;
    limits.paired_rings = paired;
    limits.rings_everywhere = true;
    limits.unrolled_rings = unrolled;
    overlap_products(entry(), limits);
    Diagnostics found;
    EXPECT_TRUE(ir::verify(*module_, found)) << found.render_all() << written();
  }
  void overlap_on(const Hardware& hardware) {
    OptimizeLimits limits;
    limits.hardware = std::make_shared<const Hardware>(hardware);
    overlap_products(entry(), limits);
  }

  // Different arguments on each device.
  ByDevice run() {
    const bool replicas = module_->discardable_attribute("mhlo.num_replicas").is(AttrKind::kInt);
    const int64_t devices = cost::device_count(*module_);
    ByDevice inputs;
    for (int64_t device = 0; device < devices; ++device) {
      inputs.push_back(run::random_arguments(run::argument_types(entry()), static_cast<uint64_t>(device) + 1));
    }
    Diagnostics checks;
    Result<ByDevice> got = evaluate_on_grid(*module_, entry(), replicas ? devices : 1, replicas ? 1 : devices,
                                            std::move(inputs), {}, checks);
    EXPECT_TRUE(got.ok()) << render(got.error().diagnostic) << written();
    return got.ok() ? std::move(*got) : ByDevice();
  }

  int count(OpKind kind) {
    int found = 0;
    walk(entry().body(), [&](const Op& op) { found += op.is(kind) ? 1 : 0; });
    return found;
  }
  double bytes() { return cost::wire_of(entry(), nullptr).bytes; }
  std::string written() { return *text::write_stablehlo(*module_); }

 private:
  const std::string text_;
  Context context_;
  std::unique_ptr<Module> module_;
};

void expect_same(const ByDevice& want, const ByDevice& got, const std::string& where) {
  ASSERT_EQ(want.size(), got.size()) << where;
  for (size_t device = 0; device < want.size(); ++device) {
    for (size_t i = 0; i < want[device].size(); ++i) {
      const Tensor& have = got[device][i];
      const auto difference = compare(have.with_type(want[device][i].type()), want[device][i],
                                      ComparisonRule::tolerance(std::nullopt, std::nullopt));
      EXPECT_FALSE(difference) << where << ", device " << device << ", result " << i << ": " << difference->message;
    }
  }
}

// With a ring, unrolled and with a loop, it gives the same and sends as much.
void expect_rings(const std::string& text, int rings = 1) {
  for (const auto& [unrolled, paired] :
       {std::pair(64, false), std::pair(0, false), std::pair(64, true), std::pair(0, true)}) {
    Program program(text);
    const ByDevice want = program.run();
    const double bytes = program.bytes();
    program.make_rings(unrolled, paired);
    EXPECT_EQ(program.count(OpKind::kAllGather) + program.count(OpKind::kReduceScatter), 0) << program.written();
    EXPECT_GE(program.count(OpKind::kCollectivePermute), rings) << program.written();
    EXPECT_DOUBLE_EQ(program.bytes(), bytes) << program.written();
    expect_same(want, program.run(), program.written());
    if (testing::Test::HasFailure()) return;
  }
}
bool has_loop(const std::string& text, int64_t unrolled) {
  Program program(text);
  program.make_rings(unrolled);
  return program.count(OpKind::kWhile) > 0;
}

// ---- meaning

TEST(Overlap, gathers_of_every_form_and_number_of_devices) {
  for (int64_t n = 2; n <= 9; ++n) {
    for (int operand = 0; operand < 2; ++operand) {
      for (int dim = 0; dim < 3; ++dim) {
        SCOPED_TRACE(fmt::format("{} devices, operand {}, dimension {}", n, operand, dim));
        expect_rings(gather_program({n, 2, 2 * n}, operand, dim));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(Overlap, gathers_with_padding) {
  for (int64_t n : {2, 3, 4, 7}) {
    for (int64_t cut : {1, 2, 4}) {
      for (int operand = 0; operand < 2; ++operand) {
        for (int dim = 0; dim < 3; ++dim) {
          const int64_t whole = 3 * n - cut;
          SCOPED_TRACE(fmt::format("{} of 3 x {}, operand {}, dimension {}", whole, n, operand, dim));
          expect_rings(gather_program({n, 3, whole}, operand, dim));
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(Overlap, what_lies_in_padding_does_not_matter) {
  // Of 12 rows the last two are padding, and no numbers.
  expect_rings(of_four(R"(
  func.func public @main(%w: tensor<3x5xf32>, %x: tensor<4x10xf32>) -> tensor<4x5xf32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %three = stablehlo.constant dense<3> : tensor<ui32>
    %start = stablehlo.multiply %id, %three : tensor<ui32>
    %starts = stablehlo.broadcast_in_dim %start, dims = [] : (tensor<ui32>) -> tensor<3x5xui32>
    %row = stablehlo.iota dim = 0 : tensor<3x5xui32>
    %at = stablehlo.add %row, %starts : tensor<3x5xui32>
    %ten = stablehlo.constant dense<10> : tensor<3x5xui32>
    %inside = stablehlo.compare LT, %at, %ten : (tensor<3x5xui32>, tensor<3x5xui32>) -> tensor<3x5xi1>
    %none = stablehlo.constant dense<0x7FC00000> : tensor<3x5xf32>
    %spoiled = stablehlo.select %inside, %w, %none : tensor<3x5xi1>, tensor<3x5xf32>
    %g = "stablehlo.all_gather"(%spoiled) {gather 0} : (tensor<3x5xf32>) -> tensor<12x5xf32>
    %s = stablehlo.slice %g [0:10, 0:5] : (tensor<12x5xf32>) -> tensor<10x5xf32>
    %y = stablehlo.dot_general %x, %s, contracting_dims = [1] x [0] : (tensor<4x10xf32>, tensor<10x5xf32>) -> tensor<4x5xf32>
    return %y : tensor<4x5xf32>
  }
)"));
  // Padding of a sum is zero, whatever it would be multiplied with.
  expect_rings(of_four(R"(
  func.func public @main(%x: tensor<10x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
    %infinite = stablehlo.constant dense<0x7F800000> : tensor<5x7xf32>
    %v = stablehlo.add %w, %infinite : tensor<5x7xf32>
    %y = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<10x5xf32>, tensor<5x7xf32>) -> tensor<10x7xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.pad %y, %zero, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<10x7xf32>, tensor<f32>) -> tensor<12x7xf32>
    %s = "stablehlo.reduce_scatter"(%p) {scatter 0} : (tensor<12x7xf32>) -> tensor<3x7xf32>
    return %s : tensor<3x7xf32>
  }
)"));
}

TEST(Overlap, scattered_sums_of_every_form_and_number_of_devices) {
  for (int64_t n = 2; n <= 9; ++n) {
    for (int dim = 0; dim < 3; ++dim) {
      SCOPED_TRACE(fmt::format("{} devices, dimension {}", n, dim));
      expect_rings(scatter_program({n, 2, 2 * n}, dim));
      if (n > 4) continue;
      expect_rings(scatter_program({n, 3, 3 * n - 2}, dim));
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Overlap, larger_rings_have_a_loop_of_two_steps_a_trip) {
  EXPECT_FALSE(has_loop(gather_program({8, 2, 16}, 0, 1), 8));
  EXPECT_TRUE(has_loop(gather_program({9, 2, 18}, 0, 1), 8));
  EXPECT_TRUE(has_loop(scatter_program({9, 2, 18}, 1), 8));
  EXPECT_FALSE(has_loop(scatter_program({8, 2, 16}, 1), 8));
}

TEST(Overlap, other_types_and_numbers_of_devices) {
  for (const char* element : {"bf16", "f64", "i32", "i8"}) {
    SCOPED_TRACE(element);
    for (int dim = 0; dim < 3; ++dim) {
      expect_rings(gather_program({5, 2, 9, element}, 0, dim, element));
      expect_rings(scatter_program({5, 2, 9, element}, dim));
    }
  }
  expect_rings(gather_program({4, 2, 8, "bf16"}, 1, 1, "f32"));
  expect_rings(gather_program({4, 2, 8, "f32", true}, 1, 1));
  expect_rings(scatter_program({4, 2, 8, "f32", true}, 1));
}

TEST(Overlap, sums_of_narrow_floats_are_rounded_once) {
  Program program(gather_program({4, 2, 8, "bf16"}, 0, 2, "bf16"));
  program.make_rings(8);
  walk(program.entry().body(), [&](const Op& op) {
    if (op.is(OpKind::kDotGeneral) || op.is(OpKind::kAdd)) {
      EXPECT_NE(op.result()->type().element(), ElementType::kBF16);
    }
  });
}

// ---- what stands between, and several uses

TEST(Overlap, what_only_moves_or_converts_is_looked_through) {
  // The gathered dimension is divided in two, moved, and merged with a smaller one.
  expect_rings(of_four(R"(
  func.func public @main(%w: tensor<6x5xbf16>, %x: tensor<3x8xf32>) -> tensor<15x3xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<6x5xbf16>) -> tensor<24x5xbf16>
    %r = stablehlo.reshape %g : (tensor<24x5xbf16>) -> tensor<8x3x5xbf16>
    %t = stablehlo.transpose %r, dims = [1, 2, 0] : (tensor<8x3x5xbf16>) -> tensor<3x5x8xbf16>
    %c = stablehlo.convert %t : (tensor<3x5x8xbf16>) -> tensor<3x5x8xf32>
    %f = stablehlo.reshape %c : (tensor<3x5x8xf32>) -> tensor<15x8xf32>
    %y = stablehlo.dot_general %f, %x, contracting_dims = [1] x [1] : (tensor<15x8xf32>, tensor<3x8xf32>) -> tensor<15x3xf32>
    return %y : tensor<15x3xf32>
  }
)"));
  expect_rings(of_four(R"(
  func.func public @main(%w: tensor<2x3x5xf32>, %x: tensor<5x7xf32>) -> tensor<24x7xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<2x3x5xf32>) -> tensor<8x3x5xf32>
    %f = stablehlo.reshape %g : (tensor<8x3x5xf32>) -> tensor<24x5xf32>
    %y = stablehlo.dot_general %f, %x, contracting_dims = [1] x [0] : (tensor<24x5xf32>, tensor<5x7xf32>) -> tensor<24x7xf32>
    return %y : tensor<24x7xf32>
  }
)"));
  expect_rings(of_four(R"(
  func.func public @main(%x: tensor<24x5xbf16>, %w: tensor<5x7xbf16>) -> tensor<7x2x3xf32> {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<24x5xbf16>, tensor<5x7xbf16>) -> tensor<24x7xbf16>
    %c = stablehlo.convert %y : (tensor<24x7xbf16>) -> tensor<24x7xf32>
    %r = stablehlo.reshape %c : (tensor<24x7xf32>) -> tensor<8x3x7xf32>
    %t = stablehlo.transpose %r, dims = [2, 0, 1] : (tensor<8x3x7xf32>) -> tensor<7x8x3xf32>
    %s = "stablehlo.reduce_scatter"(%t) {scatter 1} : (tensor<7x8x3xf32>) -> tensor<7x2x3xf32>
    return %s : tensor<7x2x3xf32>
  }
)"));
}

TEST(Overlap, narrow_shards_are_sent_narrow) {
  Program program(of_four(R"(
  func.func public @main(%w: tensor<2x5xbf16>, %x: tensor<5x7xf32>) -> tensor<8x7xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<2x5xbf16>) -> tensor<8x5xbf16>
    %c = stablehlo.convert %g : (tensor<8x5xbf16>) -> tensor<8x5xf32>
    %y = stablehlo.dot_general %c, %x, contracting_dims = [1] x [0] : (tensor<8x5xf32>, tensor<5x7xf32>) -> tensor<8x7xf32>
    return %y : tensor<8x7xf32>
  }
)"));
  program.make_rings(8);
  EXPECT_EQ(program.bytes(), 3 * 2 * 5 * 2);
}

TEST(Overlap, a_block_that_a_reshape_tears_apart_stays_gathered) {
  Program program(of_four(R"(
  func.func public @main(%w: tensor<3x5xf32>, %x: tensor<5x7xf32>) -> tensor<2x6x7xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<3x5xf32>) -> tensor<12x5xf32>
    %r = stablehlo.reshape %g : (tensor<12x5xf32>) -> tensor<2x6x5xf32>
    %y = stablehlo.dot_general %r, %x, contracting_dims = [2] x [0] : (tensor<2x6x5xf32>, tensor<5x7xf32>) -> tensor<2x6x7xf32>
    return %y : tensor<2x6x7xf32>
  }
)"));
  program.make_rings(8);
  EXPECT_EQ(program.count(OpKind::kAllGather), 1);
}

TEST(Overlap, one_ring_serves_several_products_and_other_uses) {
  // Of the three products the last multiplies with what the first gives: it reads the gathered value, as tanh does.
  expect_rings(of_four(R"(
  func.func public @main(%w: tensor<2x5xf32>, %x: tensor<5x5xf32>, %z: tensor<6x8xf32>) -> (tensor<8x5xf32>, tensor<6x5xf32>, tensor<5x5xf32>, tensor<8x5xf32>) {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<2x5xf32>) -> tensor<8x5xf32>
    %a = stablehlo.dot_general %g, %x, contracting_dims = [1] x [0] : (tensor<8x5xf32>, tensor<5x5xf32>) -> tensor<8x5xf32>
    %b = stablehlo.dot_general %z, %g, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x5xf32>) -> tensor<6x5xf32>
    %c = stablehlo.dot_general %g, %a, contracting_dims = [0] x [0] : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<5x5xf32>
    %t = stablehlo.tanh %g : tensor<8x5xf32>
    return %a, %b, %c, %t : tensor<8x5xf32>, tensor<6x5xf32>, tensor<5x5xf32>, tensor<8x5xf32>
  }
)"));
  // What is used before the first product cannot come from a ring there.
  Program early(of_four(R"(
  func.func public @main(%w: tensor<2x5xf32>, %x: tensor<5x5xf32>) -> tensor<8x5xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<2x5xf32>) -> tensor<8x5xf32>
    %t = stablehlo.slice %g [0:5, 0:5] : (tensor<8x5xf32>) -> tensor<5x5xf32>
    %s = stablehlo.add %t, %x : tensor<5x5xf32>
    %a = stablehlo.dot_general %g, %s, contracting_dims = [1] x [0] : (tensor<8x5xf32>, tensor<5x5xf32>) -> tensor<8x5xf32>
    return %a : tensor<8x5xf32>
  }
)"));
  early.make_rings(8);
  EXPECT_EQ(early.count(OpKind::kAllGather), 1);
}

TEST(Overlap, sums_of_products_are_scattered_together) {
  // Of the three, one is transposed first, and one has a part for each device along another operand.
  expect_rings(of_four(R"(
  func.func public @main(%x: tensor<8x5xf32>, %w: tensor<5x7xf32>, %z: tensor<7x5xf32>, %v: tensor<5x8xf32>) -> tensor<2x7xf32> {
    %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x5xf32>, tensor<5x7xf32>) -> tensor<8x7xf32>
    %b = stablehlo.dot_general %z, %v, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x8xf32>) -> tensor<7x8xf32>
    %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<7x8xf32>) -> tensor<8x7xf32>
    %ab = stablehlo.add %a, %t : tensor<8x7xf32>
    %c = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] : (tensor<5x8xf32>, tensor<5x7xf32>) -> tensor<8x7xf32>
    %abc = stablehlo.add %c, %ab : tensor<8x7xf32>
    %s = "stablehlo.reduce_scatter"(%abc) {scatter 0} : (tensor<8x7xf32>) -> tensor<2x7xf32>
    return %s : tensor<2x7xf32>
  }
)"));
  // What is added is no product.
  Program other(of_four(R"(
  func.func public @main(%x: tensor<8x5xf32>, %w: tensor<5x7xf32>, %b: tensor<8x7xf32>) -> tensor<2x7xf32> {
    %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x5xf32>, tensor<5x7xf32>) -> tensor<8x7xf32>
    %ab = stablehlo.add %a, %b : tensor<8x7xf32>
    %s = "stablehlo.reduce_scatter"(%ab) {scatter 0} : (tensor<8x7xf32>) -> tensor<2x7xf32>
    return %s : tensor<2x7xf32>
  }
)"));
  other.make_rings(8);
  EXPECT_EQ(other.count(OpKind::kReduceScatter), 1);
}

TEST(Overlap, a_product_is_in_one_ring) {
  const std::string text = of_four(R"(
  func.func public @main(%w: tensor<2x8xf32>, %x: tensor<2x5xf32>) -> tensor<2x5xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %k = "stablehlo.all_gather"(%x) {gather 0} : (tensor<2x5xf32>) -> tensor<8x5xf32>
    %y = stablehlo.dot_general %g, %k, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x5xf32>) -> tensor<8x5xf32>
    %s = "stablehlo.reduce_scatter"(%y) {scatter 0} : (tensor<8x5xf32>) -> tensor<2x5xf32>
    return %s : tensor<2x5xf32>
  }
)");
  Program program(text);
  const ByDevice want = program.run();
  program.make_rings(8);
  EXPECT_EQ(program.count(OpKind::kAllGather), 1);
  EXPECT_EQ(program.count(OpKind::kReduceScatter), 1);
  expect_same(want, program.run(), program.written());
}

TEST(Overlap, rings_in_loops) {
  const std::string text = of_four(R"(
  func.func public @main(%w: tensor<2x8xf32>, %x: tensor<2x8xf32>) -> tensor<2x8xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<3> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2x8xf32>
     cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %g = "stablehlo.all_gather"(%a) {gather 0} : (tensor<2x8xf32>) -> tensor<8x8xf32>
      %y = stablehlo.dot_general %g, %w, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<2x8xf32>) -> tensor<8x2xf32>
      %h = stablehlo.tanh %y : tensor<8x2xf32>
      %z = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x2xf32>, tensor<2x8xf32>) -> tensor<8x8xf32>
      %s = "stablehlo.reduce_scatter"(%z) {scatter 0} : (tensor<8x8xf32>) -> tensor<2x8xf32>
      %step = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      stablehlo.return %j, %s : tensor<i32>, tensor<2x8xf32>
    }
    return %r#1 : tensor<2x8xf32>
  }
)");
  expect_rings(text, 6);
}

// ---- decisions

// A product of 65.536 us and a gather of 12288 bytes, sent by each of 4 devices.
constexpr double kProduct = 65.536e-6, kSent = 12288;
const char* const kGatherThenProduct = R"(
  func.func public @main(%x: tensor<8x64xf32>, %w: tensor<16x64xf32>) -> tensor<8x64xf32> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<16x64xf32>) -> tensor<64x64xf32>
    %h = stablehlo.dot_general %x, %g, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    return %h : tensor<8x64xf32>
  }
)";

// Nothing takes time but products and sending.
Hardware machine(double bandwidth, double latency = 0) {
  Hardware out;
  out.memory = out.memory_bandwidth = out.vector_flops = 1e15;
  out.matrix_flops = {{"f32", 1e9}};
  cost::NetworkLevel links;
  links.name = "links";
  links.bandwidth = bandwidth;
  links.latency = latency;
  out.levels = {links};
  return out;
}

bool becomes_ring(const std::string& text, const Hardware& hardware) {
  Program program(of_four(text));
  program.overlap_on(hardware);
  return program.count(OpKind::kCollectivePermute) > 0;
}

double step_on(Program& program, const Hardware& hardware) {
  return cost::cost_of(program.entry(), nullptr, hardware)->timeline.step;
}

TEST(Overlap, a_ring_is_made_where_the_product_hides_the_gather) {
  // With gathers from a quarter of the product to four times as long, the shorter of both is hidden but for a step.
  for (double ratio : {0.25, 1.0, 4.0}) {
    const Hardware hardware = machine(kSent / kProduct / ratio);
    Program program(of_four(kGatherThenProduct));
    const double before = step_on(program, hardware);
    EXPECT_NEAR(before, kProduct * (1 + ratio), 1e-3 * before);
    program.overlap_on(hardware);
    EXPECT_EQ(program.count(OpKind::kAllGather), 0) << ratio;
    const double longer = kProduct * std::max(1.0, ratio), shorter = kProduct * std::min(1.0, ratio);
    EXPECT_LE(step_on(program, hardware), longer + 0.5 * shorter + 1e-7) << ratio;
    EXPECT_GE(step_on(program, hardware), longer) << ratio;
  }
}

TEST(Overlap, no_ring_is_made_where_there_is_little_to_hide) {
  EXPECT_FALSE(becomes_ring(kGatherThenProduct, machine(kSent / kProduct / 0.01)));  // a short gather
  EXPECT_FALSE(becomes_ring(kGatherThenProduct, machine(kSent / kProduct / 100)));   // a short product
}

TEST(Overlap, no_ring_is_made_where_its_steps_cost_more_than_they_hide) {
  const double bandwidth = kSent / kProduct;
  EXPECT_TRUE(becomes_ring(kGatherThenProduct, machine(bandwidth, 1e-6)));
  EXPECT_FALSE(becomes_ring(kGatherThenProduct, machine(bandwidth, 1e-4)));  // messages that take long
  Hardware kernels = machine(bandwidth);
  kernels.overheads.kernel = 1e-6;
  EXPECT_TRUE(becomes_ring(kGatherThenProduct, kernels));
  kernels.overheads.kernel = 3e-5;  // four products are no faster than one
  EXPECT_FALSE(becomes_ring(kGatherThenProduct, kernels));
}

TEST(Overlap, no_ring_is_made_where_nothing_runs_beside_products) {
  Hardware hardware = machine(kSent / kProduct);
  EXPECT_TRUE(becomes_ring(kGatherThenProduct, hardware));
  hardware.overlaps = false;
  EXPECT_FALSE(becomes_ring(kGatherThenProduct, hardware));
  Program annotated(of_four(kGatherThenProduct));
  OptimizeLimits limits;
  hardware.overlaps = true;
  limits.hardware = std::make_shared<const Hardware>(hardware);
  limits.overlap = false;
  overlap_products(annotated.entry(), limits);
  EXPECT_EQ(annotated.count(OpKind::kAllGather), 1);
}

TEST(Overlap, a_gather_that_other_work_hides_stays) {
  EXPECT_FALSE(becomes_ring(R"(
  func.func public @main(%x: tensor<8x64xf32>, %w: tensor<16x64xf32>, %v: tensor<64x64xf32>) -> tensor<8x64xf32> {
    %y = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %z = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<16x64xf32>) -> tensor<64x64xf32>
    %h = stablehlo.dot_general %z, %g, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
    return %h : tensor<8x64xf32>
  }
)",
                            machine(kSent / kProduct)));
}

TEST(Overlap, rings_do_not_take_the_program_out_of_memory) {
  // Kept in wide sums, a narrow result takes more.
  const char* text = R"(
  func.func public @main(%x: tensor<256x8xbf16>, %w: tensor<2x256xbf16>) -> tensor<256x256xbf16> {
    %g = "stablehlo.all_gather"(%w) {gather 0} : (tensor<2x256xbf16>) -> tensor<8x256xbf16>
    %h = stablehlo.dot_general %x, %g, contracting_dims = [1] x [0] : (tensor<256x8xbf16>, tensor<8x256xbf16>) -> tensor<256x256xbf16>
    return %h : tensor<256x256xbf16>
  }
)";
  Hardware hardware = machine(3 * 2 * 256 * 2 / (2.0 * 256 * 256 * 8 / 1e9));
  EXPECT_TRUE(becomes_ring(text, hardware));
  hardware.memory = 2 * (256 * 8 + 2 * 256 + 256 * 256) + 100;
  EXPECT_FALSE(becomes_ring(text, hardware));
}

}  // namespace
}  // namespace partita::core::optimize
