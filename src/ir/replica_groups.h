// Device groups of a collective. The attribute (AttrForm::kGroups) has one of three forms, as written:
//
//   list   {{0,1},{2,3}}                 kArray of kInts; groups may differ in size
//   iota   [2,2]<=[2,2]T(1,0)            kDict {iota_shape: [g,n], iota_dims: [..], iota_perm: [..] (absent: identity)}
//   mesh   mesh["a"=2,"b"=2] {"a"}       kDict {mesh: kOpaque or kSymbol, axes: kOpaque}; text, resolved by whoever
//   runs it
//
// The iota form says the same for 8 and for 65,536 devices; expanding is for those who run or must list.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/context.h"

namespace partita::core::ir {

class Function;
class Op;

Attr list_groups(Context& context, const std::vector<std::vector<int64_t>>& groups);
Attr iota_groups(Context& context, int64_t groups, int64_t size, std::span<const int64_t> dims,
                 std::span<const int64_t> perm);
bool is_iota_groups(Attr attr);
bool is_mesh_groups(Attr attr);

// Every group's ids for list and iota forms; nothing for the mesh form or an attribute of another shape.
std::optional<std::vector<std::vector<int64_t>>> expand_groups(Attr attr);

// What the numbers in a collective's groups are: the specification's four ways to read them.
//
//   channel  use_global_device_ids   all_reduce, all_gather, reduce_scatter, …    all_to_all, permute, broadcast
//   none     -                       replicas, each partition for itself          replicas, each partition for itself
//   yes      no                      replicas, with all their partitions          partitions, each replica for itself
//   yes      yes                     devices: replica * partitions + partition    -
enum class GroupNumbers { kReplicas, kPartitions, kReplicasWithPartitions, kDevices };
GroupNumbers group_numbers(const Op& collective);

// How many devices a program is for: as its module states; what it does not state is as many as the groups, pairs and
// shapes of its collectives name.
struct DeviceCounts {
  int64_t replicas = 1;
  int64_t partitions = 1;
};
DeviceCounts device_counts(const Function& entry);

}  // namespace partita::core::ir

namespace partita::core {
using ir::GroupNumbers;
}  // namespace partita::core
