#include "cost/storage.h"

#include <algorithm>
#include <utility>

#include "cost/fusion.h"
#include "cost/op_prices.h"
#include "cost/prices.h"
#include "cost/run_class.h"
#include "cost/tiles.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

constexpr int8_t kAnyRows = MemoryForm().rows;

// Whether dimensions of operands are dimensions of the results, in the same order.
bool keeps_dimensions(const Op& op) {
  switch (op.kind()) {
    case OpKind::kConcatenate:
    case OpKind::kCopy:
    case OpKind::kDynamicSlice:
    case OpKind::kDynamicUpdateSlice:
    case OpKind::kOptimizationBarrier:
    case OpKind::kPad:
    case OpKind::kReduceWindow:
    case OpKind::kReverse:
    case OpKind::kSelectAndScatter:
    case OpKind::kSlice: return true;
    default: return op.info().has(kElementwise) || collective_kind(op.kind()).has_value();
  }
}

bool is_narrow_float(Type type) {
  return type.is_tensor() && is_float(type.element()) && packed_bits(type.element()) == 16;
}

// Whether the op computes with elements, so that it takes them as wide as it computes.
bool computes(const Op& op) {
  return op.info().has(kElementwise) || op.is(OpKind::kReduce) || op.is(OpKind::kBroadcastInDim);
}

}  // namespace

bool is_weight_gradient(const Op& convolution) {
  double window = 1, result = 1;
  for (const WindowDim& w : window_of(convolution)) window *= static_cast<double>(w.size);
  for (int64_t d : conv_dims(convolution).output_spatial) {
    result *= static_cast<double>(convolution.result()->type().dim(static_cast<int>(d)));
  }
  return window > result;
}

ValueMemory::ValueMemory(const Function& local, const CompilerTraits& compiler)
    : fused(fused_values(local, compiler)), storage(local, compiler) {}

Storage::Storage(const Function& local, const CompilerTraits& compiler)
    : compiler_(compiler),
      dense_(compiler.memory_tile[0] <= 1 && compiler.memory_tile[1] <= 1 && !compiler.computes_wide) {
  if (compiler.memory_tile[0] > 1) find_batches(local);
  if (compiler.computes_wide) find_wide(local);
}

double Storage::growth(const Value& value) const {
  if (dense_) return 1;
  const double dense = bytes_of(value.type());
  return dense > 0 ? bytes(value) / dense : 1;
}

MemoryForm Storage::form(const Value& value) const {
  if (dense_) return {};
  return {compiler_.memory_tile, rows_.empty() ? kAnyRows : rows_[value.id()], !wide_.empty() && wide_[value.id()]};
}

double Storage::bytes(const Value& value) const {
  return dense_ ? bytes_of(value.type()) : padded_bytes(value.type(), form(value));
}

// From the images of convolutions to all that have their dimensions.
void Storage::find_batches(const Function& local) {
  std::vector<const Value*> found;
  auto note = [&](const Value& value, int64_t dim) {
    if (rows_.empty()) rows_.assign(local.module().num_value_ids(), kAnyRows);
    if (rows_[value.id()] != kAnyRows) return;
    rows_[value.id()] = static_cast<int8_t>(dim);
    found.push_back(&value);
  };
  walk(local.body(), [&](const Op& op) {
    if (!op.is(OpKind::kConvolution)) return;
    const ConvDims dims = conv_dims(op);
    if (is_weight_gradient(op)) {
      note(*op.operand(0), dims.input_feature);
      note(*op.operand(1), dims.kernel_input_feature);
    } else {
      note(*op.operand(0), dims.input_batch);
      note(*op.result(), dims.output_batch);
    }
  });
  auto pass_on = [&](const Value& from, const Value& to) {
    const int dim = rows_[from.id()];
    if (to.type().is_tensor() && to.type().rank() == from.type().rank() && to.type().dim(dim) == from.type().dim(dim)) {
      note(to, dim);
    }
  };
  auto spread = [&](const Value& from, const Op& op) {
    if (!keeps_dimensions(op)) return;
    for (const Value* operand : op.operands()) pass_on(from, *operand);
    for (int r = 0; r < op.num_results(); ++r) pass_on(from, *op.result(r));
  };
  while (!found.empty()) {
    const Value& value = *found.back();
    found.pop_back();
    if (value.op() != nullptr) spread(value, *value.op());
    for (const Use* use = value.first_use(); use != nullptr; use = use->next()) spread(value, *use->op());
  }
}

void Storage::find_wide(const Function& local) {
  wide_.resize(local.module().num_value_ids());
  walk(local.body(), [&](const Op& op) {
    if (!computes(op) || op.num_results() != 1 || !is_narrow_float(op.result()->type())) return;
    bool wide = true;
    for (const Use* use = op.result()->first_use(); use != nullptr; use = use->next()) {
      wide &= use->op()->parent() == op.parent() && computes(*use->op());
    }
    wide_[op.result()->id()] = wide;
  });
}

}  // namespace partita::core::cost
