// What the %names of a function stand for. Tuples exist only here: a name may stand for a tuple, or for several results
// of which some are tuples, and is kept as the values the tuple is made of.
#pragma once

#include <tsl/robin_map.h>

#include <string_view>
#include <vector>

#include "ir/program.h"

namespace partita::stablehlo {

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
  int isolation = 0;

  bool broken() const { return first == nullptr && group == nullptr; }
};

// Names by region. Leaving a region undoes what it defined; an isolated one (a function, sdy.manual_computation) does
// not see the names around it and may use them again.
class Scopes {
 public:
  void enter(bool isolated) {
    marks_.push_back({undo_.size(), isolation_});
    if (isolated) isolation_ = ++isolations_;
  }
  void leave();
  // False where the name is taken already.
  bool define(std::string_view name, Slot slot);
  // Null where the name is unknown here.
  const Slot* find(std::string_view name) const {
    auto at = names_.find(name);
    return at != names_.end() && at->second.isolation == isolation_ ? &at->second : nullptr;
  }

 private:
  struct Undo {
    std::string_view name;
    Slot before;  // isolation -1: there was none
  };
  struct Mark {
    size_t undo;
    int isolation;
  };
  tsl::robin_map<std::string_view, Slot> names_;
  std::vector<Undo> undo_;
  std::vector<Mark> marks_;
  int isolation_ = 0;
  int isolations_ = 0;
};

}  // namespace partita::stablehlo
