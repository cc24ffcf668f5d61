// Limits on what a program may cost, for automatic checks.
//
//   --max-bytes 100M --max-memory 16G --forbid all-gather@x     or a file: {"max_bytes": "100M", "forbid":
//   ["all-gather@x"]}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "cost/report.h"

namespace partita::core::cost {

// Collectives that must not be there: of a kind, along an axis, or both; what is empty means any.
struct Forbidden {
  std::string kind;  // "all-gather"
  std::string axis;
  std::string text;  // as it was written
};

struct Budget {
  std::optional<double> max_bytes;   // sent by a device in a run
  std::optional<double> max_memory;  // the peak
  std::vector<Forbidden> forbidden;
  bool empty() const { return !max_bytes && !max_memory && forbidden.empty(); }
};

// "1500", "100M": K, M, G, T are powers of 1024. kUsage where it is no size.
Result<double> parse_size(std::string_view text);
// "all-gather", "all-gather@x", "@x". kUsage where there is no such kind.
Result<Forbidden> parse_forbidden(std::string_view text);
// Adds what a file says to `budget`. kDescription with the place in it where something is wrong.
Status parse_budget(std::string_view text, const std::string& file, Budget& budget);

// What goes over the budget: an error for each limit, with a note for each of the collectives or tensors that have the
// most of it. An error of kUsage where an axis is forbidden that the program does not have.
Result<std::vector<Diagnostic>> over_budget(const CostReport& report, const Budget& budget);

// A program that takes more than a device has: by how much, what is there at the peak, and what no order of its ops
// goes below.
Diagnostic over_memory(const Function& local, const Memory& memory, double limit, const CompilerTraits& compiler,
                       const std::string& file);

}  // namespace partita::core::cost

namespace partita::core {
using cost::Budget;
using cost::Forbidden;
}  // namespace partita::core
