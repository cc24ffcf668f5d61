// Collectives: the operands that a group brings to a rendezvous, and the results each member gets.
#include <algorithm>
#include <set>

#include "eval/grid.h"
#include "eval/groups.h"
#include "eval/machine.h"
#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/region_program.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

using Parts = Grid::Parts;
using Group = std::vector<int64_t>;

void give_zeros(OpCall& call) {
  for (int i = 0; i < call.op.num_results(); ++i) call.give(Tensor::make(call.result_type(i)));
}

// Devices that run different programs may bring what does not fit together.
Status check_same_types(const OpCall& call, const Parts& brought) {
  for (const std::vector<Tensor>& part : brought) {
    bool same = part.size() == brought[0].size();
    for (size_t i = 0; same && i < part.size(); ++i) same = part[i].type() == brought[0][i].type();
    if (!same) return call.fail(Code::kConstraint, "the devices of a group bring tensors of different types");
  }
  return {};
}

Status meet(OpCall& call, const Group& group, std::vector<Tensor> brings, const Grid::Combine& combine) {
  auto checked = [&](const Parts& brought) -> Result<Parts> {
    PARTITA_CHECK_OK(check_same_types(call, brought));
    return combine(brought);
  };
  PARTITA_ASSIGN(call.results,
                 call.machine.grid().meet(call.machine.process(), call.op, group, std::move(brings), checked));
  return {};
}

// Elements [start, start + size) along a dimension.
void copy_range(const Tensor& from, int64_t from_start, Tensor& to, int64_t to_start, size_t dim, int64_t size) {
  std::vector<int64_t> from_strides = row_major_strides(from.type().dims());
  std::vector<int64_t> to_strides = row_major_strides(to.type().dims());
  std::vector<int64_t> dims(from.type().dims().begin(), from.type().dims().end());
  dims[dim] = size;
  copy_strided(byte_width(to.type().element()), dims, {bytes_of(from, from_start * from_strides[dim]), from_strides},
               {mutable_bytes_of(to, to_start * to_strides[dim]), to_strides});
}

// The reduction of one operand over a group, in the type the region computes in: it may be wider than the operand's.
struct Reduced {
  ElementType element;
  Blob data;
};

// Element by element, first member first; each operand for itself.
Result<std::vector<Reduced>> reduce_over_group(const OpCall& call, const Parts& brought) {
  RegionProgram body(call.op.region(0), call.machine);
  ElementType element = body.argument_element(0);
  std::vector<Reduced> reduced;
  for (size_t k = 0; k < static_cast<size_t>(call.op.num_results()); ++k) {
    const Tensor& first = brought[0][k];
    Blob sum(first.size() * byte_width(element));
    convert_elements(first.type().element(), first.raw(), element, sum.data(), first.size());
    for (size_t i = 1; i < brought.size(); ++i) {
      Elements next(brought[i][k], element);
      const void* args[] = {sum.data(), next.data()};
      void* results[] = {sum.data()};
      PARTITA_CHECK_OK(body.run(args, results, first.size()));
    }
    reduced.push_back({element, std::move(sum)});
  }
  return reduced;
}

// The reductions as results of the op.
std::vector<Tensor> as_results(const OpCall& call, const std::vector<Reduced>& reduced) {
  std::vector<Tensor> results;
  for (int k = 0; k < call.op.num_results(); ++k) {
    const Reduced& one = reduced[k];
    results.push_back(tensor_from(call.result_type(k), one.element, one.data.data()));
  }
  return results;
}

}  // namespace

Status eval_partition_id(OpCall& call) {
  Tensor id = Tensor::make(call.result_type());
  id.as_mutable<uint32_t>()[0] = static_cast<uint32_t>(call.machine.partition_id());
  call.give(std::move(id));
  return {};
}

Status eval_replica_id(OpCall& call) {
  Tensor id = Tensor::make(call.result_type());
  id.as_mutable<uint32_t>()[0] = static_cast<uint32_t>(call.machine.replica_id());
  call.give(std::move(id));
  return {};
}

Status eval_all_gather(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  auto dim = static_cast<size_t>(call.op.int_attr(AttrKey::kAllGatherDim));
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    std::vector<Tensor> gathered;
    for (int k = 0; k < call.op.num_results(); ++k) {
      Tensor whole = Tensor::make(call.result_type(k));
      int64_t size = brought[0][k].type().dims()[dim];
      if (size * static_cast<int64_t>(group.size()) != whole.type().dims()[dim]) {
        return call.fail(Code::kConstraint, "the gathered dimension is not the group's size times the operand's");
      }
      for (size_t i = 0; i < brought.size(); ++i) {
        copy_range(brought[i][k], 0, whole, static_cast<int64_t>(i) * size, dim, size);
      }
      gathered.push_back(std::move(whole));
    }
    return Parts(brought.size(), gathered);
  });
}

Status eval_all_reduce(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    PARTITA_ASSIGN(std::vector<Reduced> reduced, reduce_over_group(call, brought));
    return Parts(brought.size(), as_results(call, reduced));
  });
}

// The root of a broadcast or reduction, as a position in the group: the first, or what the last operand says, in any
// number type.
Result<size_t> root_of(const OpCall& call, const Parts& brought) {
  if (!call.op.bool_attr(AttrKey::kHasDynamicRoot)) return size_t{0};
  const Tensor& said = brought[0].back();
  int64_t root = 0;
  convert_elements(said.type().element(), said.raw(), ElementType::kS64, &root, 1);
  if (root < 0 || root >= std::ssize(brought)) {
    return call.fail(Code::kConstraint, "the root is no member of the group");
  }
  return static_cast<size_t>(root);
}

// Only the root has the result; the others get zeros.
Status eval_collective_reduce(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    PARTITA_ASSIGN(size_t root, root_of(call, brought));
    PARTITA_ASSIGN(std::vector<Reduced> reduced, reduce_over_group(call, brought));
    std::vector<Tensor> zeros;
    for (int k = 0; k < call.op.num_results(); ++k) zeros.push_back(Tensor::make(call.result_type(k)));
    Parts given(brought.size(), zeros);
    given[root] = as_results(call, reduced);
    return given;
  });
}

Status eval_reduce_scatter(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  auto dim = static_cast<size_t>(call.op.int_attr(AttrKey::kScatterDimension));
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    PARTITA_ASSIGN(std::vector<Reduced> reduced, reduce_over_group(call, brought));
    Parts given(brought.size());
    for (int k = 0; k < call.op.num_results(); ++k) {
      Type type = call.result_type(k);
      Type whole = brought[0][k].type();
      int64_t size = type.dims()[dim];
      if (size * static_cast<int64_t>(group.size()) != whole.dims()[dim]) {
        return call.fail(Code::kConstraint, "the scattered dimension is not the group's size times the result's");
      }
      const Reduced& sum = reduced[k];
      int width = byte_width(sum.element);
      std::vector<int64_t> from_strides = row_major_strides(whole.dims());
      std::vector<int64_t> to_strides = row_major_strides(type.dims());
      Blob piece(type.num_elements() * width);
      for (size_t i = 0; i < given.size(); ++i) {
        const std::byte* from = sum.data.data() + static_cast<int64_t>(i) * size * from_strides[dim] * width;
        copy_strided(width, type.dims(), {from, from_strides}, {piece.data(), to_strides});
        given[i].push_back(tensor_from(type, sum.element, piece.data()));
      }
    }
    return given;
  });
}

// Member i gets piece i of everyone, in the order of the group.
Status eval_all_to_all(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  auto split = static_cast<size_t>(call.op.int_attr(AttrKey::kSplitDimension));
  auto concat = static_cast<size_t>(call.op.int_attr(AttrKey::kConcatDimension));
  int64_t count = call.op.int_attr(AttrKey::kSplitCount);
  if (count != std::ssize(group)) {
    return call.fail(Code::kConstraint, "the split count is not the size of the group");
  }
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    Parts given(brought.size());
    for (int k = 0; k < call.op.num_results(); ++k) {
      Type type = call.result_type(k);
      Type whole = brought[0][k].type();
      int64_t size = whole.dims()[split] / count;  // of a piece along the split dimension
      std::vector<int64_t> piece(whole.dims().begin(), whole.dims().end());
      piece[split] = size;
      std::vector<int64_t> from_strides = row_major_strides(whole.dims());
      std::vector<int64_t> to_strides = row_major_strides(type.dims());
      for (size_t i = 0; i < given.size(); ++i) {
        Tensor result = Tensor::make(type);
        for (size_t j = 0; j < brought.size(); ++j) {
          const Tensor& source = brought[j][k];
          copy_strided(
              byte_width(type.element()), piece,
              {bytes_of(source, static_cast<int64_t>(i) * size * from_strides[split]), from_strides},
              {mutable_bytes_of(result, static_cast<int64_t>(j) * piece[concat] * to_strides[concat]), to_strides});
        }
        given[i].push_back(std::move(result));
      }
    }
    return given;
  });
}

Status eval_collective_broadcast(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    PARTITA_ASSIGN(size_t root, root_of(call, brought));
    std::vector<Tensor> given = brought[root];
    given.resize(call.op.num_results());
    return Parts(brought.size(), given);
  });
}

// The source-target pairs connect devices; only the connected component of this device has to rendezvous.
Status eval_collective_permute(OpCall& call) {
  PARTITA_ASSIGN(auto pairs, process_pairs(call));
  std::set<int64_t> linked = {call.machine.process()};
  for (size_t before = 0; before != linked.size();) {
    before = linked.size();
    for (auto [source, target] : pairs) {
      if (linked.contains(source) || linked.contains(target)) linked.insert({source, target});
    }
  }
  if (linked.size() == 1 &&
      std::find(pairs.begin(), pairs.end(), std::pair(*linked.begin(), *linked.begin())) == pairs.end()) {
    return give_zeros(call), Status();
  }
  Group group(linked.begin(), linked.end());
  auto position = [&](int64_t process) {
    return static_cast<size_t>(std::lower_bound(group.begin(), group.end(), process) - group.begin());
  };
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    Parts given(brought.size());
    for (auto [source, target] : pairs) {
      if (linked.contains(source)) given[position(target)] = brought[position(source)];
    }
    for (std::vector<Tensor>& part : given) {
      if (!part.empty()) continue;
      for (int k = 0; k < call.op.num_results(); ++k) part.push_back(Tensor::make(call.result_type(k)));
    }
    return given;
  });
}

// Operands: input, output, input_offsets, send_sizes, output_offsets, recv_sizes. Device i sends its rows
// [input_offset, + size) for device j to j's output at output_offset, as i says it; offsets may come several per
// device.
Status eval_ragged_all_to_all(OpCall& call) {
  PARTITA_ASSIGN(Group group, group_of(call));
  if (group.empty()) return give_zeros(call), Status();
  return meet(call, group, call.take_operands(), [&](const Parts& brought) -> Result<Parts> {
    Parts given(brought.size());
    for (size_t j = 0; j < brought.size(); ++j) given[j].push_back(brought[j][1].unshared());
    for (size_t i = 0; i < brought.size(); ++i) {
      const Tensor& input = brought[i][0];
      std::vector<int64_t> from = index_values(brought[i][2]);
      std::vector<int64_t> sizes = index_values(brought[i][3]);
      std::vector<int64_t> to = index_values(brought[i][4]);
      size_t each = sizes.size() / brought.size();
      if (each == 0 || from.size() != sizes.size() || to.size() != sizes.size() ||
          each * brought.size() != sizes.size()) {
        return call.fail(Code::kConstraint, "offsets and sizes must have as many elements as the group has devices");
      }
      for (size_t u = 0; u < sizes.size(); ++u) {
        Tensor& output = given[u / each][0];
        int64_t rows_in = input.type().dim(0);
        int64_t rows_out = output.type().dim(0);
        if (sizes[u] < 0 || from[u] < 0 || to[u] < 0 || from[u] > rows_in - sizes[u] || to[u] > rows_out - sizes[u]) {
          return call.fail(Code::kConstraint, "a slice of the ragged all-to-all lies outside its tensor");
        }
        copy_range(input, from[u], output, to[u], 0, sizes[u]);
      }
    }
    return given;
  });
}

}  // namespace partita::core::eval
