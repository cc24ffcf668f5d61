#include "ir/device_pairs.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/program.h"
#include "ir/replica_groups.h"

namespace partita::core::ir {
namespace {

constexpr std::string_view kMoves = "moves", kFromGroups = "from_groups", kToGroups = "to_groups";

// Of groups in iota form, all of them one after the other.
Digits digits_of_groups(Attr groups) {
  const std::span<const int64_t> dims = groups.get("iota_dims").ints();
  std::vector<int64_t> perm(dims.size());
  for (size_t i = 0; i < perm.size(); ++i) perm[i] = static_cast<int64_t>(i);
  if (const Attr given = groups.get("iota_perm")) perm.assign(given.ints().begin(), given.ints().end());
  const Result<shard::DeviceOrder> order = shard::DeviceOrder::transposed({dims.begin(), dims.end()}, perm);
  PARTITA_INVARIANT(order.ok(), "groups that are no iota");
  return order->digits();
}

// Whether two numbers of a run that lie `shift` apart, the smaller one of `first` to `first + count - 1`, differ in the
// digit number / stride % size.
bool digit_changes(int64_t first, int64_t count, int64_t shift, int64_t stride, int64_t size) {
  if (count <= 0 || shift == 0 || size < 2) return false;
  // The digit moves on by `whole`, and by one more where the rest is carried.
  const int64_t whole = shift / stride, rest = shift % stride;
  const int64_t begin = first % stride, least_carried = stride - rest;
  const bool some_carried = rest > 0 && (begin >= least_carried || begin + count - 1 >= least_carried);
  const bool some_not = begin < least_carried || begin + count - 1 >= stride;
  return (some_not && whole % size != 0) || (some_carried && (whole + 1) % size != 0);
}

bool overlap(std::vector<std::pair<int64_t, int64_t>> ranges) {
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].second) return true;
  }
  return false;
}

std::optional<PairsProblem> problem_of_moves(const DeviceMoves& moves) {
  for (const bool is_source : {true, false}) {
    std::vector<std::pair<int64_t, int64_t>> ranges;
    for (const PlaceRun& run : moves.runs) {
      const int64_t begin = is_source ? run.from : run.to;
      if (begin < 0 || run.count < 1 || run.count > moves.group_size - begin) {
        return PairsProblem{"", "places that are in no group"};
      }
      ranges.emplace_back(begin, begin + run.count);
    }
    if (!overlap(std::move(ranges))) continue;
    return PairsProblem{is_source ? "C2" : "C3",
                        fmt::format("a device is a {} twice", is_source ? "source" : "target")};
  }
  return std::nullopt;
}

std::optional<PairsProblem> problem_of_list(std::span<const int64_t> pairs) {
  for (size_t side = 0; side < 2; ++side) {
    std::vector<int64_t> ids;
    for (size_t i = side; i < pairs.size(); i += 2) ids.push_back(pairs[i]);
    std::sort(ids.begin(), ids.end());
    if (std::adjacent_find(ids.begin(), ids.end()) == ids.end()) continue;
    return PairsProblem{side == 0 ? "C2" : "C3",
                        fmt::format("a device is a {} twice", side == 0 ? "source" : "target")};
  }
  if (std::any_of(pairs.begin(), pairs.end(), [](int64_t id) { return id < 0; })) {
    return PairsProblem{"C4", "source_target_pairs name a negative device"};
  }
  return std::nullopt;
}

Attr moves_attr(Context& context, std::span<const PlaceRun> runs, Attr from, Attr to) {
  std::vector<int64_t> flat;
  for (const PlaceRun& run : runs) flat.insert(flat.end(), {run.from, run.to, run.count});
  std::vector<NamedAttr> entries = {{context.name(kMoves), context.ints(flat)}, {context.name(kFromGroups), from}};
  if (to) entries.push_back({context.name(kToGroups), to});
  return context.dict(entries);
}

}  // namespace

std::vector<PlaceRun> runs_of(std::span<const std::pair<int64_t, int64_t>> places) {
  std::vector<PlaceRun> runs;
  for (const auto& [from, to] : places) {
    const bool goes_on =
        !runs.empty() && from == runs.back().from + runs.back().count && to == runs.back().to + runs.back().count;
    if (goes_on) {
      ++runs.back().count;
    } else {
      runs.push_back({from, to, 1});
    }
  }
  return runs;
}

Attr moves_in_groups(Context& context, Attr groups, std::span<const PlaceRun> runs) {
  return moves_attr(context, runs, groups, {});
}

Attr moves_of_digits(Context& context, const Digits& targets) {
  const shard::DeviceOrder order = shard::DeviceOrder::from_digits(targets);
  const auto [dims, perm] = order.iota_form();
  const int64_t devices = order.count();
  const PlaceRun all{0, 0, devices};
  return moves_attr(context, {&all, 1}, iota_groups(context, 1, devices, {&devices, 1}, {}),
                    iota_groups(context, 1, devices, dims, perm));
}

std::optional<DeviceMoves> DeviceMoves::of(Attr pairs) {
  if (!pairs.is(AttrKind::kDict)) return std::nullopt;
  const Attr moves = pairs.get(kMoves), from = pairs.get(kFromGroups), to = pairs.get(kToGroups);
  if (!moves.is(AttrKind::kInts) || !from.is(AttrKind::kDict)) return std::nullopt;
  DeviceMoves out;
  const std::span<const int64_t> shape = from.get("iota_shape").ints();
  out.group_size = shape[1];
  out.devices = shape[0] * shape[1];
  out.sources = digits_of_groups(from);
  out.targets = to ? digits_of_groups(to) : out.sources;
  const std::span<const int64_t> flat = moves.ints();
  for (size_t i = 0; i + 2 < flat.size(); i += 3) out.runs.push_back({flat[i], flat[i + 1], flat[i + 2]});
  return out;
}

std::optional<bool> DeviceMoves::change(int64_t low, int64_t high) const {
  Digits from = sources, to = targets;
  for (Digits* digits : {&from, &to}) {
    if (!cut_target(*digits, low) || !cut_target(*digits, high) || !cut_source(*digits, group_size)) {
      return std::nullopt;
    }
  }
  for (const Digit& digit : to) {
    if (digit.to < low || digit.to >= high || digit.size < 2) continue;
    if (std::find(from.begin(), from.end(), digit) == from.end()) return true;  // of another digit of the place
    if (digit.from >= group_size) continue;
    for (const PlaceRun& run : runs) {
      const int64_t first = std::min(run.from, run.to), shift = std::abs(run.to - run.from);
      if (digit_changes(first, run.count, shift, digit.from, digit.size)) return true;
    }
  }
  return false;
}

bool DeviceMoves::move_nothing() const {
  int64_t moved = 0;
  for (const PlaceRun& run : runs) {
    if (run.from != run.to) return false;
    moved += run.count;
  }
  return moved == group_size && sources == targets;
}

std::vector<int64_t> listed_pairs(const DeviceMoves& moves) {
  std::vector<int64_t> out;
  for (int64_t first = 0; first < moves.devices; first += moves.group_size) {
    for (const PlaceRun& run : moves.runs) {
      for (int64_t k = 0; k < run.count; ++k) {
        out.push_back(shard::map_number(moves.sources, first + run.from + k));
        out.push_back(shard::map_number(moves.targets, first + run.to + k));
      }
    }
  }
  return out;
}

std::vector<int64_t> listed_pairs(Attr pairs) {
  if (pairs.is(AttrKind::kInts)) return {pairs.ints().begin(), pairs.ints().end()};
  const std::optional<DeviceMoves> moves = DeviceMoves::of(pairs);
  return moves ? listed_pairs(*moves) : std::vector<int64_t>();
}

std::vector<int64_t> listed_pairs(const Op& permute) {
  const Attr pairs = permute.attr(AttrKey::kSourceTargetPairs);
  return pairs ? listed_pairs(pairs) : std::vector<int64_t>();
}

std::optional<Attr> composed(Context& context, Attr first, Attr second) {
  const std::optional<DeviceMoves> a = DeviceMoves::of(first), b = DeviceMoves::of(second);
  if (a && b && a->group_size == b->group_size && a->sources == a->targets && a->sources == b->sources &&
      b->sources == b->targets) {
    std::vector<PlaceRun> runs;
    for (const PlaceRun& behind : b->runs) {
      for (const PlaceRun& before : a->runs) {
        const int64_t begin = std::max(before.to, behind.from);
        const int64_t end = std::min(before.to + before.count, behind.from + behind.count);
        if (begin < end) {
          runs.push_back({begin - before.to + before.from, begin - behind.from + behind.to, end - begin});
        }
      }
    }
    return moves_in_groups(context, first.get(kFromGroups), runs);
  }
  for (const auto* moves : {&a, &b}) {
    if (*moves && (*moves)->devices > shard::kMaxListedDevices) return std::nullopt;
  }
  std::vector<std::pair<int64_t, int64_t>> sources;  // by target of the first
  const std::vector<int64_t> earlier = listed_pairs(first), later = listed_pairs(second);
  for (size_t i = 0; i + 1 < earlier.size(); i += 2) sources.emplace_back(earlier[i + 1], earlier[i]);
  std::sort(sources.begin(), sources.end());
  std::vector<int64_t> flat;
  for (size_t i = 0; i + 1 < later.size(); i += 2) {
    const auto at = std::lower_bound(sources.begin(), sources.end(), std::pair<int64_t, int64_t>(later[i], -1));
    if (at != sources.end() && at->first == later[i]) flat.insert(flat.end(), {at->second, later[i + 1]});
  }
  return context.ints(flat);
}

std::optional<PairsProblem> problem_of_pairs(Attr pairs) {
  if (const std::optional<DeviceMoves> moves = DeviceMoves::of(pairs)) return problem_of_moves(*moves);
  return pairs.is(AttrKind::kInts) ? problem_of_list(pairs.ints()) : std::nullopt;
}

int64_t last_device(Attr pairs) {
  if (const std::optional<DeviceMoves> moves = DeviceMoves::of(pairs))
    return moves->runs.empty() ? -1 : moves->devices - 1;
  int64_t last = -1;
  if (pairs.is(AttrKind::kInts)) {
    for (int64_t id : pairs.ints()) last = std::max(last, id);
  }
  return last;
}

}  // namespace partita::core::ir
