// Finds gathers that feed products, and products that feed scattered sums.
//
//   %g = all_gather %w, dim 0        8x64 -> 32x64, 4 devices
//   %t = transpose %g                64x32                        the gathered dimension is now 1
//   %y = dot %x, %t, [1] x [0]       it is a free one: the ring writes 8 columns of %y at a time
#include <algorithm>
#include <compare>
#include <map>

#include "base/maps.h"
#include "ir/build/element_bytes.h"
#include "ir/build/tensor_builder.h"
#include "ir/numeric/float_formats.h"
#include "optimize/collective.h"
#include "optimize/effects.h"
#include "optimize/overlap.h"

namespace partita::core::optimize {
namespace {

int index_in(Ints list, int64_t value) {
  return static_cast<int>(std::find(list.begin(), list.end(), value) - list.begin());
}

// The dimension of `to` that n equal parts of dimension `d` of `from` are the parts of, in a reshape; -1 where there is
// none.
int dim_after_reshape(Ints from, Ints to, int d, int64_t n) {
  int64_t before = 1, here = 1;
  for (int i = 0; i < d; ++i) before *= from[i];
  for (int e = 0; e < std::ssize(to) && here <= before; here *= to[e++]) {
    if (here == before && to[e] % n == 0 && to[e] > 1 && from[d] % n == 0) return e;
  }
  return -1;
}
// The same where the dimension must stay as it is.
int kept_by_reshape(Ints from, Ints to, int d) {
  int64_t before = 1, here = 1;
  for (int i = 0; i < d; ++i) before *= from[i];
  for (int e = 0; e < std::ssize(to) && here <= before; here *= to[e++]) {
    if (here == before && to[e] == from[d]) return e;
  }
  return -1;
}

// 0 or -0: what adds nothing to a sum.
bool is_zero_constant(const Value* value) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return false;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  const ElementType element = literal.type.element();
  if (!has_zero(element)) return false;
  const std::vector<std::byte> identity = ir::identity_bytes(element, ReductionKind::kSum);
  const bool is_plain =
      std::all_of(literal.data->begin(), literal.data->end(), [](std::byte b) { return b == std::byte{0}; });
  return is_plain || std::equal(literal.data->begin(), literal.data->end(), identity.begin(), identity.end());
}

// The dimension as it is followed along links.
struct Followed {
  int dim;
  int64_t size;   // devices
  int64_t part;   // of one device
  int64_t whole;  // of all; less than size · part behind a cut
  bool padded() const { return whole != size * part; }
};

// Cuts off the padding that gathering has brought, and nothing else.
bool cuts_padding(const Op& slice, Followed& at) {
  const Ints starts = slice.ints_attr(AttrKey::kStartIndices), limits = slice.ints_attr(AttrKey::kLimitIndices);
  const Ints strides = slice.ints_attr(AttrKey::kStrides), dims = slice.operand(0)->type().dims();
  for (int d = 0; d < std::ssize(dims); ++d) {
    if (starts[d] != 0 || strides[d] != 1) return false;
    if (d != at.dim && limits[d] != dims[d]) return false;
  }
  if (at.padded()) return false;
  at.whole = limits[at.dim];
  return at.whole > 0;
}

// Zeros behind the dimension, and nowhere else.
bool adds_padding(const Op& pad, int dim) {
  const Ints low = pad.ints_attr(AttrKey::kEdgePaddingLow), high = pad.ints_attr(AttrKey::kEdgePaddingHigh);
  const Ints interior = pad.ints_attr(AttrKey::kInteriorPadding);
  for (int d = 0; d < std::ssize(low); ++d) {
    if (low[d] != 0 || interior[d] != 0 || high[d] < 0 || (d != dim && high[d] != 0)) return false;
  }
  return is_zero_constant(pad.operand(1));
}

// The next link down from the gather: `at` is moved past the op.
bool follow_down(Op& op, Followed& at, std::vector<RingLink>& links) {
  const int from = at.dim;
  switch (op.kind()) {
    case OpKind::kConvert: break;
    case OpKind::kTranspose: at.dim = index_in(op.ints_attr(AttrKey::kPermutation), at.dim); break;
    case OpKind::kReshape: {
      const Ints dims = op.operand(0)->type().dims(), to = op.result()->type().dims();
      const int e = at.padded() ? kept_by_reshape(dims, to, at.dim) : dim_after_reshape(dims, to, at.dim, at.size);
      if (e < 0) return false;
      if (!at.padded()) at.whole = to[e], at.part = to[e] / at.size;
      at.dim = e;
      break;
    }
    case OpKind::kSlice:
      if (!cuts_padding(op, at)) return false;
      break;
    default: return false;
  }
  links.push_back({&op, from, at.dim});
  return true;
}

// The next link up from the scattered sum, likewise.
bool follow_up(Op& op, Followed& at, std::vector<RingLink>& links) {
  const int to = at.dim;
  switch (op.kind()) {
    case OpKind::kConvert: break;
    case OpKind::kTranspose: at.dim = static_cast<int>(op.ints_attr(AttrKey::kPermutation)[at.dim]); break;
    case OpKind::kReshape: {
      const Ints dims = op.result()->type().dims(), from = op.operand(0)->type().dims();
      const int e = at.padded() ? kept_by_reshape(dims, from, at.dim) : dim_after_reshape(dims, from, at.dim, at.size);
      if (e < 0) return false;
      if (!at.padded()) at.whole = from[e], at.part = from[e] / at.size;
      at.dim = e;
      break;
    }
    case OpKind::kPad:
      if (at.padded() || !adds_padding(op, at.dim)) return false;
      at.whole = op.operand(0)->type().dim(at.dim);
      if (at.whole == 0) return false;
      break;
    default: return false;
  }
  links.push_back({&op, at.dim, to});
  return true;
}

std::optional<RingProduct> product_below(Use& use, const Op& gather, Followed at) {
  RingProduct found;
  for (Use* next = &use;;) {
    Op& op = *next->op();
    if (op.parent() != gather.parent()) return std::nullopt;
    if (op.is(OpKind::kDotGeneral)) {
      if (op.operand(0) == op.operand(1)) return std::nullopt;
      found.dot = &op;
      found.operand = next->index();
      found.role = role_of_operand_dim(op, next->index(), at.dim);
      found.part = at.part, found.whole = at.whole;
      return found;
    }
    if (next->index() != 0 || !follow_down(op, at, found.links) || !op.result()->has_one_use()) return std::nullopt;
    next = op.result()->first_use();
  }
}

constexpr size_t kMostSummed = 8;

class RingFinder {
 public:
  explicit RingFinder(Function& local) { visit(local.body()); }
  std::vector<RingCandidate> take() { return std::move(found_); }

 private:
  void visit(Region& region) {
    int place = 0;
    for (Op& op : region) places_[&op] = place++;
    for (Op& op : region) {
      if (op.is(OpKind::kAllGather)) find_gather(op);
      if (op.is(OpKind::kReduceScatter)) find_scatter(op);
      for (int r = 0; r < op.num_regions() && has_code(op); ++r) visit(op.region(r));
    }
  }

  // The place, in the region, of the op or of what holds it.
  int place_in(const Region& region, const Op* op) const {
    while (op->parent() != &region) op = op->parent_op();
    return places_.find(op)->second;
  }

  // Whether its groups are rings: asked once of groups that are named alike.
  bool has_rings(const Op& op) {
    const Attr id = op.attr(AttrKey::kChannelId), global = op.attr(AttrKey::kUseGlobalDeviceIds);
    const Naming naming = {op.attr(AttrKey::kReplicaGroups).id(), global.id(), id && id.as_int() > 0, op.kind()};
    const auto [known, is_new] = rings_.try_emplace(naming, false);
    if (is_new) known->second = Ring::of(op).has_value();
    return known->second;
  }

  void find_gather(Op& op) {
    if (op.num_operands() != 1 || !has_rings(op)) return;
    const auto dim = static_cast<int>(op.int_attr(AttrKey::kAllGatherDim));
    const int64_t part = op.operand(0)->type().dim(dim), whole = op.result()->type().dim(dim);
    if (part == 0 || op.result()->type().num_elements() == 0) return;
    RingCandidate candidate{&op, {}, {}, false};
    std::vector<const Op*> others;
    for (Use* use = op.result()->first_use(); use != nullptr; use = use->next()) {
      if (auto product = product_below(*use, op, {dim, whole / part, part, whole})) {
        candidate.products.push_back(std::move(*product));
      } else {
        others.push_back(use->op());
      }
    }
    std::sort(candidate.products.begin(), candidate.products.end(), [&](const RingProduct& a, const RingProduct& b) {
      return places_.find(a.dot)->second < places_.find(b.dot)->second;
    });
    // The ring stands before the first product: what the others multiply with must be there.
    const Region& region = *op.parent();
    std::vector<RingProduct> ready;
    for (RingProduct& product : candidate.products) {
      const Op* other = product.dot->operand(1 - product.operand)->op();
      const int first = place_in(region, candidate.products.front().dot);
      const bool is_there = other == nullptr || other->parent() != &region || places_.find(other)->second < first;
      if (is_there) {
        ready.push_back(std::move(product));
      } else {
        others.push_back(product.links.empty() ? product.dot : product.links.front().op);
      }
    }
    candidate.products = std::move(ready);
    if (candidate.products.empty()) return;
    for (size_t i = 1; i < candidate.products.size(); ++i) {
      if (candidate.products[i].dot == candidate.products[i - 1].dot) return;
    }
    const int first = place_in(region, candidate.products.front().dot);
    for (const Op* other : others) {
      if (place_in(region, other) < first) return;
    }
    candidate.assembled = !others.empty();
    add(std::move(candidate));
  }

  void add(RingCandidate candidate) {
    candidate.ops.push_back(candidate.collective);
    for (const RingProduct& product : candidate.products) {
      candidate.ops.push_back(product.dot);
      for (const RingLink& link : product.links) candidate.ops.push_back(link.op);
    }
    auto before = [&](const Op* a, const Op* b) { return places_.find(a)->second < places_.find(b)->second; };
    std::sort(candidate.ops.begin(), candidate.ops.end(), before);
    candidate.ops.erase(std::unique(candidate.ops.begin(), candidate.ops.end()), candidate.ops.end());
    found_.push_back(std::move(candidate));
  }

  void find_scatter(Op& op) {
    if (op.num_operands() != 1 || reducer_of(op) != OpKind::kAdd || !has_rings(op)) return;
    const auto dim = static_cast<int>(op.int_attr(AttrKey::kScatterDimension));
    const int64_t part = op.result()->type().dim(dim), whole = op.operand(0)->type().dim(dim);
    if (op.result()->type().num_elements() == 0 || op.result()->type().element() == ElementType::kPred) return;
    RingCandidate candidate{&op, {}, {}, false};
    if (!find_summed(op.operand(0), op, {dim, whole / part, part, whole}, {}, candidate)) return;
    for (const RingProduct& product : candidate.products) {
      if (product.whole != product.part * (whole / part) && product.part != part) return;
    }
    add(std::move(candidate));
  }

  // Products that the value is made of, or that it is the sum of; `links` are those below, the last one first.
  bool find_summed(Value* value, const Op& scatter, Followed at, std::vector<RingLink> links,
                   RingCandidate& candidate) const {
    for (;;) {
      Op* from = value->op();
      if (from == nullptr || from->parent() != scatter.parent() || !value->has_one_use()) return false;
      if (from->is(OpKind::kDotGeneral)) {
        RingProduct found;
        found.dot = from;
        found.role = role_of_result_dim(*from, at.dim);
        found.operand = found.role.lhs >= 0 ? 0 : 1;
        found.part = at.part, found.whole = at.whole;
        found.links.assign(links.rbegin(), links.rend());
        candidate.products.push_back(std::move(found));
        return true;
      }
      if (from->is(OpKind::kAdd)) {
        // A sum that is rounded is another than one of rounded parts.
        const auto rounds = [](const RingLink& link) { return link.op->is(OpKind::kConvert); };
        if (std::any_of(links.begin(), links.end(), rounds)) return false;
        candidate.ops.push_back(from);
        return candidate.products.size() < kMostSummed &&
               find_summed(from->operand(0), scatter, at, links, candidate) &&
               find_summed(from->operand(1), scatter, at, links, candidate);
      }
      if (!follow_up(*from, at, links)) return false;
      value = from->operand(0);
    }
  }

  struct Naming {
    const void* groups;
    const void* global;
    bool has_channel;
    OpKind kind;
    auto operator<=>(const Naming&) const = default;
  };
  PointerMap<const Op*, int> places_;  // in their regions
  std::map<Naming, bool> rings_;
  std::vector<RingCandidate> found_;
};

int free_rank(const Op& dot, int operand, int dim) {
  const DotDims dims = dot_dims(dot);
  const Ints batching = operand == 0 ? dims.lhs_batching : dims.rhs_batching;
  const Ints contracting = operand == 0 ? dims.lhs_contracting : dims.rhs_contracting;
  int rank = 0;
  for (int d = 0; d < dim; ++d) rank += !ir::contains(batching, d) && !ir::contains(contracting, d) ? 1 : 0;
  return rank;
}

}  // namespace

DimRole role_of_operand_dim(const Op& dot, int operand, int dim) {
  const DotDims dims = dot_dims(dot);
  const Ints batching = operand == 0 ? dims.lhs_batching : dims.rhs_batching;
  const Ints contracting = operand == 0 ? dims.lhs_contracting : dims.rhs_contracting;
  DimRole role;
  if (ir::contains(batching, dim)) {
    const int i = index_in(batching, dim);
    role = {DimRole::Kind::kBatch, static_cast<int>(dims.lhs_batching[i]), static_cast<int>(dims.rhs_batching[i]), i};
  } else if (ir::contains(contracting, dim)) {
    const int i = index_in(contracting, dim);
    role = {DimRole::Kind::kContracting, static_cast<int>(dims.lhs_contracting[i]),
            static_cast<int>(dims.rhs_contracting[i]), -1};
  } else {
    const int batch = std::ssize(dims.lhs_batching);
    const int of_lhs = dot.operand(0)->type().rank() - batch - static_cast<int>(std::ssize(dims.lhs_contracting));
    const int result = batch + (operand == 0 ? 0 : of_lhs) + free_rank(dot, operand, dim);
    role = {DimRole::Kind::kFree, operand == 0 ? dim : -1, operand == 0 ? -1 : dim, result};
  }
  return role;
}

DimRole role_of_result_dim(const Op& dot, int dim) {
  for (int operand = 0; operand < 2; ++operand) {
    for (int d = 0; d < dot.operand(operand)->type().rank(); ++d) {
      const DimRole role = role_of_operand_dim(dot, operand, d);
      if (role.result == dim) return role;
    }
  }
  return {};
}

std::vector<RingCandidate> find_rings(Function& local) { return RingFinder(local).take(); }

}  // namespace partita::core::optimize
