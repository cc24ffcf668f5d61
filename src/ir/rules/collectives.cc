// Collectives: groups are well formed and shapes scale with the size of a group.
#include <fmt/format.h>

#include "ir/replica_groups.h"
#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

// What a list of groups says, with what is wrong with it: a device named twice, or ids that are not 0, 1, …
struct Groups {
  std::string malformed, repeated, out_of_range, uneven;
  int64_t size = -1;  // of every group; -1 where it is unknown (no groups: all devices; mesh form)
};

// The label of each constraint, where the op demands it.
constexpr std::string_view kNotDemanded = "-";
struct GroupLabels {
  std::string_view unique, range, even;
};

constexpr int64_t kMaxListedDevices = int64_t{1} << 22;

// A channel without global ids makes a group of replicas one with all partitions of each, however many the program runs
// on.
bool spans_partitions(const OpFacts& f) {
  bool by_ids = find_attr_spec(f.kind, AttrKey::kUseGlobalDeviceIds) != nullptr;
  return by_ids && f.integer(AttrKey::kChannelId) > 0 && f.integer(AttrKey::kUseGlobalDeviceIds) == 0;
}

Groups iota_form(Attr attr) {
  Groups out;
  auto list = [&](std::string_view name) { return attr.get(name) ? attr.get(name).ints() : Ints(); };
  Ints shape = list("iota_shape"), dims = list("iota_dims"), perm = list("iota_perm");
  auto total = checked_element_count(dims), grouped = checked_element_count(shape);
  bool fits =
      shape.size() == 2 && shape[0] > 0 && shape[1] > 0 && total && grouped == total && *total <= kMaxListedDevices;
  if (!fits || (!perm.empty() && (perm.size() != dims.size() || !are_distinct_dims(perm, dims.size())))) {
    out.malformed = "replica_groups in iota form must be [groups,size]<=[dims]T(permutation) with equal products";
    return out;
  }
  out.size = shape[1];
  return out;
}

Groups listed_groups(const OpFacts& f) {
  Groups out;
  Attr attr = f.attr(AttrKey::kReplicaGroups);
  if (!attr || is_mesh_groups(attr)) return out;
  if (is_iota_groups(attr)) return iota_form(attr);
  std::vector<int64_t> ids;
  size_t first = attr.elements().empty() ? 0 : attr.elements()[0].ints().size();
  for (Attr group : attr.elements()) {
    Ints members = group.ints();
    if (members.size() != first) out.uneven = "replica_groups must have one size";
    ids.insert(ids.end(), members.begin(), members.end());
  }
  if (!are_unique(ids)) out.repeated = "replica_groups name a device twice";
  if (!are_in_range(ids, ids.size())) {
    out.out_of_range = fmt::format("replica_groups name {} devices, which must be 0 to {}", ids.size(), ids.size() - 1);
  }
  if (out.uneven.empty() && first > 0) out.size = static_cast<int64_t>(first);
  return out;
}

std::optional<InferredTypes> problem_of(const Groups& groups, const GroupLabels& labels) {
  if (!groups.malformed.empty()) return type_error(labels.unique, groups.malformed);
  if (!groups.repeated.empty()) return type_error(labels.unique, groups.repeated);
  if (!groups.out_of_range.empty() && labels.range != kNotDemanded)
    return type_error(labels.range, groups.out_of_range);
  if (!groups.uneven.empty() && labels.even != kNotDemanded) return type_error(labels.even, groups.uneven);
  return std::nullopt;
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

// XLA's has_dynamic_root: a last operand of one element says which member of the group is the root.
std::string root_problem(const OpFacts& f) {
  if (f.integer(AttrKey::kHasDynamicRoot) == 0) return {};
  if (f.operands.size() < 2) return "has_dynamic_root needs an operand for the root behind the data";
  const Type root = f.operands.back();
  return root.num_elements() == 1 ? "" : fmt::format("the root is one number, not {}", describe(root));
}

OpFacts without_root(const OpFacts& f) {
  OpFacts data = f;
  if (f.integer(AttrKey::kHasDynamicRoot) != 0) data.operands = f.operands.first(f.operands.size() - 1);
  return data;
}

InferredTypes same_as_operands(const OpFacts& f) {
  return known(std::vector<Type>(f.operands.begin(), f.operands.end()));
}

}  // namespace

InferredTypes rule_all_gather(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (auto problem = problem_of(groups, {"C2", "C4", "I3"})) return *problem;
  if (std::string why = global_ids_problem(f); !why.empty()) return type_error("C5", why);
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
    int64_t& grown = dims[dim];
    RULE_REQUIRE(!__builtin_mul_overflow(grown, groups.size, &grown), "C6", "the result is too large");
    auto result = with_dims(f.context, type.element(), dims);
    RULE_REQUIRE(result, "C6", "the result is too large");
    types.push_back(*result);
  }
  return known(std::move(types));
}

InferredTypes rule_all_reduce(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (auto problem = problem_of(groups_of(f), {"C1", "C3", kNotDemanded})) return *problem;
  if (std::string why = global_ids_problem(f); !why.empty()) return type_error("C4", why);
  if (f.regions.empty()) return same_as_operands(f);
  std::vector<Type> types;
  for (Type type : f.operands) {
    if (std::string why = combiner_problem(*f.regions[0], {&type, 1}); !why.empty()) return type_error("C5", why);
    types.push_back(f.context.tensor((*returned_types(*f.regions[0]))[0].element(), type.dims()));
  }
  return known(std::move(types));
}

InferredTypes rule_all_to_all(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (auto problem = problem_of(groups, {"C5", "C7", "I5"})) return *problem;
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
    RULE_REQUIRE(type.dim(split) % count == 0, "C2", "dimension {} of {} is not a multiple of split_count {}", split,
                 describe(type), count);
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    dims[split] /= count;
    int64_t& grown = dims[concat];
    RULE_REQUIRE(!__builtin_mul_overflow(grown, count, &grown), "C9", "the result is too large");
    auto result = with_dims(f.context, type.element(), dims);
    RULE_REQUIRE(result, "C9", "the result is too large");
    types.push_back(*result);
  }
  return known(std::move(types));
}

InferredTypes rule_collective_broadcast(const OpFacts& all) {
  RULE_WANT_TENSORS(all);
  if (std::string why = root_problem(all); !why.empty()) return type_error("", why);
  const OpFacts f = without_root(all);
  // A device in no group gives zeros, so the ids need not be all of them.
  if (auto problem = problem_of(groups_of(f), {"C1", kNotDemanded, kNotDemanded})) return *problem;
  return same_as_operands(f);
}

InferredTypes rule_collective_permute(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  std::string_view label;
  if (std::string why = pairs_problem(f, &label); !why.empty()) return type_error(label, why);
  return same_as_operands(f);
}

InferredTypes rule_collective_reduce(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (std::string why = root_problem(f); !why.empty()) return type_error("", why);
  return rule_all_reduce(without_root(f));
}

InferredTypes rule_ragged_all_to_all(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (auto problem = problem_of(groups_of(f), {"", "", ""})) return *problem;
  Type operand = f.operands[0], output = f.operands[1];
  bool fits = operand.element() == output.element() && operand.rank() == output.rank() && operand.rank() >= 1;
  for (int d = 1; fits && d < operand.rank(); ++d) fits = operand.dim(d) == output.dim(d);
  RULE_REQUIRE(fits, "", "operand {} and output {} may differ in their first dimension only", describe(operand),
               describe(output));
  for (size_t i = 2; i < 6; ++i) {
    Type type = f.operands[i];
    RULE_REQUIRE_ELEMENT(is_integer(type.element()), "", "offsets and sizes must be integers, not {}", describe(type));
    RULE_REQUIRE(type.rank() >= 1 && type == f.operands[2], "", "offsets and sizes must be vectors of one type");
  }
  return known(output);
}

InferredTypes rule_reduce_scatter(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Groups groups = groups_of(f);
  if (auto problem = problem_of(groups, {"C3", "C5", "I3"})) return *problem;
  if (std::string why = global_ids_problem(f); !why.empty()) return type_error("C6", why);
  int64_t dim = f.integer(AttrKey::kScatterDimension);
  std::vector<Type> types;
  for (size_t i = 0; i < f.operands.size(); ++i) {
    Type type = f.operands[i];
    RULE_REQUIRE(dim >= 0 && dim < type.rank(), "C2", "scatter_dimension {} is not a dimension of {}", dim,
                 describe(type));
    ElementType element = type.element();
    if (!f.regions.empty()) {
      if (std::string why = combiner_problem(*f.regions[0], {&type, 1}); !why.empty()) return type_error("C7", why);
      element = (*returned_types(*f.regions[0]))[0].element();
    }
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    int64_t& scattered = dims[dim];
    if (groups.size < 0) {  // the result says how many devices share the operand
      if (f.inferring) return free_choice();
      bool placed = i < f.results.size() && is_tensor(f.results[i]) && f.results[i].rank() == type.rank();
      int64_t shard = placed ? f.results[i].dim(dim) : 0;
      RULE_REQUIRE(placed && (shard == 0 ? scattered == 0 : scattered % shard == 0), "C8", "{} cannot be scattered",
                   describe(type));
      scattered = shard;
    } else {
      RULE_REQUIRE(scattered % groups.size == 0, "C1", "dimension {} of {} is not a multiple of the group size {}", dim,
                   describe(type), groups.size);
      scattered /= groups.size;
    }
    types.push_back(f.context.tensor(element, dims));
  }
  return known(std::move(types));
}

}  // namespace partita::core::ir
