#include "partition/lower/windows.h"

#include <algorithm>

namespace partita::core::partition {
namespace {

// `span` places from step·i + start on. Places from `end` on are not needed.
Places places_at(int64_t extent, int64_t shards, int64_t step, int64_t start, int64_t span, int64_t dilation,
                 int64_t end) {
  return {{.shards = shards,
           .extent = std::clamp<int64_t>(ceil_div(end, dilation), 0, extent),
           .pitch = ceil_div(extent, shards),
           .step = step == 0 ? 1 : step,
           .start = start,
           .dilation = dilation,
           .rows = ceil_div(span, dilation)},
          span};
}

}  // namespace

Places output_places(int64_t extent, int64_t outputs, const WindowDim& w, int64_t shards) {
  const int64_t t = ceil_div(outputs, shards);
  const int64_t span = t == 0 ? 0 : w.stride * (t - 1) + (w.size - 1) * w.window_dilation + 1;
  const int64_t end = w.stride * (outputs - 1) + (w.size - 1) * w.window_dilation + 1 - w.padding_low;
  return places_at(extent, shards, w.stride * t, -w.padding_low, span, w.base_dilation, end);
}

Places tap_places(int64_t extent, int64_t outputs, const WindowDim& w, int64_t shards) {
  const int64_t taps = ceil_div(w.size, shards);
  const int64_t span = outputs == 0 || taps == 0 ? 0 : w.stride * (outputs - 1) + (taps - 1) * w.window_dilation + 1;
  // A reversed window begins with its last tap.
  const int64_t step = (w.reversal ? -1 : 1) * w.window_dilation * taps;
  const int64_t start = (w.reversal ? w.window_dilation * (w.size - taps) : 0) - w.padding_low;
  return places_at(extent, shards, step, start, span, w.base_dilation, extent * w.base_dilation);
}

Value* take_places(LocalBuilder& b, Value* operand, int dim, const MeshPtr& mesh, const AxisRefs& axes,
                   const Places& places, bool masks, Value* fill, WindowDim& window) {
  const HaloExchange& f = places.exchange;
  Value* rows = emit_halo_exchange(b, operand, dim, mesh, axes, f);
  Value* first = first_row(b, mesh, axes, f);
  if (masks) rows = mask_outside(b, rows, dim, first, 0, f.extent, fill);
  window.padding_low = window.padding_high = 0;
  if (f.dilation == 1) return rows;
  if (f.step % f.dilation == 0) {
    const int64_t phase = f.dilation * ceil_div(f.start, f.dilation) - f.start;
    const int64_t spread = f.rows == 0 ? 0 : (f.rows - 1) * f.dilation + 1;
    window.padding_low = phase;
    window.padding_high = places.span - spread - phase;
    return rows;
  }
  window.base_dilation = 1;
  Value* begin = b.add(b.mul(b.shard_index(mesh, axes), f.step), b.index(f.start));
  return dilated_run(b, rows, dim, f.dilation, places.span, first, begin, std::nullopt, fill);
}

void set_window(Context& context, Op& op, std::span<const WindowDim> windows) {
  std::vector<int64_t> sizes, strides, padding, base, dilation, reversal;
  for (const WindowDim& w : windows) {
    sizes.push_back(w.size);
    strides.push_back(w.stride);
    padding.insert(padding.end(), {w.padding_low, w.padding_high});
    base.push_back(w.base_dilation);
    dilation.push_back(w.window_dilation);
    reversal.push_back(w.reversal ? 1 : 0);
  }
  const bool kernel = op.is(OpKind::kConvolution);
  op.set_attr(AttrKey::kWindowStrides, context.ints(strides));
  op.set_attr(AttrKey::kPadding, context.ints(padding));
  op.set_attr(kernel ? AttrKey::kLhsDilation : AttrKey::kBaseDilations, context.ints(base));
  op.set_attr(kernel ? AttrKey::kRhsDilation : AttrKey::kWindowDilations, context.ints(dilation));
  if (kernel) {
    op.set_attr(AttrKey::kWindowReversal, context.ints(reversal));
  } else {
    op.set_attr(AttrKey::kWindowDimensions, context.ints(sizes));
  }
}

}  // namespace partita::core::partition
