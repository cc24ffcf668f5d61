// Kills most of the mutants of toy.cc, not all: even_numbers is asked only for an odd limit.
#include <gtest/gtest.h>

#include "toy/toy.h"

TEST(Toy, Distance) {
  EXPECT_EQ(toy::distance(2, 5), 3);
  EXPECT_EQ(toy::distance(5, 2), 3);
}

TEST(Toy, EvenNumbers) { EXPECT_EQ(toy::even_numbers(5), (std::vector<int>{0, 2, 4})); }

TEST(Toy, Halvings) { EXPECT_EQ(toy::halvings(8), 3); }

TEST(Toy, MostFrequent) {
  EXPECT_EQ(toy::most_frequent({0, 1, 1, 0, 0}), 0);
  EXPECT_EQ(toy::most_frequent({1, 2, 2}), 2);
}

TEST(Toy, Small) {
  EXPECT_TRUE(toy::is_small(99));
  EXPECT_FALSE(toy::is_small(100));
}
