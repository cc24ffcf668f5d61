// The tables of a bytecode file while it is written: strings, names of ops, attributes and types, properties. Each has
// a number when it is first asked for, which never changes, so that what refers to it can be written at once; equal
// ones have one number. What is numbered first depends on the program alone.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "text/bytecode/bytes.h"

namespace partita::core::text::bytecode {

class Tables {
 public:
  uint64_t string(std::string_view text);
  // "stablehlo.add"; registered: its attributes are properties without names.
  uint64_t op(std::string_view name, bool registered);
  // Coded ones begin with their code, others are texts that end in a NUL.
  uint64_t attr(std::string_view dialect, bool coded, std::string_view bytes);
  uint64_t type(std::string_view dialect, bool coded, std::string_view bytes);
  uint64_t properties(std::string_view bytes);
  // A literal whose elements are elsewhere, by its name.
  uint64_t declared_resource(std::string_view key);

  // The file. `ops` is the data of the section of ops.
  std::string file(std::string_view producer, std::string_view ops);

 private:
  struct Pool {  // texts with a number each
    TextMap<uint64_t> numbers;
    std::deque<std::string> owned;
    uint64_t number(std::string_view text);
  };
  struct Entry {
    uint64_t dialect;
    std::string_view key;  // a byte whether it is coded, then its bytes
  };
  struct Entries {
    std::deque<Pool> by_dialect;  // which of them are known: numbers within the dialect
    std::vector<std::vector<uint64_t>> numbers;
    std::vector<Entry> all;
    uint64_t number(uint64_t dialect, bool coded, std::string_view bytes);
  };
  struct OpName {
    uint64_t dialect, name;
    bool registered;
  };

  uint64_t dialect(std::string_view name);
  static void write_sizes(const Entries& entries, Bytes& sizes, Bytes& data);

  Pool strings_, dialects_, properties_, resources_;
  Pool op_keys_;
  std::vector<OpName> ops_;
  Entries attrs_, types_;
};

}  // namespace partita::core::text::bytecode
