// What the %names of a function stand for. Tuples exist only here: a name may stand for a tuple, or for several results
// of which some are tuples, and is kept as the values the tuple is made of.
#pragma once

#include <string_view>
#include <vector>

#include "base/maps.h"
#include "ir/program.h"

namespace partita::core::text::stablehlo {

struct TupleType;

// A type as the text has it: a type of the program, or a tuple.
struct SpelledType {
  Type type;                         // empty for a tuple
  const TupleType* tuple = nullptr;  // null for anything else

  bool empty() const { return !type && tuple == nullptr; }
};

struct TupleType {
  std::vector<SpelledType> parts;
  std::vector<Type> flat;  // what it is made of, without nesting
};

// How many values of the program a value of the text is.
inline size_t flat_count(const SpelledType& type) { return type.tuple ? type.tuple->flat.size() : 1; }
inline void append_flat(const SpelledType& type, std::vector<Type>& out) {
  if (type.tuple) {
    out.insert(out.end(), type.tuple->flat.begin(), type.tuple->flat.end());
  } else {
    out.push_back(type.type);
  }
}

// The values of one name where tuples are among them: %x#i is types[i], made of its share of `values`.
struct Group {
  std::vector<SpelledType> types;
  std::vector<Value*> values;
};

// One name. Without a group it is `count` results of one op, or an argument. Neither value nor group: its definition
// was in error, and so is silently every use.
struct Slot {
  Value* first = nullptr;
  const Group* group = nullptr;
  int count = 1;
  int isolation = -1;  // where it is defined; -1: nowhere

  bool broken() const { return first == nullptr && group == nullptr; }
};

// Names by region. Leaving a region undoes what it defined; an isolated one (a function, sdy.manual_computation) does
// not see the names around it and may use them again. Most names are numbers, which index an array.
class Scopes {
 public:
  // The array may grow to a small part of the text's size; larger numbers are names like any other.
  explicit Scopes(size_t text_size) : most_numbers_(text_size / 16) {}

  void enter(bool isolated) {
    marks_.push_back({undo_.size(), isolation_});
    if (isolated) isolation_ = ++isolations_;
  }
  void leave();
  // False where the name is taken already.
  bool define(std::string_view name, Slot slot);
  // Null where the name is unknown here.
  const Slot* find(std::string_view name) const {
    const size_t number = number_of(name);
    if (number < numbered_.size()) return visible(numbered_[number]);
    if (number < most_numbers_) return nullptr;
    auto at = named_.find(name);
    return at != named_.end() ? visible(at->second) : nullptr;
  }

 private:
  static constexpr size_t kNoNumber = SIZE_MAX;

  // The number a name spells, 0 without leading zeros; kNoNumber for any other name.
  static size_t number_of(std::string_view name) {
    if (name.empty() || name.size() > 9 || (name[0] == '0' && name.size() > 1)) return kNoNumber;
    size_t number = 0;
    for (char c : name) {
      const auto digit = static_cast<unsigned>(c - '0');
      if (digit > 9) return kNoNumber;
      number = number * 10 + digit;
    }
    return number;
  }
  const Slot* visible(const Slot& slot) const { return slot.isolation == isolation_ ? &slot : nullptr; }
  Slot& slot_of(std::string_view name);

  // What a region inside a function replaced. A function's own names stay: those of an isolation that is over are never
  // seen, and clearing large tables for many small functions would cost more than it saves.
  struct Undo {
    std::string_view name;
    Slot before;
  };
  struct Mark {
    size_t undo;
    int isolation;
  };
  std::vector<Slot> numbered_;
  TextMap<Slot> named_;
  size_t most_numbers_;
  std::vector<Undo> undo_;
  std::vector<Mark> marks_;
  int isolation_ = 0;
  int isolations_ = 0;
};

}  // namespace partita::core::text::stablehlo
