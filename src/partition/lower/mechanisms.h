// Lowering's column of the op table: for every op, the mechanism that computes it on shards.
//
// A mechanism gets operands in the shardings of the choice and gives results in those of the choice. What it can divide
// beyond factors that pass, it says: a factor that `can_divide` refuses is brought together first. Each file of this
// folder has one mechanism and enters its ops into the table.
#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "partition/lower/lowering.h"

namespace partita {

struct Mechanism {
  std::vector<Value*> (*lower)(Lowering&, const LocalOp&);
  bool (*can_divide)(const Op&, const Rule&, int factor, int64_t shards);
  // What it sends besides resharding operands and reducing results; see Abilities. Null: nothing.
  Price (*exchange)(const Op&, const Rule&, const Choice&, const PriceWeights&) = nullptr;
  // Takes shards that do not cut a dimension at the boundaries of its first factor; see Abilities.
  bool moves_boundaries = false;
};

class MechanismTable {
 public:
  MechanismTable();  // every op by itself on shards: lower_pass
  void set(OpKind kind, Mechanism mechanism) { table_[static_cast<size_t>(kind)] = mechanism; }
  // A custom_call of this target; before what the table says of custom_call. A name that ends in * stands for all that
  // begin so.
  void set_call(std::string_view target, Mechanism mechanism) { calls_.emplace_back(target, mechanism); }
  const Mechanism& of(const Op& op) const;

 private:
  std::array<Mechanism, kOpKindCount> table_;
  std::vector<std::pair<std::string_view, Mechanism>> calls_;
};

const Mechanism& mechanism_of(const Op& op);

// ---- what mechanisms share

bool divides_nothing(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass_and_reduce(const Op& op, const Rule& rule, int factor, int64_t shards);
bool has_factor(const TensorFactors& tensor, int factor);
// The op itself on shards: result types are local, attributes that count elements of divided dimensions adjusted.
std::vector<Value*> lower_pass(Lowering& lowering, const LocalOp& op);

// ---- one per file

void add_contraction(MechanismTable& table);  // dot_general, scaled_dot, __op$block_scaled_dot
void add_ragged_dot(MechanismTable& table);
void add_reduction(MechanismTable& table);  // reduce
void add_movement(MechanismTable& table);   // slice, pad, concatenate, reverse, reshape
void add_windows(MechanismTable& table);    // convolution, reduce_window, select_and_scatter
void add_dynamic(MechanismTable& table);    // dynamic_slice, dynamic_update_slice
void add_gather(MechanismTable& table);
void add_scatter(MechanismTable& table);
void add_order(MechanismTable& table);  // sort, top_k
void add_scan(MechanismTable& table);
void add_transforms(MechanismTable& table);  // fft, cholesky, triangular_solve, batch_norm_*
void add_random(MechanismTable& table);      // rng, rng_bit_generator
void add_outside(MechanismTable& table);     // custom_call, infeed, outfeed, send, recv
void add_dimension_size(MechanismTable& table);
void add_collectives(MechanismTable& table);

}  // namespace partita
