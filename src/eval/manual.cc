#include "eval/manual.h"

#include <fmt/format.h>

#include <limits>
#include <map>

#include "eval/grid.h"
#include "eval/groups.h"
#include "eval/machine.h"
#include "eval/op_families.h"
#include "eval/pointwise.h"
#include "eval/session.h"
#include "eval/strided.h"
#include "ir/combiner.h"
#include "ir/numeric/float_formats.h"
#include "shard/axis_groups.h"

namespace partita::core::eval {
namespace {

std::vector<int64_t> coordinates_of(const Mesh& mesh, int64_t device) {
  return mesh.coordinates(device).value_or(std::vector<int64_t>(mesh.axis_count()));
}

bool is_first_along(const Mesh& mesh, std::span<const AxisRef> axes, std::span<const int64_t> coordinates) {
  for (const AxisRef& ref : axes) {
    if (ref_coordinate(mesh, ref, coordinates) != 0) return false;
  }
  return true;
}

// Copies the elements of a shard, without its padding, between it and the global value.
struct ShardPlace {
  std::vector<int64_t> sizes;
  int64_t offset = 0;  // in elements of the global value

  ShardPlace(Type global, std::span<const DimSlice> slices) {
    std::vector<int64_t> strides = row_major_strides(global.dims());
    for (size_t d = 0; d < slices.size(); ++d) {
      sizes.push_back(slices[d].size);
      offset += slices[d].offset * strides[d];
    }
    for (const DimSlice& slice : slices) {
      if (slice.size == 0) offset = 0;  // nothing to copy; its place may lie behind the end
    }
  }
};

// The element that a reduction ignores, as bits.
uint64_t identity_bits(ReductionKind kind, ElementType type) {
  int bits = bit_width(type);
  uint64_t ones = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  bool is_signed = element_class(type) == ElementClass::kSigned;
  uint64_t lowest = is_signed ? ~uint64_t{0} << (bits - 1) : 0;
  uint64_t highest = is_signed ? ones >> 1 : ones;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (kind) {
    case ReductionKind::kSum:
    case ReductionKind::kOr:
    case ReductionKind::kXor: return 0;
    case ReductionKind::kAnd: return is_signed ? ~uint64_t{0} : ones;
    case ReductionKind::kProduct: return is_float(type) ? encode_one(type, 1) : 1;
    case ReductionKind::kMax: return is_float(type) ? encode_one(type, -kInfinity) : lowest;
    case ReductionKind::kMin: return is_float(type) ? encode_one(type, kInfinity) : highest;
  }
  return 0;
}

void fill_with_identity(Tensor& tensor, ReductionKind kind) {
  ElementType type = tensor.type().element();
  std::byte element[16] = {};
  uint64_t bits = identity_bits(kind, part_type(type));
  std::memcpy(element, &bits, byte_width(part_type(type)));
  fill_elements(byte_width(type), element, mutable_bytes_of(tensor), tensor.size());
}

AxisRefs used_by_dims(const Sharding& sharding, std::span<const AxisRef> axes) {
  return inside(sharding.sharded_axes(), axes);
}

}  // namespace

Result<Tensor> cut(const OpCall& call, const Tensor& global, Type local, const ManualEdge& edge) {
  if (!local.is_tensor()) return global;  // a token
  const Sharding& sharding = edge.sharding;
  const Mesh& mesh = sharding.mesh();
  if (!sharding.check_rank(global.type().rank()).ok()) {
    return call.fail(Code::kShardingRank,
                     fmt::format("the sharding of {} has another rank", global.type().to_string()));
  }
  std::vector<int64_t> shape = sharding.local_shape(global.type().dims(), edge.axes);
  if (!std::equal(shape.begin(), shape.end(), local.dims().begin(), local.dims().end()) ||
      local.element() != global.type().element()) {
    return call.fail(Code::kConstraint, fmt::format("{} cut along its manual axes is not {}", global.type().to_string(),
                                                    local.to_string()));
  }
  std::vector<int64_t> at = coordinates_of(mesh, call.machine.partition_id());
  Tensor part = Tensor::make(local);
  AxisRefs unreduced = inside(sharding.unreduced_axes(), edge.axes);
  if (!is_first_along(mesh, unreduced, at)) {
    fill_with_identity(part, sharding.reduction());
    return part;
  }
  ShardPlace place(global.type(), sharding.slices(global.type().dims(), at, edge.axes));
  copy_strided(byte_width(local.element()), place.sizes,
               {bytes_of(global, place.offset), row_major_strides(global.type().dims())},
               {mutable_bytes_of(part), row_major_strides(local.dims())});
  return part;
}

namespace {

// The global value from the shards of the devices of `group`, by their position.
Result<Tensor> put_together(const OpCall& call, Type type, const ManualEdge& edge, const std::vector<int64_t>& group,
                            const std::vector<const Tensor*>& parts) {
  const Sharding& sharding = edge.sharding;
  const Mesh& mesh = sharding.mesh();
  std::vector<int64_t> shape = sharding.local_shape(type.dims(), edge.axes);
  AxisRefs unreduced = inside(sharding.unreduced_axes(), edge.axes);
  AxisRefs repeated = outside(outside(edge.axes, used_by_dims(sharding, edge.axes)), unreduced);
  std::map<int64_t, std::pair<ShardPlace, Tensor>> shards;  // by their offset in the global value
  for (size_t i = 0; i < group.size(); ++i) {
    const Tensor& part = *parts[i];
    if (!std::equal(shape.begin(), shape.end(), part.type().dims().begin(), part.type().dims().end()) ||
        part.type().element() != type.element()) {
      return call.fail(Code::kConstraint,
                       fmt::format("{} is not what a device has of {}", part.type().to_string(), type.to_string()));
    }
    std::vector<int64_t> at = coordinates_of(mesh, group[i]);
    if (!is_first_along(mesh, repeated, at)) continue;  // the same as another device's
    ShardPlace place(type, sharding.slices(type.dims(), at, edge.axes));
    if (product(place.sizes) == 0 && type.num_elements() != 0) continue;
    auto found = shards.find(place.offset);
    if (found == shards.end()) {
      shards.emplace(place.offset, std::pair(place, part));
      continue;
    }
    Tensor& sum = found->second.second;
    ElementType element = type.element();
    ElementType operands[] = {element, element};
    auto kernel = find_kernel(ir::combiner_of(sharding.reduction()), {}, operands, element);
    if (!kernel) return call.fail(Code::kCannotEvaluate, "the pending reduction is not defined for this element type");
    Tensor next = Tensor::make(part.type());
    const void* memory[] = {sum.raw(), part.raw()};
    kernel->run(memory, next.mutable_raw(), next.size());
    sum = std::move(next);
  }
  Tensor global = Tensor::make(type);
  for (const auto& [offset, shard] : shards) {
    const auto& [place, part] = shard;
    copy_strided(byte_width(type.element()), place.sizes, {bytes_of(part), row_major_strides(part.type().dims())},
                 {mutable_bytes_of(global, place.offset), row_major_strides(type.dims())});
  }
  return global;
}

}  // namespace

Result<std::vector<Tensor>> join(const OpCall& call, std::vector<Tensor> locals, const std::vector<ManualEdge>& edges) {
  if (edges.empty()) return std::vector<Tensor>();
  for (size_t k = 0; k < edges.size(); ++k) {
    Type type = call.result_type(k);
    if (!type.is_tensor()) continue;
    if (!edges[k].sharding.check_rank(type.rank()).ok()) {
      return call.fail(Code::kShardingRank, fmt::format("the sharding of {} has another rank", type.to_string()));
    }
  }
  std::vector<int64_t> group = devices_along(edges[0].sharding.mesh(), edges[0].axes, call.machine.partition_id());
  std::vector<int64_t> processes = group;
  for (int64_t& process : processes) process += call.machine.replica_id() * call.machine.grid().partitions();
  return call.machine.grid().meet(call.machine.process(), call.op, processes, std::move(locals),
                                  [&](const Grid::Parts& brought) -> Result<Grid::Parts> {
                                    std::vector<Tensor> globals;
                                    for (size_t k = 0; k < edges.size(); ++k) {
                                      std::vector<const Tensor*> parts;
                                      for (const std::vector<Tensor>& mine : brought) parts.push_back(&mine[k]);
                                      if (!call.result_type(k).is_tensor()) {  // a token
                                        globals.push_back(*parts.front());
                                        continue;
                                      }
                                      PARTITA_ASSIGN(Tensor global,
                                                     put_together(call, call.result_type(k), edges[k], group, parts));
                                      globals.push_back(std::move(global));
                                    }
                                    return Grid::Parts(brought.size(), globals);
                                  });
}

Status on_every_device(OpCall& call, int64_t devices, const std::function<Status(OpCall& call)>& on_device) {
  Grid& here = call.machine.grid();
  if (here.partitions() == devices) return on_device(call);
  Grid grid(call.machine.session(), 1, devices, true, &call.machine);
  grid.set_infeed(here.rest_of_infeed(call.machine.process()));
  std::vector<Tensor> operands(call.operands.begin(), call.operands.end());
  auto outcome = grid.run([&](int64_t process) { return call.machine.fork(grid, process); },
                          [&](Machine& machine) -> Result<std::vector<Tensor>> {
                            std::vector<Tensor> mine = operands;
                            std::vector<Tensor> results;
                            OpCall local{call.op, mine, results, machine};
                            PARTITA_CHECK_OK(on_device(local));
                            return results;
                          });
  if (!outcome.ok()) {
    Error error = std::move(outcome).error();
    if (error.diagnostic.place.line == 0 && error.diagnostic.file.empty()) {
      return call.fail(error.diagnostic.code, error.diagnostic.message);
    }
    return error;
  }
  here.next_infeed(call.machine.process(), grid.infeed_read(0));
  call.results = std::move((*outcome)[0]);
  return {};
}

Status eval_manual_computation(OpCall& call) {
  PARTITA_ASSIGN(const ir::ManualBorder border, ir::border_of(call.op, call.machine.session().meshes));
  const Region& body = call.op.region(0);
  if (body.num_arguments() != call.op.num_operands())
    return call.fail(Code::kRegionForm, "one argument per operand is wanted");
  if (border.empty()) {  // nothing goes in or out
    PARTITA_ASSIGN(call.results, call.machine.run_region(body, {}));
    return {};
  }
  return on_every_device(call, border.mesh()->device_count(), [&](OpCall& local) -> Status {
    std::vector<Tensor> arguments;
    for (int i = 0; i < body.num_arguments(); ++i) {
      Tensor operand = local.take_operand(i);
      if (!operand.type()) {  // a token
        arguments.push_back(operand);
        continue;
      }
      PARTITA_ASSIGN(Tensor part, cut(local, operand, body.argument(i)->type(), border.in[i]));
      arguments.push_back(std::move(part));
    }
    PARTITA_ASSIGN(std::vector<Tensor> results, local.machine.run_region(body, std::move(arguments)));
    PARTITA_ASSIGN(local.results, join(local, std::move(results), border.out));
    return {};
  });
}

}  // namespace partita::core::eval
