// Lowering's column of the op table: for every op, the mechanism that computes it on shards.
//
// A mechanism gets operands in the shardings of the choice and gives results in those of the choice. What it can divide
// beyond that, it says: a factor that `can_divide` refuses is brought together first.
#pragma once

#include <vector>

#include "base/result.h"
#include "partition/lower/lowering.h"

namespace partita {

struct Mechanism {
  std::vector<Value*> (*lower)(Lowering&, const LocalOp&);
  // Null: factors that pass, where every tensor with the factor is divided alike.
  bool (*can_divide)(const Op&, const Rule&, int factor, int64_t shards) = nullptr;
  // Null: nothing.
  double (*exchange_bytes)(const Op&, const Rule&, const Choice&) = nullptr;
};

const Mechanism& mechanism_of(OpKind kind);

// Factors of this kind alone.
bool divides_pass(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass_and_reduce(const Op& op, const Rule& rule, int factor, int64_t shards);

// ---- pass.cc: the op itself on shards, attributes that count elements adjusted
std::vector<Value*> lower_pass(Lowering& lowering, const LocalOp& op);
// ---- contraction.cc
std::vector<Value*> lower_dot(Lowering& lowering, const LocalOp& op);
// ---- reduction.cc
std::vector<Value*> lower_reduce(Lowering& lowering, const LocalOp& op);

}  // namespace partita
