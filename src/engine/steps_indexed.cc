// Windows at places that are known only while the program runs: gather and scatter.
#include <algorithm>

#include "engine/steps.h"

namespace partita::core::engine {
namespace {

// Calls visit(place in the batch, offset) for all places of the batch, in row-major order.
template <typename Visit>
void for_batch(Ints dims, Ints strides, const Visit& visit) {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  std::vector<int64_t> at(dims.size(), 0);
  int64_t offset = 0;
  for (int64_t i = 0; i < count; ++i) {
    visit(i, offset);
    for (size_t d = dims.size(); d-- > 0;) {
      offset += strides[d];
      if (++at[d] < dims[d]) break;
      offset -= at[d] * strides[d];
      at[d] = 0;
    }
  }
}

}  // namespace

int64_t WindowIndices::count() const {
  int64_t count = 1;
  for (size_t d = 0; d + 1 < indices.dims.size(); ++d) count *= indices.dims[d];
  return count;
}

void WindowIndices::read(const Device& device, std::vector<int64_t>& offsets) const {
  const int64_t components = indices.dims.back();
  std::vector<int64_t> values(count() * components);
  const bool is_signed = element_class(indices.element) == ir::ElementClass::kSigned;
  if (!values.empty()) {
    move::read_indices(device.address(indices.place), indices.width(), is_signed, indices.dims, indices.strides,
                       values.data());
  }
  offsets.assign(count(), 0);
  const Ints batch(indices.dims.data(), indices.dims.size() - 1);
  for_batch(batch, batch_strides, [&](int64_t i, int64_t offset) {
    for (int64_t c = 0; c < components; ++c) {
      int64_t index = values[i * components + c];
      if (clamps) {
        index = std::clamp(index, int64_t{0}, most[c]);
      } else if (index < 0 || index > most[c]) {
        offsets[i] = kLeftOut;
        return;
      }
      offset += index * strides[c];
    }
    offsets[i] = offset;
  });
}

GatherStep::GatherStep(const Op* op, WindowIndices indices, const View& operand_window, const View& result_window,
                       std::vector<int64_t> result_batch_strides)
    : Step(op),
      indices_(std::move(indices)),
      from_(operand_window.place),
      to_(result_window.place),
      width_(operand_window.width()),
      batch_strides_(std::move(result_batch_strides)),
      copy_(operand_window.width(), operand_window.dims, operand_window.strides, result_window.strides) {
  reads = {operand_window.place.buffer, indices_.indices.place.buffer};
  writes = {result_window.place.buffer};
  const Ints batch(indices_.indices.dims.data(), indices_.indices.dims.size() - 1);
  std::vector<int64_t> rows = dense_strides(batch);
  for (int64_t& stride : rows) stride *= operand_window.num_elements();
  if (is_dense(operand_window) && is_dense(result_window) && rows == batch_strides_) {
    row_bytes_ = operand_window.bytes();
  }
}

Status GatherStep::run(Device& device) const {
  std::vector<int64_t> offsets;
  indices_.read(device, offsets);
  const std::byte* from = device.address(from_);
  std::byte* to = device.address(to_);
  if (row_bytes_ > 0) {
    for (int64_t& offset : offsets) offset *= width_;
    move::gather_rows(from, offsets, row_bytes_, to);
    return {};
  }
  const Ints batch(indices_.indices.dims.data(), indices_.indices.dims.size() - 1);
  for_batch(batch, batch_strides_,
            [&](int64_t i, int64_t offset) { copy_.run(from + offsets[i] * width_, to + offset * width_); });
  return {};
}

ScatterStep::ScatterStep(const Op* op, WindowIndices indices, const View& operand_window, const View& update_window,
                         std::vector<int64_t> update_batch_strides, std::shared_ptr<const loop::Kernel> combine)
    : Step(op),
      indices_(std::move(indices)),
      operand_(operand_window.place),
      update_(update_window.place),
      width_(operand_window.width()),
      batch_strides_(std::move(update_batch_strides)),
      combine_(std::move(combine)),
      copy_(operand_window.width(), operand_window.dims, update_window.strides, operand_window.strides) {
  reads = {update_window.place.buffer, indices_.indices.place.buffer, operand_window.place.buffer};
  writes = {operand_window.place.buffer};
}

Status ScatterStep::run(Device& device) const {
  std::vector<int64_t> offsets;
  indices_.read(device, offsets);
  std::byte* operand = device.address(operand_);
  std::byte* update = device.address(update_);
  const Ints batch(indices_.indices.dims.data(), indices_.indices.dims.size() - 1);
  for_batch(batch, batch_strides_, [&](int64_t i, int64_t offset) {
    if (offsets[i] == WindowIndices::kLeftOut) return;
    std::byte* target = operand + offsets[i] * width_;
    if (combine_ == nullptr) {
      copy_.run(update + offset * width_, target);
      return;
    }
    void* buffers[] = {target, update + offset * width_, target};
    combine_->run(0, combine_->tasks(), buffers, device.scratch);
  });
  return {};
}

}  // namespace partita::core::engine
