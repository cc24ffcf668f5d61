#include "run/array_source.h"

#include <algorithm>
#include <cstring>

#include "eval/math/random_inputs.h"
#include "eval/strided.h"
#include "ir/numeric/float_formats.h"
#include "run/on_cores.h"

namespace partita::core::run {
namespace {

class TensorSource final : public ArraySource {
 public:
  explicit TensorSource(Tensor global) : ArraySource(global.type()), global_(std::move(global)) {}
  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t) const override {
    const std::vector<int64_t> origin(box.corner.size(), 0);
    copy_box(box, {static_cast<const std::byte*>(global_.raw()), type().dims(), origin}, to, corner);
    return {};
  }

 private:
  Tensor global_;
};

// Elements are a function of their place, so that rows of a box are made where they go, any part of it by any thread.
class RandomSource final : public ArraySource {
 public:
  RandomSource(Type type, uint64_t seed, uint64_t index) : ArraySource(type), stream_(seed, index) {}
  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t) const override {
    constexpr int64_t kPart = 1 << 18;  // elements
    const int64_t count = box.elements();
    const int64_t parts = (count + kPart - 1) / kPart;
    on_cores(static_cast<size_t>(parts), 2, [&](size_t part) {
      const int64_t first = static_cast<int64_t>(part) * kPart;
      make(box, to, corner, first, std::min(first + kPart, count));
    });
    return {};
  }

 private:
  // Elements of the box from the first to before the last, counted row by row.
  void make(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t first, int64_t last) const {
    const std::vector<int64_t> from = eval::row_major_strides(type().dims());
    const std::vector<int64_t> into = eval::row_major_strides(to.type().dims());
    const size_t rank = box.extent.size();
    while (first < last) {
      int64_t index = 0, place = 0, left = first, in_row = 0;
      for (size_t d = rank; d-- > 0; left /= box.extent[d]) {
        const int64_t at = left % box.extent[d];
        if (d + 1 == rank) in_row = at;
        index += (box.corner[d] + at) * from[d];
        place += (box.corner[d] + at - corner[d]) * into[d];
      }
      const int64_t n = std::min(last - first, rank == 0 ? 1 : box.extent[rank - 1] - in_row);
      eval::math::fill_random_input(stream_, type().element(), static_cast<uint64_t>(index), static_cast<size_t>(n),
                                    eval::mutable_bytes_of(to, place));
      first += n;
    }
  }

  eval::math::RandomStream stream_;
};

Tensor ones(Tensor tensor) {
  const ElementType element = tensor.type().element();
  const ElementType part = part_type(element);
  uint64_t one = is_float(part) ? encode_one(part, 1.0) : 1;
  const auto width = static_cast<size_t>(byte_width(element));
  const auto part_width = static_cast<size_t>(byte_width(part));
  auto* bytes = static_cast<std::byte*>(tensor.mutable_raw());
  for (int64_t i = 0; i < tensor.size(); ++i) std::memcpy(bytes + static_cast<size_t>(i) * width, &one, part_width);
  return tensor;
}

}  // namespace

std::unique_ptr<ArraySource> tensor_source(Tensor global) { return std::make_unique<TensorSource>(std::move(global)); }

std::unique_ptr<ArraySource> random_source(Type type, uint64_t seed, uint64_t index) {
  return std::make_unique<RandomSource>(type, seed, index);
}

Result<Tensor> read_shard(Context& context, const ArraySource& source, const Sharding* sharding, int64_t place) {
  const Type type = source.type();
  const Box box = box_of(sharding, type.dims(), place);
  Tensor shard =
      Tensor::make(sharding == nullptr ? type : context.tensor(type.element(), sharding->local_shape(type.dims())));
  if (sharding != nullptr && !sharding->mesh().coordinates(place)) return shard;
  const int64_t part = part_of(sharding, place);
  if (part != 0 && !source.has_parts()) {
    switch (sharding->reduction()) {
      case ReductionKind::kSum:
      case ReductionKind::kOr:
      case ReductionKind::kXor: return shard;  // zeros
      case ReductionKind::kProduct: return ones(std::move(shard));
      case ReductionKind::kMax:
      case ReductionKind::kMin:
      case ReductionKind::kAnd: break;  // the value itself once more changes nothing
    }
  }
  PARTITA_CHECK_OK(source.read(box, shard, box.corner, source.has_parts() ? part : 0));
  return shard;
}

}  // namespace partita::core::run
