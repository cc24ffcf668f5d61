// What the ranks of a host know of each other, and of those elsewhere: in memory that they share.
//
//   rank 1   process 4242 of host 0, runs, beat 118, 9,210 ops done
//   device 3 "stablehlo.dot_general %h at line 12"
//
// A rank writes what is its own; what is of other hosts is brought by messages (lookout.cc).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/meet/shared_memory.h"

namespace partita::core::engine {

// A text that one thread writes while others read; what they read then may be a mixture, which does no harm.
template <int kBytes>
class SharedText {
 public:
  void write(std::string_view text) {
    for (int i = 0; i < kBytes; ++i) {
      bytes_[i].store(i < std::ssize(text) && i + 1 < kBytes ? text[static_cast<size_t>(i)] : '\0',
                      std::memory_order_relaxed);
    }
  }
  std::string read() const {
    std::string text;
    for (int i = 0; i < kBytes; ++i) {
      const char c = bytes_[i].load(std::memory_order_relaxed);
      if (c == '\0') break;
      text += c;
    }
    return text;
  }

 private:
  std::atomic<char> bytes_[kBytes];
};

enum class RankState : int32_t { kBegins, kRuns, kEnded, kFailed };

struct RankRecord {
  std::atomic<int64_t> process;
  std::atomic<int64_t> beat;    // goes up while the process lives
  std::atomic<int64_t> ops;     // done by its devices
  std::atomic<int32_t> in_run;  // its devices compute
  std::atomic<RankState> state;
  std::atomic<int32_t> code;  // of a failure
  SharedText<48> host;
  SharedText<160> doing;     // what its devices do
  SharedText<1024> failure;  // for everybody

  // As bytes for other hosts, word by word: others may read and write at the same time.
  void write_to(char* bytes) const {
    for (size_t i = 0; i < sizeof(RankRecord); i += kWord) {
      const uint64_t word = __atomic_load_n(reinterpret_cast<const uint64_t*>(this) + i / kWord, __ATOMIC_ACQUIRE);
      std::memcpy(bytes + i, &word, kWord);
    }
  }
  void read_from(const char* bytes) {
    for (size_t i = sizeof(RankRecord); i > 0; i -= kWord) {  // the state, which stands before texts, after them
      uint64_t word = 0;
      std::memcpy(&word, bytes + i - kWord, kWord);
      __atomic_store_n(reinterpret_cast<uint64_t*>(this) + i / kWord - 1, word, __ATOMIC_RELEASE);
    }
  }
  static constexpr size_t kWord = sizeof(uint64_t);
};
static_assert(sizeof(RankRecord) % RankRecord::kWord == 0);

class Board {
 public:
  static int64_t bytes(int ranks) { return ranks * static_cast<int64_t>(sizeof(RankRecord)); }
  explicit Board(std::byte* memory) : records_(reinterpret_cast<RankRecord*>(memory)) {}
  RankRecord& operator[](int rank) const { return records_[rank]; }

 private:
  RankRecord* records_;
};

}  // namespace partita::core::engine
