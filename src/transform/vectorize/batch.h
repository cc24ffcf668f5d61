// What a vectorization rule sees of the op it vectorizes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/maps.h"
#include "transform/vectorize/vectorize.h"

namespace partita::core::transform {

// The ops of one region on their way: where each value of it has gone.
class Vectorizer {
 public:
  Vectorizer(const TensorBuilder& place, const VectorizeOptions& options, const Vectorizer* outer = nullptr)
      : builder_(place), options_(options), outer_(outer) {}

  void set(const Value* from, Batched to) { values_[from] = to; }
  // A value from outside stands for itself.
  Batched get(Value* from) const;
  Status run(Region& body);  // all but its return
  std::vector<Batched> returned(Region& body) const;

  // Whether anything that the op reads is mapped, what its regions read included.
  bool reads_mapped(Op& op) const;

  TensorBuilder& b() { return builder_; }
  const VectorizeOptions& options() const { return options_; }
  int64_t size() const { return options_.size; }

 private:
  TensorBuilder builder_;
  const VectorizeOptions& options_;
  const Vectorizer* outer_;  // of the region around
  PointerMap<const Value*, Batched> values_;
};

class Batch {
 public:
  Batch(Vectorizer& vectorizer, Op& op) : vectorizer_(vectorizer), op_(op) {}

  Op& op() const { return op_; }
  Vectorizer& vectorizer() const { return vectorizer_; }
  TensorBuilder& b() const { return vectorizer_.b(); }
  Context& context() const { return op_.module().context(); }
  int64_t size() const { return vectorizer_.size(); }

  Batched operand(int i) const { return vectorizer_.get(op_.operand(i)); }
  bool is_mapped(int i) const { return operand(i).mapped; }
  Value* mapped(int i) const { return as_mapped(b(), operand(i), size()); }
  std::vector<Value*> all_mapped() const;

  // The type with the new dimension.
  Type wider(Type type) const;
  std::vector<Type> wider_results() const;
  // A copy of the op with other operands and result types; its regions use what their values became, which must not be
  // mapped (regions_read_mapped).
  Op* like(std::span<Value* const> operands, std::span<const Type> results) const;
  Op* like_wider(std::span<Value* const> operands) const { return like(operands, wider_results()); }
  bool regions_read_mapped() const;

  void set(int result, Value* value, bool mapped = true) const { vectorizer_.set(op_.result(result), {value, mapped}); }
  void set_all(Op& from) const {
    for (int i = 0; i < op_.num_results(); ++i) set(i, from.result(i));
  }
  Error refuse(std::string why) const;

 private:
  Vectorizer& vectorizer_;
  Op& op_;
};

// Numbers of dimensions behind the new one.
std::vector<int64_t> shifted(ir::Ints dims);
// The list with one number before it.
std::vector<int64_t> with_first(int64_t first, ir::Ints rest);

}  // namespace partita::core::transform
