// What choosing believes that an op sends besides resharding (LoweringPattern::exchange) is what the report counts of
// the program that lowering makes of it.
#include <gtest/gtest.h>

#include "cost/wire.h"
#include "driver/compilation.h"
#include "partition/reshard/estimate.h"

namespace partita::core::partition {
namespace {

struct OpPrices {
  Price exchanged;  // what the lowering patterns are believed to send
  Price resharded;  // what operands and results are
  Price counted;
};

OpPrices prices_of(const std::string& program) {
  Context context;
  CompileOptions options;
  options.goal = Goal::kExecute;
  options.how.strict = true;
  Compilation compilation(context, std::make_shared<SourceText>("program", program), TextRange{0, program.size()},
                          options);
  if (!compilation.run_until("lower")) {
    ADD_FAILURE() << compilation.diagnostics().render_all() << program;
    return {};
  }
  const PartitionPlan& plan = compilation.plan();
  OpPrices out;
  auto reshard = [&](const Value* value, const Sharding* from, const Sharding* to) {
    if (from == to) return;
    const Type type = value->type();
    out.resharded += reshard::estimate(type.dims(), cost::packed_bits(type.element()), *from, *to);
  };
  for (const Op& op : compilation.entry().body()) {
    if (op.is(OpKind::kReturn) || op.is(OpKind::kConstant)) continue;
    const Choice& choice = plan.choice(op);
    out.exchanged += plan.capabilities().exchange(op, plan.rules().rule(op), choice, plan.weights());
    for (int i = 0; i < op.num_operands(); ++i) {
      const Value* operand = op.operand(i);
      if (operand->op() != nullptr && operand->op()->is(OpKind::kConstant)) continue;  // made as it is wanted
      reshard(operand, plan.storage_sharding(operand), choice.operands[i]);
    }
    for (int i = 0; i < op.num_results(); ++i) {
      reshard(op.result(i), choice.results[i], plan.storage_sharding(op.result(i)));
    }
  }
  const Wire wire = cost::wire_of(*compilation.partitioned().module->entry(), compilation.completion().meshes().main());
  out.counted = {wire.bytes, wire.count};
  return out;
}

void expect_agreement(const std::string& program) {
  const OpPrices prices = prices_of(program);
  EXPECT_GT(prices.exchanged.bytes, 0) << program;
  EXPECT_DOUBLE_EQ(prices.exchanged.bytes + prices.resharded.bytes, prices.counted.bytes) << program;
  EXPECT_EQ(prices.exchanged.launches + prices.resharded.launches, prices.counted.launches) << program;
}

// `body` computes %r, of type `result`, from the arguments %a, %b, … of these types.
std::string program(int64_t devices, const std::vector<std::string>& arguments, const std::string& body,
                    const std::vector<std::string>& results) {
  auto stored = [](const std::string& type) {
    const auto rank = std::count(type.begin(), type.end(), 'x');
    if (rank == 0) return type;
    std::string dims = "[{\"x\"}";
    for (int64_t d = 1; d < rank; ++d) dims += ", {}";
    return type + " {sdy.sharding = #sdy.sharding<@m, " + dims + "]>}";
  };
  std::string takes, gives, names, types;
  for (size_t i = 0; i < arguments.size(); ++i) {
    takes += (i > 0 ? ", %" : "%") + std::string(1, static_cast<char>('a' + i)) + ": " + stored(arguments[i]);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const char* comma = i > 0 ? ", " : "";
    gives += comma + stored(results[i]);
    names += std::string(comma) + "%r" + (results.size() > 1 ? "#" + std::to_string(i) : "");
    types += comma + results[i];
  }
  return "sdy.mesh @m = <[\"x\"=" + std::to_string(devices) + "]>\nfunc.func @main(" + takes + ") -> (" + gives +
         ") {\n" + body + "  return " + names + " : " + types + "\n}\n";
}

const std::string kAdd =
    "({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = stablehlo.add %p, %q : tensor<f32>\n    "
    "stablehlo.return %s : tensor<f32>\n  })";
const std::string kZero = "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n";

TEST(OpPricesAgree, Movement) {
  for (int64_t devices : {2, 4}) {
    expect_agreement(
        program(devices, {"tensor<10000xf32>", "tensor<30000xf32>", "tensor<20000xf32>"},
                "  %r = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<10000xf32>, tensor<30000xf32>, "
                "tensor<20000xf32>) -> tensor<60000xf32>\n",
                {"tensor<60000xf32>"}));
    expect_agreement(program(devices, {"tensor<40000xf32>"},
                             "  %r = stablehlo.slice %a [4:40000] : (tensor<40000xf32>) -> tensor<39996xf32>\n",
                             {"tensor<39996xf32>"}));
    expect_agreement(program(devices, {"tensor<40000xf32>"},
                             kZero + "  %r = stablehlo.pad %a, %z, low = [5], high = [3], interior = [0] : "
                                     "(tensor<40000xf32>, tensor<f32>) -> tensor<40008xf32>\n",
                             {"tensor<40008xf32>"}));
    expect_agreement(program(devices, {"tensor<40000xf32>"},
                             "  %r = stablehlo.reverse %a, dims = [0] : tensor<40000xf32>\n", {"tensor<40000xf32>"}));
  }
  expect_agreement(program(4, {"tensor<10002xf32>"},
                           "  %r = stablehlo.reshape %a : (tensor<10002xf32>) -> tensor<5001x2xf32>\n",
                           {"tensor<5001x2xf32>"}));
}

std::string window(const std::string& in, int64_t size, int64_t stride, int64_t low, int64_t high,
                   const std::string& out) {
  auto both = [](int64_t n) { return "array<i64: " + std::to_string(n) + ">"; };
  return kZero + "  %r = \"stablehlo.reduce_window\"(%a, %z) " + kAdd + " {window_dimensions = " + both(size) +
         ", window_strides = " + both(stride) + ", padding = dense<[[" + std::to_string(low) + ", " +
         std::to_string(high) + "]]> : tensor<1x2xi64>} : (" + in + ", tensor<f32>) -> " + out + "\n";
}

TEST(OpPricesAgree, Windows) {
  for (int64_t devices : {2, 3, 4, 8}) {
    const std::string in = "tensor<48xf32>";
    for (const std::string& body :
         {window(in, 3, 1, 1, 1, in), window(in, 4, 2, 1, 1, "tensor<24xf32>"), window(in, 48, 1, 47, 0, in)}) {
      const bool halved = body.find("tensor<24xf32>") != std::string::npos;
      expect_agreement(program(devices, {in}, body, {halved ? "tensor<24xf32>" : in}));
    }
    expect_agreement(program(
        devices, {"tensor<48xf32>", "tensor<24xf32>"},
        kZero +
            "  %r = \"stablehlo.select_and_scatter\"(%a, %b, %z) ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    "
            "%s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    stablehlo.return %s : "
            "tensor<i1>\n  }, " +
            kAdd.substr(1) +
            " {window_dimensions = array<i64: 4>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : "
            "tensor<1x2xi64>} : (tensor<48xf32>, tensor<24xf32>, tensor<f32>) -> tensor<48xf32>\n",
        {"tensor<48xf32>"}));
  }
}

// One window over all of a dimension, and nobody knows an identity of the body: each device reduces its part, and the
// parts are gathered with a mark of which are valid.
TEST(OpPricesAgree, PartsOfAnyBody) {
  for (int64_t devices : {3, 4}) {
    const std::string in = "tensor<48x12xi32>", out = "tensor<1x6xi32>";
    expect_agreement(
        "sdy.mesh @m = <[\"x\"=" + std::to_string(devices) + "]>\nfunc.func @main(%a: " + in +
        " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) -> (" + out +
        " {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {\n  %z = stablehlo.constant dense<5> : tensor<i32>\n  %r = "
        "\"stablehlo.reduce_window\"(%a, %z) ({\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>):\n    %c = stablehlo.compare "
        "LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    %s = stablehlo.select %c, %p, %q : tensor<i1>, "
        "tensor<i32>\n    stablehlo.return %s : tensor<i32>\n  }) {window_dimensions = array<i64: 48, 2>, "
        "window_strides = array<i64: 1, 2>} : (" +
        in + ", tensor<i32>) -> " + out + "\n  return %r : " + out + "\n}\n");
  }
}

TEST(OpPricesAgree, Order) {
  const std::string key = "tensor<16800xi32>", other = "tensor<16800xf64>",
                    types = key + ", " + other + ", " + other + ", " + other;
  for (int64_t devices : {16, 24}) {
    expect_agreement(program(
        devices, {key, other, other, other},
        "  %r:4 = \"stablehlo.sort\"(%a, %b, %c, %d) ({\n  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %0: tensor<f64>, %1: "
        "tensor<f64>, %2: tensor<f64>, %3: tensor<f64>, %4: tensor<f64>, %5: tensor<f64>):\n    %s = stablehlo.compare "
        "LT, %p, %q : (tensor<i32>, "
        "tensor<i32>) -> tensor<i1>\n    stablehlo.return %s : tensor<i1>\n  }) {dimension = 0 : i64, is_stable = "
        "true} "
        ": (" +
            types + ") -> (" + types + ")\n",
        {key, other, other, other}));
  }
}

// The last update wins, and updates are divided: who has it is found out by tags.
TEST(OpPricesAgree, ScatterOfDividedUpdates) {
  expect_agreement(
      "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(%a: tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, %b: "
      "tensor<4096x1xi32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}, %c: tensor<4096xf32> {sdy.sharding = "
      "#sdy.sharding<@m, [{\"x\"}]>}) -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {\n  %r = "
      "\"stablehlo.scatter\"(%a, %b, %c) ({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    stablehlo.return %q : "
      "tensor<f32>\n  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
      "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<12xf32>, tensor<4096x1xi32>, "
      "tensor<4096xf32>) -> tensor<12xf32>\n  return %r : tensor<12xf32>\n}\n");
}

}  // namespace
}  // namespace partita::core::partition
