#include "spoiled_shards.h"

#include <algorithm>
#include <vector>

#include "run/shards.h"

namespace partita::core::partition {

void spoil_padding(Tensor& shard, Type global, const Sharding& sharding, int64_t device) {
  if (sharding.is_maximal()) return;
  const auto coordinates = sharding.mesh().coordinates(device);
  if (!coordinates) return;
  const auto slices = sharding.slices(global.dims(), *coordinates);
  const Type type = shard.type();
  const int width = byte_width(type.element());
  auto ones = static_cast<std::byte>(0xFF);
  if (type.element() == ElementType::kPred) ones = std::byte{1};
  bool is_signed = element_class(type.element()) == ElementClass::kSigned;
  if (bit_width(type.element()) < 8 && !is_signed) ones = static_cast<std::byte>((1 << bit_width(type.element())) - 1);
  auto* bytes = static_cast<std::byte*>(shard.mutable_raw());
  std::vector<int64_t> at(slices.size(), 0);
  for (int64_t i = 0; i < shard.size(); ++i) {
    bool inside = true;
    for (size_t d = 0; d < at.size(); ++d) inside = inside && at[d] < slices[d].size;
    if (!inside) std::fill_n(bytes + i * width, width, ones);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < type.dim(d)) break;
      at[d] = 0;
    }
  }
}

Tensor spoiled_shard(Context& context, const Tensor& global, const Sharding& sharding, int64_t device) {
  Tensor shard = run::shard_of(context, global, sharding, device).unshared();
  spoil_padding(shard, global.type(), sharding, device);
  return shard;
}

}  // namespace partita::core::partition
