// One entry per op of the table, most of them from traits.
#include "cost/op_prices.h"

#include <algorithm>
#include <cmath>

#include "ir/op_column.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

double result_elements(const Op& op) {
  double sum = 0;
  for (int i = 0; i < op.num_results(); ++i) sum += element_count(op.result(i));
  return sum;
}

// Comparisons of a sort of each line of n.
double per_sorted(double n) { return std::max(1.0, std::ceil(std::log2(std::max(n, 1.0)))); }

double size_along(const Value* value, int64_t dim) { return static_cast<double>(value->type().dim(dim)); }

double last_size(const Value* value) { return size_along(value, value->type().rank() - 1); }

double window_places(const Op& op) {
  double places = 1;
  for (const WindowDim& w : window_of(op)) places *= static_cast<double>(w.size);
  return places;
}

// ---- operations

double no_operations(const Op&) { return 0; }
double one_per_result(const Op& op) { return result_elements(op); }

double dot_operations(const Op& op) {
  double terms = 1;
  for (int64_t d : dot_dims(op).lhs_contracting) terms *= size_along(op.operand(0), d);
  return 2 * element_count(op.result()) * terms;
}

double convolution_operations(const Op& op) {
  const double outputs = size_along(op.operand(1), conv_dims(op).kernel_output_feature);
  return 2 * element_count(op.result()) * element_count(op.operand(1)) / std::max(1.0, outputs);
}

double map_operations(const Op& op) { return element_count(op.result()) * combiner_operations(op.region(0)); }

// A combiner for each element that comes in.
double reduce_operations(const Op& op) { return element_count(op.operand(0)) * combiner_operations(op.region(0)); }

// The same, of each operand for itself.
double all_reduce_operations(const Op& op) {
  double sum = 0;
  for (const Value* operand : op.operands()) sum += element_count(operand);
  return sum * combiner_operations(op.region(0));
}

// The body for each place along the scanned dimension: of the inputs, or of the outputs where nothing but carries comes
// in.
double scan_operations(const Op& op) {
  const int64_t dim = op.int_attr(AttrKey::kDimension);
  const int64_t outputs = op.num_results() - op.int_attr(AttrKey::kNumCarries);
  if (num_inputs(op) == 0 && outputs == 0) return 0;
  return combiner_operations(op.region(0)) * size_along(num_inputs(op) > 0 ? op.operand(0) : op.result(), dim);
}

double window_operations(const Op& op) {
  return element_count(op.result()) * window_places(op) * combiner_operations(op.region(0));
}

double select_and_scatter_operations(const Op& op) {
  return element_count(op.operand(1)) *
         (window_places(op) * combiner_operations(op.region(0)) + combiner_operations(op.region(1)));
}

double scatter_operations(const Op& op) {
  return element_count(op.operand(op.num_operands() - 1)) * combiner_operations(op.region(0));
}

double sort_operations(const Op& op) {
  const int64_t dim = op.int_attr(AttrKey::kDimension, -1);
  const double n = size_along(op.operand(0), dim < 0 ? dim + op.operand(0)->type().rank() : dim);
  return element_count(op.operand(0)) * per_sorted(n) * combiner_operations(op.region(0));
}

double top_k_operations(const Op& op) {
  return element_count(op.operand(0)) * per_sorted(static_cast<double>(op.int_attr(AttrKey::kK)));
}

double batch_norm_operations(const Op& op) { return 8 * element_count(op.operand(0)); }

double fft_operations(const Op& op) {
  double n = 1;
  for (int64_t length : op.ints_attr(AttrKey::kFftLength)) n *= static_cast<double>(length);
  return 5 * std::max(element_count(op.operand(0)), element_count(op.result())) * std::log2(std::max(n, 2.0));
}

double cholesky_operations(const Op& op) { return element_count(op.operand(0)) * last_size(op.operand(0)) / 3; }

double triangular_solve_operations(const Op& op) { return element_count(op.result()) * last_size(op.operand(0)); }

double random_operations(const Op& op) { return 10 * result_elements(op); }

// ---- work, as choosing counts it

double touched_elements(const Op& op) {
  double in = 0;
  for (int i = 0; i < op.num_operands(); ++i) in += element_count(op.operand(i));
  return std::max(in, result_elements(op));
}

double window_terms(const Op& op) { return result_elements(op) * window_places(op); }

// ---- traffic

double read_nothing(const Op&, int) { return 0; }
double read_all(const Op& op, int operand) { return bytes_of(op.operand(operand)->type()); }
double read_result(const Op& op, int operand) {
  return bytes_of(operand == 0 ? op.result()->type() : op.operand(operand)->type());
}
// The first operands are the results' memory.
double read_updates(const Op& op, int operand) {
  return operand < op.num_results() ? 0 : bytes_of(op.operand(operand)->type());
}

double write_nothing(const Op&) { return 0; }
double write_results(const Op& op) {
  double sum = 0;
  for (int r = 0; r < op.num_results(); ++r) sum += bytes_of(op.result(r)->type());
  return sum;
}
double write_update(const Op& op) { return bytes_of(op.operand(1)->type()); }
double write_last_operand(const Op& op) { return bytes_of(op.operand(op.num_operands() - 1)->type()); }

// ---- the column

struct Entry {
  double (*arithmetic)(const Op&) = no_operations;
  double (*work)(const Op&) = touched_elements;
  double (*read)(const Op&, int operand) = read_all;
  double (*written)(const Op&) = write_results;
  bool is_matrix = false;
  bool sends = false;
  CollectiveKind collective = CollectiveKind::kPermute;  // where it sends
};

constexpr Entry matrix(double (*operations)(const Op&)) {
  return {.arithmetic = operations, .work = operations, .is_matrix = true};
}
constexpr Entry collective(CollectiveKind kind, double (*arithmetic)(const Op&) = no_operations) {
  return {.arithmetic = arithmetic, .sends = true, .collective = kind};
}

constexpr OpColumn<Entry> make_column() {
  using enum OpKind;
  OpColumn<Entry> column;
  // Element by element
  column.add_rest({.arithmetic = one_per_result}, kElementwise);
  column.add({.arithmetic = map_operations}, {kMap});

  // Products, reductions, windows, order
  column.add(matrix(dot_operations), {kDotGeneral, kRaggedDot, kScaledDot});
  column.add(matrix(convolution_operations), {kConvolution});
  column.add({.arithmetic = reduce_operations}, {kReduce});
  column.add({.arithmetic = scan_operations}, {kScan});
  column.add({.arithmetic = window_operations, .work = window_terms}, {kReduceWindow});
  column.add({.arithmetic = select_and_scatter_operations}, {kSelectAndScatter});
  column.add({.arithmetic = sort_operations}, {kSort});
  column.add({.arithmetic = top_k_operations}, {kTopK});
  column.add({.arithmetic = batch_norm_operations}, {kBatchNormInference, kBatchNormTraining, kBatchNormGrad});
  column.add({.arithmetic = fft_operations}, {kFft});
  column.add({.arithmetic = cholesky_operations}, {kCholesky});
  column.add({.arithmetic = triangular_solve_operations}, {kTriangularSolve});
  column.add({.arithmetic = random_operations}, {kRng, kRngBitGenerator});

  // Values from nothing
  column.add({}, {kConstant, kIota, kPartitionId, kReplicaId});
  column.add({}, {kRngGetAndUpdateState});

  // Layout and movement
  column.add({}, {kBitcastConvert, kBroadcastInDim, kConcatenate, kCopy, kPad, kReverse, kTranspose});
  column.add({.written = write_nothing}, {kBitcast, kReshape});
  column.add({.read = read_result}, {kSlice, kDynamicSlice, kGather});
  column.add({.read = read_updates, .written = write_update}, {kDynamicUpdateSlice});
  column.add({.arithmetic = scatter_operations, .read = read_updates, .written = write_last_operand}, {kScatter});
  column.add({}, {kShuffle, kGetDimensionSize, kSetDimensionSize});

  // Collectives. HLO's send is paid by the sender alone.
  column.add(collective(CollectiveKind::kAllReduce, all_reduce_operations), {kAllReduce});
  column.add(collective(CollectiveKind::kReduceScatter, all_reduce_operations), {kReduceScatter});
  column.add(collective(CollectiveKind::kAllGather), {kAllGather});
  column.add(collective(CollectiveKind::kAllToAll), {kAllToAll, kRaggedAllToAll});
  column.add(collective(CollectiveKind::kPermute), {kCollectivePermute, kSend});
  column.add(collective(CollectiveKind::kBroadcast), {kCollectiveBroadcast});
  column.add(collective(CollectiveKind::kBroadcast, all_reduce_operations), {kCollectiveReduce});
  column.add({}, {kRecv, kInfeed, kOutfeed});

  // Control flow: what regions do is counted there; values are handed on
  column.add({.read = read_nothing, .written = write_nothing}, {kWhile, kIf, kCase});
  column.add({}, {kAsyncStart, kManualComputation, kCustomCall});
  column.add({.read = read_nothing, .written = write_nothing}, {kOptimizationBarrier});
  column.add({.read = read_nothing}, {kReturn});
  column.add({}, {kCall, kAfterAll, kAddDependency, kDomain, kAsyncUpdate, kAsyncDone, kShardingGroup});
  column.add_rest({}, kPlacement);

  // Not in a local program
  column.add_rest({}, kLegacy);
  column.add({}, {kRunParallel, kInterpreterPrint, kInterpreterProbe, kCheckExpectEq, kCheckExpectEqConst,
                  kCheckExpectAlmostEq, kCheckExpectAlmostEqConst, kCheckExpectClose, kCheckExpectCloseConst,
                  kCheckExpectSerializedEq});

  return column;
}

constexpr OpColumn<Entry> kColumn = make_column();
static_assert(ir::is_total<kColumn>());

const Entry& entry(OpKind kind) { return kColumn[kind]; }

}  // namespace

double matrix_operations(const Op& op) {
  const Entry& it = entry(op.kind());
  return it.is_matrix ? it.arithmetic(op) : 0;
}

double arithmetic_operations(const Op& op) { return entry(op.kind()).arithmetic(op); }

double combiner_operations(const Region& region) {
  double sum = 0;
  for (const Op& op : region) sum += arithmetic_operations(op);
  return sum;
}

double op_work(const Op& op) { return op.num_results() == 0 ? 0 : entry(op.kind()).work(op); }

double bytes_read(const Op& op, int operand) { return entry(op.kind()).read(op, operand); }
double bytes_written(const Op& op) { return entry(op.kind()).written(op); }

std::optional<CollectiveKind> collective_kind(OpKind kind) {
  const Entry& it = entry(kind);
  return it.sends ? std::optional(it.collective) : std::nullopt;
}

}  // namespace partita::core::cost
