#include "cost/pipeline_loops.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/maps.h"
#include "cost/op_prices.h"
#include "cost/trips.h"
#include "cost/wire.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

struct Shift {
  const Op* op = nullptr;     // that gives what is shifted
  const Value* of = nullptr;  // what is
  int64_t stages = 0;
  bool rows_here = true;  // all rows are in one tensor, so that products have a batch dimension of them
  bool around = false;    // along devices, the last row goes to the first
};

// ---- a permute along lines or rings of devices

struct Line {
  int64_t length = 0;
  bool ring = false;
};

// Nothing where the pairs form lines or rings of different lengths, or both, or leave devices out: every device is a
// stage.
std::optional<Line> line_of(std::span<const int64_t> pairs, int64_t devices) {
  tsl::robin_map<int64_t, int64_t> next;
  tsl::robin_set<int64_t> targets;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    if (pairs[i] == pairs[i + 1]) return std::nullopt;
    next[pairs[i]] = pairs[i + 1];
    targets.insert(pairs[i + 1]);
  }
  std::optional<Line> found;
  tsl::robin_set<int64_t> seen;
  auto follow = [&](int64_t from, bool ring) {
    Line line{1, ring};
    int64_t at = from;
    for (auto to = next.find(at); to != next.end() && to->second != from; to = next.find(at = to->second)) {
      seen.insert(at);
      ++line.length;
    }
    seen.insert(at);
    const bool same = !found || (found->length == line.length && found->ring == line.ring);
    found = line;
    return same;
  };
  for (const bool ring : {false, true}) {
    for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
      if (seen.contains(pairs[i]) || (!ring && targets.contains(pairs[i]))) continue;
      if (!follow(pairs[i], ring)) return std::nullopt;
    }
  }
  return static_cast<int64_t>(seen.size()) >= devices ? found : std::nullopt;
}

std::optional<Line> line_of(const Op& permute) {
  const Attr pairs = permute.attr(AttrKey::kSourceTargetPairs);
  std::optional<ir::DeviceMoves> moves = pairs ? ir::DeviceMoves::of(pairs) : std::nullopt;
  if (!moves || moves->sources != moves->targets) {
    return line_of(ir::listed_pairs(permute), device_count(permute.module()));
  }
  // All groups are alike: one stands for them.
  const bool is_shift = moves->runs.size() == 1 && std::abs(moves->runs[0].to - moves->runs[0].from) == 1;
  if (is_shift && moves->runs[0].count == moves->group_size - 1) return Line{moves->group_size, false};
  moves->devices = moves->group_size;
  return line_of(ir::listed_pairs(*moves), moves->group_size);
}

// ---- shifts within a tensor

// y[i] = x[i - rows] along one dimension, with something else where nothing comes from.
struct Moved {
  const Value* of;
  int dim;
  int64_t rows;
};

// Pads and slices in a row, back to where the shape was the same.
std::optional<Moved> moved_by_pads(const Op& op) {
  constexpr int kSteps = 4;
  const Type type = op.result()->type();
  std::vector<int64_t> rows(type.rank());
  const Value* at = op.result();
  for (int step = 0; step < kSteps; ++step) {
    const Op* by = at->op();
    if (by == nullptr || (!by->is(OpKind::kPad) && !by->is(OpKind::kSlice))) return std::nullopt;
    const bool pad = by->is(OpKind::kPad);
    for (size_t d = 0; d < rows.size(); ++d) {
      if (pad ? by->ints_attr(AttrKey::kInteriorPadding)[d] != 0 : by->ints_attr(AttrKey::kStrides)[d] != 1) {
        return std::nullopt;
      }
      rows[d] += pad ? by->ints_attr(AttrKey::kEdgePaddingLow)[d] : -by->ints_attr(AttrKey::kStartIndices)[d];
    }
    at = by->operand(0);
    if (at->type() != type) continue;
    std::optional<Moved> moved;
    for (int d = 0; d < type.rank(); ++d) {
      if (rows[d] == 0) continue;
      if (moved) return std::nullopt;
      moved = Moved{at, d, rows[d]};
    }
    return moved;
  }
  return std::nullopt;
}

// All rows but one, and a row before or behind them.
std::optional<Moved> moved_by_parts(const Op& op) {
  if (op.num_operands() != 2) return std::nullopt;
  const Type type = op.result()->type();
  const auto dim = static_cast<int>(op.int_attr(AttrKey::kDimension));
  for (int side = 0; side < 2; ++side) {
    const Op* slice = op.operand(side)->op();
    if (slice == nullptr || !slice->is(OpKind::kSlice) || slice->operand(0)->type() != type) continue;
    if (slice->result()->type().dim(dim) != type.dim(dim) - 1) continue;
    const int64_t start = slice->ints_attr(AttrKey::kStartIndices)[dim];
    if (start != (side == 0 ? 1 : 0) || slice->ints_attr(AttrKey::kStrides)[dim] != 1) continue;
    return Moved{slice->operand(0), dim, side == 0 ? -1 : 1};
  }
  return std::nullopt;
}

// XLA's call for a rotation: backend_config "dimension=0,amount=1".
std::optional<Moved> moved_by_call(const Op& op) {
  if (op.text_attr(AttrKey::kCallTargetName) != "_SPMDInternalOp_RotateRight" || op.num_operands() != 1) return {};
  const std::string_view config = op.text_attr(AttrKey::kBackendConfig);
  auto number = [&](std::string_view name) {
    const size_t at = config.find(name);
    int64_t value = -1;
    if (at != std::string_view::npos) {
      std::from_chars(config.data() + at + name.size(), config.data() + config.size(), value);
    }
    return value;
  };
  const int64_t dim = number("dimension="), rows = number("amount=");
  const Type type = op.operand(0)->type();
  if (dim < 0 || dim >= type.rank() || rows < 0) return std::nullopt;
  return Moved{op.operand(0), static_cast<int>(dim), rows == type.dim(dim) - 1 ? -1 : rows};
}

// The permute that a row comes from, past what masks it; null where it does not come from another device.
const Op* permute_below(const Value* row, int& steps) {
  const Op* op = row->op();
  if (op == nullptr || --steps < 0) return nullptr;
  if (op->is(OpKind::kCollectivePermute)) return op;
  if (!op->info().has(kElementwise)) return nullptr;
  for (int i = 0; i < op->num_operands(); ++i) {
    if (const Op* found = permute_below(op->operand(i), steps)) return found;
  }
  return nullptr;
}

std::optional<Shift> shift_of(const Op& op) {
  std::optional<Moved> moved;
  const Op* between = nullptr;  // devices
  switch (op.kind()) {
    case OpKind::kPad:
    case OpKind::kSlice: moved = moved_by_pads(op); break;
    case OpKind::kCustomCall: moved = moved_by_call(op); break;
    case OpKind::kConcatenate:
      moved = moved_by_parts(op);
      if (int steps = 32; moved) between = permute_below(op.operand(moved->rows < 0 ? 1 : 0), steps);
      break;
    case OpKind::kCollectivePermute:
      if (belongs_to_ring(op)) return std::nullopt;  // in a loop over layers that shifts nothing on
      between = &op;
      break;
    default: return std::nullopt;
  }
  if (!moved && between == nullptr) return std::nullopt;
  if (moved && std::abs(moved->rows) != 1) return std::nullopt;
  Shift shift{&op, moved ? moved->of : op.operand(0), moved ? moved->of->type().dim(moved->dim) : 1,
              between == nullptr};
  if (between != nullptr) {
    const std::optional<Line> line = line_of(*between);
    if (!line) return std::nullopt;
    shift.stages *= line->length;
    shift.around = line->ring;
  }
  return shift.stages > 1 ? std::optional(shift) : std::nullopt;
}

// ---- loops

// Bits that flow from some values of a region to all that depend on them, in one walk.
class Flow {
 public:
  explicit Flow(const Function& function) : bits_(function.module().num_value_ids()) {}

  template <typename Seed>  // bits of an op's own for its results
  void run(const Region& region, const Seed& seed) {
    for (const Op& op : region) {
      uint64_t bits = read_by(op);
      for (int r = 0; r < op.num_regions(); ++r) {
        walk(op.region(r), [&](const Op& inner) { bits |= read_by(inner); });
      }
      bits |= seed(op);
      for (int i = 0; i < op.num_results(); ++i) bits_[op.result(i)->id()] = bits;
    }
  }
  uint64_t& operator[](const Value* value) { return bits_[value->id()]; }

 private:
  uint64_t read_by(const Op& op) const {
    uint64_t bits = 0;
    for (int i = 0; i < op.num_operands(); ++i) bits |= bits_[op.operand(i)->id()];
    return bits;
  }
  std::vector<uint64_t> bits_;  // by value id; of values inside inner regions never set
};

class Search {
 public:
  Search(const Function& function, std::span<const Op* const> loops) : from_shifts_(function), from_carries_(function) {
    for (const Op* loop : loops) {
      const TripCount ticks = trip_count_of(*loop);
      if (ticks.from != TripCount::From::kProgram) continue;
      if (const int64_t stages = stages_of(*loop, ticks.count); stages > 1) {
        found_.push_back({loop, stages, ticks.count});
      }
    }
  }
  std::vector<PipelineLoop> take() { return std::move(found_); }

 private:
  static constexpr size_t kBits = 64;  // shifts and carries that are looked at; real loops have a few

  // The most stages of all shifts that its state goes through; 0 where it is no pipeline.
  int64_t stages_of(const Op& loop, double ticks) {
    const Region& body = loop.region(1);
    std::vector<Shift> shifts;
    for (const Op& op : body) {
      const std::optional<Shift> shift = shift_of(op);
      // What goes round as often as there are devices is a ring algorithm: everyone meets everything once.
      const bool long_enough = shift && ticks >= static_cast<double>(shift->stages + (shift->around ? 1 : 0));
      if (long_enough && shifts.size() < kBits && multiplies_rows(body, *shift)) shifts.push_back(*shift);
    }
    if (shifts.empty()) return 0;
    from_shifts_.run(body, [&](const Op& op) {
      for (size_t s = 0; s < shifts.size(); ++s) {
        if (shifts[s].op == &op) return uint64_t{1} << s;
      }
      return uint64_t{0};
    });
    std::vector<int> carries;  // that depend on a shift
    for (int i = 0; i < body.num_arguments(); ++i) {
      if (carries.size() < kBits && from_shifts_[body.terminator()->operand(i)] != 0) carries.push_back(i);
    }
    for (size_t c = 0; c < carries.size(); ++c) from_carries_[body.argument(carries[c])] = uint64_t{1} << c;
    from_carries_.run(body, [](const Op&) { return uint64_t{0}; });
    int64_t most = 0;
    for (size_t s = 0; s < shifts.size(); ++s) {
      for (size_t c = 0; c < carries.size(); ++c) {
        const bool reaches = (from_shifts_[body.terminator()->operand(carries[c])] >> s & 1) != 0;
        const bool reached = (from_carries_[shifts[s].of] >> c & 1) != 0;
        const Type state = body.argument(carries[c])->type();
        const bool whole = state.is_tensor() && state.num_elements() == shifts[s].of->type().num_elements();
        if (reaches && reached && whole) most = std::max(most, shifts[s].stages);
      }
    }
    return most;
  }

  // A shift register is shifted as well; its rows are not multiplied by weights of their own.
  static bool multiplies_rows(const Region& body, const Shift& shift) {
    bool found = false;
    walk(body, [&](const Op& op) {
      if (found || matrix_operations(op) == 0) return;
      found = !shift.rows_here;
      if (op.is(OpKind::kDotGeneral)) {
        for (const int64_t dim : dot_dims(op).lhs_batching) {
          found = found || op.operand(0)->type().dim(static_cast<int>(dim)) == shift.stages;
        }
      } else if (op.is(OpKind::kConvolution)) {
        const ConvDims dims = conv_dims(op);
        found = found || dims.feature_group_count % shift.stages == 0 || dims.batch_group_count % shift.stages == 0;
      }
    });
    return found;
  }

  Flow from_shifts_, from_carries_;
  std::vector<PipelineLoop> found_;
};

}  // namespace

std::vector<PipelineLoop> pipeline_loops(const Function& function, std::span<const Op* const> loops) {
  if (loops.empty()) return {};
  return Search(function, loops).take();
}

}  // namespace partita::core::cost
