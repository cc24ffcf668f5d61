#include "engine/layout.h"

namespace partita::core::engine {

int64_t View::num_elements() const {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

std::vector<int64_t> dense_strides(Ints dims) {
  std::vector<int64_t> strides(dims.size());
  int64_t next = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = next;
    next *= dims[i];
  }
  return strides;
}

View dense_view(int buffer, Type type) {
  return {{buffer, 0, -1}, type.element(), {type.dims().begin(), type.dims().end()}, dense_strides(type.dims())};
}

bool is_dense(const View& view) {
  int64_t next = 1;
  for (size_t i = view.dims.size(); i-- > 0;) {
    if (view.dims[i] != 1 && view.strides[i] != next) return view.num_elements() == 0;
    next *= view.dims[i];
  }
  return true;
}

View transposed(const View& view, Ints permutation) {
  View out = view;
  for (size_t i = 0; i < permutation.size(); ++i) {
    out.dims[i] = view.dims[permutation[i]];
    out.strides[i] = view.strides[permutation[i]];
  }
  return out;
}

View sliced(const View& view, Ints starts, Ints limits, Ints strides) {
  View out = view;
  for (size_t i = 0; i < starts.size(); ++i) {
    out.dims[i] = (limits[i] - starts[i] + strides[i] - 1) / strides[i];
    out.strides[i] = view.strides[i] * strides[i];
    out.place.offset += starts[i] * view.strides[i] * view.width();
  }
  if (out.num_elements() == 0) out.place.offset = view.place.offset;
  return out;
}

View reversed(const View& view, Ints dimensions) {
  View out = view;
  if (view.num_elements() == 0) return out;
  for (int64_t d : dimensions) {
    out.place.offset += (view.dims[d] - 1) * view.strides[d] * view.width();
    out.strides[d] = -view.strides[d];
  }
  return out;
}

View broadcast(const View& view, Ints dims, Ints broadcast_dimensions) {
  View out = view;
  out.dims.assign(dims.begin(), dims.end());
  out.strides.assign(dims.size(), 0);
  for (size_t i = 0; i < broadcast_dimensions.size(); ++i) {
    const int64_t d = broadcast_dimensions[i];
    if (view.dims[i] == dims[d]) out.strides[d] = view.strides[i];
  }
  return out;
}

std::optional<View> reshaped(const View& view, Ints dims) {
  View out = view;
  out.dims.assign(dims.begin(), dims.end());
  out.strides = dense_strides(dims);
  if (view.num_elements() == 0 || is_dense(view)) return out;
  // Both shapes fall into groups of dimensions of one size, the old ones of which have to be one run each.
  size_t from = 0, to = 0;
  while (from < view.dims.size() || to < dims.size()) {
    if (from < view.dims.size() && view.dims[from] == 1) {
      ++from;
      continue;
    }
    if (to < dims.size() && dims[to] == 1) {
      out.strides[to++] = 0;
      continue;
    }
    int64_t from_size = view.dims[from], to_size = dims[to];
    const size_t first_to = to++;
    int64_t stride = view.strides[from++];
    while (from_size != to_size) {
      if (from_size > to_size) {
        to_size *= dims[to++];
        continue;
      }
      const int64_t dim = view.dims[from];
      if (dim != 1 && stride != view.strides[from] * dim) return std::nullopt;
      if (dim != 1) stride = view.strides[from];
      from_size *= dim;
      ++from;
    }
    for (size_t i = to; i-- > first_to;) {
      out.strides[i] = stride;
      stride *= dims[i];
    }
  }
  return out;
}

}  // namespace partita::core::engine
