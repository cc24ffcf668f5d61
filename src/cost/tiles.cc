#include "cost/tiles.h"

#include <algorithm>
#include <cmath>

#include "cost/prices.h"

namespace partita::core::cost {

double padded_bytes(Type type, std::array<int64_t, 2> tile, int rows_dim) {
  const double dense = bytes_of(type);
  if (dense == 0 || (tile[0] <= 1 && tile[1] <= 1) || type.rank() == 0) return dense;
  const double rows = static_cast<double>(tile[0]) * std::max(1.0, 32.0 / packed_bits(type.element()));
  const auto columns = static_cast<double>(tile[1]);
  auto growth = [](double size, double unit) { return std::ceil(size / unit) * unit / size; };
  const int rank = type.rank();
  // A vector takes whole rows of a tile.
  if (rank == 1) return dense * growth(static_cast<double>(type.dim(0)), columns);
  double least = 0;
  for (int minor = 0; minor < rank; ++minor) {
    for (int major = 0; major < rank; ++major) {
      if (major == minor || (rows_dim >= 0 && major != rows_dim)) continue;
      const double grown =
          growth(static_cast<double>(type.dim(minor)), columns) *
          growth(static_cast<double>(type.dim(major)), rows_dim >= 0 ? static_cast<double>(tile[0]) : rows);
      if (least == 0 || grown < least) least = grown;
    }
  }
  return dense * least;
}

}  // namespace partita::core::cost
