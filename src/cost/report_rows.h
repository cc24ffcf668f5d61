// What tables and JSON have in common: a collective and its place as people name them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "cost/report.h"

namespace partita::core::cost {

// Lines of the text that a program was read from.
class SourceLines {
 public:
  explicit SourceLines(const Function& local);
  struct Place {
    std::string_view file;
    int line = 0;  // 0 where it is not known; then there is no file
  };
  Place place_of(const Op& op) const;
  int of(const Op& op) const;                                                // 0 where it is not known
  std::string place(const Op& op) const { return to_string(place_of(op)); }  // "model.mlir:12", or empty
  static std::string to_string(const Place& place);

 private:
  const SourceText* source_ = nullptr;
  std::optional<LineIndex> index_;
};

// A collective of the program. Handles are "#1", "#2", … in the order of the program; names need not be unique.
struct CollectiveRow {
  const Collective* collective = nullptr;
  size_t number = 0;  // from 1
  std::string name;   // "%y", or empty
  int line = 0;       // of the source; 0 where it is not known
};
// In the order of the program.
std::vector<CollectiveRow> collective_rows(const CostReport& report);
// The most bytes first; in the order of the program where they are equal.
void largest_first(std::vector<CollectiveRow>& rows);

// "%y"; empty where the op has no name. What an async_start starts is called by its name.
std::string op_name(const Op& op);

// Sums over all collectives of the same kind, or along the same axes, the most bytes first.
struct WireSum {
  std::string key;
  const DeviceGroup* group = nullptr;  // one of them
  double count = 0;
  double bytes = 0;
};
std::vector<WireSum> by_kind(const Wire& wire);
std::vector<WireSum> by_axes(const Wire& wire);  // keys as people read them: "along x, y"

std::string mesh_text(const Mesh& mesh);  // x=4, y=2

}  // namespace partita::core::cost

namespace partita::core {
using cost::CollectiveRow;
using cost::SourceLines;
}  // namespace partita::core
