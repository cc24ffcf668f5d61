#include "cost/fusion.h"

#include <algorithm>

#include "cost/run_class.h"
#include "ir/views.h"

namespace partita::core::cost {

bool is_fusible(const Op& op) { return op.num_results() == 1 && run_class(op.kind()).fusible; }

bool is_expensive(const Op& op) { return run_class(op.kind()).expensive; }

namespace {

// Whether the dimensions `a` come one after the other in this order, from `first` on.
bool follow(Ints dims, int64_t first) {
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != first + static_cast<int64_t>(i)) return false;
  }
  return true;
}

bool is_matrix(Ints batching, Ints contracting, int64_t rank) {
  const int64_t batches = std::ssize(batching);
  const int64_t terms = std::ssize(contracting);
  return follow(batching, 0) && (follow(contracting, batches) || follow(contracting, rank - terms));
}

}  // namespace

bool reads_rearranged(const Op& op, int operand) {
  if (op.is(OpKind::kDotGeneral)) {
    const DotDims dims = dot_dims(op);
    const int64_t rank = op.operand(operand)->type().rank();
    return operand == 0 ? !is_matrix(dims.lhs_batching, dims.lhs_contracting, rank)
                        : !is_matrix(dims.rhs_batching, dims.rhs_contracting, rank);
  }
  if (op.is(OpKind::kConvolution)) {
    const ConvDims dims = conv_dims(op);
    for (const WindowDim& window : window_of(op)) {
      if (window.reversal) return false;  // computed element by element, in any order
    }
    if (dims.batch_group_count != 1) return false;
    const int64_t last = op.operand(operand)->type().rank() - 1;
    if (operand == 0) return dims.input_batch != 0 || dims.input_feature != last || !follow(dims.input_spatial, 1);
    return dims.kernel_output_feature != last || dims.kernel_input_feature != last - 1 ||
           !follow(dims.kernel_spatial, 0);
  }
  return false;
}

namespace {

std::vector<int64_t> permuted(Ints dims, Ints permutation) {
  std::vector<int64_t> out;
  for (int64_t d : dims) out.push_back(permutation[d]);
  return out;
}

// Whether the operand of the product, before it was transposed, is a matrix as well.
bool reads_matrix_before(const Op& product, int operand, Ints permutation) {
  const DotDims dims = dot_dims(product);
  const Ints batching = operand == 0 ? dims.lhs_batching : dims.rhs_batching;
  const Ints contracting = operand == 0 ? dims.lhs_contracting : dims.rhs_contracting;
  std::vector<int64_t> terms = permuted(contracting, permutation);
  std::sort(terms.begin(), terms.end());
  return is_matrix(permuted(batching, permutation), terms, std::ssize(permutation));
}

// Whether rows and columns of a product change places, batches staying in front.
bool swaps_rows_and_columns(const Op& product, Ints permutation) {
  const int64_t batches = std::ssize(dot_dims(product).lhs_batching);
  const int64_t rows = product.operand(0)->type().rank() - batches - std::ssize(dot_dims(product).lhs_contracting);
  const int64_t rank = std::ssize(permutation);
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t swapped = d < batches ? d : d < rank - rows ? d + rows : d - (rank - rows) + batches;
    if (permutation[d] != swapped) return false;
  }
  return true;
}

}  // namespace

bool folds_into_product(const Op& transpose) {
  if (!transpose.is(OpKind::kTranspose)) return false;
  const Ints permutation = transpose.ints_attr(AttrKey::kPermutation);
  const Value& operand = *transpose.operand(0);
  const Op* made_by = operand.op();
  if (made_by != nullptr && made_by->is(OpKind::kDotGeneral) && operand.first_use()->next() == nullptr &&
      swaps_rows_and_columns(*made_by, permutation)) {
    return true;
  }
  for (const Use* use = transpose.result()->first_use(); use != nullptr; use = use->next()) {
    if (!use->op()->is(OpKind::kDotGeneral) || !reads_matrix_before(*use->op(), use->index(), permutation))
      return false;
  }
  return transpose.result()->first_use() != nullptr;
}

namespace {

// Whether an element is made of several that lie in memory, so that making it twice reads more than storing it.
bool reads_several(const Op& op) {
  const Value* first = nullptr;
  for (int i = 0; i < op.num_operands(); ++i) {
    const Value* operand = op.operand(i);
    const Op* made = operand->op();
    const bool small = made != nullptr && (made->is(OpKind::kBroadcastInDim) || made->info().has(kConstantLike));
    if (small || !operand->type().is_tensor() || operand == first) continue;
    if (operand->type().num_elements() < op.result()->type().num_elements()) continue;
    if (first != nullptr) return true;
    first = operand;
  }
  return false;
}

// Whether the user reads each element of the operand once, at most.
bool reads_once(const Op& user, const Value& operand) {
  switch (user.kind()) {
    case OpKind::kBroadcastInDim: return user.result()->type().num_elements() <= operand.type().num_elements();
    case OpKind::kGather: return false;
    default: return true;
  }
}

// Sums over the rows of a matrix have a form of their own, which reads memory: only those along the last dimension take
// in what they read.
bool reduces_last_dimension(const Op& reduce) {
  const int last = reduce.operand(0)->type().rank() - 1;
  return ir::contains(reduce.ints_attr(AttrKey::kDimensions), last);
}

}  // namespace

bool takes_in(const Op& user, int operand, const CompilerTraits& compiler) {
  if (is_fusible(user)) return true;
  switch (user.kind()) {
    case OpKind::kReduce:
      return operand >= num_inputs(user) || compiler.fuses_all_reductions || reduces_last_dimension(user);
    case OpKind::kDynamicUpdateSlice: return true;
    case OpKind::kDotGeneral:
    case OpKind::kConvolution:
      if (compiler.fuses_into_products) return true;
      [[fallthrough]];
    // It is computed into the copy.
    default: return !compiler.reads_any_layout && reads_rearranged(user, operand);
  }
}

std::vector<bool> fused_values(const Function& local, const CompilerTraits& compiler) {
  std::vector<bool> fused(local.module().num_value_ids());
  std::vector<const Op*> fusible;
  walk(local.body(), [&](const Op& op) {
    if (is_fusible(op)) fusible.push_back(&op);
  });
  // By id of value: in how many kernels it is computed, if it is fused, and whether each of them needs an element of it
  // once; what is fused into a user is computed where that is. From the end, so that users come first. Compilers that
  // fuse into products as well look at direct users alone: with them the paper's steps are met (docs/paper.md).
  std::vector<int> kernels(fused.size());
  std::vector<bool> is_read_once(fused.size());
  constexpr int kMany = 1000;
  for (size_t i = fusible.size(); i-- > 0;) {
    const Op& op = *fusible[i];
    const Value& value = *op.result();
    if (op.is(OpKind::kConstant)) {  // constants lie with the program's code
      fused[value.id()] = true;
      continue;
    }
    bool everywhere = true, once = true;
    int count = 0;
    const Op* last = nullptr;
    for (const Use* use = value.first_use(); use != nullptr; use = use->next()) {
      const Op& user = *use->op();
      // What a loop reads again and again is there.
      everywhere &= user.parent() == op.parent() && takes_in(user, use->index(), compiler);
      const bool passes_on = !compiler.fuses_into_products && user.num_results() == 1 && fused[user.result()->id()];
      once &= reads_once(user, value) && (!passes_on || is_read_once[user.result()->id()]);
      if (&user != last) count = std::min(kMany, count + (passes_on ? kernels[user.result()->id()] : 1));
      last = &user;
    }
    kernels[value.id()] = count;
    is_read_once[value.id()] = once;
    const bool again = count > 1;
    fused[value.id()] = everywhere && (is_expensive(op) ? once && !again : !again || !reads_several(op));
  }
  return fused;
}

}  // namespace partita::core::cost
