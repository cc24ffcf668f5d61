#include "optimize/found_orders.h"

#include <utility>

namespace partita::core::optimize {
namespace {

// Gives the words of an image to `take`, until that returns false.
template <typename Take>
class Drawing {
 public:
  Drawing(const Function& local, Take& take) : take_(take), numbers_(local.module().num_value_ids()) {
    for (int i = 0; i < local.num_arguments(); ++i) add(local.argument_attrs(i).id());
    draw(local.body());
  }

 private:
  void add(uintptr_t word) { goes_on_ &= take_(word), ++at_; }
  void add(const void* interned) { add(reinterpret_cast<uintptr_t>(interned)); }

  void draw(const Region& region) {
    for (const Value* argument : region.arguments()) define(*argument);
    for (const Op& op : region) {
      if (!goes_on_) return;
      add(&op.info());
      add(op.attrs().data());
      add(op.discardable_attributes().id());
      for (int i = 0; i < op.num_operands(); ++i) add(numbers_[op.operand(i)->id()]);
      for (int r = 0; r < op.num_regions(); ++r) draw(op.region(r));
      for (int r = 0; r < op.num_results(); ++r) define(*op.result(r));
    }
    add(uintptr_t{0});
  }
  // Where it stands in the image is the number of a value.
  void define(const Value& value) {
    numbers_[value.id()] = at_;
    add(value.type().id());
  }

  Take& take_;
  bool goes_on_ = true;
  size_t at_ = 0;
  std::vector<uintptr_t> numbers_;  // by id of value
};

bool has_image(const Function& local, const std::vector<uintptr_t>& known) {
  const uintptr_t* at = known.data();
  const uintptr_t* const end = at + known.size();
  bool is_same = true;
  auto follow = [&](uintptr_t word) { return is_same = is_same && at != end && *at++ == word; };
  Drawing drawing(local, follow);
  return is_same && at == end;
}

}  // namespace

std::vector<uintptr_t> image_of(const Function& local) {
  std::vector<uintptr_t> image;
  image.reserve(8 * local.module().num_value_ids());
  auto write = [&](uintptr_t word) {
    image.push_back(word);
    return true;
  };
  Drawing drawing(local, write);
  return image;
}

const FoundOrders::Found* FoundOrders::find(const Function& local) const {
  return found_ && has_image(local, image_) ? &*found_ : nullptr;
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
  return outcome_ && has_image(local, image_in_order_) ? outcome_ : std::nullopt;
}

}  // namespace partita::core::optimize
