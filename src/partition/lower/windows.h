// Windows that slide over a divided dimension, read as places on a line that padding and base dilation have spread out.
//
//   n = 8 rows on 2 devices, window 3, padding 1, 1:  device 1 computes outputs 4 to 7, which are places 3 to 8: it
//   obtains rows 3 to 8, of which 8 is padding
//
// A device computes windows step·i + start + stride·o, o = 0, 1, …: all rows under them are received, those outside the
// tensor replaced, and the op is done without padding. Where base dilation falls differently on each device the rows
// are spread out first.
#pragma once

#include "ir/views.h"
#include "partition/lower/movement.h"

namespace partita::core::partition {

// The places a device needs.
struct Places {
  HaloExchange exchange;  // the rows that stand on them
  int64_t span = 0;       // how many
};

// Shards of the outputs: windows of all taps.
Places output_places(int64_t extent, int64_t outputs, const WindowDim& window, int64_t shards);
// Shards of the taps: all outputs, for the device's part of the window. `window` is the global one.
Places tap_places(int64_t extent, int64_t outputs, const WindowDim& window, int64_t shards);

// The rows on the places; `window` becomes the window over them. `fill` replaces what is outside of the tensor where
// `masks`, and stands between the rows.
Value* take_places(LocalBuilder& b, Value* operand, int dim, const MeshPtr& mesh, const AxisRefs& axes,
                   const Places& places, bool masks, Value* fill, WindowDim& window);

// Windows as attributes of an op; keys that do not belong to the op are left out.
void set_window(Context& context, Op& op, std::span<const WindowDim> windows);

}  // namespace partita::core::partition

namespace partita::core {
using partition::Places;
}  // namespace partita::core
