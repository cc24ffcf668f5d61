// What a checkpointed part of a program, or a step of a loop, keeps for its gradient; the rest is computed again.
//
//   Save dots = Save::kDots;
//   Save some = Save::names({"attention"});
//   Save small = Save::ops([](const OpInfo& op) { return op.name == "tanh" && op.result.shape().rank() < 3; });
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/tensor.h"

namespace partita {
inline namespace v1 {

// An op as a predicate of Save sees it, once for each of its results.
struct OpInfo {
  std::string_view name;         // of StableHLO, without its dialect: "dot_general", "tanh"
  std::string_view given;        // what named() called its result; empty: nothing
  std::vector<Tensor> operands;  // specs
  Tensor result;
};

namespace detail {

class OpPredicate {
 public:
  virtual ~OpPredicate() = default;
  virtual bool holds(const OpInfo& op) const = 0;
  virtual OpPredicate* copy() const = 0;
};

template <typename F>
class OpPredicateOf final : public OpPredicate {
 public:
  explicit OpPredicateOf(F f) : f_(std::move(f)) {}
  bool holds(const OpInfo& op) const override { return f_(op); }
  OpPredicate* copy() const override { return new OpPredicateOf(f_); }

 private:
  F f_;
};

}  // namespace detail

class Save {
 public:
  // Dots are products and convolutions; kDotsNoBatch are products without batching dimensions.
  enum Kind : unsigned char { kNothing, kDots, kDotsNoBatch, kAll };
  Save(Kind kind) : kind_(kind) {}  // NOLINT: implicit by intent
  // Values that were given these names by named().
  static Save names(std::vector<std::string> names) {
    Save save(kNothing);
    save.names_ = std::move(names);
    return save;
  }
  // What ops give of which this holds. It is called when the part has been traced, once for each result of each op.
  template <typename F>
  static Save ops(F holds) {
    Save save(kNothing);
    save.predicate_ = new detail::OpPredicateOf<F>(std::move(holds));
    return save;
  }

  Save(const Save& other)
      : kind_(other.kind_),
        names_(other.names_),
        predicate_(other.predicate_ != nullptr ? other.predicate_->copy() : nullptr) {}
  Save(Save&& other) noexcept
      : kind_(other.kind_), names_(std::move(other.names_)), predicate_(std::exchange(other.predicate_, nullptr)) {}
  Save& operator=(Save other) noexcept {
    kind_ = other.kind_;
    std::swap(names_, other.names_);
    std::swap(predicate_, other.predicate_);
    return *this;
  }
  ~Save() { delete predicate_; }

  Kind kind() const { return kind_; }
  const std::vector<std::string>& names() const { return names_; }
  const detail::OpPredicate* predicate() const { return predicate_; }  // null: none

 private:
  Kind kind_;
  std::vector<std::string> names_;
  detail::OpPredicate* predicate_ = nullptr;
};

}  // namespace v1
}  // namespace partita
