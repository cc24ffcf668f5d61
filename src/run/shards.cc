#include "run/shards.h"

#include <algorithm>
#include <cstring>

#include "eval/evaluate.h"
#include "ir/builder.h"
#include "ir/combiner.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::run {
namespace {

// Copies the box of `extent` from one tensor to another, each at its own corner.
void copy_box(const Tensor& from, std::span<const int64_t> from_corner, Tensor& to, std::span<const int64_t> to_corner,
              std::span<const int64_t> extent) {
  const size_t rank = extent.size();
  const auto width = static_cast<size_t>(byte_width(from.type().element()));
  for (int64_t e : extent) {
    if (e <= 0) return;
  }
  std::vector<int64_t> from_strides = eval::row_major_strides(from.type().dims());
  std::vector<int64_t> to_strides = eval::row_major_strides(to.type().dims());
  const auto* source = static_cast<const std::byte*>(from.raw());
  auto* target = static_cast<std::byte*>(to.mutable_raw());
  std::vector<int64_t> at(rank, 0);
  const size_t row = rank == 0 ? 1 : static_cast<size_t>(extent[rank - 1]);
  while (true) {
    int64_t a = 0, b = 0;
    for (size_t d = 0; d < rank; ++d) {
      a += (from_corner[d] + at[d]) * from_strides[d];
      b += (to_corner[d] + at[d]) * to_strides[d];
    }
    std::memcpy(target + static_cast<size_t>(b) * width, source + static_cast<size_t>(a) * width, row * width);
    int d = static_cast<int>(rank) - 2;
    for (; d >= 0; --d) {
      auto i = static_cast<size_t>(d);
      if (++at[i] < extent[i]) break;
      at[i] = 0;
    }
    if (d < 0) return;
  }
}

Result<Tensor> combined(Context& context, const Tensor& a, const Tensor& b, ReductionKind kind) {
  Module module(context);
  Type type = a.type();
  Function* f = module.add_function(context.name("main"), std::vector<Type>{type, type}, std::vector<Type>{type});
  Builder builder(f->body());
  Value* result = builder.value(ir::combiner_of(kind), {f->argument(0), f->argument(1)}, type);
  builder.ret(std::span(&result, 1));
  Diagnostics checks;
  PARTITA_ASSIGN(std::vector<Tensor> out, eval::evaluate(module, *f, {a, b}, {}, checks));
  return out[0];
}

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

// The device's coordinates along these axes, as one number.
int64_t place_along(const Mesh& mesh, const AxisRefs& axes, std::span<const int64_t> coordinates) {
  int64_t number = 0;
  for (const AxisRef& axis : axes) number = number * axis.size + ref_coordinate(mesh, axis, coordinates);
  return number;
}

}  // namespace

Tensor shard_of(Context& context, const Tensor& global, const Sharding& sharding, int64_t device) {
  if (!global.type() || !global.type().is_tensor()) return global;
  Type type = context.tensor(global.type().element(), sharding.local_shape(global.type().dims()));
  const auto coordinates = sharding.mesh().coordinates(device);
  Tensor shard = Tensor::make(type);
  if (!coordinates) return shard;
  if (place_along(sharding.mesh(), sharding.unreduced_axes(), *coordinates) != 0) {
    switch (sharding.reduction()) {
      case ReductionKind::kSum:
      case ReductionKind::kOr:
      case ReductionKind::kXor: return shard;  // zeros
      case ReductionKind::kProduct: return ones(std::move(shard));
      case ReductionKind::kMax:
      case ReductionKind::kMin:
      case ReductionKind::kAnd: break;  // the value itself once more changes nothing
    }
  }
  std::vector<DimSlice> slices = sharding.slices(global.type().dims(), *coordinates);
  std::vector<int64_t> corner, extent, zero(slices.size(), 0);
  for (const DimSlice& slice : slices) {
    corner.push_back(slice.offset);
    extent.push_back(slice.size);
  }
  copy_box(global, corner, shard, zero, extent);
  return shard;
}

Result<Tensor> assembled(Context& context, Type global, const Sharding& sharding,
                         const std::vector<Tensor>& by_device) {
  if (!global.is_tensor()) return by_device[0];
  const Mesh& mesh = sharding.mesh();
  std::vector<Tensor> parts;  // one global tensor for each place along the unreduced axes
  const int64_t pending = total_size(sharding.unreduced_axes());
  for (int64_t p = 0; p < pending; ++p) parts.push_back(Tensor::make(global));
  for (int64_t device = std::ssize(by_device) - 1; device >= 0; --device) {
    auto coordinates = mesh.coordinates(device);
    if (!coordinates) continue;
    auto part = static_cast<size_t>(place_along(mesh, sharding.unreduced_axes(), *coordinates));
    std::vector<DimSlice> slices = sharding.slices(global.dims(), *coordinates);
    std::vector<int64_t> corner, extent, zero(slices.size(), 0);
    for (const DimSlice& slice : slices) {
      corner.push_back(slice.offset);
      extent.push_back(slice.size);
    }
    copy_box(by_device[device], zero, parts[part], corner, extent);
  }
  Tensor sum = parts[0];
  for (size_t p = 1; p < parts.size(); ++p) {
    PARTITA_ASSIGN(sum, combined(context, sum, parts[p], sharding.reduction()));
  }
  return sum;
}

}  // namespace partita::core::run
