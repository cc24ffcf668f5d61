// What the data of a page are made of: strings that are written once, and columns of numbers that point to them.
//
//   {"strings": ["add", "dot_general", "%x", …], "rows": {"op": [0, 1, 1, …], "name": [2, …], …}}
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "shard/sharding.h"

namespace partita::core::report {

using Json = nlohmann::ordered_json;

// Text that is safe to show beside other text: control characters, marks that turn the direction of writing and
// separators of lines are spelled out (\u{202E}), and what is longer than `limit` bytes is cut.
std::string shown_text(std::string_view text, size_t limit);

// Six digits are enough to draw, and short to write.
double rounded(double number);

// Whatever many rows share, by its place in a list.
class SharedTables {
 public:
  explicit SharedTables(size_t text_limit) : text_limit_(text_limit) {}

  int string(std::string_view text);
  int type(Type type);  // -1 for what has no dimensions
  int sharding(const Sharding& sharding);
  int mesh(const MeshPtr& mesh);

  // {"strings", "types", "shardings", "meshes"}
  void write(Json& out) const;

 private:
  size_t text_limit_;
  std::vector<std::string> strings_;
  std::unordered_map<std::string, int> string_at_;
  std::unordered_map<const void*, int> type_at_;
  std::unordered_map<std::string, int> sharding_at_;
  std::vector<MeshPtr> meshes_;
  Json types_ = Json::array(), shardings_ = Json::array();
};

}  // namespace partita::core::report
