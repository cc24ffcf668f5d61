// Tensors of the public interface: what goes in comes out, in every element type, and nonsense is an Error.
#include "partita/tensor.h"

#include <gtest/gtest.h>

#include <limits>

#include "partita/error.h"

namespace partita {
namespace {

TEST(PublicTensor, KeepsElementsOfEveryCppType) {
  const Tensor x = Tensor::of({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.5f});
  EXPECT_EQ(x.dtype(), f32);
  EXPECT_EQ(x.shape(), Shape({2, 3}));
  EXPECT_EQ(x.type_text(), "f32[2,3]");
  EXPECT_EQ(x.data<float>()[5], 6.5f);
  EXPECT_EQ(Tensor::of({2}, std::vector<std::int64_t>{-1, 7}).data<std::int64_t>()[0], -1);
  EXPECT_EQ(Tensor::scalar(true).item(), 1);
  EXPECT_EQ(Tensor::scalar(std::uint8_t{200}).item(), 200);
  EXPECT_EQ(Tensor::zeros(f64, {0, 4}).num_elements(), 0);
}

TEST(PublicTensor, RoundsToEveryElementType) {
  for (int i = 0; i <= static_cast<int>(c128); ++i) {
    const auto type = static_cast<DType>(i);
    if (type == DType::kF8E8M0FNU) continue;  // has neither 0 nor a sign
    const std::vector<double> in = {0, 1, 1, 0};
    EXPECT_EQ(Tensor::from_doubles(type, {2, 2}, in).to_doubles(), in) << name_of(type);
  }
  EXPECT_EQ(Tensor::from_doubles(DType::kF8E8M0FNU, {2}, std::vector<double>{2, 0.25}).to_doubles(),
            (std::vector<double>{2, 0.25}));
  EXPECT_EQ(Tensor::from_doubles(bf16, {1}, std::vector<double>{1.00001}).item(), 1);
  EXPECT_EQ(Tensor::from_doubles(s8, {1}, std::vector<double>{-3.9}).item(), -3);
  EXPECT_EQ(Tensor::from_doubles(s8, {1}, std::vector<double>{1e9}).item(), 127);
  EXPECT_EQ(Tensor::from_doubles(s64, {1}, std::vector<double>{1e300}).data<std::int64_t>()[0],
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Tensor::from_doubles(DType::kS4, {2}, std::vector<double>{-9, 9}).to_doubles(),
            (std::vector<double>{-8, 7}));
  EXPECT_EQ(Tensor::from_doubles(DType::kU2, {1}, std::vector<double>{7}).item(), 3);
  EXPECT_EQ(Tensor::from_doubles(u32, {1}, std::vector<double>{std::numeric_limits<double>::quiet_NaN()}).item(), 0);
}

TEST(PublicTensor, ReadsBytesBelowEightBitsAsTheyAreMeant) {
  const std::byte bytes[] = {std::byte{0xFF}, std::byte{0x02}};
  EXPECT_EQ(Tensor::from_bytes(pred, {2}, bytes).to_doubles(), (std::vector<double>{1, 1}));
  EXPECT_EQ(Tensor::from_bytes(DType::kS4, {2}, bytes).to_doubles(), (std::vector<double>{-1, 2}));
  EXPECT_EQ(Tensor::from_bytes(DType::kU4, {2}, bytes).to_doubles(), (std::vector<double>{15, 2}));
}

TEST(PublicTensor, RefusesWhatMakesNoSense) {
  EXPECT_THROW(Tensor().dtype(), Error);
  EXPECT_THROW(Tensor().bytes(), Error);
  EXPECT_TRUE(Tensor().is_empty());
  EXPECT_THROW(Tensor::spec(f32, {2}).bytes(), Error);
  EXPECT_TRUE(Tensor::spec(f32, {2}).is_spec());
  EXPECT_THROW(Tensor::spec(f32, {-1}), Error);
  EXPECT_THROW(Tensor::zeros(f32, {std::int64_t{1} << 40, std::int64_t{1} << 40}), Error);
  EXPECT_THROW(Tensor::zeros(static_cast<DType>(200), {}), Error);
  EXPECT_THROW(Tensor::of({2}, {1.f}), Error);
  EXPECT_THROW(Tensor::from_doubles(f32, {2}, std::vector<double>{1}), Error);
  EXPECT_THROW(Tensor::of({2}, {1.f, 2.f}).data<double>(), Error);
  EXPECT_THROW(Tensor::of({2}, {1.f, 2.f}).item(), Error);
}

}  // namespace
}  // namespace partita
