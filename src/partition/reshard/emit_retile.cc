#include "partition/reshard/emit_retile.h"

#include "partition/local/collectives.h"

namespace partita::core::partition::reshard {
namespace {

// The tiles of a dimension before or after, and where the tile of a number lies, as index arithmetic.
class Tiles {
 public:
  Tiles(LocalBuilder& b, const DimLayout& dim) : b_(b), extent_(dim.extent), tile_(dim.local_size()) {
    for (const TileDigit& digit : dim.digits) {
      count_ *= digit.size;
      // Flat levels are one.
      if (!levels_.empty() && levels_.back().tile == digit.size * digit.tile) {
        levels_.back() = {levels_.back().size * digit.size, digit.tile};
      } else {
        levels_.push_back({digit.size, digit.tile});
      }
    }
  }
  int64_t count() const { return count_; }
  int64_t tile() const { return tile_; }

  struct Range {
    Value* begin;
    Value* end;
  };
  Range range(Value* number) const {
    Range out{b_.index(0), b_.index(extent_)};
    int64_t below = count_;
    for (const Level& level : levels_) {
      below /= level.size;
      Value* digit = b_.rem(b_.div(number, below), level.size);
      out.begin = b_.min(out.end, b_.add(out.begin, b_.mul(digit, level.tile)));
      out.end = b_.min(out.end, b_.add(out.begin, b_.index(level.tile)));
    }
    return out;
  }

 private:
  LocalBuilder& b_;
  int64_t extent_;
  int64_t tile_;
  int64_t count_ = 1;
  std::vector<Level> levels_;
};

}  // namespace

Value* emit_retile(LocalBuilder& b, const Step& step, Value* local) {
  const auto d = static_cast<size_t>(step.dim);
  const Tiles from(b, step.before.dims[d]);
  const Tiles to(b, step.after.dims[d]);
  const MeshPtr& mesh = step.before.mesh;
  AxisRefs axes;
  for (const TileDigit& digit : step.before.dims[d].digits) axes.push_back(digit.owner);
  Value* number = b.shard_index(mesh, axes);
  const Tiles::Range mine_before = from.range(number);
  const Tiles::Range mine_after = to.range(number);

  // `window` begins at element `begin`; as a new tile that begins at element mine_after.begin.
  auto placed = [&](Value* window, Value* begin) {
    Value* fill = b.splat(b.tensor(window->type().element(), {}), 0);
    Value* padded = b.pad_dim(window, step.dim, to.tile(), to.tile(), fill);
    Value* start = b.add(b.sub(mine_after.begin, begin), b.index(to.tile()));
    return b.dynamic_slice_dim(padded, step.dim, start, to.tile());
  };
  Value* out = placed(local, mine_before.begin);
  const Type indices = b.tensor(ElementType::kS64, out->type().dims());
  Value* element = b.add(b.iota(indices, step.dim), b.broadcast_scalar(mine_after.begin, indices));

  for (const Hop& hop : step.hops) {
    // Both sides know where the window of width `hop.width` begins: at the first element wanted, or as far as fits.
    auto window_begin = [&](const Tiles::Range& has, const Tiles::Range& wants) {
      Value* offset = b.sub(b.max(has.begin, wants.begin), has.begin);
      return b.clamp(offset, 0, from.tile() - hop.width);
    };
    Value* receiver = b.clamp(b.add(number, b.index(hop.shift)), 0, from.count() - 1);
    Value* window = b.dynamic_slice_dim(local, step.dim, window_begin(mine_before, to.range(receiver)), hop.width);
    Value* moved = collective_permute(b, window, shifted_pairs(b, *mesh, axes, hop.shift));

    Value* unclamped = b.sub(number, b.index(hop.shift));
    const Tiles::Range has = from.range(b.clamp(unclamped, 0, from.count() - 1));
    Value* begin = b.add(has.begin, window_begin(has, mine_after));
    // Elements that the sender had, and none where there is no sender. (Beyond the new tile is padding.)
    Value* exists =
        hop.shift > 0 ? b.compare(unclamped, "GE", b.index(0)) : b.compare(unclamped, "LT", b.index(from.count()));
    Value* end = b.select(exists, has.end, b.index(0));
    Value* inside = b.value(OpKind::kAnd,
                            {b.compare(element, "GE", b.broadcast_scalar(has.begin, indices)),
                             b.compare(element, "LT", b.broadcast_scalar(end, indices))},
                            b.tensor(ElementType::kPred, indices.dims()));
    out = b.select(inside, placed(moved, begin), out);
  }
  return out;
}

}  // namespace partita::core::partition::reshard
