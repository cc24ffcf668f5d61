#include "cost/tiles.h"

#include <algorithm>
#include <cmath>

#include "cost/prices.h"

namespace partita::core::cost {

double memory_growth(ElementType element, std::span<const int64_t> dims, const MemoryForm& form) {
  const double wider = form.is_wide ? 2 : 1;
  const int rank = static_cast<int>(dims.size());
  if ((form.tile[0] <= 1 && form.tile[1] <= 1) || rank == 0) return wider;
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return wider;
  const double rows = static_cast<double>(form.tile[0]) * std::max(1.0, 32.0 / packed_bits(element));
  const auto columns = static_cast<double>(form.tile[1]);
  auto growth = [&](int dim, double unit) {
    const auto size = static_cast<double>(dims[static_cast<size_t>(dim)]);
    return std::ceil(size / unit) * unit / size;
  };
  // A vector takes whole rows of a tile.
  if (rank == 1) return wider * growth(0, columns);
  double least = 0;
  for (int minor = 0; minor < rank; ++minor) {
    for (int major = 0; major < rank; ++major) {
      if (major == minor || (form.rows >= 0 && major != form.rows)) continue;
      const double grown =
          growth(minor, columns) * growth(major, form.rows >= 0 ? static_cast<double>(form.tile[0]) : rows);
      if (least == 0 || grown < least) least = grown;
    }
  }
  return wider * least;
}

double padded_bytes(Type type, const MemoryForm& form) {
  const double dense = bytes_of(type);
  return dense == 0 || form.is_dense() ? dense : dense * memory_growth(type.element(), type.dims(), form);
}

}  // namespace partita::core::cost
