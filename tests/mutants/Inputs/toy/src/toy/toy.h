// What tests/mutants/toy.test mutates.
#pragma once

#include <vector>

namespace toy {

int difference(int a, int b);
int distance(int a, int b);
std::vector<int> even_numbers(int limit);
int halvings(int x);
int most_frequent(const std::vector<int>& kinds);
int never_called(int x);

inline bool is_small(int x) { return x < 100; }

}  // namespace toy
