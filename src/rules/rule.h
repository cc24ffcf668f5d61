// A rule relates the dimensions of an op: an einsum over factors.
//
//   dot_general 8x16x32, 8x32x64 -> 8x16x64      b m k, b k n -> b m n        k is reduced
//   reshape 12x5 -> 3x20                         (a b) c -> a (b c)           a=3, b=4, c=5
//   slice 10x6 -> 4x6                            a b -> a b                   a is a window
//
// A mesh axis that divides a factor divides every dimension the factor is part of. Rules are the one source of this
// for completion (what propagates where), for choice (what an assignment of axes to factors costs) and for
// lowering. They depend on the op, its types and attributes, and on the few facts about its operands that `facts`
// names; equal ops share one rule.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"
#include "shard/sharding.h"

namespace partita::core::rules {

// What it takes to compute the op with the factor divided among devices.
enum class FactorKind : uint8_t {
  kPass,    // nothing: every part is computed from the same part of the operands
  kReduce,  // only operands have it: each device gives a partial result, combined by `reduction`
  kWindow,  // a part needs a neighbourhood of the same part: halo exchange
  kWhole,   // one device needs all of it: a special algorithm, or gather first
};

struct Factor {
  int64_t size = 1;  // exact where a dimension has several factors; with one, a window's dimensions may differ from it
  FactorKind kind = FactorKind::kPass;
  // Axes propagate along it between the tensors that have it. False where the sharding of one dimension implies nothing
  // for the others (the sliced dimension of a dynamic_slice).
  bool flows = true;
  // kReduce: what combines the parts; nothing where only the op's own region can.
  std::optional<ReductionKind> reduction{};
  // kReduce: a part that does not own an element gives the identity for it (gather, dynamic_slice, scatter); operands
  // are masked rather than multiplied.
  bool masked = false;
};

// The factors of one dimension, major to minor. Empty for a dimension of size 1 that nothing else has.
using DimFactors = std::vector<int>;
// One entry per dimension; empty for scalars, tokens and tensors without factors.
using TensorFactors = std::vector<DimFactors>;

// When completion looks at the op: the paper's priorities.
enum class FlowClass : uint8_t {
  kFormatting,    // elementwise and data formatting: first, both ways
  kDynamicSlice,  // dynamic_slice, dynamic_update_slice: with the first, but forward only
  kGeneral,       // changes the dimensions: contraction, reduction, windows, gather, sort, …
  kBroadcast,     // makes its operand larger: result to operand before operand to result
  kNone,          // nothing propagates through it
};

struct Rule {
  std::vector<Factor> factors;
  std::vector<TensorFactors> operands;
  std::vector<TensorFactors> results;
  FlowClass flow = FlowClass::kGeneral;
  // Sets of operands, as bit masks: where exactly these are unreduced over an axis (and the others replicated), so
  // are all results. add: {0b11}; multiply: {0b01, 0b10}; select: {0b110}; negate: {0b1}. Operands from bit 64 on do
  // not take part.
  std::vector<uint64_t> linear;
  // Result i depends on operand i alone (optimization_barrier): `linear` holds for each pair by itself.
  bool per_value = false;

  const TensorFactors& tensor(int i) const {  // operands, then results
    int n = std::ssize(operands);
    return i < n ? operands[i] : results[i - n];
  }
  int num_tensors() const { return static_cast<int>(operands.size() + results.size()); }
};

// The rules of a program's ops, made once for equal ones. Control flow (while, case, if), manual computations, calls
// and returns have no rule of their own: they are identity edges, and get an empty rule.
class RuleCache {
 public:
  RuleCache();
  ~RuleCache();
  RuleCache(const RuleCache&) = delete;
  RuleCache& operator=(const RuleCache&) = delete;

  // Stable for the life of the cache. Equal ops give the same reference.
  const Rule& rule(const Op& op);

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

// The rule in einsum notation: "a b c, a c d -> a b d | reduce c". For documents and listings. () is a scalar, a token
// or a tensor without factors, 1 a dimension without a factor; after the bars the factors that do more than
// pass, and those that nothing propagates along.
std::string to_string(const Rule& rule);

}  // namespace partita::core::rules

namespace partita::core {
using rules::DimFactors;
using rules::Factor;
using rules::FactorKind;
using rules::FlowClass;
using rules::Rule;
using rules::RuleCache;
using rules::TensorFactors;
}  // namespace partita::core
