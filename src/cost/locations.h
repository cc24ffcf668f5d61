// Where many positions of a layout's axes lie on its torus.
#pragma once

#include <cstdint>
#include <vector>

#include "cost/layout.h"

namespace partita::core::cost {

// Coordinates of positions, as Layout::location has them.
class Locations {
 public:
  explicit Locations(const Layout& layout);
  void find(int64_t position, std::vector<int64_t>& out) const;

 private:
  struct Part {
    int64_t stride, size;
    int place;
    int64_t inside;
  };
  size_t places_;
  std::vector<Part> parts_;
};

// The chips of a slice and their cores, numbered along its dimensions; the last core is the fastest. Strides of the
// dimensions and, last, of the cores.
std::vector<int64_t> location_strides(const Slice& slice);
// Number of a location -> position of the layout's axes.
Digits positions_by_location(const Layout& layout);

}  // namespace partita::core::cost
