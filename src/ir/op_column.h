// A column of the op table: one entry per op of ops.def, made while compiling, which does not build with a hole in it.
//
//   constexpr OpColumn<Entry> make() {
//     OpColumn<Entry> column;
//     column.add(special, {OpKind::kCompare, OpKind::kSelect});       // these ops
//     column.add_rest(common, kElementwise);                          // what is left of a family, known by its trait
//     column.add_rest({.because = "not elementwise"}, others);        // none, and why
//     return column;
//   }
//   constexpr OpColumn<Entry> kColumn = make();
//   static_assert(is_total<kColumn>());
//
// An op that is in no list, or in two, is named in the compiler's message: `OpHasNoEntry<OpKind::kTuple>`.
#pragma once

#include <array>
#include <initializer_list>

#include "ir/op_table.h"

namespace partita::core::ir {

// What ops.def says of an op, as far as families are told apart by it. OpInfo has the rest, at run time.
struct OpRow {
  uint32_t traits;
  int min_operands, max_operands;
  int max_results;
  int max_regions;
  int num_attrs;
  bool has_opcode;  // of HLO

  constexpr bool has(Trait trait) const { return (traits & trait) != 0; }
};

inline constexpr std::array<OpRow, kOpKindCount> kOpRows = {{
#define REQ(key, form) 0,
#define OPT(key, form) 0,
#define OP(name, mlir, hlo, o0, o1, r0, r1, g0, g1, traits, ...) \
  {traits, o0, o1, r1, g1, static_cast<int>(std::initializer_list<int>{__VA_ARGS__}.size()), sizeof hlo > 1},
#include "ir/ops.def"
#undef OP
#undef OPT
#undef REQ
}};

inline constexpr OpKind kNoOp = static_cast<OpKind>(kOpKindCount);

template <typename T>
class OpColumn {
 public:
  // One entry for these ops.
  constexpr void add(const T& entry, std::initializer_list<OpKind> kinds) {
    for (OpKind kind : kinds) put(static_cast<size_t>(kind), entry);
  }
  // One entry for each op that has none so far and whose row `belongs`.
  template <typename Belongs>
  constexpr void add_rest(const T& entry, Belongs belongs) {
    for (size_t i = 0; i < kOpKindCount; ++i) {
      if (given_[i] == 0 && belongs(kOpRows[i])) put(i, entry);
    }
  }
  constexpr void add_rest(const T& entry, Trait trait) {
    auto has_trait = [trait](const OpRow& row) { return row.has(trait); };
    add_rest(entry, has_trait);
  }
  constexpr bool has(OpKind kind) const { return given_[static_cast<size_t>(kind)] > 0; }
  constexpr const T& operator[](OpKind kind) const { return entries_[static_cast<size_t>(kind)]; }

  // The first op without an entry, and the first with two; kNoOp where all is well. Entries are counted, since GCC
  // compares no addresses of functions while compiling under UBSan.
  constexpr OpKind first_hole() const {
    return first([](int given) { return given == 0; });
  }
  constexpr OpKind first_double() const {
    return first([](int given) { return given > 1; });
  }

 private:
  constexpr void put(size_t i, const T& entry) {
    entries_[i] = entry;
    ++given_[i];
  }
  template <typename Wrong>
  constexpr OpKind first(Wrong wrong) const {
    for (size_t i = 0; i < kOpKindCount; ++i) {
      if (wrong(given_[i])) return static_cast<OpKind>(i);
    }
    return kNoOp;
  }

  std::array<T, kOpKindCount> entries_{};
  std::array<int, kOpKindCount> given_{};
};

template <OpKind kind>
struct OpHasNoEntry {
  static_assert(kind == kNoOp, "an op of ops.def has no entry in this column: give it one, or say why it has none");
  static constexpr bool kInstantiated = true;
};
template <OpKind kind>
struct OpHasTwoEntries {
  static_assert(kind == kNoOp, "an op of ops.def has two entries in this column");
  static constexpr bool kInstantiated = true;
};

// Does not build, and names the op, unless each op has one entry.
template <const auto& column>
constexpr bool is_total() {
  return OpHasNoEntry<column.first_hole()>::kInstantiated && OpHasTwoEntries<column.first_double()>::kInstantiated;
}

}  // namespace partita::core::ir

namespace partita::core {
using ir::kOpRows;
using ir::OpColumn;
using ir::OpRow;
}  // namespace partita::core
