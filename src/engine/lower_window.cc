// Windows that slide over their operand: reduce_window, select_and_scatter.
//
//   reduce_window add %x, windows of 3      a loop that loads %x three times, one element further each time
#include "engine/lowering.h"
#include "engine/pointwise.h"
#include "engine/steps.h"
#include "ir/combiner.h"
#include "ir/views.h"

namespace partita::core::engine {
namespace {

constexpr int64_t kFewElements = 36;                 // of a window, to be loaded one by one
constexpr int64_t kMostElements = int64_t{1} << 16;  // of one whose choices are listed

// The comparison that a region `(a, b) -> compare a, b` makes.
std::optional<loop::Op> comparison_of(const Region& region) {
  const Op* end = region.terminator();
  const Op* op = end->operand(0)->op();
  if (op == nullptr || !op->is(OpKind::kCompare) || op->parent() != &region) return std::nullopt;
  if (op->operand(0) != region.argument(0) || op->operand(1) != region.argument(1)) return std::nullopt;
  if (op->text_attr(AttrKey::kCompareType) == "TOTALORDER") return std::nullopt;
  const std::string_view direction = op->text_attr(AttrKey::kComparisonDirection);
  if (direction == "GE") return loop::Op::kGreaterEqual;
  if (direction == "GT") return loop::Op::kGreater;
  if (direction == "LE") return loop::Op::kLessEqual;
  if (direction == "LT") return loop::Op::kLess;
  return std::nullopt;
}

}  // namespace

// A large window is a few more dimensions of what is read: rows of a loop.
bool Lowering::lower_window(const Op& op) {
  if (op.num_results() != 1) return false;
  const ElementType element = op.result()->type().element();
  const std::optional<OpKind> kind = ir::simple_combiner(op.region(0));
  const std::optional<loop::Combiner> combiner = kind ? combiner_for(*kind) : std::nullopt;
  if (!combiner || is_complex(element) || bit_width(element) < 8 || op.operand(0)->type().element() != element ||
      op.region(0).argument(0)->type().element() != element || element == ElementType::kPred) {
    return false;
  }
  if (op.result()->type().num_elements() == 0) return false;
  View operand = view_of(*op.operand(0));
  const View initial = view_of(*op.operand(1));
  const std::vector<ir::WindowDim> window = ir::window_of(op);
  std::vector<int64_t> low, high, interior;
  bool pads = false;
  for (size_t d = 0; d < window.size(); ++d) {
    low.push_back(window[d].padding_low);
    high.push_back(window[d].padding_high);
    interior.push_back(window[d].base_dilation - 1);
    pads = pads || low[d] != 0 || high[d] != 0 || (interior[d] != 0 && operand.dims[d] > 1);
  }
  if (pads) {
    View padded = operand;
    for (size_t d = 0; d < window.size(); ++d) {
      const int64_t dilated = operand.dims[d] == 0 ? 0 : (operand.dims[d] - 1) * (interior[d] + 1) + 1;
      padded.dims[d] = low[d] + dilated + high[d];
    }
    padded.strides = dense_strides(padded.dims);
    padded.place = {new_buffer(padded.bytes()), 0, -1};
    emit(std::make_unique<PadStep>(&op, operand, initial, low, interior, padded));
    operand = padded;
  }
  const View result = make(*op.result());
  int64_t elements = 1;
  for (const ir::WindowDim& dim : window) elements *= dim.size;
  if (elements <= kFewElements) {
    emit_window_by_elements(op, window, *combiner, operand, initial, result);
    return true;
  }
  loop::Program program;
  std::vector<int64_t> from, to;
  for (int d = 0; d < result.rank(); ++d) {
    program.dims.push_back(result.dims[d]);
    from.push_back(operand.strides[d] * window[d].stride);
    to.push_back(result.strides[d]);
  }
  for (int d = 0; d < result.rank(); ++d) {
    if (window[d].size == 1) continue;
    program.dims.push_back(window[d].size);
    from.push_back(operand.strides[d] * window[d].window_dilation);
    to.push_back(0);
    ++program.row_rank;
  }
  std::vector<int64_t> none(program.dims.size(), 0);
  if (program.dims.empty()) {
    program.dims = {1};
    from = to = none = {0};
  }
  int value = program.load(program.add_buffer(element, std::move(from)));
  const int start = program.load(program.add_buffer(element, none));
  if (program.row_rank > 0) value = program.reduce(*combiner, value);
  value = add_combination(program, *combiner, start, value);
  program.store(program.add_buffer(element, std::move(to)), value);
  auto step = std::make_unique<LoopStep>(&op, program, std::vector<Place>{operand.place, initial.place, result.place},
                                         std::vector<View>{operand, initial}, std::vector<View>{result});
  step->computes.emplace_back(op.result(), result);
  emit(std::move(step));
  return true;
}

// Element by element of the window, each a view of the operand that begins elsewhere.
void Lowering::emit_window_by_elements(const Op& op, std::span<const ir::WindowDim> window, loop::Combiner combiner,
                                       const View& operand, const View& initial, const View& result) {
  loop::Program program;
  program.dims = result.dims;
  std::vector<int64_t> from, to = result.strides, none(result.dims.size(), 0);
  for (int d = 0; d < result.rank(); ++d) from.push_back(operand.strides[d] * window[d].stride);
  if (program.dims.empty()) {
    program.dims = {1};
    from = to = none = {0};
  }
  std::vector<Place> places = {initial.place};
  int value = program.load(program.add_buffer(initial.element, none));
  std::vector<int64_t> at(window.size(), 0);
  for (bool more = true; more;) {
    Place place = operand.place;
    for (size_t d = 0; d < window.size(); ++d) {
      place.offset += at[d] * window[d].window_dilation * operand.strides[d] * operand.width();
    }
    places.push_back(place);
    value = add_combination(program, combiner, value, program.load(program.add_buffer(operand.element, from)));
    more = false;
    for (size_t d = window.size(); d-- > 0 && !more;) {
      more = ++at[d] < window[d].size;
      if (!more) at[d] = 0;
    }
  }
  program.store(program.add_buffer(result.element, std::move(to)), value);
  places.push_back(result.place);
  auto step = std::make_unique<LoopStep>(&op, program, std::move(places), std::vector<View>{operand, initial},
                                         std::vector<View>{result});
  step->computes.emplace_back(op.result(), result);
  emit(std::move(step));
}

bool Lowering::lower_select_and_scatter(const Op& op) {
  const ElementType element = op.result()->type().element();
  if (element != ElementType::kF32 && element != ElementType::kF64) return false;
  const std::optional<loop::Op> keeps = comparison_of(op.region(0));
  if (!keeps || op.region(0).argument(0)->type().element() != element) return false;
  if (ir::simple_combiner(op.region(1)) != OpKind::kAdd || op.region(1).argument(0)->type().element() != element) {
    return false;
  }
  std::vector<SelectAndScatterStep::Dim> window;
  int64_t elements = 1;
  for (const ir::WindowDim& dim : ir::window_of(op)) {
    if (dim.size > kMostElements / elements) return false;
    elements *= std::max<int64_t>(dim.size, 1);
    window.push_back({dim.size, dim.stride, dim.padding_low});
  }
  const View operand = view_of(*op.operand(0)), source = view_of(*op.operand(1)), initial = view_of(*op.operand(2));
  const View result = make(*op.result());
  auto step = std::make_unique<SelectAndScatterStep>(&op, *keeps, std::move(window), operand, source, initial, result);
  step->computes.emplace_back(op.result(), result);
  emit(std::move(step));
  return true;
}

}  // namespace partita::core::engine
