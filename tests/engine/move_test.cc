// Moves against element-by-element loops.
#include "engine/move/move.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace partita::core::engine::move {
namespace {

std::mt19937_64 random_numbers(11);
int64_t between(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_numbers); }

std::vector<std::byte> noise(int64_t bytes) {
  std::vector<std::byte> result(static_cast<size_t>(bytes));
  for (std::byte& b : result) b = static_cast<std::byte>(random_numbers());
  return result;
}

int64_t product(const std::vector<int64_t>& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

template <typename Visit>
void for_each_index(const std::vector<int64_t>& dims, Visit&& visit) {
  std::vector<int64_t> at(dims.size(), 0);
  for (int64_t i = product(dims); i > 0; --i) {
    visit(at);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < dims[d]) break;
      at[d] = 0;
    }
  }
}

int64_t dot(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  int64_t sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Strides of some order of the dimensions in memory, with the offset that keeps them above 0 and the size they reach.
struct Layout {
  std::vector<int64_t> strides;
  int64_t origin = 0, size = 1;
};
Layout made_up_layout(const std::vector<int64_t>& dims, bool target) {
  std::vector<size_t> order(dims.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = d;
  if (between(0, 1)) std::ranges::shuffle(order, random_numbers);
  Layout layout{.strides = std::vector<int64_t>(dims.size())};
  if (between(0, 3) == 0) layout.size = 2;
  for (size_t k = order.size(); k-- > 0;) {
    const size_t d = order[k];
    int64_t stride = layout.size;
    layout.size *= std::max<int64_t>(dims[d], 1) + (between(0, 4) == 0 ? 1 : 0);
    if (between(0, 4) == 0) {
      layout.origin += std::max<int64_t>(dims[d] - 1, 0) * stride;
      stride = -stride;
    }
    if (!target && between(0, 6) == 0) stride = 0;
    layout.strides[d] = stride;
  }
  return layout;
}

TEST(Move, CopiesBetweenAnyLayouts) {
  for (int round = 0; round < 600; ++round) {
    std::vector<int64_t> dims;
    for (int64_t rank = between(0, 4); rank > 0; --rank) {
      dims.push_back(between(0, 30) == 0 ? 0 : between(1, between(0, 3) == 0 ? 150 : 9));
    }
    if (product(dims) > 100000) continue;
    const int width = 1 << between(0, 4);
    const Layout from = made_up_layout(dims, false), to = made_up_layout(dims, true);
    const std::vector<std::byte> source = noise(from.size * width);
    std::vector<std::byte> found = noise(to.size * width), expected = found;
    for_each_index(dims, [&](const std::vector<int64_t>& at) {
      std::memcpy(expected.data() + (to.origin + dot(at, to.strides)) * width,
                  source.data() + (from.origin + dot(at, from.strides)) * width, static_cast<size_t>(width));
    });
    const Copy copy(width, dims, from.strides, to.strides);
    for (int64_t task = copy.tasks(); task-- > 0;) {
      copy.run_tasks(task, task + 1, source.data() + from.origin * width, found.data() + to.origin * width);
    }
    ASSERT_EQ(found, expected) << "round " << round;
  }
}

TEST(Move, LargeTransposesAndCopiesGoByTasks) {
  int64_t rows = 0, columns = 0;
  std::vector<uint32_t> from;
  for (const auto& [r, c] : {std::pair(1030, 1100), std::pair(1430, 1500), std::pair(1410, 1504)}) {
    rows = r;
    columns = c;
    from.resize(static_cast<size_t>(rows * columns));
    std::vector<uint32_t> to(from.size() + 16);
    for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<uint32_t>(i);
    const Copy transpose(4, {{rows, columns}}, {{1, rows}}, {{columns, 1}});
    EXPECT_GT(transpose.tasks(), 8);
    for (int64_t shift : {0, 1, 12}) {  // the lines of the target begin elsewhere
      transpose.run(from.data(), to.data() + shift);
      for (int64_t i = 0; i < rows * columns; ++i) {
        ASSERT_EQ(to[static_cast<size_t>(i + shift)], static_cast<uint32_t>(i % columns * rows + i / columns));
      }
    }
  }
  // Planes of one block each, in another order.
  const int64_t planes = 64, lanes = 16, side = 48;
  std::vector<uint16_t> cubes(static_cast<size_t>(planes * lanes * side * side)), turned(cubes.size());
  for (size_t i = 0; i < cubes.size(); ++i) cubes[i] = static_cast<uint16_t>(i * 2654435761U >> 12);
  const int64_t cube = lanes * side * side;
  Copy(2, {{planes, side, lanes, side}}, {{cube, 1, side, side * lanes}}, {{cube, side * lanes, side, 1}})
      .run(cubes.data(), turned.data());
  for (int64_t i = 0; i < std::ssize(cubes); ++i) {
    const int64_t a = i % side, l = i / side % lanes, d = i / (side * lanes) % side, p = i / cube;
    ASSERT_EQ(turned[static_cast<size_t>(i)], cubes[static_cast<size_t>(p * cube + a * side * lanes + l * side + d)]);
  }
  std::vector<uint32_t> copied(from.size());
  const Copy all(4, {{rows * columns}}, {{1}}, {{1}});
  EXPECT_GT(all.tasks(), 8);
  for (int64_t task = all.tasks(); task-- > 0;) all.run_tasks(task, task + 1, from.data(), copied.data());
  EXPECT_EQ(from, copied);
}

TEST(Move, PadsAsStableHloDoes) {
  for (int round = 0; round < 500; ++round) {
    std::vector<int64_t> dims, low, interior, to_dims;
    for (int64_t rank = between(0, 3); rank > 0; --rank) {
      const int64_t size = between(0, 8), before = between(-4, 4), between_elements = between(0, 2) == 0 ? 2 : 0;
      const int64_t total = before + (size == 0 ? 0 : size + (size - 1) * between_elements) + between(-3, 4);
      dims.push_back(size);
      low.push_back(before);
      interior.push_back(between_elements);
      to_dims.push_back(std::max<int64_t>(total, 0));
    }
    const Layout from = made_up_layout(dims, false);
    std::vector<int32_t> source(static_cast<size_t>(from.size));
    for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<int32_t>(i);
    const int32_t value = between(0, 1) ? 0 : 0x01020304;
    std::vector<int32_t> found(static_cast<size_t>(product(to_dims)) + 1, -7), expected(found.size(), value);
    expected.back() = -7;
    for_each_index(dims, [&](const std::vector<int64_t>& at) {
      int64_t offset = 0;
      for (size_t d = 0; d < at.size(); ++d) {
        const int64_t place = low[d] + at[d] * (interior[d] + 1);
        if (place < 0 || place >= to_dims[d]) return;
        offset = offset * to_dims[d] + place;
      }
      expected[static_cast<size_t>(offset)] = source[static_cast<size_t>(from.origin + dot(at, from.strides))];
    });
    Pad(4, dims, from.strides, low, interior, to_dims).run(source.data() + from.origin, &value, found.data());
    ASSERT_EQ(found, expected) << "round " << round;
  }
}

TEST(Move, GathersAndScattersRows) {
  for (int64_t bytes : {1, 3, 4, 8, 16, 20, 64, 100}) {
    const std::vector<std::byte> from = noise(50 * bytes);
    std::vector<int64_t> offsets;
    for (int i = 0; i < 30; ++i) offsets.push_back(between(0, 49) * bytes);
    std::vector<std::byte> rows(static_cast<size_t>(30 * bytes)), back = noise(50 * bytes), expected = back;
    gather_rows(from.data(), offsets, bytes, rows.data());
    for (size_t i = 0; i < 30; ++i) {
      EXPECT_EQ(std::memcmp(rows.data() + i * static_cast<size_t>(bytes), from.data() + offsets[i],
                            static_cast<size_t>(bytes)),
                0);
      std::memcpy(expected.data() + offsets[i], from.data() + offsets[i], static_cast<size_t>(bytes));
    }
    scatter_rows(rows.data(), offsets, bytes, back.data());
    EXPECT_EQ(back, expected);
  }
}

TEST(Move, ReadsAndClampsIndices) {
  const int16_t narrow[] = {-5, 7, 300, 2};
  int64_t out[4];
  read_indices(narrow + 3, 2, true, {{4}}, {{-1}}, out);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[3], -5);
  const uint64_t wide[] = {~uint64_t{0}};
  read_indices(wide, 8, false, {}, {}, out);
  EXPECT_EQ(out[0], INT64_MAX);
  EXPECT_EQ(clamped_offset({{-3, 9}}, {{10, 10}}, {{4, 4}}, {{10, 1}}), 6);
}

}  // namespace
}  // namespace partita::core::engine::move
