// scatter: owners that write, divided updates under every combiner, the last update that wins.
#include <gtest/gtest.h>

#include "differential.h"
#include "index_cases.h"

namespace partita::core::partition {
namespace {

// The body of a scatter of `inputs` tensors. Without a name: the update, or something no one knows.
std::string body(const std::string& combiner, const std::vector<std::string>& elements) {
  std::string arguments, code, results, types;
  for (const char* side : {"a", "b"}) {
    for (size_t i = 0; i < elements.size(); ++i) {
      arguments +=
          (arguments.empty() ? "%" : ", %") + std::string(side) + std::to_string(i) + ": tensor<" + elements[i] + ">";
    }
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    std::string n = std::to_string(i), type = "tensor<" + elements[i] + ">";
    std::string result = "%b" + n;
    if (combiner == "halve") {
      // Depends on the order: (a + b) + (a + b) is not associative.
      code += "  %s" + n + " = stablehlo.add %a" + n + ", %b" + n + " : " + type + "\n";
      code += "  %c" + n + " = stablehlo.add %s" + n + ", %s" + n + " : " + type + "\n";
      result = "%c" + n;
    } else if (!combiner.empty()) {
      code += "  %c" + n + " = stablehlo." + combiner + " %a" + n + ", %b" + n + " : " + type + "\n";
      result = "%c" + n;
    }
    results += (i > 0 ? ", " : "") + result;
    types += (i > 0 ? ", " : "") + type;
  }
  return "({\n ^bb0(" + arguments + "):\n" + code + "  stablehlo.return " + results + " : " + types + "\n  })";
}

std::string program(RandomCase& random, const IndexCase& c, const std::string& combiner,
                    const std::vector<std::string>& elements) {
  std::string arguments, operands, updates, operand_types, update_types, results, result_list, names;
  int rank = std::ssize(c.operand), update_rank = std::ssize(c.window);
  for (size_t i = 0; i < elements.size(); ++i) {
    std::string n = std::to_string(i), comma = i > 0 ? ", " : "";
    std::string operand = RandomCase::type(c.operand, elements[i]), update = RandomCase::type(c.window, elements[i]);
    arguments += "%o" + n + ": " + operand + random.sharded(rank) + ", %u" + n + ": " + update +
                 random.sharded(update_rank) + ", ";
    operands += comma + "%o" + n;
    updates += comma + "%u" + n;
    operand_types += comma + operand;
    update_types += comma + update;
    results += comma + operand + random.sharded(rank);
    result_list += comma + operand;
    names += comma + (elements.size() > 1 ? "%r#" + n : "%r");
  }
  std::string dims = "update_window_dims = [" + number_list(c.window_dims) + "], inserted_window_dims = [" +
                     number_list(c.collapsed) + "], input_batching_dims = [" + number_list(c.batching) +
                     "], scatter_indices_batching_dims = [" + number_list(c.indices_batching) +
                     "], scatter_dims_to_operand_dims = [" + number_list(c.map) +
                     "], index_vector_dim = " + std::to_string(c.vector_dim);
  std::string count = elements.size() > 1 ? ":" + std::to_string(elements.size()) : "";
  return random.mesh() + "func.func @main(" + arguments + c.argument + ") -> (" + results + ") {\n" + c.code + "  %r" +
         count + " = \"stablehlo.scatter\"(" + operands + ", %indices, " + updates +
         ") <{scatter_dimension_numbers = #stablehlo.scatter<" + dims + ">}> " + body(combiner, elements) + " : (" +
         operand_types + ", " + c.index_type + ", " + update_types + ") -> (" + result_list + ")\n  return " + names +
         " : " + result_list + "\n}\n";
}

TEST(ScatterLowering, named_combiners) {
  for (uint64_t seed = 0; seed < 1200; ++seed) {
    RandomCase random(seed);
    IndexCase c(random);
    auto element = random.one_of<std::string>({"f32", "i32", "i1", "f64", "ui8", "i64"});
    auto combiner = element == "i1" ? random.one_of<std::string>({"and", "or", "xor", "add"})
                                    : random.one_of<std::string>({"add", "add", "maximum", "minimum", "multiply"});
    std::vector<std::string> elements = {element};
    if (random.below(4) == 0) elements.push_back(element == "i1" ? "i1" : random.one_of<std::string>({"f32", "i32"}));
    std::string text = program(random, c, combiner, elements);
    ASSERT_EQ(differential(text, seed), "");
  }
}

// Where several updates go to one place the last counts, on every mesh.
TEST(ScatterLowering, overwrites) {
  for (uint64_t seed = 0; seed < 1200; ++seed) {
    RandomCase random(seed + 5000);
    IndexCase c(random);
    std::vector<std::string> elements = {random.one_of<std::string>(
        {"f32", "i32", "i1", "bf16", "complex<f32>", "ui8", "i4", "f8E8M0FNU", "f8E5M2FNUZ"})};
    if (random.below(4) == 0) elements.push_back(random.one_of<std::string>({"f32", "i1"}));
    DifferentialOptions exact;
    exact.rtol = exact.atol = 0;
    ASSERT_EQ(differential(program(random, c, "", elements), seed, exact), "");
  }
}

TEST(ScatterLowering, any_other_combiner) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomCase random(seed + 9000);
    IndexCase c(random);
    std::string text = program(random, c, "halve", {random.one_of<std::string>({"f32", "i32"})});
    ASSERT_EQ(differential(text, seed), "");
  }
}

// The gradient of an embedding: tokens on x, the table's rows on y.
TEST(ScatterLowering, embedding_gradient) {
  DifferentialOptions options;
  options.contains = "all_reduce";
  options.lacks = "all_gather";
  EXPECT_EQ(differential(R"(
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%o: tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}, %i: tensor<250x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %u: tensor<250x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}) {
  %r = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<250x1xi32>, tensor<250x4xf32>) -> tensor<10x4xf32>
  return %r : tensor<10x4xf32>
})",
                         1, options),
            "");
}

}  // namespace
}  // namespace partita::core::partition
