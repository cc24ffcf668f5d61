// A random program while it is made: the values there are so far, with what is known of them, and ways to get an
// operand of a wanted type and to add an op.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dice.h"
#include "facts.h"
#include "ir/program.h"

namespace partita::core::fuzz {

using Dims = std::vector<int64_t>;

struct Known {
  Value* value = nullptr;
  Facts facts;

  explicit operator bool() const { return value != nullptr; }
  Type type() const { return value->type(); }
  ElementType element() const { return value->type().element(); }
  Dims dims() const { return {value->type().dims().begin(), value->type().dims().end()}; }
  int rank() const { return value->type().rank(); }
};

class Maker {
 public:
  explicit Maker(uint64_t seed, Functions functions = Functions::kSame);

  const Functions functions;

  Dice dice;
  Context& context() { return context_; }
  Module& module() { return module_; }
  Function& function() { return *function_; }

  // ---- the values there are
  using Filter = std::function<bool(const Known&)>;
  // One of those that pass, recent ones more often; none where none does.
  Known pick(const Filter& filter);
  Known pick_any();
  Known argument(Type type);
  Known constant(Type type);  // one number throughout, or one each
  Known splat(Type type, double value);
  Known scalar(ElementType element, double value) { return splat(context_.tensor(element, {}), value); }
  // A value of the type: one there is, one made from another, an argument, a constant. `same_bits`: without error.
  Known want(ElementType element, const Dims& dims, bool same_bits = false);
  // The same, but never larger than `limit`.
  Known want(ElementType element, const Dims& dims, bool same_bits, double limit);
  // For ops of the table's families to give their results.
  bool give(Value* value, const Facts& facts);
  std::vector<Known>& values() { return values_; }

  // ---- making values fit
  Known tamed(Known v, double limit);                    // clamped where it may be larger
  Known converted(const Known& v, ElementType element);  // none where rounding would decide
  Known reshaped_to(const Known& v, const Dims& dims);   // cut or padded where the numbers of elements differ
  Known positive(const Known& v);                        // |v| + 1
  Known broadcast(const Known& v, const Dims& dims, const Dims& mapping);
  Known slice(const Known& v, const Dims& starts, const Dims& limits, const Dims& strides);
  Known transposed(const Known& v, const Dims& permutation);

  // ---- drawing types
  // Elements of a tensor that ops are made for. Large ones are worth computing in parts and moving by halos; most
  // programs stay small, since the evaluator is no compiler.
  int64_t limit() const { return limit_; }
  ElementType any_element();
  ElementType float_element();
  ElementType integer_element();
  int64_t size();
  int64_t any_size();
  // In an order that does not depend on the compiler, as two arguments of one call would.
  Type type(ElementType element, int low_rank, int high_rank) {
    return context_.tensor(element, shape(dice.between(low_rank, high_rank)));
  }
  Dims shape(int rank);

  // ---- ops
  using Body = std::function<std::vector<Value*>(std::span<Value* const> arguments)>;
  struct Block {
    std::vector<Type> arguments;
    Body body;
  };
  // Null where the op would break a constraint. `results` where the op's type is its own choice.
  Op* op(OpKind kind, const std::vector<Value*>& operands, const std::vector<KeyedAttr>& attrs = {},
         const std::vector<Type>& results = {}, const std::vector<Block>& blocks = {});
  Value* value(OpKind kind, const std::vector<Value*>& operands, const std::vector<KeyedAttr>& attrs = {},
               const std::vector<Type>& results = {}, const std::vector<Block>& blocks = {});
  // A block of two scalars and one op.
  Block combiner(OpKind kind, ElementType element);

  Attr ints(const Dims& values) { return context_.ints(values); }
  Attr integer(int64_t value) { return context_.integer(value); }
  Attr word(std::string_view text) { return context_.string(text); }

  // ---- regions: values made between enter and leave are known only there
  struct Scope {
    Region* region;
    size_t values;
  };
  Scope enter(Region& region);
  void leave(const Scope& scope);
  int depth = 0;
  // `make` with nothing known but these, as in a region that may capture nothing.
  void alone(const std::vector<Known>& with, const std::function<void()>& make);

  // ---- the mesh @m, for code that is manual: its axes are x, y, z
  struct {
    Dims sizes;
    Dims order;  // the device at each place
  } mesh;
  int64_t next_channel = 1;
  std::vector<size_t> manual_axes;  // those of the code that is being made

 private:
  Context context_;
  Module module_;
  Function* function_ = nullptr;
  Region* region_ = nullptr;
  std::vector<Known> values_;
  bool alone_ = false;
  int64_t limit_ = 400;
  Dims sizes_;  // that come back, so that shapes fit each other
};

// One op (now and then a few) on the values there are. False where nothing fitted.
using Family = bool (*)(Maker& maker);
struct WeightedFamily {
  const char* name;
  int weight;
  Family make;
};
std::span<const WeightedFamily> pointwise_families();
std::span<const WeightedFamily> layout_families();
std::span<const WeightedFamily> contraction_families();
std::span<const WeightedFamily> reduction_families();
std::span<const WeightedFamily> indexing_families();
std::span<const WeightedFamily> transform_families();
std::span<const WeightedFamily> control_families();
std::span<const WeightedFamily> manual_families();

// `count` ops of any family.
void make_ops(Maker& maker, int count);
// Now and then, on one of the values there are.
void add_collectives(Maker& maker);

}  // namespace partita::core::fuzz
