// What choosing minimises, as prices of everything that it compares: collectives, exchanges, and the local work of ops.
//
//   dot 4096x512 · 512x2048 on h100, columns divided in 8        by time: its 4096x512x256 in tiles at the rate that
//   this
//                                                                shape reaches, or 8.4 + 0.5 + 4.2 MB through memory,
//                                                                whichever takes longer
//                                                                by bytes: its operations / 8 · PriceWeights::operation
//
// By time the unit is a byte that is sent meanwhile (cost/collective_prices.h); PriceWeights::unit are its seconds.
// The rates are those of reports and simulations. What shares a kernel is taken from the program before it is
// partitioned: a value that is fused there is neither written nor read.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cost/collective_prices.h"
#include "cost/hardware.h"
#include "cost/products.h"
#include "cost/storage.h"
#include "ir/program.h"
#include "rules/rule.h"
#include "shard/pool.h"

namespace partita::core::partition {

class LoweringCapabilities;
struct Choice;

// A factor that is divided, and in how many parts.
struct FactorParts {
  int factor;
  double parts;
};

// The local work of an op, by how its factors are divided. Factors are bits; those from 64 on are never divided here.
struct OpWork {
  struct Traffic {
    uint64_t factors;  // of the tensor
    double price;      // of moving all of it, without padding
    int form = -1;     // that it is padded in
  };
  // A tensor that is padded to tiles: its dimensions, each with the factors that divide it.
  struct PaddedTensor {
    Type type;
    cost::MemoryForm form;
    std::vector<uint64_t> factors_of_dims{};
  };
  double arithmetic = 0;  // divided by all parts
  std::vector<Traffic> traffic;
  std::vector<PaddedTensor> padded;
  bool is_product = false;
  cost::ProductShape shape;
  double rate = 0;  // of the product, in operations per second
  const Op* convolution = nullptr;
  double tiled_batch = 1;  // of a convolution: cost::tiled_batch_dimension
  uint64_t tiled_batch_factors = 0;
  uint64_t batch = 0, rows = 0, columns = 0, depth = 0;
  std::vector<int64_t> sizes;  // of the factors; none: every division is even
};

class Pricing {
 public:
  // By bytes.
  Pricing(const PriceWeights& weights = kDefaultWeights);  // NOLINT(google-explicit-constructor): they are prices
  // By seconds of the entry on the hardware. kLayout where the mesh does not fit it.
  static Result<Pricing> by_time(const Hardware& hardware, const Function& entry, const MeshPtr& mesh, int64_t devices,
                                 std::string_view layout = {});

  // By time: memory counts more than most of it.
  void prefer_memory() { collectives_.set_held(kHeldFirst); }

  const PriceWeights& weights() const { return collectives_.weights(); }
  const CollectivePrices& collectives() const { return collectives_; }
  bool is_by_time() const { return collectives_.by_time(); }
  // Whether the value has no memory of its own in the program before it is partitioned.
  bool is_fused(const Value& value) const { return value.id() < fused_.size() && fused_[value.id()]; }

  // How it lies in the memory of the machine; by bytes: densely.
  cost::MemoryForm form_of(const Value& value) const { return storage_.form(value); }

  // Of the op's tensors, operands, then results: bits of those that are fused, which its work depends on.
  uint64_t fused_tensors(const Op& op) const;

  // Of one run.
  OpWork work_of(const Op& op, const Rule& rule) const;
  double work(const OpWork& work, std::span<const FactorParts> parts) const;
  double work(const Op& op, const Rule& rule, const Choice& choice) const;

  // Of cutting this many bytes out of a larger value, for an op that reads them from memory (a product).
  double slice(double bytes) const { return slice_ * bytes; }

  // What the lowering pattern of the op sends by itself.
  double exchange(const LoweringCapabilities& capabilities, const Op& op, const Rule& rule, const Choice& choice) const;

  // Of resharding a tensor, its parts in manual code included.
  double reshard(Type type, const Sharding* from, const Sharding* to, ShardingPool& pool) const;

 private:
  static constexpr double kHeldFirst = 3;  // PriceWeights::held: what is held weighs three times what the step takes

  CollectivePrices collectives_;
  Hardware hardware_;        // by time
  double slice_ = 0;         // of a byte
  std::vector<bool> fused_;  // by id of value
  cost::Storage storage_;
};

}  // namespace partita::core::partition
