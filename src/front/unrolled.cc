#include "front/unrolled.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

// Ops are told apart by those before them, too: one alone may stand several times in a block.
constexpr std::int64_t kContext = 8;
// What is seen so often, always as far from the last time, is looked at: fewer than blocks, for the first of them stand
// behind something else.
constexpr std::int64_t kCandidate = kMostEqualBlocks / 2;
constexpr int kMostTries = 1000;  // candidates that turn out to be none

struct Seen {
  std::int64_t last = -1, gap = 0, times = 0;
};

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15ULL + (seed >> 29);
}

std::uint64_t hash_of(const Trace& trace, const core::Op& op) {
  const Where where = trace.where_of(op);
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(op.kind()), static_cast<std::uint64_t>(where.line));
  hash = mixed(hash, std::hash<std::string_view>()(where.file));
  for (const core::Value* result : op.results()) hash = mixed(hash, std::hash<const void*>()(result->type().id()));
  return hash;
}

void look_into(Trace& trace, core::Region& region, std::unordered_set<std::string>& warned) {
  std::vector<const core::Op*> ops;
  std::vector<std::uint64_t> hashes;
  for (core::Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) look_into(trace, op.region(i), warned);
    if (op.info().has(core::kConstantLike)) continue;  // equal ones may be shared
    ops.push_back(&op);
    hashes.push_back(hash_of(trace, op));
  }
  std::int64_t from = 0;
  while (const std::optional<RepeatedBlocks> found = find_repeated(hashes, from)) {
    Where where = trace.where_of(*ops[found->first]);
    for (std::int64_t i = found->first; i < found->first + found->length; ++i) {
      const Where other = trace.where_of(*ops[i]);
      if (other.line > 0 && std::string_view(other.file) == where.file) where.line = std::min(where.line, other.line);
    }
    if (warned.insert(fmt::format("{}:{}", where.file, where.line)).second) {
      trace.warn(
          where, core::Code::kUnrolledLoop,
          fmt::format("a loop of C++ is unrolled here: {} times the same {}; scan, repeat or map_rows make it a loop "
                      "of the program",
                      found->count, found->length == 1 ? "op" : fmt::format("{} ops", found->length)));
    }
    from = found->first + found->length * found->count;
  }
}

}  // namespace

std::optional<RepeatedBlocks> find_repeated(std::span<const std::uint64_t> ops, std::int64_t from) {
  const std::int64_t size = std::ssize(ops);
  std::unordered_map<std::uint64_t, Seen> seen;
  int tries = 0;
  std::int64_t tried_gap = 0, tried_end = 0;  // the last candidate, and where it ended
  for (std::int64_t i = from; i < size; ++i) {
    std::uint64_t context = 0;
    for (std::int64_t k = std::max(from, i - kContext + 1); k <= i; ++k) context = mixed(context, ops[k]);
    Seen& here = seen[context];
    const std::int64_t gap = here.last < 0 ? 0 : i - here.last;
    here.times = gap > 0 && gap == here.gap ? here.times + 1 : (gap > 0 ? 1 : 0);
    here.gap = gap;
    here.last = i;
    if (here.times < kCandidate) continue;
    here.times = 0;
    if (gap == tried_gap && i < tried_end) continue;
    // Both ways from here, as far as ops are those of the block before.
    std::int64_t begin = i, end = i;
    while (begin - gap >= from && ops[begin] == ops[begin - gap]) --begin;
    while (end < size && ops[end] == ops[end - gap]) ++end;
    const std::int64_t first = begin + 1 - gap;
    const std::int64_t count = (end - first) / gap;
    if (count > kMostEqualBlocks) return RepeatedBlocks{first, gap, count};
    tried_gap = gap;
    tried_end = end;
    if (++tries > kMostTries) return std::nullopt;
  }
  return std::nullopt;
}

void warn_of_unrolled_loops(Trace& trace) {
  std::unordered_set<std::string> warned;
  look_into(trace, trace.function().body(), warned);
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
