// Random gathers and scatters: where windows lie is the same question for both.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "random_cases.h"

namespace partita::core::partition {

inline std::string number_list(const std::vector<int64_t>& numbers) {
  std::string text;
  for (int64_t n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

// An operand, index vectors, and a window for each of them. `window` is what a gather gives and a scatter takes.
struct IndexCase {
  std::vector<int64_t> operand;
  std::vector<int64_t> slice_sizes;                // 1 for dimensions that are collapsed or batching
  std::vector<int64_t> collapsed, batching;        // of the operand
  std::vector<int64_t> map;                        // operand dimensions of the index columns
  std::vector<int64_t> indices, indices_batching;  // dimensions
  int64_t vector_dim = 0;
  std::vector<int64_t> window, window_dims;
  std::string argument;  // %i
  std::string code;      // %indices from %i
  std::string index_type;

  explicit IndexCase(RandomCase& random) {
    int rank = random.between(1, 3);
    operand = random.shape(rank, 1, 9);
    std::vector<int64_t> batch = random.shape(random.between(0, 2), random.below(8) == 0 ? 0 : 1, 7);
    std::vector<int64_t> batch_of;  // positions in `batch` of the batching dimensions
    for (int64_t d = 0; d < rank; ++d) {
      int64_t n = operand[d];
      auto role = random.below(6);
      if (role == 0) {
        batching.push_back(d);
        batch_of.push_back(std::ssize(batch));
        batch.push_back(n);
        slice_sizes.push_back(1);
        continue;
      }
      bool is_collapsed = role <= 2;
      if (is_collapsed) collapsed.push_back(d);
      slice_sizes.push_back(is_collapsed ? 1 : random.below(2) == 0 ? n : random.between(1, n));
      if (random.below(3) != 0) map.push_back(d);
    }
    if (random.below(2) == 0) std::reverse(map.begin(), map.end());
    int64_t columns = std::ssize(map);
    bool implicit = columns == 1 && random.below(2) == 0;
    vector_dim = implicit ? static_cast<int64_t>(batch.size()) : random.between(0, batch.size());
    indices = batch;
    if (!implicit) indices.insert(indices.begin() + vector_dim, columns);
    for (int64_t b : batch_of) indices_batching.push_back(b + (!implicit && b >= vector_dim ? 1 : 0));
    make_window(random, batch);
    make_indices(random, batch, implicit);
  }

 private:
  // Dimensions of the windows, put among those of the indices in any way.
  void make_window(RandomCase& random, const std::vector<int64_t>& batch) {
    std::vector<int64_t> sizes;
    for (int64_t d = 0; d < std::ssize(operand); ++d) {
      bool absent = std::ranges::count(collapsed, d) + std::ranges::count(batching, d) > 0;
      if (!absent) sizes.push_back(slice_sizes[d]);
    }
    size_t b = 0, s = 0;
    while (b < batch.size() || s < sizes.size()) {
      bool of_window = s < sizes.size() && (b == batch.size() || random.below(2) == 0);
      if (of_window) window_dims.push_back(std::ssize(window));
      window.push_back(of_window ? sizes[s++] : batch[b++]);
    }
  }

  // Numbers of all kinds, also outside; or some columns that count.
  void make_indices(RandomCase& random, const std::vector<int64_t>& batch, bool implicit) {
    auto element = random.one_of<std::string>({"i32", "i64", "ui32", "ui64", "i8"});
    index_type = RandomCase::type(indices, element);
    auto spread = [&](const std::string& to, const std::string& from, const std::string& type) {
      std::string factor = std::to_string(random.between(1, 3)), less = std::to_string(random.between(0, 4));
      code += "  %f" + to + " = stablehlo.constant dense<" + factor + "> : " + type + "\n  %l" + to +
              " = stablehlo.constant dense<" + less + "> : " + type + "\n  %m" + to + " = stablehlo.multiply %" + from +
              ", %f" + to + " : " + type + "\n  %" + to + " = stablehlo.subtract %m" + to + ", %l" + to + " : " + type +
              "\n";
    };
    if (implicit || map.empty() || batch.empty() || random.below(2) == 0) {
      argument = "%i: " + index_type + random.sharded(indices.size());
      spread("indices", "i", index_type);
      return;
    }
    std::vector<int64_t> column = indices;
    column[vector_dim] = 1;
    std::string type = RandomCase::type(column, element), names, types;
    argument = "%i: " + type + random.sharded(column.size());
    for (size_t c = 0; c < map.size(); ++c) {
      std::string name = "p" + std::to_string(c);
      int64_t along = random.between(0, static_cast<int64_t>(batch.size()) - 1);
      for (size_t b = 0; b < batch.size(); ++b) {  // one that fits, where there is one
        if (batch[b] == operand[map[c]]) along = static_cast<int64_t>(b);
      }
      along += along >= vector_dim ? 1 : 0;
      if (random.below(3) == 0) {
        spread(name, "i", type);
      } else {
        code += "  %" + name + " = stablehlo.iota dim = " + std::to_string(along) + " : " + type + "\n";
      }
      names += (c > 0 ? ", %" : "%") + name;
      types += (c > 0 ? ", " : "") + type;
    }
    code += "  %indices = stablehlo.concatenate " + names + ", dim = " + std::to_string(vector_dim) + " : (" + types +
            ") -> " + index_type + "\n";
  }
};

}  // namespace partita::core::partition
