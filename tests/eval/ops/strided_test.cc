#include "eval/strided.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace partita::core::eval {
namespace {

template <typename T>
std::byte* bytes(std::vector<T>& v) {
  return reinterpret_cast<std::byte*>(v.data());
}

// Copies of every width do what the loops over all indices do.
template <typename T>
void expect_permuted() {
  const std::vector<int64_t> dims = {2, 1, 3, 4};
  std::vector<int64_t> order = {0, 1, 2, 3};
  std::vector<T> source(24), target(24), expected(24);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<T>(i);
  std::vector<int64_t> strides = row_major_strides(dims);
  do {
    std::vector<int64_t> result_dims;
    for (int64_t d : order) result_dims.push_back(dims[d]);
    size_t i = 0;
    for (Odometer at(result_dims); at.valid(); at.next(), ++i) {
      int64_t from = 0;
      for (size_t d = 0; d < 4; ++d) from += at.index()[d] * strides[order[d]];
      expected[i] = source[from];
    }
    copy_permuted(sizeof(T), dims, order, bytes(source), bytes(target));
    EXPECT_EQ(target, expected);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Strided, PermutesEveryWidth) {
  expect_permuted<uint8_t>();
  expect_permuted<uint16_t>();
  expect_permuted<uint32_t>();
  expect_permuted<uint64_t>();
  expect_permuted<long double>();
}

TEST(Strided, ReadsBackwardsAndRepeats) {
  std::vector<int32_t> source = {1, 2, 3}, target(6);
  int64_t dims[] = {2, 3}, from[] = {0, -1}, to[] = {3, 1};
  copy_strided(4, dims, {bytes(source) + 2 * 4, from}, {bytes(target), to});
  EXPECT_EQ(target, (std::vector<int32_t>{3, 2, 1, 3, 2, 1}));
}

TEST(Strided, LeavesEmptyAndScalarCopiesAlone) {
  int64_t empty[] = {3, 0}, strides[] = {1, 1};
  copy_strided(4, empty, {nullptr, strides}, {nullptr, strides});
  std::vector<int16_t> source = {7}, target = {0};
  copy_strided(2, {}, {bytes(source), {}}, {bytes(target), {}});
  EXPECT_EQ(target[0], 7);
}

TEST(Strided, PadsWithHolesAndCutsOffAtBothEnds) {
  std::vector<int8_t> source = {1, 2, 3, 4}, target(4, 9);
  int64_t dims[] = {4}, low[] = {-2}, interior[] = {1}, to[] = {4};
  copy_padded(1, dims, bytes(source), low, interior, to, bytes(target));
  EXPECT_EQ(target, (std::vector<int8_t>{2, 9, 3, 9}));
}

TEST(Odometer, CountsThroughAllIndices) {
  std::vector<std::vector<int64_t>> seen;
  int64_t dims[] = {2, 2};
  for (Odometer at(dims); at.valid(); at.next()) seen.emplace_back(at.index().begin(), at.index().end());
  EXPECT_EQ(seen, (std::vector<std::vector<int64_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  int64_t none[] = {2, 0};
  EXPECT_FALSE(Odometer(none).valid());
  EXPECT_TRUE(Odometer({}).valid());  // a scalar has one index
}

}  // namespace
}  // namespace partita::core::eval
