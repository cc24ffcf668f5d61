// Collectives: groups are well formed and shapes scale with the size of a group.
#include <fmt/format.h>

#include "ir/replica_groups.h"
#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

namespace {

struct Groups {
  std::string problem;
  int64_t size = -1;  // of every group; -1 where it cannot be told (no groups: all devices; mesh form)
};

constexpr int64_t kMaxListedDevices = int64_t{1} << 22;

// A channel without global ids makes a group of replicas one with all partitions of each, however many the program runs on.
bool spans_partitions(const OpFacts& f) {
  bool by_ids = find_attr_spec(f.kind, AttrKey::kUseGlobalDeviceIds) != nullptr;
  return by_ids && f.integer(AttrKey::kChannelId) > 0 && f.integer(AttrKey::kUseGlobalDeviceIds) == 0;
}

Groups listed_groups(const OpFacts& f) {
  Groups out;
  Attr attr = f.attr(AttrKey::kReplicaGroups);
  if (!attr || is_mesh_groups(attr)) return out;
  if (is_iota_groups(attr)) {
    Ints shape = attr.get("iota_shape").ints(), dims = attr.get("iota_dims") ? attr.get("iota_dims").ints() : Ints();
    Ints perm = attr.get("iota_perm") ? attr.get("iota_perm").ints() : Ints();
    auto total = checked_element_count(dims);
    bool fits = shape.size() == 2 && shape[0] > 0 && shape[1] > 0 && total &&
                shape[0] <= *total / std::max<int64_t>(shape[1], 1) && shape[0] * shape[1] == *total &&
                *total <= kMaxListedDevices;
    if (!fits || (!perm.empty() &&
                  (perm.size() != dims.size() || !are_distinct_dims(perm, static_cast<int64_t>(dims.size()))))) {
      out.problem = "replica_groups in iota form must be [groups,size]<=[dims]T(permutation) with equal products";
      return out;
    }
    out.size = shape[1];
    return out;
  }
  auto groups = expand_groups(attr);
  if (!groups) {
    out.problem = "replica_groups must be a list of groups";
    return out;
  }
  std::vector<int64_t> ids;
  bool uniform = true;
  for (const auto& group : *groups) {
    ids.insert(ids.end(), group.begin(), group.end());
    uniform &= group.size() == (*groups)[0].size();
  }
  std::sort(ids.begin(), ids.end());
  if (std::adjacent_find(ids.begin(), ids.end()) != ids.end()) out.problem = "replica_groups name a device twice";
  if (!ids.empty() && ids.front() < 0) out.problem = "replica_groups name a negative device";
  if (uniform && !groups->empty() && !(*groups)[0].empty()) out.size = static_cast<int64_t>((*groups)[0].size());
  return out;
}

Groups groups_of(const OpFacts& f) {
  Groups out = listed_groups(f);
  if (spans_partitions(f)) out.size = -1;
  return out;
}

std::string global_ids_problem(const OpFacts& f) {
  if (f.integer(AttrKey::kUseGlobalDeviceIds) != 0 && f.integer(AttrKey::kChannelId) <= 0) {
    return "use_global_device_ids needs a channel_id above 0";
  }
  return {};
}

InferredTypes same_as_operands(const OpFacts& f) {
  return known(std::vector<Type>(f.operands.begin(), f.operands.end()));
}

std::string body_problem(const OpFacts& f) {
  if (f.regions.empty()) return {};
  Type first[] = {f.operands[0]};
  return combiner_problem(*f.regions[0], first);
}

}  // namespace

InferredTypes rule_all_gather(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (!groups.problem.empty()) return broken("C2", groups.problem);
  if (std::string why = global_ids_problem(f); !why.empty()) return broken("C5", why);
  int64_t dim = f.integer(AttrKey::kAllGatherDim);
  for (Type type : f.operands)
    RULE_REQUIRE(dim >= 0 && dim < type.rank(), "C1", "all_gather_dim {} is not a dimension of {}", dim,
                 describe(type));
  if (groups.size < 0) {
    if (f.inferring) return free_choice();
    RULE_REQUIRE(f.results.size() == f.operands.size(), "C6", "gives one result per operand");
    for (size_t i = 0; i < f.operands.size(); ++i) {
      Type from = f.operands[i], to = f.results[i];
      bool fits = is_tensor(to) && to.element() == from.element() && to.rank() == from.rank();
      for (int d = 0; fits && d < from.rank(); ++d) {
        fits = d == dim ? (from.dim(d) == 0 ? to.dim(d) == 0 : to.dim(d) % from.dim(d) == 0) : from.dim(d) == to.dim(d);
      }
      RULE_REQUIRE(fits, "C6", "{} cannot be gathered into {}", describe(from), describe(to));
    }
    return free_choice();
  }
  std::vector<Type> types;
  for (Type type : f.operands) {
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    dims[static_cast<size_t>(dim)] *= groups.size;
    auto result = with_dims(f.context, type.element(), dims);
    RULE_REQUIRE(result, "C6", "the result is too large");
    types.push_back(*result);
  }
  return known(std::move(types));
}

InferredTypes rule_all_reduce(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (!groups.problem.empty()) return broken("C1", groups.problem);
  if (std::string why = global_ids_problem(f); !why.empty()) return broken("C4", why);
  if (std::string why = body_problem(f); !why.empty()) return broken("C5", why);
  if (!f.regions.empty()) {
    ElementType element = (*returned_types(*f.regions[0]))[0].element();
    std::vector<Type> types;
    for (Type type : f.operands) {
      types.push_back(type.element() == f.operands[0].element() ? f.context.tensor(element, type.dims()) : type);
    }
    return known(std::move(types));
  }
  return same_as_operands(f);
}

InferredTypes rule_all_to_all(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (!groups.problem.empty()) return broken("C5", groups.problem);
  int64_t split = f.integer(AttrKey::kSplitDimension), concat = f.integer(AttrKey::kConcatDimension),
          count = f.integer(AttrKey::kSplitCount);
  RULE_REQUIRE(count > 0, "C4", "split_count must be positive");
  RULE_REQUIRE(groups.size < 0 || groups.size == count, "C8", "groups have {} devices, split_count is {}", groups.size,
               count);
  std::vector<Type> types;
  for (Type type : f.operands) {
    RULE_REQUIRE(split >= 0 && split < type.rank(), "C1", "split_dimension {} is not a dimension of {}", split,
                 describe(type));
    RULE_REQUIRE(concat >= 0 && concat < type.rank(), "C3", "concat_dimension {} is not a dimension of {}", concat,
                 describe(type));
    RULE_REQUIRE(type.dim(static_cast<int>(split)) % count == 0, "C2",
                 "dimension {} of {} is not a multiple of split_count {}", split, describe(type), count);
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    dims[static_cast<size_t>(split)] /= count;
    int64_t& grown = dims[static_cast<size_t>(concat)];
    RULE_REQUIRE(!__builtin_mul_overflow(grown, count, &grown), "C9", "the result is too large");
    auto result = with_dims(f.context, type.element(), dims);
    RULE_REQUIRE(result, "C9", "the result is too large");
    types.push_back(*result);
  }
  return known(std::move(types));
}

InferredTypes rule_collective_broadcast(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (!groups.problem.empty()) return broken("C1", groups.problem);
  return same_as_operands(f);
}

InferredTypes rule_collective_permute(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Ints pairs = f.ints(AttrKey::kSourceTargetPairs);
  for (size_t side = 0; side < 2; ++side) {
    std::vector<int64_t> ids;
    for (size_t i = side; i < pairs.size(); i += 2) ids.push_back(pairs[i]);
    std::sort(ids.begin(), ids.end());
    RULE_REQUIRE(std::adjacent_find(ids.begin(), ids.end()) == ids.end(), side == 0 ? "C2" : "C3",
                 "a device is a {} twice", side == 0 ? "source" : "target");
    RULE_REQUIRE(ids.empty() || ids.front() >= 0, "C4", "source_target_pairs name a negative device");
  }
  return same_as_operands(f);
}

InferredTypes rule_collective_reduce(const OpFacts& f) { return rule_all_reduce(f); }

InferredTypes rule_ragged_all_to_all(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (!groups.problem.empty()) return broken("", groups.problem);
  RULE_REQUIRE(f.operands[0].element() == f.operands[1].element() && f.operands[0].rank() == f.operands[1].rank() &&
                   f.operands[0].rank() >= 1,
               "", "operand and output must have one element type and rank, 1 at least");
  for (size_t i = 2; i < 6; ++i) {
    RULE_REQUIRE(f.operands[i].rank() >= 1 && is_integer(f.operands[i].element()) && f.operands[i] == f.operands[2], "",
                 "offsets and sizes must be integer vectors of one type");
  }
  return known(f.operands[1]);
}

InferredTypes rule_reduce_scatter(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (!groups.problem.empty()) return broken("C3", groups.problem);
  if (std::string why = global_ids_problem(f); !why.empty()) return broken("C6", why);
  if (std::string why = body_problem(f); !why.empty()) return broken("C7", why);
  int64_t dim = f.integer(AttrKey::kScatterDimension);
  std::vector<Type> types;
  for (size_t i = 0; i < f.operands.size(); ++i) {
    Type type = f.operands[i];
    RULE_REQUIRE(dim >= 0 && dim < type.rank(), "C2", "scatter_dimension {} is not a dimension of {}", dim,
                 describe(type));
    int64_t size = groups.size;
    if (size < 0) {
      if (f.inferring) return free_choice();
      RULE_REQUIRE(
          f.results.size() == f.operands.size() && is_tensor(f.results[i]) && f.results[i].rank() == type.rank(), "C8",
          "gives one result per operand");
      int64_t shard = f.results[i].dim(static_cast<int>(dim));
      size = shard == 0 ? 1 : type.dim(static_cast<int>(dim)) / shard;
      if (size < 1) size = 1;
    }
    RULE_REQUIRE(type.dim(static_cast<int>(dim)) % size == 0, "C1",
                 "dimension {} of {} is not a multiple of the group size {}", dim, describe(type), size);
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    dims[static_cast<size_t>(dim)] /= size;
    types.push_back(f.context.tensor(type.element(), dims));
  }
  return known(std::move(types));
}

}  // namespace partita
