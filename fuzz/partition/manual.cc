// Manual code: local along one axis of the mesh, with the collectives people write there.
#include <algorithm>

#include "ir/replica_groups.h"
#include "maker.h"

namespace partita::core::fuzz {
namespace {

// The devices that differ only along the axis, in its order.
std::vector<Dims> groups_along(const Maker& m, size_t axis) {
  int64_t inner = 1, outer = 1;
  for (size_t i = 0; i < m.mesh.sizes.size(); ++i) {
    if (i < axis) outer *= m.mesh.sizes[i];
    if (i > axis) inner *= m.mesh.sizes[i];
  }
  std::vector<Dims> groups;
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; ++i) {
      Dims group;
      for (int64_t a = 0; a < m.mesh.sizes[axis]; ++a) {
        group.push_back(m.mesh.order[(o * m.mesh.sizes[axis] + a) * inner + i]);
      }
      groups.push_back(group);
    }
  }
  return groups;
}

enum What { kReversed, kSummed, kScattered, kGathered, kExchanged, kFromFirst, kShifted, kLarger, kAnything, kSame };

// Code of one argument, and what it gives.
class ManualCode {
 public:
  ManualCode(Maker& maker, What what, const Known& v, size_t axis, int64_t along)
      : m_(maker),
        what_(what),
        v_(v),
        axis_(axis),
        parts_(m_.mesh.sizes[axis]),
        along_(along),
        groups_(groups_along(m_, axis)),
        channel_({{AttrKey::kReplicaGroups, list_groups(m_.context(), groups_)},
                  {AttrKey::kChannelId, m_.integer(m_.next_channel++)},
                  {AttrKey::kChannelType, m_.integer(1)}}),
        local_(v.dims()),
        facts_(v.facts) {
    int64_t& divided = local_[along];
    divided = (divided + parts_ - 1) / parts_;
    for (size_t d = 0; d < local_.size(); ++d) {
      if (local_[d] % parts_ == 0) splits_.push_back(static_cast<int64_t>(d));
    }
  }

  bool make() {
    const bool is_even = v_.dims()[along_] % parts_ == 0;
    if (what_ == kGathered && !is_even) return false;  // gives what is beyond as well
    if ((what_ == kSummed || what_ == kScattered) && v_.element() == ElementType::kPred) return false;
    if (what_ == kLarger && is_complex(v_.element())) return false;
    if ((what_ == kScattered || what_ == kExchanged) && splits_.empty()) return false;
    split_ = splits_.empty() ? 0 : m_.dice.one_of(splits_);
    const bool same_on_all = what_ == kSummed || what_ == kGathered || what_ == kFromFirst;
    const int64_t out_along = what_ == kScattered || what_ == kExchanged ? split_ : along_;
    const Attr in = sharding(along_), out = sharding(same_on_all ? -1 : out_along);
    std::vector<Type> types;  // known when the code is
    auto body = [&](std::span<Value* const> x) -> std::vector<Value*> {
      Value* result = code(x[0]);
      if (result == nullptr) return {result};
      Dims dims(result->type().dims().begin(), result->type().dims().end());
      if (!same_on_all) dims[out_along] *= parts_;
      const bool as_it_was = what_ == kReversed || what_ == kShifted || what_ == kLarger || what_ == kSame;
      types = {m_.context().tensor(result->type().element(), as_it_was ? v_.dims() : dims)};
      return {result};
    };
    Value* made = m_.value(OpKind::kManualComputation, {v_.value},
                           {{AttrKey::kInShardings, in},
                            {AttrKey::kOutShardings, out},
                            {AttrKey::kManualAxes, m_.context().opaque_attr("{" + axis_name() + "}")}},
                           types, {{{m_.context().tensor(v_.element(), local_)}, body}});
    return m_.give(made, facts_);
  }

 private:
  std::string axis_name() const { return std::string("\"") + static_cast<char>('x' + axis_) + "\""; }

  Attr sharding(int64_t along) {
    std::string dims;
    for (int64_t d = 0; d < v_.rank(); ++d) {
      std::string inside = d == along ? axis_name() : "";
      if (m_.dice.once_in(3)) inside += inside.empty() ? "?" : ", ?";
      dims += (d > 0 ? ", {" : "{") + inside + "}";
    }
    return m_.context().opaque_attr("[<@m, [" + dims + "]>]");
  }

  std::vector<KeyedAttr> with(std::initializer_list<KeyedAttr> more) const {
    std::vector<KeyedAttr> all = channel_;
    all.insert(all.end(), more);
    return all;
  }

  Value* code(Value* x) {
    const KeyedAttr global_ids{AttrKey::kUseGlobalDeviceIds, m_.context().boolean(true)};
    const auto n = static_cast<double>(parts_);
    Dims result = local_;
    switch (what_) {
      case kReversed:  // each part from its end
        return m_.value(OpKind::kReverse, {x}, {{AttrKey::kDimensions, m_.ints({along_})}});
      case kSummed:
      case kScattered:
        facts_ = rounded({v_.facts.max * n, v_.facts.error * n, v_.facts.integral}, v_.element(), n);
        if (what_ == kSummed) {
          return m_.value(OpKind::kAllReduce, {x}, with({global_ids}), {x->type()},
                          {m_.combiner(OpKind::kAdd, v_.element())});
        }
        result[split_] /= parts_;
        return m_.value(OpKind::kReduceScatter, {x},
                        with({global_ids, {AttrKey::kScatterDimension, m_.integer(split_)}}),
                        {m_.context().tensor(v_.element(), result)}, {m_.combiner(OpKind::kAdd, v_.element())});
      case kGathered:
        return m_.value(OpKind::kAllGather, {x}, with({global_ids, {AttrKey::kAllGatherDim, m_.integer(along_)}}),
                        {v_.type()});
      case kExchanged: {
        const int64_t concat = m_.dice.below(v_.rank());
        result[split_] /= parts_;
        result[concat] *= parts_;
        return m_.value(OpKind::kAllToAll, {x},
                        with({{AttrKey::kSplitDimension, m_.integer(split_)},
                              {AttrKey::kConcatDimension, m_.integer(concat)},
                              {AttrKey::kSplitCount, m_.integer(parts_)}}),
                        {m_.context().tensor(v_.element(), result)});
      }
      case kFromFirst: return m_.value(OpKind::kCollectiveBroadcast, {x}, channel_, {x->type()});
      case kShifted: {  // to the next one round the ring
        Dims pairs;
        for (const Dims& group : groups_) {
          for (size_t i = 0; i < group.size(); ++i)
            pairs.insert(pairs.end(), {group[i], group[(i + 1) % group.size()]});
        }
        return m_.value(OpKind::kCollectivePermute, {x},
                        {channel_[1], channel_[2], {AttrKey::kSourceTargetPairs, m_.ints(pairs)}});
      }
      case kLarger:
        facts_ = either(facts_, {4, 0, true});
        return m_.value(OpKind::kMaximum, {x, m_.constant(x->type()).value});
      case kAnything: return anything(x);
      default: return m_.value(OpKind::kOptimizationBarrier, {x});
    }
  }

  // Ops of all families on this device's part, other axes still being divided for it.
  Value* anything(Value* x) {
    Known last{x, v_.facts};
    m_.manual_axes.push_back(axis_);
    m_.alone({last}, [&] {
      make_ops(m_, m_.dice.between(1, 6));
      for (const Known& known : m_.values()) {
        if (known.rank() == v_.rank()) last = known;
      }
    });
    m_.manual_axes.pop_back();
    facts_ = last.facts;
    return last.value;
  }

  Maker& m_;
  const What what_;
  const Known v_;
  const size_t axis_;
  const int64_t parts_, along_;
  const std::vector<Dims> groups_;
  const std::vector<KeyedAttr> channel_;
  Dims local_;
  Dims splits_;  // dimensions of the local value that may be divided again
  int64_t split_ = 0;
  Facts facts_;
};

bool manual(Maker& m) {
  if (m.depth > 2) return false;
  const auto axis = static_cast<size_t>(m.dice.below(static_cast<int64_t>(m.mesh.sizes.size())));
  if (std::ranges::find(m.manual_axes, axis) != m.manual_axes.end()) return false;
  const int64_t parts = m.mesh.sizes[axis];
  // Uneven parts now and then: what is beyond the value is zero inside.
  const bool even = !m.dice.once_in(4);
  auto divides = [&](int64_t n) {
    return n > 0 && (even ? n % parts == 0 : n > (parts - 1) * ((n + parts - 1) / parts));
  };
  Known v = m.pick([&](const Known& k) { return std::ranges::any_of(k.dims(), divides); });
  if (!v) return false;
  Dims fitting;
  for (int64_t d = 0; d < v.rank(); ++d) {
    if (divides(v.dims()[d])) fitting.push_back(d);
  }
  const int64_t along = m.dice.one_of(fitting);
  const auto what = static_cast<What>(m.dice.below(kSame + 1));
  if (what == kSummed || what == kScattered) {
    v = m.tamed(v, std::max(1.0, exact_limit(v.element()) / 2 / static_cast<double>(parts)));
    if (!v) return false;
  }
  return ManualCode(m, what, v, axis, along).make();
}

}  // namespace

std::span<const WeightedFamily> manual_families() {
  static const WeightedFamily kList[] = {{"manual", 3, manual}};
  return kList;
}

}  // namespace partita::core::fuzz
