// The examples in the headers of src, as they stand there (scripts/header_examples.py sees to that), around them what
// they presuppose, and what becomes of them. Those of eval, run and the public headers are in the folders of these.
#include <gtest/gtest.h>

#include "base/in_parallel.h"
#include "driver/compilation.h"
#include "ir/build/expressions.h"
#include "ir/build/tensor_builder.h"
#include "ir/builder.h"
#include "ir/numeric/float_formats.h"
#include "ir/op_column.h"
#include "ir/views.h"
#include "parsed_program.h"
#include "partition/local/collectives.h"
#include "partition/local/local_builder.h"
#include "rules/rule_builder.h"
#include "shard/spelling_sdy.h"

namespace partita::core {
namespace {

constexpr const char* kProduct = R"(
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}
)";

// Example of src/base/result.h
Result<Mesh> parse_mesh(std::string_view text);

Status assign_mesh(std::string_view text) {
  PARTITA_ASSIGN(Mesh mesh, parse_mesh(text));
  EXPECT_EQ(mesh.axes().size(), 1);
  return {};
}

Result<Mesh> parse_mesh(std::string_view text) { return shard::parse_sdy_mesh(text); }

TEST(Examples, Result) {
  EXPECT_TRUE(assign_mesh("<[\"x\"=4]>").ok());
  EXPECT_FALSE(assign_mesh("four").ok());
}

double price_of(int plan) { return 2.5 * plan; }

// Example of src/base/in_parallel.h
TEST(Examples, InParallel) {
  using base::in_parallel;
  const std::vector<int> plans = {3, 1, 4};
  std::vector<double> prices(plans.size());
  in_parallel(plans.size(), [&](size_t i) { prices[i] = price_of(plans[i]); });
  EXPECT_EQ(prices, (std::vector<double>{7.5, 2.5, 10}));
}

// Example of src/ir/builder.h
TEST(Examples, Builder) {
  const ParsedProgram program(kProduct);
  Op* op = program.find(OpKind::kReturn);
  Value *x = op->operand(0), *y = x;
  Builder b(op);
  Value* sum = b.value(OpKind::kAdd, {x, y}, x->type());
  EXPECT_EQ(sum->op()->next(), op);
}

// Example of src/ir/views.h
TEST(Examples, Views) {
  const ParsedProgram program(kProduct);
  const Op& op = *program.find(OpKind::kDotGeneral);
  const int64_t k = dot_dims(op).lhs_contracting[0];
  EXPECT_EQ(k, 1);
}

// Example of src/ir/numeric/float_formats.h
TEST(Examples, FloatFormats) {
  EXPECT_TRUE(encode_one(ElementType::kF8E4M3FN, 464.0) == 0x7E);
  EXPECT_TRUE(encode_one(ElementType::kF8E4M3FN, 465.0) == 0x7F);
  EXPECT_TRUE(encode_one(ElementType::kF4E2M1FN, 465.0) == 0x7);
}

// Example of src/ir/op_column.h
namespace column {

using namespace ir;

struct Entry {
  int value = 0;
  const char* because = "";
};
constexpr Entry special = {.value = 1}, common = {.value = 2};
constexpr bool others(const OpRow&) { return true; }

constexpr OpColumn<Entry> make() {
  OpColumn<Entry> column;
  column.add(special, {OpKind::kCompare, OpKind::kSelect});
  column.add_rest(common, kElementwise);
  column.add_rest({.because = "not elementwise"}, others);
  return column;
}
constexpr OpColumn<Entry> kColumn = make();
static_assert(is_total<kColumn>());
static_assert(kColumn[OpKind::kSelect].value == 1 && kColumn[OpKind::kAdd].value == 2 &&
              kColumn[OpKind::kReshape].value == 0);

}  // namespace column

// Example of src/rules/rule_builder.h
Rule rule_of_dot(const Op& op) {
  using namespace rules;
  RuleBuilder make(op);
  make.share({{0, 0}, {make.result(), 0}});
  make.share({{1, 1}, {make.result(), 1}});
  make.put({{0, 1}, {1, 0}}, make.reduce(8, ReductionKind::kSum));
  return make.finish();
}

TEST(Examples, RuleBuilder) {
  const ParsedProgram program(kProduct);
  const Rule rule = rule_of_dot(*program.find(OpKind::kDotGeneral));
  ASSERT_EQ(rule.factors.size(), 3);
  EXPECT_EQ(rule.factors[0].size, 4);
  EXPECT_EQ(rule.factors[1].size, 2);
  EXPECT_EQ(rule.factors[2].size, 8);
}

struct OnFourDevices : testing::Test {
  ParsedProgram program{kProduct};
  Function& function = *program.entry;
  MeshPtr mesh = std::make_shared<const Mesh>(*parse_mesh("<[\"x\"=4]>"));
  AxisRefs axes = {{.axis = 0, .pre = 1, .size = 4}};
};

// Example of src/partition/local/local_builder.h
TEST_F(OnFourDevices, LocalBuilder) {
  using namespace partition;
  Value* replicated = function.argument(1);
  const int64_t tile = 2;
  LocalBuilder b(function, DeviceIds::kPartition);
  b.set_place({.region = &function.body()});
  Value* start = b.mul(b.shard_index(mesh, axes), tile);
  Value* mine = b.dynamic_slice_dim(replicated, 0, start, tile);
  EXPECT_EQ(mine->type().to_string(), "tensor<2x2xf32>");
}

// Example of src/partition/local/collectives.h
TEST_F(OnFourDevices, Collectives) {
  using namespace partition;
  LocalBuilder b(function, DeviceIds::kPartition);
  b.set_place({.region = &function.body(), .before = program.find(OpKind::kReturn)});
  Value* shard = function.argument(0);
  Value* gathered = all_gather(b, shard, 0, mesh, axes);
  EXPECT_EQ(gathered->type().to_string(), "tensor<16x8xf32>");
}

// Example of src/ir/build/expressions.h
TEST(Examples, Expressions) {
  using namespace ir;
  const ParsedProgram program(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.tanh %a : tensor<4xf32>
  return %c : tensor<4xf32>
}
)");
  Op* op = program.find(OpKind::kTanh);
  Math m(op);
  Expr x = m.wrap(op->operand(0));
  op->result()->replace_all_uses_with((x * x + 1.0).value());
  EXPECT_EQ(program.find(OpKind::kReturn)->operand(0)->op()->kind(), OpKind::kAdd);
}

// Example of src/ir/build/tensor_builder.h
TEST(Examples, TensorBuilder) {
  const ParsedProgram program(R"(
func.func @main(%a: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %c = stablehlo.tanh %a : tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}
)");
  Op* op = program.find(OpKind::kTanh);
  Value* x = op->operand(0);
  TensorBuilder b(op);  // before `op`
  Value* total = b.reduce_sum(b.multiply(x, x), ir::counting(2));
  EXPECT_EQ(total->type().to_string(), "tensor<f32>");
}

// Example of src/driver/compilation.h
TEST(Examples, Compilation) {
  Context context;
  auto source = std::make_shared<SourceText>("it.mlir", kProduct);
  const text::TextRange range = {0, source->text().size()};
  auto report = [](const Diagnostics& diagnostics) { ADD_FAILURE() << diagnostics.render_all(); };
  CompileOptions options;
  options.hints.mesh = "x=4";
  Compilation compilation(context, source, range, options);
  if (!compilation.run()) report(compilation.diagnostics());
  compilation.text();
  EXPECT_NE(compilation.text().find("stablehlo.dot_general"), std::string::npos);
}

}  // namespace
}  // namespace partita::core
