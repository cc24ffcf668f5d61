// How the devices of a mesh lie on a torus of chips: which axes go along which dimension, and which over the cores of a
// chip.
//
//   x=8, y=16        on 8x8 chips of 2 cores    x=0,y=1c            x along dimension 0; y along dimension 1 and,
//   fastest,
//                                                                   over the cores of each chip
//   l=4, x=16, y=4   on 8x16 chips of 2 cores   l=0(4),x=1,y=0(2)c  dimension 0 is divided: 4 parts for l, and in each
//                                                                   of them 2 neighbours for y
//   x=4, y=32        on 8x8 chips of 2 cores    x=0(4),y=0(2)1c     y takes what x leaves of dimension 0
//
// A layout gives each axis its places, major to minor: dimensions by their numbers from 0, and `c` for the cores. How
// many chips of a dimension an axis takes stands in parentheses, and may be left out where only one number is possible.
// Where axes share a dimension, the first in the text is the outermost. Axes of size 1 need not be there.
// `usual` is what frameworks make of a mesh: every axis has dimensions, and the cores, of its own, where the mesh fits
// so; else devices are numbered along the machine.
// `4x16: …` asks for a slice of this shape instead of the most square one, `4x8x8t: …` for a twisted one; where nothing
// follows the colon, the best layout on it is found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cost/hardware.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"

namespace partita::core::cost {

// The part of a machine that a program runs on.
struct Slice {
  std::vector<int64_t> dims;  // in chips, not above the machine's
  std::vector<bool> wraps;    // whether the last chip of a dimension is linked to the first
  int64_t cores = 1;          // of each chip; fewer than it has only where the program runs on fewer
  bool is_chosen = false;     // by the user
  // Twisted: of dimensions of k and of 2k chips, the rings of the short ones close k chips further along the long ones.
  //   4x4x8: the link behind chip (3, y, z) goes to (0, y, z + 4), that behind (x, 3, z) to (x, 0, z + 4)
  bool twisted = false;

  int64_t devices() const;
  bool is_short(size_t dim) const;  // of a twisted slice: a dimension of k chips
  friend bool operator==(const Slice&, const Slice&) = default;
};

// The most square slice that the machine allows: 64, 128, 256 and 512 cores of TPU v3 are 4x8, 8x8, 8x16 and 16x16
// chips. Dimensions that close to rings are preferred where the machine has them in every slice of whole cubes
// (wrap_multiple). kLayout where no slice has so many devices.
Result<Slice> slice_of(const Torus& torus, int64_t devices);
std::string to_string(const Slice& slice);  // 8x16, 4x8x8t
// "4x16:", a slice and nothing else. kLayout at the place in the text where it is none that the devices fill.
Result<Slice> parse_slice(std::string_view text, const Torus& torus, int64_t devices);

struct LayoutPiece {
  AxisRef ref;    // of the layout's axes
  int place = 0;  // a dimension, or, their number, the cores
  friend bool operator==(const LayoutPiece&, const LayoutPiece&) = default;
};

struct Layout {
  std::vector<MeshAxis> axes;
  Slice slice;
  std::vector<LayoutPiece> pieces;  // of a place, the outermost first; of size 2 and more

  // Chip coordinates and, last, the core of the device at this position of the axes.
  std::vector<int64_t> location(int64_t position) const;
};

// kLayout at the place in the text: an unknown axis, one that is missing or does not fit, and so on.
Result<Layout> parse_layout(std::string_view text, const std::vector<MeshAxis>& axes, const Torus& torus,
                            int64_t devices);
std::string to_string(const Layout& layout);

// All axes one after the other: the last core is the fastest, then the last dimension.
Layout row_major_layout(const std::vector<MeshAxis>& axes, const Slice& slice);
inline constexpr std::string_view kUsualLayout = "usual";
// Whether every dimension, and the cores, have one axis at the most.
bool has_whole_dimensions(const Layout& layout);
// Those worth comparing: devices in their order along the machine, and every axis on as few dimensions as the mesh
// allows. At most some hundreds.
std::vector<Layout> candidate_layouts(const std::vector<MeshAxis>& axes, const Slice& slice);

}  // namespace partita::core::cost
