#include "toy/toy.h"

#include <algorithm>
#include <array>

#define TOY_CHECK(condition) \
  if (!(condition)) return -1

namespace toy {
namespace {

// Constants of the compiler: nothing here may be touched.
constexpr int doubled(int x) { return x < 0 ? 0 : 2 * x; }
static_assert(doubled(3) == 6);
constexpr int kKinds = 3;

}  // namespace

int difference(int a, int b) { return a - b; }

int distance(int a, int b) { return a < b ? difference(b, a) : difference(a, b); }

std::vector<int> even_numbers(int limit) {
  std::vector<int> even;
  even.reserve(8);
  for (int i = 0; i < limit; ++i) {
    if (i % 2 == 0) even.push_back(i);
  }
  return even;
}

int halvings(int x) {
  int count = 0;
  while (x > 1) {
    x /= 2;
    ++count;
  }
  return count;
}

int most_frequent(const std::vector<int>& kinds) {
  const int last = 2;
  std::array<int, last + 1> counts{};
  static_assert(kKinds == 3);
  for (int kind : kinds) {
    TOY_CHECK(kind < kKinds);
    switch (kind) {
      case 0: ++counts[0]; break;
      default: ++counts[kind];
    }
  }
  return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

int never_called(int x) { return x + 1; }

}  // namespace toy
