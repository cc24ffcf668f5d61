#include "optimize/found_orders.h"

#include <utility>

namespace partita::core::optimize {
namespace {

class Drawing {
 public:
  explicit Drawing(const Function& local) : numbers_(local.module().num_value_ids()) {
    image_.reserve(8 * numbers_.size());
    for (int i = 0; i < local.num_arguments(); ++i) add(local.argument_attrs(i).id());
    draw(local.body());
  }
  std::vector<uintptr_t> take() { return std::move(image_); }

 private:
  void add(const void* interned) { image_.push_back(reinterpret_cast<uintptr_t>(interned)); }

  void draw(const Region& region) {
    for (const Value* argument : region.arguments()) define(*argument);
    for (const Op& op : region) {
      add(&op.info());
      add(op.attrs().data());
      add(op.discardable_attributes().id());
      for (int i = 0; i < op.num_operands(); ++i) image_.push_back(numbers_[op.operand(i)->id()]);
      for (int r = 0; r < op.num_regions(); ++r) draw(op.region(r));
      for (int r = 0; r < op.num_results(); ++r) define(*op.result(r));
    }
    add(nullptr);
  }
  // Where it stands in the image is the number of a value.
  void define(const Value& value) {
    numbers_[value.id()] = image_.size();
    add(value.type().id());
  }

  std::vector<uintptr_t> image_;
  std::vector<uintptr_t> numbers_;  // by id of value
};

}  // namespace

std::vector<uintptr_t> image_of(const Function& local) { return Drawing(local).take(); }

const FoundOrders::Found* FoundOrders::find(const Function& local) const {
  return found_ && image_of(local) == image_ ? &*found_ : nullptr;
}

void FoundOrders::keep(const Function& local, Found found) {
  image_ = image_of(local);
  found_ = std::move(found);
}

void FoundOrders::keep_outcome(const Function& local, OrderOutcome outcome) {
  image_in_order_ = image_of(local);
  outcome_ = outcome;
}

std::optional<OrderOutcome> FoundOrders::outcome(const Function& local) const {
  return outcome_ && image_of(local) == image_in_order_ ? outcome_ : std::nullopt;
}

}  // namespace partita::core::optimize
