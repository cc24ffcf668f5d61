// Builds the local program: ops on shards, and index arithmetic from where a device stands in its mesh.
//
//   LocalBuilder b(function, DeviceIds::kPartition);
//   b.set_place({.region = &function.body()});                 // at its end
//   Value* start = b.mul(b.shard_index(mesh, axes), tile);     // the device's coordinate times the size of a shard
//   Value* mine = b.dynamic_slice_dim(replicated, 0, start, tile);
//
// Indices are i64 scalars. What depends on the device alone is computed once, at the head of the function.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "cost/prices.h"
#include "ir/program.h"
#include "partition/local/reason.h"
#include "shard/sharding.h"

namespace partita::core::partition {

enum class DeviceIds : uint8_t { kPartition, kReplica };

class LocalBuilder {
 public:
  LocalBuilder(Function& function, DeviceIds ids);
  ~LocalBuilder();
  LocalBuilder(const LocalBuilder&) = delete;
  LocalBuilder& operator=(const LocalBuilder&) = delete;

  Context& context() const;
  Module& module() const;
  DeviceIds ids() const { return ids_; }
  // The program runs on this many replicas of its partitions; on one unless set.
  void set_grid(int64_t replicas, int64_t partitions) { replicas_ = replicas, partitions_ = partitions; }
  int64_t replicas() const { return replicas_; }
  int64_t partitions() const { return partitions_; }

  // Decide between algorithms that compute the same.
  void set_weights(const PriceWeights& weights) { weights_ = weights; }
  const PriceWeights& weights() const { return weights_; }

  // New ops are inserted before `before`, or at the end of `region`; they get the location of the global op set as
  // origin.
  struct Place {
    Region* region = nullptr;
    Op* before = nullptr;
  };
  Place place() const { return place_; }
  void set_place(Place place) { place_ = place; }
  void set_origin(const Op& global) { location_ = global.location(), offset_ = global.offset(); }

  // The reason recorded for collectives from here on, and the reasons of all so far.
  Reason& reason() { return reason_; }
  std::vector<MadeFor> take_reasons() { return std::move(reasons_); }

  // ---- ops in general
  Op* op(OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
         std::span<const KeyedAttr> attrs = {}, int regions = 0);
  Value* value(OpKind kind, std::initializer_list<Value*> operands, Type result,
               std::initializer_list<KeyedAttr> attrs = {});
  // A copy of a global op with its regions and discardable attributes on other operands and result types.
  Op* clone(const Op& op, std::span<Value* const> operands, std::span<const Type> results);
  // Gives the local value of a global one that a copied region captures.
  using Captured = std::function<Value*(const Value*)>;
  void set_captured(Captured captured) { captured_ = std::move(captured); }
  // Materializes here what the op's regions capture, so that copies of them inside new regions find it.
  void prepare_regions(const Op& op) const;

  // ---- regions
  using Body = std::function<std::vector<Value*>(std::span<Value* const> arguments)>;
  // Gives a region arguments of these types and what `body` makes of them, returned.
  void fill(Region& region, std::span<const Type> arguments, const Body& body);
  // The ops of a global region, here, on these arguments; what it returns.
  std::vector<Value*> inline_region(const Region& region, std::span<Value* const> arguments);

  // ---- types
  Type tensor(ElementType element, std::span<const int64_t> dims) const;
  Type index() const;  // i64 scalar
  // What a device holds of a tensor of this type.
  Type local(Type global, const Sharding& sharding) const;

  // ---- constants
  Value* index(int64_t value);
  // All elements the same; the number is converted to the element type.
  Value* splat(Type type, double value);
  Value* splat_bits(Type type, std::span<const std::byte> element);
  Value* constant(Attr dense);
  // The value that changes nothing under a combiner: -0.0 for a sum of floats, lowest for a maximum, …
  Value* identity(Type type, ReductionKind kind);

  // ---- index arithmetic, folded where both sides are known
  Value* add(Value* a, Value* b);
  Value* sub(Value* a, Value* b);
  Value* mul(Value* a, int64_t factor);
  Value* div(Value* a, int64_t divisor);  // towards zero; for numbers that are not negative
  Value* rem(Value* a, int64_t divisor);
  Value* min(Value* a, Value* b);
  Value* max(Value* a, Value* b);
  Value* clamp(Value* a, int64_t low, int64_t high);
  Value* compare(Value* a, std::string_view direction, Value* b);  // "LT", …: tensors of one type

  // ---- tensors
  Value* broadcast(Value* operand, Type type, std::span<const int64_t> dims);
  Value* broadcast_scalar(Value* scalar, Type type);
  Value* iota(Type type, int64_t dim);
  Value* convert(Value* operand, ElementType element);
  Value* reshape(Value* operand, std::span<const int64_t> dims);
  Value* transpose(Value* operand, std::span<const int64_t> permutation);
  Value* select(Value* condition, Value* yes, Value* no);
  Value* slice(Value* operand, std::span<const int64_t> starts, std::span<const int64_t> limits);
  Value* slice_dim(Value* operand, int dim, int64_t start, int64_t limit);
  // Starts of dimensions not named are 0.
  Value* dynamic_slice_dim(Value* operand, int dim, Value* start, int64_t size);
  Value* dynamic_slice(Value* operand, std::span<Value* const> starts, std::span<const int64_t> sizes);
  Value* dynamic_update_slice(Value* operand, Value* update, std::span<Value* const> starts);
  // Negative amounts cut. `fill` is a scalar.
  Value* pad_dim(Value* operand, int dim, int64_t low, int64_t high, Value* fill);
  Value* concatenate(std::span<Value* const> operands, int dim);

  // ---- where the device stands
  // Its position in the mesh along these axes, major to minor: 0 … total_size(axes) - 1.
  Value* shard_index(const MeshPtr& mesh, std::span<const AxisRef> axes);
  // The first element of its shard of a dimension.
  Value* shard_offset(const Sharding& sharding, int dim, int64_t tile);
  // `operand` is a shard of a tensor of this global type: positions of `dim` that are padding become `fill` (a scalar).
  Value* mask_padding(Value* operand, Type global, const Sharding& sharding, int dim, Value* fill);
  // True where the shards of the dimension have padding on some device.
  static bool is_padded(Type global, const Sharding& sharding, int dim);

  int64_t next_channel() { return ++channels_; }
  // The groups of devices along these axes (collectives.h), which many collectives have.
  Attr device_groups(const MeshPtr& mesh, std::span<const AxisRef> axes, int64_t copies);

 private:
  struct Prologue;
  Value* own_id(OpKind kind);
  void map_captured(const Region& region, const Op& top, Module::ValueMap& map) const;

  Function& function_;
  DeviceIds ids_;
  PriceWeights weights_;
  int64_t replicas_ = 1, partitions_ = 1;
  Place place_;
  Attr location_;
  SourceOffset offset_ = kNoOffset;
  int64_t channels_ = 0;
  Reason reason_;
  std::vector<MadeFor> reasons_;
  Captured captured_;
  std::unique_ptr<Prologue> prologue_;
};

// The integer an index value is known to be.
std::optional<int64_t> known_index(const Value* value);

}  // namespace partita::core::partition

namespace partita::core {
using partition::DeviceIds;
}  // namespace partita::core
