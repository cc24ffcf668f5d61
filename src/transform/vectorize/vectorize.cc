#include "transform/vectorize/vectorize.h"

#include <fmt/format.h>

#include "transform/grad/activity.h"
#include "transform/vectorize/batch.h"
#include "transform/vectorize/column.h"

namespace partita::core::transform {

std::vector<int64_t> shifted(ir::Ints dims) {
  std::vector<int64_t> out;
  for (int64_t d : dims) out.push_back(d + 1);
  return out;
}

std::vector<int64_t> with_first(int64_t first, ir::Ints rest) {
  std::vector<int64_t> out = {first};
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

Value* as_mapped(TensorBuilder& b, const Batched& value, int64_t size) {
  if (value.mapped) return value.value;
  const Type type = value.value->type();
  return b.broadcast(value.value, b.with_dims(type, with_first(size, type.dims())), ir::counting(type.rank(), 1));
}

// ---- a region

Batched Vectorizer::get(Value* from) const {
  const auto at = values_.find(from);
  if (at != values_.end()) return at->second;
  return outer_ != nullptr ? outer_->get(from) : Batched{from, false};
}

bool Vectorizer::reads_mapped(Op& op) const {
  for (Value* operand : op.operands()) {
    if (get(operand).mapped) return true;
  }
  for (Value* value : captured_values(op)) {
    if (get(value).mapped) return true;
  }
  return false;
}

Status Vectorizer::run(Region& body) {
  for (Op& op : body) {
    if (op.info().has(kTerminator)) break;
    builder_.set_origin(op);
    if (reads_mapped(op)) {
      Batch batch(*this, op);
      PARTITA_CHECK_OK(vectorize_rule(op.kind())(batch));
      continue;
    }
    Module::ValueMap map;
    for (Value* operand : op.operands()) map.set(operand, get(operand).value);
    for (Value* value : captured_values(op)) map.set(value, get(value).value);
    Op* copy = op.module().clone_op(op, builder_.region(), map, builder_.before());
    for (int i = 0; i < op.num_results(); ++i) set(op.result(i), {copy->result(i), false});
  }
  return {};
}

std::vector<Batched> Vectorizer::returned(Region& body) const {
  std::vector<Batched> out;
  for (Value* value : body.terminator()->operands()) out.push_back(get(value));
  return out;
}

Result<std::vector<Batched>> vectorize(Region& body, std::span<const Batched> arguments, TensorBuilder& place,
                                       const VectorizeOptions& options) {
  Vectorizer vectorizer(place, options);
  for (int i = 0; i < body.num_arguments(); ++i) vectorizer.set(body.argument(i), arguments[i]);
  PARTITA_CHECK_OK(vectorizer.run(body));
  return vectorizer.returned(body);
}

// ---- what rules see

std::vector<Value*> Batch::all_mapped() const {
  std::vector<Value*> out;
  for (int i = 0; i < op_.num_operands(); ++i) out.push_back(mapped(i));
  return out;
}

Type Batch::wider(Type type) const { return b().with_dims(type, with_first(size(), type.dims())); }

std::vector<Type> Batch::wider_results() const {
  std::vector<Type> out;
  for (const Value* result : op_.results()) out.push_back(wider(result->type()));
  return out;
}

bool Batch::regions_read_mapped() const {
  for (Value* value : captured_values(op_)) {
    if (vectorizer_.get(value).mapped) return true;
  }
  return false;
}

Op* Batch::like(std::span<Value* const> operands, std::span<const Type> results) const {
  Module::ValueMap map;
  for (Value* operand : op_.operands()) map.set(operand, vectorizer_.get(operand).value);
  for (Value* value : captured_values(op_)) map.set(value, vectorizer_.get(value).value);
  Op* copy = op_.module().clone_op(op_, b().region(), map, b().before());
  copy->set_operands(operands);
  for (int i = 0; i < copy->num_results(); ++i) copy->result(i)->set_type(results[i]);
  return copy;
}

Error Batch::refuse(std::string why) const {
  return {op_.module().error_at_op(op_, Code::kNotVectorizable,
                                   fmt::format("{} cannot be vectorized: {}", op_.info().mlir, why))};
}

}  // namespace partita::core::transform
