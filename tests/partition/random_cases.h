// What differential tests draw from a seed: meshes, sizes, shardings, as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::core::partition {

class RandomCase {
 public:
  explicit RandomCase(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {
    static const std::vector<std::vector<int>> kMeshes = {{2}, {3}, {4}, {2, 2}, {2, 3}, {6}, {2, 2, 2}, {5}};
    sizes_ = kMeshes[below(kMeshes.size())];
  }

  // 0 … n-1.
  uint64_t below(uint64_t n) {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (z ^ (z >> 31)) % n;
  }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<uint64_t>(high - low + 1)));
  }
  template <typename T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  std::string mesh() const {
    std::string text;
    for (size_t i = 0; i < sizes_.size(); ++i) {
      text += (i > 0 ? ", \"" : "\"") + std::string(1, axis(i)) + "\"=" + std::to_string(sizes_[i]);
    }
    return "sdy.mesh @m = <[" + text + "]>\n";
  }

  // [{"x"}, {}, …]: every axis on one of the dimensions or on none.
  std::string sharding(int rank) {
    std::vector<std::string> dims(rank);
    for (size_t i = 0; i < sizes_.size() && rank > 0; ++i) {
      if (below(4) == 0) continue;
      // Sub-axes: the major half of an axis alone, or the minor one.
      std::string name = std::string("\"") + axis(i) + "\"";
      if (sizes_[i] % 2 == 0 && sizes_[i] > 2 && below(4) == 0) {
        int half = sizes_[i] / 2;
        name += below(2) == 0 ? ":(1)" + std::to_string(half) : ":(" + std::to_string(half) + ")2";
      }
      std::string& dim = dims[below(static_cast<uint64_t>(rank))];
      dim = below(2) == 0 || dim.empty() ? dim + (dim.empty() ? "" : ", ") + name : name + ", " + dim;
    }
    std::string text;
    for (const std::string& dim : dims) text += (text.empty() ? "{" : ", {") + dim + "}";
    return "#sdy.sharding<@m, [" + text + "]>";
  }
  // The attribute of an argument or result.
  std::string sharded(int rank) { return " {sdy.sharding = " + sharding(rank) + "}"; }

  std::vector<int64_t> shape(int rank, int64_t low, int64_t high) {
    std::vector<int64_t> dims;
    for (int d = 0; d < rank; ++d) dims.push_back(between(low, high));
    return dims;
  }

  static std::string type(const std::vector<int64_t>& dims, const std::string& element) {
    std::string text = "tensor<";
    for (int64_t d : dims) text += std::to_string(d) + "x";
    return text + element + ">";
  }

 private:
  static char axis(size_t i) { return static_cast<char>('x' + i); }

  uint64_t state_;
  std::vector<int> sizes_;
};

}  // namespace partita::core::partition
