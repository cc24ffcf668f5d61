// How values are wrapped in tuples: the nesting texts of names.h as trees.
//
//   "((1),2)"  is  ((f32[]), s32[], s32[])  for three values: a tuple of a tuple of value 0, value 1, and value 2
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name.h"

namespace partita::core::text {

struct Nesting {
  bool is_tuple = false;
  int leaf = 0;  // which value; for leaves only
  std::vector<Nesting> parts;
};

// One value stands bare, any other number is one flat tuple.
Nesting default_nesting(int leaves);
// The values, in order.
std::vector<int> leaves_of(const Nesting& nesting);
// Nothing where the text is not one nesting of exactly `leaves` values.
std::optional<Nesting> parse_nesting(std::string_view text, int leaves);

// "p0=(2),p1": each parameter with its name and nesting; leaves are counted through all of them. Nothing where the text
// is not that, or has another number of leaves.
struct TupleParameter {
  std::string_view name;
  Nesting nesting;
};
std::optional<std::vector<TupleParameter>> parse_tuple_parameters(std::string_view text, int leaves);

}  // namespace partita::core::text
