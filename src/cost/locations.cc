#include "cost/locations.h"

#include <algorithm>

namespace partita::core::cost {
namespace {

// Of each piece: the stride of its part of the position, and that of its part of the coordinate.
struct PieceStrides {
  int64_t position = 1;
  int64_t coordinate = 1;
};
std::vector<PieceStrides> strides_of_pieces(const Layout& layout) {
  std::vector<int64_t> of_axis(layout.axes.size());
  int64_t stride = 1;
  for (size_t a = layout.axes.size(); a-- > 0; stride *= layout.axes[a].size) of_axis[a] = stride;
  std::vector<int64_t> inside(layout.slice.dims.size() + 1, 1);  // of the pieces that are further inside of a place
  std::vector<PieceStrides> out(layout.pieces.size());
  for (size_t p = layout.pieces.size(); p-- > 0;) {
    const LayoutPiece& piece = layout.pieces[p];
    const int64_t below = layout.axes[piece.ref.axis].size / piece.ref.end();
    out[p] = {of_axis[piece.ref.axis] * below, inside[piece.place]};
    inside[piece.place] *= piece.ref.size;
  }
  return out;
}

}  // namespace

Locations::Locations(const Layout& layout) : places_(layout.slice.dims.size() + 1) {
  const std::vector<PieceStrides> strides = strides_of_pieces(layout);
  for (size_t p = 0; p < layout.pieces.size(); ++p) {
    const LayoutPiece& piece = layout.pieces[p];
    parts_.push_back({strides[p].position, piece.ref.size, piece.place, strides[p].coordinate});
  }
}

void Locations::find(int64_t position, std::vector<int64_t>& out) const {
  out.assign(places_, 0);
  for (const Part& part : parts_) out[part.place] += position / part.stride % part.size * part.inside;
}

std::vector<int64_t> location_strides(const Slice& slice) {
  std::vector<int64_t> out(slice.dims.size() + 1, 1);
  int64_t stride = slice.cores;
  for (size_t d = slice.dims.size(); d-- > 0; stride *= slice.dims[d]) out[d] = stride;
  return out;
}

Digits positions_by_location(const Layout& layout) {
  const std::vector<PieceStrides> strides = strides_of_pieces(layout);
  const std::vector<int64_t> of_place = location_strides(layout.slice);
  Digits out;
  for (size_t p = 0; p < layout.pieces.size(); ++p) {
    const LayoutPiece& piece = layout.pieces[p];
    out.push_back({piece.ref.size, of_place[piece.place] * strides[p].coordinate, strides[p].position});
  }
  std::sort(out.begin(), out.end(), [](const Digit& a, const Digit& b) { return a.from > b.from; });
  return out;
}

}  // namespace partita::core::cost
