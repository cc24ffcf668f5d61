#include "partition/lower/halo_exchange.h"

#include <algorithm>
#include <map>

#include "partition/choice/strategy_selector.h"
#include "partition/local/collectives.h"

namespace partita::core::partition {
namespace {

// With more pairs of devices on one line than this, the price is a bound and not counted pair by pair.
constexpr int64_t kMaxPairs = 1 << 14;

// In receivers' numbers, where mirrored ones count from the end, steps are positive.
class Receivers {
 public:
  explicit Receivers(const HaloExchange& f) : f_(f), mirrored_(f.step < 0) {
    step_ = mirrored_ ? -f.step : f.step;
    start_ = mirrored_ ? f.start + f.step * (f.shards - 1) : f.start;
  }
  int64_t step() const { return step_; }
  int64_t start() const { return start_; }
  int64_t device(int64_t receiver) const { return mirrored_ ? f_.shards - 1 - receiver : receiver; }
  Value* device(LocalBuilder& b, Value* receiver) const {
    return mirrored_ ? b.sub(b.index(f_.shards - 1), receiver) : receiver;
  }
  int64_t first(int64_t receiver) const { return ceil_div(step_ * receiver + start_, f_.dilation); }
  Value* first(LocalBuilder& b, Value* receiver) const {
    Value* at = b.add(b.mul(receiver, step_), b.index(start_ + f_.dilation - 1));
    return floor_div(b, at, f_.dilation);
  }
  bool equal_pitch() const { return f_.dilation == 1 && step_ == f_.pitch; }

 private:
  const HaloExchange& f_;
  bool mirrored_;
  int64_t step_;
  int64_t start_;
};

// Sources and receivers of one message, as numbers of devices along the line.
using LinePairs = std::vector<std::pair<int64_t, int64_t>>;

bool moves(std::span<const PlaceRun> runs) {
  return std::any_of(runs.begin(), runs.end(), [](const PlaceRun& run) { return run.from != run.to; });
}
bool moves(const LinePairs& pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.first != pair.second; });
}

// ---- equal pitch: every receiver takes the same rows of the shard `hop` further on

struct Piece {
  int64_t hop;
  int64_t begin, end;  // rows of the source's shard
};

std::vector<Piece> pieces(const HaloExchange& f, const Receivers& to) {
  std::vector<Piece> out;
  for (int64_t at = to.start(), end = at + f.rows; at < end;) {
    int64_t hop = floor_div(at, f.pitch);
    int64_t next = std::min(end, (hop + 1) * f.pitch);
    out.push_back({hop, at - hop * f.pitch, next - hop * f.pitch});
    at = next;
  }
  return out;
}

// Who sends it to whom. Where no source has a true row nothing is sent.
std::vector<PlaceRun> runs_of(const HaloExchange& f, const Receivers& to, const Piece& piece) {
  const int64_t sources = std::clamp<int64_t>(ceil_div(f.extent - piece.begin, f.pitch), 0, f.shards);
  std::vector<PlaceRun> runs;
  auto add = [&](int64_t first, int64_t end, int64_t hop) {  // of receivers
    first = std::max(first, -hop), end = std::min(end, sources - hop);
    if (first < end) runs.push_back({first + hop, first, end - first});
  };
  if (f.wraps) {
    const int64_t hop = (piece.hop % f.shards + f.shards) % f.shards;
    add(0, f.shards - hop, hop);
    add(f.shards - hop, f.shards, hop - f.shards);
  } else {
    add(0, f.shards, piece.hop);
  }
  if (f.step > 0) return runs;
  LinePairs pairs;  // each device has another distance to its source
  for (const PlaceRun& run : runs) {
    for (int64_t k = 0; k < run.count; ++k) pairs.emplace_back(run.from + k, to.device(run.to + k));
  }
  return ir::runs_of(pairs);
}

bool is_sent(const HaloExchange& f, const Piece& piece) {
  if (f.wraps) return piece.hop % f.shards != 0;
  return (piece.hop != 0 || f.step < 0) && std::abs(piece.hop) < f.shards && piece.begin < f.extent;
}

// ---- any pitch: rounds

struct Round {
  LinePairs pairs;
  int64_t rows = 0;  // the largest overlap
};

// Round r has the pairs of source j and receiver c with j - c = r modulo `count`: who needs whom is an interval on both
// sides, so the longest interval is a count for which no device sends or receives twice.
struct Schedule {
  int64_t count = 1;
  std::map<int64_t, Round> rounds;
};

template <typename Visit>
void for_each_need(const HaloExchange& f, const Receivers& to, Visit visit) {
  for (int64_t c = 0; c < f.shards; ++c) {
    const int64_t first = to.first(c);
    const int64_t low = std::max<int64_t>(first, 0), high = std::min(first + f.rows, f.extent);
    for (int64_t j = low / f.pitch; j * f.pitch < high && low < high; ++j) {
      visit(j, c, std::min(high, (j + 1) * f.pitch) - std::max(low, j * f.pitch));
    }
  }
}

Schedule schedule_of(const HaloExchange& f, const Receivers& to) {
  Schedule out;
  std::vector<int64_t> sent(f.shards), received(f.shards);
  for_each_need(f, to, [&](int64_t j, int64_t c, int64_t) {
    ++sent[j];
    ++received[c];
    out.count = std::max({out.count, sent[j], received[c]});
  });
  for_each_need(f, to, [&](int64_t j, int64_t c, int64_t overlap) {
    Round& round = out.rounds[(((j - c) % out.count) + out.count) % out.count];
    round.pairs.emplace_back(j, to.device(c));
    round.rows = std::max(round.rows, overlap);
  });
  return out;
}

// A bound on Schedule::count, without a walk over the pairs.
int64_t most_rounds(const HaloExchange& f, const Receivers& to) {
  int64_t sources = (f.rows + f.pitch - 2) / f.pitch;
  int64_t receivers = (f.dilation * (f.rows + f.pitch - 1) - 1) / to.step();
  return std::max(sources, receivers) + 1;
}

// ---- what it costs

struct Traffic {
  int64_t rows = 0;
  int64_t launches = 0;
  Price price(double row_bytes) const { return {static_cast<double>(rows) * row_bytes, static_cast<double>(launches)}; }
};

bool is_trivial(const HaloExchange& f) { return f.rows == 0 || f.extent == 0 || f.pitch == 0 || f.shards == 1; }

Traffic by_messages(const HaloExchange& f, const Receivers& to) {
  Traffic traffic;
  if (to.equal_pitch()) {
    int64_t first = floor_div(to.start(), f.pitch), last = floor_div(to.start() + f.rows - 1, f.pitch);
    if (last - first > 2 * f.shards) return {(last - first + 1) * f.pitch, last - first + 1};
    for (const Piece& piece : pieces(f, to)) {
      if (!is_sent(f, piece)) continue;
      traffic.rows += piece.end - piece.begin;
      ++traffic.launches;
    }
    return traffic;
  }
  if (f.shards > kMaxPairs / (f.rows / f.pitch + 2)) {
    const int64_t count = most_rounds(f, to);
    return {count * std::min(f.pitch, f.rows), count};
  }
  for (const auto& [number, round] : schedule_of(f, to).rounds) {
    if (!moves(round.pairs)) continue;
    traffic.rows += round.rows;
    ++traffic.launches;
  }
  return traffic;
}

Price by_gather(const HaloExchange& f, double row_bytes) {
  return cost::gather_price(static_cast<double>(f.pitch) * row_bytes, static_cast<double>(f.shards));
}

bool gathers(const HaloExchange& f, double row_bytes, const PriceWeights& weights) {
  return weights.of(by_gather(f, row_bytes)) < weights.of(by_messages(f, Receivers(f)).price(row_bytes));
}

// ---- local programs

class Emission {
 public:
  Emission(LocalBuilder& b, Value* local, int dim, const MeshPtr& mesh, const AxisRefs& axes,
           const HaloExchange& exchange)
      : b_(b), local_(local), dim_(dim), mesh_(mesh), axes_(axes), f_(exchange), to_(exchange) {}

  Value* run() {
    if (f_.rows == 0 || f_.extent == 0 || f_.pitch == 0) return zeros(f_.rows);
    if (f_.shards == 1) return from_gathered(local_);
    if (gathers(f_, row_bytes(local_->type(), dim_), b_.weights())) {
      return from_gathered(all_gather(b_, local_, dim_, mesh_, axes_));
    }
    return to_.equal_pitch() ? by_pieces() : by_rounds();
  }

 private:
  Value* zeros(int64_t rows) {
    std::vector<int64_t> dims(local_->type().dims().begin(), local_->type().dims().end());
    dims[dim_] = rows;
    return b_.splat(b_.tensor(local_->type().element(), dims), 0.0);
  }
  Value* zero() { return b_.splat(b_.tensor(local_->type().element(), {}), 0.0); }
  Value* mine() { return b_.shard_index(mesh_, axes_); }
  Value* receiver() { return to_.device(b_, mine()); }

  // From the gathered line (and its padding); beyond its ends are zeros.
  Value* from_gathered(Value* gathered) {
    const int64_t length = gathered->type().dim(dim_);
    if (f_.wraps) {
      std::vector<Value*> twice = {gathered, gathered};
      Value* start = floor_mod(b_, to_.first(b_, receiver()), length);
      for (int64_t have = 2 * length; have < length + f_.rows; have += length) twice.push_back(gathered);
      return b_.dynamic_slice_dim(b_.concatenate(twice, dim_), dim_, start, f_.rows);
    }
    auto clamped = [&](int64_t first) { return std::clamp(first, -f_.rows, length); };
    Value* first = b_.clamp(to_.first(b_, receiver()), -f_.rows, length);
    const int64_t low = std::max<int64_t>(0, -clamped(to_.first(0)));
    const int64_t high = std::max<int64_t>(0, clamped(to_.first(f_.shards - 1)) + f_.rows - length);
    Value* padded = b_.pad_dim(gathered, dim_, low, high, zero());
    if (auto known = known_index(first)) return b_.slice_dim(padded, dim_, *known + low, *known + low + f_.rows);
    return b_.dynamic_slice_dim(padded, dim_, b_.add(first, b_.index(low)), f_.rows);
  }

  Value* by_pieces() {
    std::vector<Value*> parts;
    for (const Piece& piece : pieces(f_, to_)) {
      const std::vector<PlaceRun> pairs = runs_of(f_, to_, piece);
      Value* part = nullptr;
      if (pairs.empty()) {
        part = zeros(piece.end - piece.begin);
      } else {
        part = b_.slice_dim(local_, dim_, piece.begin, piece.end);
        if (moves(pairs)) part = collective_permute(b_, part, pairs_along(b_, *mesh_, axes_, pairs));
      }
      parts.push_back(part);
    }
    return b_.concatenate(parts, dim_);
  }

  // Where in the source's shard the message for a receiver begins: at the first row wanted, or as far as it fits.
  Value* message_begin(Value* first, Value* source, int64_t rows) {
    return b_.clamp(b_.sub(first, b_.mul(source, f_.pitch)), 0, f_.pitch - rows);
  }

  Value* by_rounds() {
    const Schedule schedule = schedule_of(f_, to_);
    const int64_t count = schedule.count;
    const int64_t margin = std::min(f_.pitch, f_.rows);  // messages may hang over the ends
    Value* first = to_.first(b_, receiver());
    Value* low = b_.max(first, b_.index(0));
    Value* high = b_.sub(b_.min(b_.add(first, b_.index(f_.rows)), b_.index(f_.extent)), b_.index(1));
    Value* first_source = b_.div(low, f_.pitch);
    Value* last_source = b_.div(b_.max(high, b_.index(0)), f_.pitch);
    Value* wants = b_.compare(low, "LE", high);
    // The first receiver that a source has something for.
    Value* reach = b_.sub(b_.mul(mine(), f_.dilation * f_.pitch), b_.index(f_.dilation * f_.rows + to_.start()));
    Value* first_receiver = b_.max(b_.index(0), b_.add(floor_div(b_, reach, to_.step()), b_.index(1)));

    Value* out = zeros(f_.rows + 2 * margin);
    for (const auto& [number, round] : schedule.rounds) {
      Value* turn = b_.index(number);
      Value* source = b_.add(first_source, floor_mod(b_, b_.sub(b_.add(receiver(), turn), first_source), count));
      Value* begin = message_begin(first, source, round.rows);
      Value* part = nullptr;
      if (moves(round.pairs)) {
        Value* target = b_.add(first_receiver, floor_mod(b_, b_.sub(b_.sub(mine(), turn), first_receiver), count));
        Value* sent_from = message_begin(to_.first(b_, target), mine(), round.rows);
        part = b_.dynamic_slice_dim(local_, dim_, sent_from, round.rows);
        part = collective_permute(b_, part, pairs_along(b_, *mesh_, axes_, ir::runs_of(round.pairs)));
      } else {
        part = b_.dynamic_slice_dim(local_, dim_, begin, round.rows);
      }
      // A device that receives nothing puts the message beyond the end.
      Value* valid =
          b_.value(OpKind::kAnd, {wants, b_.compare(source, "LE", last_source)}, b_.tensor(ElementType::kPred, {}));
      Value* place = b_.add(b_.sub(b_.add(b_.mul(source, f_.pitch), begin), first), b_.index(margin));
      place = b_.select(valid, place, b_.index(f_.rows + margin));
      std::vector<Value*> starts(local_->type().dims().size(), b_.index(0));
      starts[dim_] = place;
      out = b_.dynamic_update_slice(out, part, starts);
    }
    return b_.slice_dim(out, dim_, margin, margin + f_.rows);
  }

  LocalBuilder& b_;
  Value* local_;
  int dim_;
  const MeshPtr& mesh_;
  const AxisRefs& axes_;
  const HaloExchange& f_;
  Receivers to_;
};

}  // namespace

Price halo_exchange_price(const HaloExchange& exchange, double row_bytes, const PriceWeights& weights) {
  if (is_trivial(exchange)) return {};
  return cheaper(by_messages(exchange, Receivers(exchange)).price(row_bytes), by_gather(exchange, row_bytes), weights);
}

Value* emit_halo_exchange(LocalBuilder& b, Value* local, int dim, const MeshPtr& mesh, const AxisRefs& axes,
                          const HaloExchange& exchange) {
  return Emission(b, local, dim, mesh, axes, exchange).run();
}

Value* first_row(LocalBuilder& b, const MeshPtr& mesh, const AxisRefs& axes, const HaloExchange& exchange) {
  const Receivers to(exchange);
  return to.first(b, to.device(b, b.shard_index(mesh, axes)));
}

Value* rows_inside(LocalBuilder& b, Type type, int dim, Value* first, int64_t low, int64_t high) {
  const Type indices = b.tensor(ElementType::kS64, type.dims());
  Value* row = b.iota(indices, dim);
  Value* from = b.broadcast_scalar(b.sub(b.index(low), first), indices);
  Value* to = b.broadcast_scalar(b.sub(b.index(high), first), indices);
  return b.value(OpKind::kAnd, {b.compare(row, "GE", from), b.compare(row, "LT", to)},
                 b.tensor(ElementType::kPred, type.dims()));
}

Value* mask_outside(LocalBuilder& b, Value* operand, int dim, Value* first, int64_t low, int64_t high, Value* fill) {
  const Type type = operand->type();
  return b.select(rows_inside(b, type, dim, first, low, high), operand, b.broadcast_scalar(fill, type));
}

int64_t floor_div(int64_t a, int64_t divisor) { return a >= 0 ? a / divisor : -((-a + divisor - 1) / divisor); }

Value* floor_mod(LocalBuilder& b, Value* a, int64_t divisor) {
  if (divisor == 1) return b.index(0);
  return b.rem(b.add(b.rem(a, divisor), b.index(divisor)), divisor);
}

Value* floor_div(LocalBuilder& b, Value* a, int64_t divisor) {
  return divisor == 1 ? a : b.div(b.sub(a, floor_mod(b, a, divisor)), divisor);
}

double row_bytes(Type local, int dim) {
  double bytes = cost::packed_bytes(local.element());
  for (int d = 0; d < local.rank(); ++d) {
    if (d != dim) bytes *= static_cast<double>(local.dim(d));
  }
  return bytes;
}

}  // namespace partita::core::partition
