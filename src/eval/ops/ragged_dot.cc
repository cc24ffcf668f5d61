// ragged_dot: a contraction in which one dimension of lhs, the ragged one, falls into consecutive groups.
//
//   ragged dimension is free:        row r of lhs meets rhs[group of r]; rows past the last group give 0
//   ragged dimension is contracted:  result[g] sums over group g only
//   ragged dimension is a batch:     an ordinary batched product
//
// Group sizes are one list for all, or one list for each position of the dimensions before the ragged one: the batch
// dimensions, then the free (or contracted) dimensions in front of it.
#include <algorithm>

#include "eval/op_families.h"
#include "eval/ops/contraction.h"
#include "eval/ops/matrix_product.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

// For every position of [batch…, part…], where part is the list of dimensions that the ragged one is in, the group it
// falls into, or -1.
std::vector<int64_t> group_of_position(const Tensor& lhs, Ints batching, Ints part, int64_t ragged,
                                       const Tensor& group_sizes) {
  std::vector<int64_t> sizes = index_values(group_sizes);
  int64_t groups = group_sizes.type().dims().back();
  std::vector<int64_t> dims;
  size_t ragged_at = 0;
  for (int64_t d : batching) dims.push_back(lhs.type().dim(d));
  for (int64_t d : part) {
    if (d == ragged) ragged_at = dims.size();
    dims.push_back(lhs.type().dim(d));
  }
  bool shared = group_sizes.type().rank() == 1;
  std::vector<int64_t> result;
  for (Odometer at(dims); at.valid(); at.next()) {
    int64_t list = 0;
    for (size_t i = 0; !shared && i < ragged_at; ++i) list = list * dims[i] + at.index()[i];
    int64_t group = -1, left = at.index()[ragged_at];
    for (int64_t g = 0; g < groups && group < 0; ++g) {
      int64_t size = sizes[list * groups + g];
      if (left < size) group = g;
      left -= size;
    }
    result.push_back(group);
  }
  return result;
}

// Positions of each group within one batch.
std::vector<int64_t> members(std::span<const int64_t> groups, int64_t group) {
  std::vector<int64_t> result;
  for (size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] == group) result.push_back(static_cast<int64_t>(i));
  }
  return result;
}

// Rows of a matrix picked out.
std::vector<std::byte> pick_rows(const std::byte* matrix, int64_t row_bytes, std::span<const int64_t> rows) {
  std::vector<std::byte> out(static_cast<size_t>(row_bytes) * rows.size());
  std::byte* to = out.data();
  for (int64_t r : rows) {
    to = std::copy_n(matrix + r * row_bytes, row_bytes, to);
  }
  return out;
}

// Columns of a matrix of m rows picked out.
std::vector<std::byte> pick_columns(const std::byte* matrix, int width, int64_t m, int64_t columns,
                                    std::span<const int64_t> picked) {
  std::vector<std::byte> out(static_cast<size_t>(m * width) * picked.size());
  std::byte* to = out.data();
  for (int64_t r = 0; r < m; ++r) {
    for (int64_t c : picked) {
      to = std::copy_n(matrix + (r * columns + c) * width, width, to);
    }
  }
  return out;
}

}  // namespace

Status eval_ragged_dot(OpCall& call) {
  const Tensor &lhs = call.operands[0], &rhs = call.operands[1], &group_sizes = call.operands[2];
  DotDims dims = dot_dims(call.op);
  int64_t ragged = call.op.ints_attr(AttrKey::kLhsRaggedDimensions)[0];
  Ints group_dims = call.op.ints_attr(AttrKey::kRhsGroupDimensions);
  if (std::ranges::count(dims.lhs_batching, ragged)) return eval_dot_general(call);

  ContractionShape shape = contraction_shape(lhs.type(), rhs.type(), dims, group_dims);
  ElementType type = product_type(lhs.type().element(), rhs.type().element(), call.result_type().element());
  int64_t width = byte_width(type);
  std::vector<std::byte> a =
      arranged(Elements(lhs, type), lhs.type().dims(), {dims.lhs_batching, shape.lhs_free, dims.lhs_contracting});
  std::vector<std::byte> b = arranged(Elements(rhs, type), rhs.type().dims(),
                                      {group_dims, dims.rhs_batching, dims.rhs_contracting, shape.rhs_free});
  std::vector<std::byte> result(call.result_type().num_elements() * width);
  int64_t groups = group_sizes.type().dims().back();
  bool contracted = std::ranges::count(dims.lhs_contracting, ragged) > 0;
  Ints part = contracted ? dims.lhs_contracting : Ints(shape.lhs_free);
  std::vector<int64_t> group_of = group_of_position(lhs, dims.lhs_batching, part, ragged, group_sizes);

  int64_t m = shape.m, n = shape.n, k = shape.k;
  size_t positions = static_cast<size_t>(contracted ? k : m);
  for (int64_t batch = 0; batch < shape.batch; ++batch) {
    std::span<const int64_t> here = std::span(group_of).subspan(static_cast<size_t>(batch) * positions, positions);
    const std::byte* left = a.data() + batch * m * k * width;
    for (int64_t g = 0; g < groups; ++g) {
      std::vector<int64_t> in_group = members(here, g);
      int64_t count = std::ssize(in_group);
      if (contracted) {
        std::vector<std::byte> columns = pick_columns(left, width, m, k, in_group);
        std::vector<std::byte> rows = pick_rows(b.data() + batch * k * n * width, n * width, in_group);
        multiply_add(type, m, n, count, columns.data(), rows.data(),
                     result.data() + (g * shape.batch + batch) * m * n * width);
      } else {
        std::vector<std::byte> rows = pick_rows(left, k * width, in_group);
        std::vector<std::byte> sums(count * n * width);
        multiply_add(type, count, n, k, rows.data(), b.data() + (g * shape.batch + batch) * k * n * width, sums.data());
        for (int64_t i = 0; i < count; ++i) {
          std::copy_n(sums.data() + i * n * width, n * width, result.data() + (batch * m + in_group[i]) * n * width);
        }
      }
    }
  }
  call.give(tensor_from(call.result_type(), type, result.data()));
  return {};
}

}  // namespace partita::core::eval
