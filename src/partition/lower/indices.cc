#include "partition/lower/indices.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace partita::core::partition {

namespace {

// The number a scalar is known to be, in whatever type.
std::optional<int64_t> known_integer(const Value* value) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return std::nullopt;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  const ElementType element = literal.type.element();
  if (literal.type.rank() != 0 || !is_integer(element) || bit_width(element) < 8) return std::nullopt;
  const int width = byte_width(element);
  uint64_t bits = 0;
  std::memcpy(&bits, literal.data->data(), width);
  const int unused = 64 - 8 * width;
  if (element_class(element) == ElementClass::kSigned) return static_cast<int64_t>(bits << unused) >> unused;
  return static_cast<int64_t>(std::min<uint64_t>(bits, std::numeric_limits<int64_t>::max()));
}

}  // namespace

Value* wide_index(LocalBuilder& b, Value* indices) {
  Type type = indices->type();
  if (std::optional<int64_t> number = known_integer(indices)) return b.index(*number);
  if (type.element() == ElementType::kU64) {
    const int64_t largest = std::numeric_limits<int64_t>::max();
    Value* limit = b.splat_bits(type, std::as_bytes(std::span(&largest, 1)));
    indices = b.value(OpKind::kMinimum, {indices, limit}, type);
  }
  return b.convert(indices, ElementType::kS64);
}

std::optional<int> counted_along(const Rule& rule, int indices, int operand_dim) {
  const DimFactors& mine = rule.operands[0][operand_dim];
  const TensorFactors& dims = rule.operands[indices];
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!mine.empty() && dims[d] == mine) return static_cast<int>(d);
  }
  return std::nullopt;
}

IndexColumns::IndexColumns(LocalBuilder& b, Value* indices, int64_t vector_dim, Ints operand_dims, Ints batching)
    : b_(b),
      indices_(indices),
      vector_dim_(vector_dim),
      operand_dims_(operand_dims.begin(), operand_dims.end()),
      batching_(batching.begin(), batching.end()),
      columns_(operand_dims.size(), nullptr) {
  std::vector<int64_t> dims(indices->type().dims().begin(), indices->type().dims().end());
  if (vector_dim < std::ssize(dims)) dims.erase(dims.begin() + vector_dim);
  type_ = b.tensor(ElementType::kS64, dims);
}

Value* IndexColumns::get(int64_t operand_dim) {
  auto found = std::ranges::find(operand_dims_, operand_dim);
  if (found == operand_dims_.end()) return b_.broadcast_scalar(b_.index(0), type_);
  auto at = found - operand_dims_.begin();
  Value*& column = columns_[at];
  if (column == nullptr) {
    bool apart = vector_dim_ < indices_->type().rank();
    Value* part = apart ? b_.slice_dim(indices_, vector_dim_, at, at + 1) : indices_;
    column = wide_index(b_, b_.reshape(part, type_.dims()));
  }
  return column;
}

void IndexColumns::set(int64_t operand_dim, Value* column) {
  changed_ = true;
  auto found = std::ranges::find(operand_dims_, operand_dim);
  if (found == operand_dims_.end()) {
    operand_dims_.push_back(operand_dim);
    columns_.push_back(column);
  } else {
    columns_[found - operand_dims_.begin()] = column;
  }
}

bool IndexColumns::keeps_promises(Type global, const Sharding& sharding) const {
  bool padded = false;
  for (int d = 0; d < global.rank(); ++d) padded = padded || LocalBuilder::is_padded(global, sharding, d);
  return !changed_ && !padded;
}

Value* IndexColumns::joined() {
  if (!changed_) return indices_;
  std::vector<int64_t> dims(type_.dims().begin(), type_.dims().end());
  dims.push_back(1);
  std::vector<Value*> parts;
  for (int64_t d : operand_dims_) parts.push_back(b_.reshape(get(d), dims));
  return b_.concatenate(parts, type_.rank());
}

std::vector<int64_t> IndexColumns::batching() const {
  std::vector<int64_t> dims = batching_;
  if (changed_) std::ranges::transform(dims, dims.begin(), [&](int64_t d) { return column_dim(d); });
  return dims;
}

}  // namespace partita::core::partition
