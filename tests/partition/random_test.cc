// Random bits and draws are the same for every mesh.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

TEST(RandomLowering, bits_of_every_algorithm_and_type) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    std::vector<int64_t> shape = random.shape(rank, seed % 9 == 0 ? 0 : 1, 9);
    if (seed % 11 == 0) shape.assign(shape.size(), 1);
    auto algorithm = random.one_of<std::string>({"THREE_FRY", "PHILOX", "DEFAULT"});
    auto element = random.one_of<std::string>({"ui8", "i16", "ui32", "i32", "ui64", "i64", "f32", "ui4"});
    auto state = random.one_of<std::string>({"2xui64", "4xui32", "3xui64"});
    if (algorithm == "THREE_FRY" && state == "3xui64") state = "2xui64";
    std::string type = RandomCase::type(shape, element), s = "tensor<" + state + ">";
    // States whose counter carries.
    std::string words = state == "2xui64"   ? "dense<[17, 18446744073709551610]>"
                        : state == "4xui32" ? "dense<[17, 3, 4294967290, 4294967295]>"
                                            : "dense<[17, 18446744073709551610, 5]>";
    std::string text = random.mesh() + "func.func @main(%a: " + s + ") -> (" + s + ", " + type + random.sharded(rank) +
                       ") {\n  %c = stablehlo.constant " + words + " : " + s + "\n  %s = stablehlo.add %a, %c : " + s +
                       "\n  %n, %r = stablehlo.rng_bit_generator %s, algorithm = " + algorithm + " : (" + s + ") -> (" +
                       s + ", " + type + ")\n  return %n, %r : " + s + ", " + type + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

TEST(RandomLowering, draws) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomCase random(seed);
    std::vector<int64_t> shape = random.shape(2, 1, 9);
    std::string type = RandomCase::type(shape, "f32");
    std::string dims = std::to_string(shape[0]) + ", " + std::to_string(shape[1]);
    std::string text = random.mesh() + "func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> (" + type +
                       random.sharded(2) + ", " + type + random.sharded(2) + ") {\n  %s = stablehlo.constant dense<[" +
                       dims + "]> : tensor<2xi64>\n" +
                       "  %u = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
                       "tensor<2xi64>) -> " +
                       type +
                       "\n  %n = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, "
                       "tensor<2xi64>) -> " +
                       type + "\n  return %u, %n : " + type + ", " + type + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition
