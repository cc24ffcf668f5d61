// Products that overlap with the collective before or behind them: what the parts of the pass `overlap` share.
//
//   overlap_match.cc   finds them
//   overlap_emit.cc    makes the rings
//   overlap_gain.cc    says what a ring gains on a hardware
//   overlap.cc         the pass
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "cost/topology.h"
#include "ir/program.h"
#include "optimize/pipeline.h"
#include "optimize/ring.h"

namespace partita::core::optimize {

// A convert, transpose, reshape, slice or pad between a collective and a product, with the dimension that the
// collective divides before it and behind it.
struct RingLink {
  Op* op = nullptr;
  int from = 0, to = 0;
};

// What a dimension of an operand, or of the result, is to a product.
struct DimRole {
  enum class Kind : uint8_t { kFree, kContracting, kBatch };
  Kind kind = Kind::kFree;
  int lhs = -1, rhs = -1, result = -1;  // the dimension there, where it is there

  int of(int operand) const { return operand == 0 ? lhs : rhs; }
};
DimRole role_of_operand_dim(const Op& dot, int operand, int dim);
DimRole role_of_result_dim(const Op& dot, int dim);

// A product and its links to a collective.
struct RingProduct {
  Op* dot = nullptr;
  int operand = 0;  // that is gathered
  DimRole role;
  int64_t part = 0;             // of the dimension, as the product has it, for one device
  int64_t whole = 0;            // of all devices; less than size · part where there is padding
  std::vector<RingLink> links;  // in the order of the program
};

// A gather, or a scattered sum, that can become a ring with the products that it feeds, or that feed it: whose sum it
// takes where there are several.
struct RingCandidate {
  Op* collective = nullptr;
  std::vector<RingProduct> products;
  std::vector<Op*> ops;    // the collective, products, links and sums, in the order of the program
  bool assembled = false;  // what is gathered is needed otherwise, too
  bool paired = false;     // in the ring, two shards are multiplied together (can_pair)

  // Whether its ring may multiply the shards from both sides in one product: they are summed up.
  bool can_pair() const {
    const auto sums = [](const RingProduct& product) { return product.role.kind == DimRole::Kind::kContracting; };
    return is_gather() && std::any_of(products.begin(), products.end(), sums);
  }
  bool is_gather() const { return collective->is(OpKind::kAllGather); }
};

// All of the function, in the order of the program. A product may be in several.
std::vector<RingCandidate> find_rings(Function& local);

// Makes the ring in place of the candidate, whose ops go. Rings of up to `unrolled` devices have no loop.
void make_ring(const RingCandidate& candidate, int64_t unrolled);

// Seconds of one run by itself, with what is linked to it.
struct RingSeconds {
  double products = 0;    // alone
  double collective = 0;  // that they wait for it, or it for them
  double ring = 0;        // of the ring instead of all that
  bool paired = false;    // which is the shorter so
};

// What rings take on a machine. Candidates of one kind and shape are simulated once.
class RingPrices {
 public:
  RingPrices(const Topology& topology, const cost::Hardware& hardware, MeshPtr mesh, int64_t unrolled);
  ~RingPrices();
  RingSeconds seconds(const RingCandidate& candidate);

 private:
  double simulated(const Function& local, double& exposed, bool in_loop) const;
  void order_overlapped(Function& local) const;

  const Topology& topology_;
  const cost::Hardware& hardware_;
  const MeshPtr mesh_;
  const int64_t unrolled_;
  std::map<std::vector<const void*>, RingSeconds> known_;
};

}  // namespace partita::core::optimize
