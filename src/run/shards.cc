#include "run/shards.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "eval/evaluate.h"
#include "ir/builder.h"
#include "ir/combiner.h"
#include "run/array_source.h"
#include "run/boxes.h"

namespace partita::core::run {
namespace {

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

bool equal(const Sharding* a, const Sharding* b) { return a == b || (a != nullptr && b != nullptr && *a == *b); }

// A global tensor in the pieces that devices hold.
class ShardsSource final : public ArraySource {
 public:
  ShardsSource(Context& context, Type global, const Sharding* sharding, std::span<const Tensor> by_device,
               bool keep_parts)
      : ArraySource(global), context_(context), sharding_(sharding), keep_parts_(keep_parts) {
    std::set<std::pair<int64_t, Box>> seen;
    for (int64_t device = 0; device < std::ssize(by_device); ++device) {
      if (sharding != nullptr && !sharding->mesh().coordinates(device)) continue;
      Piece piece{box_of(sharding, global.dims(), device), part_of(sharding, device), &by_device[device]};
      if (piece.box.elements() > 0 && seen.emplace(piece.part, piece.box).second) pieces_.push_back(std::move(piece));
    }
  }

  bool has_parts() const override { return keep_parts_; }

  Status read(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t part) const override {
    copy_part(box, to, corner, part);
    if (keep_parts_) return {};
    for (int64_t p = 1; p < part_count(sharding_); ++p) {
      Tensor next = Tensor::make(to.type());
      copy_part(box, next, corner, p);
      PARTITA_ASSIGN(to, combined(context_, to, next, sharding_->reduction()));
    }
    return {};
  }

 private:
  struct Piece {
    Box box;
    int64_t part;
    const Tensor* shard;
  };

  void copy_part(const Box& box, Tensor& to, std::span<const int64_t> corner, int64_t part) const {
    for (const Piece& piece : pieces_) {
      if (piece.part != part) continue;
      const std::optional<Box> common = intersection(piece.box, box);
      if (!common) continue;
      copy_box(*common,
               {static_cast<const std::byte*>(piece.shard->raw()), piece.shard->type().dims(), piece.box.corner}, to,
               corner);
    }
  }

  Context& context_;
  const Sharding* sharding_;
  bool keep_parts_;
  std::vector<Piece> pieces_;
};

}  // namespace

Tensor shard_of(Context& context, const Tensor& global, const Sharding& sharding, int64_t device) {
  if (!global.type() || !global.type().is_tensor()) return global;
  return read_shard(context, *tensor_source(global), &sharding, device).value();  // memory can be read
}

Result<Tensor> assembled(Context& context, Type global, const Sharding& sharding,
                         const std::vector<Tensor>& by_device) {
  if (!global.is_tensor()) return by_device[0];
  std::vector<Tensor> parts;  // one global tensor for each place along the unreduced axes
  for (int64_t p = 0; p < part_count(&sharding); ++p) parts.push_back(Tensor::make(global));
  const std::vector<int64_t> origin(global.dims().size(), 0);
  for (int64_t device = std::ssize(by_device) - 1; device >= 0; --device) {
    if (!sharding.mesh().coordinates(device)) continue;
    const auto part = static_cast<size_t>(part_of(&sharding, device));
    const Box box = box_of(&sharding, global.dims(), device);
    const Tensor& shard = by_device[device];
    if (!shard.type()) continue;  // another holds the same
    copy_box(box, {static_cast<const std::byte*>(shard.raw()), shard.type().dims(), box.corner}, parts[part], origin);
  }
  Tensor sum = parts[0];
  for (size_t p = 1; p < parts.size(); ++p) {
    PARTITA_ASSIGN(sum, combined(context, sum, parts[p], sharding.reduction()));
  }
  return sum;
}

Result<std::vector<Tensor>> resharded(Context& context, Type global, const Sharding* from, const Sharding* to,
                                      std::vector<Tensor> by_device, int64_t places, engine::DeviceRange here) {
  if (!global.is_tensor()) return by_device;
  const bool same = equal(from, to);
  const ShardsSource source(context, global, from, std::span(by_device).first(static_cast<size_t>(places)), same);
  std::vector<Tensor> out;
  for (int64_t device = 0; device < std::ssize(by_device); ++device) {
    if (!here.has(device)) {
      out.emplace_back();
      continue;
    }
    const int64_t place = device % places;
    const Tensor& mine = by_device[static_cast<size_t>(device)];
    const bool padded =
        to != nullptr && !std::ranges::equal(box_of(to, global.dims(), place).extent, mine.type().dims());
    if (same && !padded) {
      out.push_back(mine);
    } else {
      PARTITA_ASSIGN(Tensor shard, read_shard(context, source, to, place));
      out.push_back(std::move(shard));
    }
  }
  return out;
}

}  // namespace partita::core::run
