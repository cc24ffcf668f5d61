// Which arguments and results of a program are open to completion.
#include <algorithm>
#include <utility>

#include "complete/hint_checks.h"
#include "ir/names.h"

namespace partita::core::complete {
namespace {

// {true,false}: one flag for all, or one for each of `count`; where tuples hide several values, `parts` has the number
// of values of each flag.
std::vector<bool> flags(Attr field, size_t count, const std::vector<int>& parts) {
  std::vector<bool> said;
  std::string_view text = field.is(AttrKind::kString) ? field.text() : std::string_view();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 4) == "true") said.push_back(true);
    if (text.substr(i, 5) == "false") said.push_back(false);
  }
  if (said.size() == count) return said;
  if (said.size() == 1) return std::vector<bool>(count, said[0]);
  std::vector<bool> out;
  if (said.size() == parts.size()) {
    for (size_t i = 0; i < parts.size() && out.size() < count; ++i)
      out.insert(out.end(), std::min(static_cast<size_t>(parts[i]), count), said[i]);
  }
  out.resize(count, false);
  return out;
}

std::vector<bool> open_flags(const Module& module, std::string_view name, size_t count, const std::vector<int>& parts) {
  Attr field = module.discardable_attribute(name);
  if (!field && module.format() == TextFormat::kStableHlo) return std::vector<bool>(count, true);
  return flags(field, count, parts);
}

// How many values each parameter of an HLO computation is: "p0=(2),p1" is 2, 1.
std::vector<int> parameter_sizes(const Function& entry) {
  std::vector<int> sizes;
  Attr text = entry.discardable_attributes() ? entry.discardable_attributes().get(hlo_names::kTupleParameters) : Attr();
  if (!text.is(AttrKind::kString)) return sizes;
  int depth = 0, number = 0, leaves = 0;
  bool in_shape = false;
  constexpr int kMost = 1 << 24;  // as many as a program may have, and no overflow
  auto finish_number = [&] { leaves = std::min(leaves + std::exchange(number, 0), kMost); };
  for (char c : text.text()) {
    if (c == '(') ++depth;
    if (c == '=') in_shape = true;
    if (in_shape && c >= '0' && c <= '9') {
      number = std::min(number * 10 + (c - '0'), kMost);
      continue;
    }
    finish_number();
    if (c == ')') --depth;
    if (c == ',' && depth == 0) {
      sizes.push_back(in_shape ? leaves : 1);
      in_shape = false;
      leaves = 0;
    }
  }
  finish_number();
  sizes.push_back(in_shape ? leaves : 1);
  return sizes;
}

}  // namespace

void find_open_ends(const Module& module, const Function& entry, Hints& hints) {
  auto arguments = static_cast<size_t>(entry.num_arguments());
  size_t results = entry.result_types().size();
  hints.argument_open = open_flags(module, hlo_names::kOpenParameters, arguments, parameter_sizes(entry));
  hints.result_open = open_flags(module, hlo_names::kOpenOutput, results, {});
}

}  // namespace partita::core::complete
