// Ops that move elements without looking at them; each is one or a few strided copies.
#include <numeric>

#include "eval/op_families.h"
#include "eval/strided.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::eval {
namespace {

int width_of(const Tensor& tensor) { return byte_width(tensor.type().element()); }

// 0, 1, 2, … n - 1 as elements of the type; integers wrap, floats round.
std::vector<std::byte> counting(ElementType type, int64_t n) {
  std::vector<std::byte> line(n * byte_width(type));
  ElementType part = part_type(type);
  if (is_float(part)) {
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), 0.0);
    if (part == type) {
      encode(type, values.data(), line.data(), values.size());
    } else {
      int width = byte_width(part);
      std::vector<std::byte> parts(n * width);
      encode(part, values.data(), parts.data(), values.size());
      int64_t dims[] = {n}, dense[] = {1}, pairs[] = {2};
      copy_strided(width, dims, {parts.data(), dense}, {line.data(), pairs});
    }
    return line;
  }
  int width = byte_width(type);
  int unused = 64 - bit_width(type);
  bool is_signed = element_class(type) == ElementClass::kSigned;
  for (int64_t i = 0; i < n; ++i) {
    uint64_t bits = static_cast<uint64_t>(i) << unused;
    uint64_t value = is_signed ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> unused) : bits >> unused;
    std::memcpy(line.data() + i * width, &value, width);  // little-endian
  }
  return line;
}

}  // namespace

Status eval_reshape(OpCall& call) {
  call.give(call.operands[0].with_type(call.result_type()));
  return {};
}

Status eval_transpose(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Tensor out = Tensor::make(call.result_type());
  copy_permuted(width_of(operand), operand.type().dims(), call.op.ints_attr(AttrKey::kPermutation), bytes_of(operand),
                mutable_bytes_of(out));
  call.give(std::move(out));
  return {};
}

Status eval_broadcast_in_dim(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Tensor out = Tensor::make(call.result_type());
  Dims mapping = call.op.ints_attr(AttrKey::kBroadcastDimensions);
  std::vector<int64_t> strides = row_major_strides(operand.type().dims());
  std::vector<int64_t> from(out.type().rank(), 0);
  for (size_t i = 0; i < mapping.size(); ++i) {
    if (operand.type().dim(i) != 1) from[mapping[i]] = strides[i];
  }
  copy_strided(width_of(operand), out.type().dims(), {bytes_of(operand), from},
               {mutable_bytes_of(out), row_major_strides(out.type().dims())});
  call.give(std::move(out));
  return {};
}

Status eval_reverse(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Dims dims = operand.type().dims();
  Tensor out = Tensor::make(call.result_type());
  std::vector<int64_t> to = row_major_strides(dims);
  std::vector<int64_t> from = to;
  int64_t start = 0;
  for (int64_t d : call.op.ints_attr(AttrKey::kDimensions)) {
    size_t i = d;
    start += (dims[i] - 1) * to[i];
    from[i] = -to[i];
  }
  if (out.size() > 0) {
    copy_strided(width_of(operand), dims, {bytes_of(operand, start), from}, {mutable_bytes_of(out), to});
  }
  call.give(std::move(out));
  return {};
}

Status eval_slice(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Tensor out = Tensor::make(call.result_type());
  Dims starts = call.op.ints_attr(AttrKey::kStartIndices);
  Dims steps = call.op.ints_attr(AttrKey::kStrides);
  std::vector<int64_t> from = row_major_strides(operand.type().dims());
  int64_t start = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    start += starts[i] * from[i];
    from[i] *= steps[i];
  }
  if (out.size() > 0) {
    copy_strided(width_of(operand), out.type().dims(), {bytes_of(operand, start), from},
                 {mutable_bytes_of(out), row_major_strides(out.type().dims())});
  }
  call.give(std::move(out));
  return {};
}

Status eval_concatenate(OpCall& call) {
  size_t dim = call.op.int_attr(AttrKey::kDimension);
  Tensor out = Tensor::make(call.result_type());
  std::vector<int64_t> to = row_major_strides(out.type().dims());
  int64_t start = 0;
  for (const Tensor& operand : call.operands) {
    if (operand.size() == 0) continue;
    Dims dims = operand.type().dims();
    copy_strided(width_of(operand), dims, {bytes_of(operand), row_major_strides(dims)},
                 {mutable_bytes_of(out, start), to});
    start += dims[dim] * to[dim];
  }
  call.give(std::move(out));
  return {};
}

Status eval_pad(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Tensor out = Tensor::make(call.result_type());
  fill_elements(width_of(operand), bytes_of(call.operands[1]), mutable_bytes_of(out), out.size());
  copy_padded(width_of(operand), operand.type().dims(), bytes_of(operand), call.op.ints_attr(AttrKey::kEdgePaddingLow),
              call.op.ints_attr(AttrKey::kInteriorPadding), out.type().dims(), mutable_bytes_of(out));
  call.give(std::move(out));
  return {};
}

Status eval_iota(OpCall& call) {
  Tensor out = Tensor::make(call.result_type());
  size_t dim = call.op.int_attr(AttrKey::kIotaDimension);
  Dims dims = out.type().dims();
  ElementType element = out.type().element();
  std::vector<std::byte> line = counting(element, out.size() == 0 ? 0 : dims[dim]);
  std::vector<int64_t> from(dims.size(), 0);
  from[dim] = 1;
  copy_strided(byte_width(element), dims, {line.data(), from}, {mutable_bytes_of(out), row_major_strides(dims)});
  call.give(std::move(out));
  return {};
}

}  // namespace partita::core::eval
