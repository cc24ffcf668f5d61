// Builds ops at one place, each with the location of the op it is made for.
//
//   Builder b(op);                                   // before `op`
//   Value* sum = b.value(OpKind::kAdd, {x, y}, x->type());
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "ir/program.h"

namespace partita::core::ir {

class Builder {
 public:
  // New ops stand before `op` and take its locations.
  explicit Builder(Op* op);
  // New ops stand at the end of `region`; before its return, where it has one.
  explicit Builder(Region& region);
  // Behind `op`, with its locations.
  static Builder behind(Op* op);

  Context& context() const { return region_->module().context(); }
  Module& module() const { return region_->module(); }
  Region& region() const { return *region_; }
  Op* before() const { return before_; }  // null: at the end of the region
  // From here on new ops take the locations of this one.
  void set_origin(const Op& op) { offset_ = op.offset(), location_ = op.location(); }
  void set_origin_of(const Builder& other) { offset_ = other.offset_, location_ = other.location_; }

  Op* op(OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
         std::initializer_list<KeyedAttr> attrs = {}, int regions = 0);
  // For ops of one result.
  Value* value(OpKind kind, std::initializer_list<Value*> operands, Type result,
               std::initializer_list<KeyedAttr> attrs = {});
  // A copy of `op` at this place on other operands; its result types where none are given. Regions are copied as they
  // are, values they capture stand for themselves.
  Op* like(Op& op, std::span<Value* const> operands, std::span<const Type> results = {});
  Value* constant(Attr dense);
  // A rank-0 constant of an integer type, or of f32 or f64.
  Value* scalar(ElementType element, double value);
  void ret(std::span<Value* const> operands);

 private:
  Region* region_;
  Op* before_ = nullptr;
  SourceOffset offset_ = kNoOffset;
  Attr location_;
};

// The integers a value holds where its op makes them known: constants, and what shape code does with them (convert,
// reshape, concatenate, broadcast, get_dimension_size). Nothing where they are unknown.
std::optional<std::vector<int64_t>> known_integers(const Value* value);

}  // namespace partita::core::ir

namespace partita::core {
using ir::Builder;
}  // namespace partita::core
