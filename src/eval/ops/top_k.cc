// top_k: the k largest elements of every line along the last dimension, largest first, with their positions. Floats are
// in total order (NaN above infinity, -0 below 0); of equal elements the one that stands first comes first.
#include "eval/ops/top_k.h"

#include <algorithm>
#include <numeric>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

// Integers in the order of the elements. A double's bits, read as a signed number, are in order already where it is
// positive; where it is negative all but the sign are turned over.
std::vector<int64_t> order_keys(const Tensor& tensor) {
  std::vector<int64_t> keys(tensor.size());
  ElementType type = tensor.type().element();
  if (is_float(type)) {
    Elements values(tensor, ElementType::kF64);
    for (size_t i = 0; i < keys.size(); ++i) {
      int64_t bits;
      std::memcpy(&bits, values.as<double>() + i, sizeof bits);
      keys[i] = bits < 0 ? bits ^ INT64_MAX : bits;
    }
  } else {
    bool wide_unsigned = type == ElementType::kU64;
    for (size_t i = 0; i < keys.size(); ++i) {
      int64_t value = integer_at(tensor, static_cast<int64_t>(i));
      keys[i] = wide_unsigned ? value ^ INT64_MIN : value;
    }
  }
  return keys;
}

}  // namespace

void give_top_k(OpCall& call, int64_t k, bool largest) {
  const Tensor& operand = call.operands[0];
  int64_t length = operand.type().dims().back();
  std::vector<int64_t> keys = order_keys(operand);
  if (!largest) {
    for (int64_t& key : keys) key = ~key;
  }
  std::vector<int64_t> line(length), picked;
  for (int64_t start = 0; start < operand.size(); start += length) {
    const int64_t* key = keys.data() + start;
    std::iota(line.begin(), line.end(), 0);
    std::partial_sort(line.begin(), line.begin() + k, line.end(),
                      [key](int64_t a, int64_t b) { return key[a] != key[b] ? key[a] > key[b] : a < b; });
    picked.insert(picked.end(), line.begin(), line.begin() + k);
  }
  call.give(tensor_from(call.result_type(1), ElementType::kS64, picked.data()));
  for (size_t i = 0; i < picked.size(); ++i) picked[i] += static_cast<int64_t>(i) / k * length;
  Tensor values = Tensor::make(call.result_type(0));
  gather_elements(byte_width(operand.type().element()), bytes_of(operand), picked, mutable_bytes_of(values));
  call.results.insert(call.results.end() - 1, std::move(values));
}

Status eval_top_k(OpCall& call) {
  give_top_k(call, call.op.int_attr(AttrKey::kK), call.op.bool_attr(AttrKey::kLargest, true));
  return {};
}

}  // namespace partita::core::eval
