// Indices that a program computes, made ready for shards.
//
//   gather 100x64 at 8x16x1, rows on 4 devices:  columns.set(0, clamp(columns.get(0), 0, 99) - 25 · coordinate)
//
// An index vector has a column for each operand dimension it moves along. Local programs change single columns: they
// clamp to the global size, subtract the offset of the shard, or move what must not count out of bounds.
#pragma once

#include <optional>
#include <vector>

#include "ir/views.h"
#include "partition/local/local_builder.h"
#include "rules/rule.h"

namespace partita::core::partition {

// Integers of any type as i64; those of ui64 that i64 does not have become its largest.
Value* wide_index(LocalBuilder& b, Value* indices);

// The dimension of the indices (operand `indices` of the rule) along which the index of an operand dimension counts, by
// the rule: both have one factor.
std::optional<int> counted_along(const Rule& rule, int indices, int operand_dim);

class IndexColumns {
 public:
  // `operand_dims` are those of the columns in order; `batching` are dimensions of the indices.
  IndexColumns(LocalBuilder& b, Value* indices, int64_t vector_dim, Ints operand_dims, Ints batching);

  // Of a column, in i64: the indices without the dimension of the vector.
  Type type() const { return type_; }
  // Dimension `d` of the indices, as a dimension of a column.
  int column_dim(int64_t d) const { return static_cast<int>(d - (d > vector_dim_ ? 1 : 0)); }
  // The operand dimensions that have a column, in order.
  const std::vector<int64_t>& operand_dims() const { return operand_dims_; }

  // Zeros where the operand dimension has none: a window that nothing moves.
  Value* get(int64_t operand_dim);
  // Replaces the column, or adds it.
  void set(int64_t operand_dim, Value* column);
  // A scalar spread over a column.
  Value* spread(Value* scalar) { return b_.broadcast_scalar(scalar, type_); }

  // Whether what the program promises of all index vectors (that they are sorted, or unique) still holds: not where
  // columns were set, nor where some vectors are padding.
  bool keeps_promises(Type global, const Sharding& sharding) const;

  // The indices of the local op, and what its attributes must promise of them; unchanged where no column was set.
  bool changed() const { return changed_; }
  Value* joined();
  int64_t vector_dim() const { return changed_ ? type_.rank() : vector_dim_; }
  std::vector<int64_t> batching() const;

 private:
  LocalBuilder& b_;
  Value* indices_;
  int64_t vector_dim_;
  std::vector<int64_t> operand_dims_, batching_;
  Type type_;
  std::vector<Value*> columns_;  // null where still a part of the indices
  bool changed_ = false;
};

}  // namespace partita::core::partition
