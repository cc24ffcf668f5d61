// Manual code: local along one axis of the mesh, with the collectives people write there.
#include <algorithm>

#include "ir/replica_groups.h"
#include "maker.h"

namespace partita::fuzz {
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
        group.push_back(m.mesh.order[static_cast<size_t>((o * m.mesh.sizes[axis] + a) * inner + i)]);
      }
      groups.push_back(group);
    }
  }
  return groups;
}

bool manual(Maker& m) {
  if (m.depth > 1) return false;
  const auto axis = static_cast<size_t>(m.dice.below(static_cast<int64_t>(m.mesh.sizes.size())));
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
    if (divides(v.dims()[static_cast<size_t>(d)])) fitting.push_back(d);
  }
  const int64_t along = m.dice.one_of(fitting);
  const bool numeric = v.element() != ElementType::kPred;
  enum { kReversed, kSummed, kGathered, kShifted, kLarger, kSame };
  const int64_t what = m.dice.below(kSame + 1);
  if (what == kSummed) {
    v = m.tamed(v, std::max(1.0, exact_limit(v.element()) / 2 / static_cast<double>(parts)));
    if (!v || !numeric) return false;
  }
  Dims local = v.dims();
  const bool is_even = local[static_cast<size_t>(along)] % parts == 0;
  int64_t& divided = local[static_cast<size_t>(along)];
  divided = (divided + parts - 1) / parts;
  if (!is_even && what == kGathered) return false;  // gives what is beyond as well
  const std::vector<Dims> groups = groups_along(m, axis);
  std::vector<KeyedAttr> channel = {{AttrKey::kReplicaGroups, list_groups(m.context(), groups)},
                                    {AttrKey::kChannelId, m.integer(m.next_channel++)},
                                    {AttrKey::kChannelType, m.integer(1)}};
  auto with = [&](std::initializer_list<KeyedAttr> more) {
    std::vector<KeyedAttr> all = channel;
    all.insert(all.end(), more);
    return all;
  };
  const KeyedAttr global_ids{AttrKey::kUseGlobalDeviceIds, m.context().boolean(true)};
  Facts facts = v.facts;
  auto body = [&](std::span<Value* const> x) -> std::vector<Value*> {
    switch (what) {
      case kReversed:  // each part from its end
        return {m.value(OpKind::kReverse, {x[0]}, {{AttrKey::kDimensions, m.ints({along})}})};
      case kSummed:
        facts = rounded(
            {v.facts.max * static_cast<double>(parts), v.facts.error * static_cast<double>(parts), v.facts.integral},
            v.element(), static_cast<double>(parts));
        return {m.value(OpKind::kAllReduce, {x[0]}, with({global_ids}), {x[0]->type()},
                        {m.combiner(OpKind::kAdd, v.element())})};
      case kGathered:
        return {m.value(OpKind::kAllGather, {x[0]}, with({global_ids, {AttrKey::kAllGatherDim, m.integer(along)}}),
                        {v.type()})};
      case kShifted: {  // to the next one round the ring
        Dims pairs;
        for (const Dims& group : groups) {
          for (size_t i = 0; i < group.size(); ++i)
            pairs.insert(pairs.end(), {group[i], group[(i + 1) % group.size()]});
        }
        return {m.value(OpKind::kCollectivePermute, {x[0]},
                        {channel[1], channel[2], {AttrKey::kSourceTargetPairs, m.ints(pairs)}})};
      }
      case kLarger: return {m.value(OpKind::kMaximum, {x[0], m.constant(x[0]->type()).value})};
      default: return {m.value(OpKind::kOptimizationBarrier, {x[0]})};
    }
  };
  if (what == kLarger) {
    if (is_complex(v.element())) return false;
    facts = either(facts, {4, 0, true});
  }
  auto sharding = [&](int rank, bool has_axis) {
    std::string dims;
    for (int64_t d = 0; d < rank; ++d) {
      std::string inside = has_axis && d == along ? std::string("\"") + static_cast<char>('x' + axis) + "\"" : "";
      if (m.dice.once_in(3)) inside += inside.empty() ? "?" : ", ?";
      dims += (d > 0 ? ", {" : "{") + inside + "}";
    }
    return m.context().opaque_attr("[<@m, [" + dims + "]>]");
  };
  const Attr in = sharding(v.rank(), true), out = sharding(v.rank(), what != kSummed && what != kGathered);
  Type type = m.context().tensor(v.element(), what == kSummed ? local : v.dims());
  Value* made = m.value(
      OpKind::kManualComputation, {v.value},
      {{AttrKey::kInShardings, in},
       {AttrKey::kOutShardings, out},
       {AttrKey::kManualAxes, m.context().opaque_attr(std::string("{\"") + static_cast<char>('x' + axis) + "\"}")}},
      {type}, {{{m.context().tensor(v.element(), local)}, body}});
  return m.give(made, facts);
}

}  // namespace

std::span<const WeightedFamily> manual_families() {
  static const WeightedFamily kList[] = {{"manual", 2, manual}};
  return kList;
}

}  // namespace partita::fuzz
