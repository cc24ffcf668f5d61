// A made-up language: words drawn one after the other, independently, each followed by a space. As we made it up, we
// know what no model can do better than: the entropy of a word over its mean length, per character.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

class Language {
 public:
  static constexpr int kLetters = 11;  // and the space, which is 0

  explicit Language(std::uint64_t seed, int words = 16) {
    std::uint64_t state = seed;
    double total = 0;
    while (static_cast<int>(words_.size()) < words) {
      std::string word;
      for (int n = 2 + static_cast<int>(next(state) % 4); n > 0; --n) {
        word += static_cast<char>(1 + next(state) % kLetters);
      }
      bool known = false;
      for (const std::string& other : words_) known = known || other == word;
      if (known) continue;
      words_.push_back(word);
      chances_.push_back(1.0 / static_cast<double>(words_.size() + 1));  // a few common words, many rare ones
      total += chances_.back();
    }
    for (double& chance : chances_) chance /= total;
  }

  static constexpr int vocabulary() { return kLetters + 1; }

  // In nats per character.
  double entropy_rate() const {
    double entropy = 0, length = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      entropy -= chances_[i] * std::log(chances_[i]);
      length += chances_[i] * static_cast<double>(words_[i].size() + 1);
    }
    return entropy / length;
  }

  // `rows` texts of `length` + 1 characters, the same for the same seed; each begins with a word.
  std::vector<std::int32_t> texts(std::uint64_t seed, int rows, int length) const {
    std::vector<std::int32_t> out;
    std::uint64_t state = next(seed);  // far from that of the next seed: streams must not overlap
    for (int r = 0; r < rows; ++r) {
      std::vector<std::int32_t> text;
      while (static_cast<int>(text.size()) <= length) {
        double at = static_cast<double>(next(state) >> 11) * 0x1p-53;
        std::size_t word = 0;
        while (word + 1 < words_.size() && at >= chances_[word]) at -= chances_[word++];
        for (char letter : words_[word]) text.push_back(letter);
        text.push_back(0);
      }
      out.insert(out.end(), text.begin(), text.begin() + length + 1);
    }
    return out;
  }

 private:
  static std::uint64_t next(std::uint64_t& state) {  // SplitMix64: the same on every machine
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  std::vector<std::string> words_;
  std::vector<double> chances_;
};
