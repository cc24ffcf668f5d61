// Loops of C++ that are unrolled: how they are found, and the warning.
#include "front/unrolled.h"

#include "../made_up.h"
#include "partita/partita.h"

namespace partita {
namespace {

using detail::find_repeated;
using detail::RepeatedBlocks;

std::vector<std::uint64_t> blocks(const std::vector<std::uint64_t>& block, int count) {
  std::vector<std::uint64_t> all = {100, 101, 102};
  for (int i = 0; i < count; ++i) all.insert(all.end(), block.begin(), block.end());
  all.insert(all.end(), {103, 104});
  return all;
}

TEST(RepeatedBlocks, AreFound) {
  for (const std::vector<std::uint64_t>& block : std::vector<std::vector<std::uint64_t>>{
           {1}, {1, 2}, {1, 1, 2, 2}, {1, 2, 1, 3, 1, 2, 1}, {5, 4, 3, 2, 1, 2, 3, 4, 5}}) {
    const auto length = static_cast<std::int64_t>(block.size());
    EXPECT_EQ(find_repeated(blocks(block, 64)), std::nullopt) << length;
    const auto found = find_repeated(blocks(block, 65));
    ASSERT_TRUE(found) << length;
    EXPECT_EQ(found->length, length);
    EXPECT_EQ(found->count, 65);
    EXPECT_EQ(found->first, 3);
    EXPECT_EQ(find_repeated(blocks(block, 65), 4 + length), std::nullopt) << "from behind the first";
  }
  std::vector<std::uint64_t> different;
  for (std::uint64_t i = 0; i < 10000; ++i) different.push_back(i % 3 == 0 ? 1 : i);
  EXPECT_EQ(find_repeated(different), std::nullopt);
}

std::vector<Diagnostic> unrolled(int layers) {
  const auto f = [&](Tensor w, Tensor x) {
    const auto loss = [&](Tensor weights) {
      Tensor h = x;
      for (int i = 0; i < layers; ++i) {
        const Tensor own = row(weights, i);
        h = tanh(matmul(h, own));
      }
      return sum(h);
    };
    return value_and_grad(loss)(w);
  };
  return trace(f, Tensor::spec(f32, {layers, 4, 4}), Tensor::spec(f32, {2, 4})).diagnostics();
}

TEST(UnrolledLoops, AreWarnedOf) {
  EXPECT_EQ(unrolled(64).size(), 0);
  const std::vector<Diagnostic> found = unrolled(65);
  ASSERT_GE(found.size(), 1);
  EXPECT_EQ(found[0].code, "P725");
  EXPECT_EQ(found[0].severity, Severity::kWarning);
  EXPECT_NE(found[0].message.find("65 times the same"), std::string::npos) << found[0].message;
  EXPECT_NE(found[0].message.find("scan"), std::string::npos) << found[0].message;
  EXPECT_NE(found[0].file.find("unrolled_test.cc"), std::string::npos) << found[0].file;
  EXPECT_LE(found.size(), 2) << "not once for each layer";
}

TEST(UnrolledLoops, LoopsOfTheProgramAreNot) {
  const auto f = [](Tensor w, Tensor x) {
    const auto loss = [&](Tensor v) { return sum(scan([](Tensor h, Tensor u) { return tanh(matmul(h, u)); }, x, v)); };
    return grad(loss)(w);
  };
  EXPECT_EQ(trace(f, Tensor::spec(f32, {100, 4, 4}), Tensor::spec(f32, {2, 4})).diagnostics().size(), 0);
  const auto inside = [](Tensor x) {
    return repeat(
        [](Tensor h) {
          for (int i = 0; i < 70; ++i) h = sin(h);
          return h;
        },
        x, 3);
  };
  EXPECT_EQ(trace(inside, Tensor::spec(f32, {4})).diagnostics().size(), 1);
}

}  // namespace
}  // namespace partita
