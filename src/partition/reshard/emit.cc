#include "partition/reshard/emit.h"

#include <algorithm>

#include "partition/local/collectives.h"
#include "partition/reshard/digits_view.h"
#include "partition/reshard/emit_retile.h"

namespace partita::core::partition::reshard {
namespace {

// A digit that changes owners.
struct Change {
  size_t dim;
  size_t digit;
  AxisRefs axes;
  int64_t size;
};

std::vector<Change> changes(const std::vector<DimView>& dims, bool (DigitView::*kind)() const) {
  std::vector<Change> out;
  for (size_t d = 0; d < dims.size(); ++d) {
    for (size_t i = 0; i < dims[d].digits.size(); ++i) {
      const DigitView& digit = dims[d].digits[i];
      if ((digit.*kind)()) out.push_back({d, i, digit.enters() ? digit.after : digit.before, digit.size});
    }
  }
  return out;
}

class StepEmitter {
 public:
  StepEmitter(LocalBuilder& b, const Step& step) : b_(b), step_(step), mesh_(step.before.mesh) {}

  Value* emit(Value* local) {
    switch (step_.kind) {
      case StepKind::kSlice: return slice(local);
      case StepKind::kAllGather: return gather(local);
      case StepKind::kAllToAll: return exchange(local);
      case StepKind::kPermute: return collective_permute(b_, local, permute_pairs(b_, step_));
      case StepKind::kReduceScatter: return scatter(local);
      case StepKind::kAllReduce: return all_reduce(b_, local, mesh_, step_.axes, reduction(local));
      case StepKind::kUnreduce: return unreduce(local);
      case StepKind::kRetile: return emit_retile(b_, step_, local);
    }
    return local;
  }

 private:
  // A sum of booleans is an or; not all runtimes accept it as a sum.
  ReductionKind reduction(const Value* value) const {
    const bool truth = value->type().element() == ElementType::kPred && step_.before.reduction == ReductionKind::kSum;
    return truth ? ReductionKind::kOr : step_.before.reduction;
  }

  static std::vector<int64_t> dims_of(const Value* value) {
    return {value->type().dims().begin(), value->type().dims().end()};
  }

  Value* slice(Value* local) {
    ExposedArray array(b_, views_of(step_, false), local, false);
    std::vector<int64_t> sizes = dims_of(array.array());
    std::vector<Value*> starts(sizes.size(), b_.index(0));
    for (const Change& change : changes(array.dims(), &DigitView::enters)) {
      const auto place = static_cast<size_t>(array.place(change.dim, change.digit));
      sizes[place] /= change.size;
      starts[place] = b_.mul(b_.shard_index(mesh_, change.axes), sizes[place]);
    }
    return array.plain(b_.dynamic_slice(array.array(), starts, sizes));
  }

  static AxisRefs axes_of(const std::vector<Change>& list) {
    AxisRefs axes;
    for (const Change& change : list) axes.insert(axes.end(), change.axes.begin(), change.axes.end());
    return axes;
  }

  // The array's dimensions with those of `front` first, in their order.
  static std::vector<int64_t> front_first(size_t rank, const std::vector<int>& front) {
    std::vector<int64_t> order(front.begin(), front.end());
    for (size_t i = 0; i < rank; ++i) {
      if (std::find(front.begin(), front.end(), i) == front.end()) {
        order.push_back(static_cast<int64_t>(i));
      }
    }
    return order;
  }
  static std::vector<int> places(const ExposedArray& array, const std::vector<Change>& list) {
    std::vector<int> out;
    for (const Change& change : list) out.push_back(array.place(change.dim, change.digit));
    return out;
  }

  // `grouped` has a leading dimension of all members of a group; each digit of `list` gets its part of it, where the
  // array (of these dimensions) has 1.
  Value* spread(Value* grouped, std::vector<int64_t> dims, const std::vector<int>& at,
                const std::vector<Change>& list) {
    std::vector<int64_t> shape;
    for (const Change& change : list) shape.push_back(change.size);
    for (size_t i = 0; i < dims.size(); ++i) {
      if (std::find(at.begin(), at.end(), i) == at.end()) shape.push_back(dims[i]);
    }
    std::vector<int64_t> order(dims.size());
    const std::vector<int64_t> from = front_first(dims.size(), at);
    for (size_t i = 0; i < from.size(); ++i) order[from[i]] = static_cast<int64_t>(i);
    return b_.transpose(b_.reshape(grouped, shape), order);
  }

  Value* gather(Value* local) {
    std::vector<DimView> dims = views_of(step_, false);
    const std::vector<Change> leaving = changes(dims, &DigitView::leaves);
    if (leaving.size() == 1) {
      ExposedArray array(b_, std::move(dims), local, false);
      const int place = array.place(leaving[0].dim, leaving[0].digit);
      return array.plain(all_gather(b_, array.array(), place, mesh_, leaving[0].axes));
    }
    ExposedArray array(b_, std::move(dims), local, true);
    std::vector<int64_t> shape = dims_of(array.array());
    const std::vector<int64_t> before = shape;
    shape.insert(shape.begin(), 1);
    Value* all = all_gather(b_, b_.reshape(array.array(), shape), 0, mesh_, axes_of(leaving));
    return array.plain(spread(all, before, places(array, leaving), leaving));
  }

  // Digits to be given away first, as one dimension of all members of the group.
  Value* collected(const ExposedArray& array, const std::vector<Change>& entering) {
    const std::vector<int64_t> dims = dims_of(array.array());
    const std::vector<int64_t> order = front_first(dims.size(), places(array, entering));
    std::vector<int64_t> shape = {1};
    for (size_t i = 0; i < order.size(); ++i) {
      const int64_t size = dims[order[i]];
      if (i < entering.size()) {
        shape[0] *= size;
      } else {
        shape.push_back(size);
      }
    }
    return b_.reshape(b_.transpose(array.array(), order), shape);
  }
  static std::vector<int64_t> without(std::vector<int64_t> dims, const std::vector<int>& given_away) {
    for (int place : given_away) dims[place] = 1;
    return dims;
  }

  Value* scatter(Value* local) {
    std::vector<DimView> dims = views_of(step_, false);
    const std::vector<Change> entering = changes(dims, &DigitView::enters);
    const ReductionKind kind = reduction(local);
    if (entering.size() == 1) {
      ExposedArray array(b_, std::move(dims), local, false);
      const int place = array.place(entering[0].dim, entering[0].digit);
      return array.plain(reduce_scatter(b_, array.array(), place, mesh_, entering[0].axes, kind));
    }
    ExposedArray array(b_, std::move(dims), local, true);
    Value* part = reduce_scatter(b_, collected(array, entering), 0, mesh_, axes_of(entering), kind);
    return array.plain(b_.reshape(part, without(dims_of(array.array()), places(array, entering))));
  }

  Value* exchange(Value* local) {
    std::vector<DimView> dims = views_of(step_, false);
    std::vector<Change> leaving = changes(dims, &DigitView::leaves);
    std::vector<Change> entering = changes(dims, &DigitView::enters);
    if (leaving.size() == 1 && entering.size() == 1 && leaving[0].axes == entering[0].axes) {
      ExposedArray array(b_, std::move(dims), local, false);
      return array.plain(all_to_all(b_, array.array(), array.place(entering[0].dim, entering[0].digit),
                                    array.place(leaving[0].dim, leaving[0].digit), mesh_, leaving[0].axes));
    }
    dims = views_of(step_, true);
    leaving = changes(dims, &DigitView::leaves);
    entering = changes(dims, &DigitView::enters);
    auto by_axes = [](const Change& a, const Change& b) { return a.axes < b.axes; };
    std::sort(leaving.begin(), leaving.end(), by_axes);
    std::sort(entering.begin(), entering.end(), by_axes);
    ExposedArray array(b_, std::move(dims), local, true);
    Value* moved = all_to_all(b_, collected(array, entering), 0, 0, mesh_, axes_of(leaving));
    const std::vector<int64_t> shape = without(dims_of(array.array()), places(array, entering));
    return array.plain(spread(moved, shape, places(array, leaving), leaving));
  }

  Value* unreduce(Value* local) {
    if (mesh_->is_maximal()) return spread_from_one(local);
    ExposedArray array(b_, views_of(step_, false), local, true);
    Value* out = array.array();
    AxisRefs sharded;
    for (const Change& change : changes(array.dims(), &DigitView::leaves)) {
      // Every value of the digit, but only its own is kept.
      const int place = array.place(change.dim, change.digit);
      std::vector<int64_t> dims = dims_of(out);
      std::vector<int64_t> rest = dims;
      rest.erase(rest.begin() + place);
      std::vector<int64_t> mapping;
      for (int i = 0; i < std::ssize(dims); ++i) {
        if (i != place) mapping.push_back(i);
      }
      dims[place] = change.size;
      const Type type = b_.tensor(out->type().element(), dims);
      const Type indices = b_.tensor(ElementType::kS64, dims);
      Value* own = b_.broadcast_scalar(b_.shard_index(mesh_, change.axes), indices);
      out = b_.select(b_.compare(b_.iota(indices, place), "EQ", own),
                      b_.broadcast(b_.reshape(out, rest), type, mapping), b_.identity(type, step_.after.reduction));
      sharded.insert(sharded.end(), change.axes.begin(), change.axes.end());
    }
    out = array.plain(out);
    const AxisRefs replicated = outside(step_.axes, sorted_set(sharded));
    if (replicated.empty()) return out;
    Value* first = b_.compare(b_.shard_index(mesh_, replicated), "EQ", b_.index(0));
    return b_.select(first, out, b_.identity(out->type(), step_.after.reduction));
  }

  // One device has the value.
  Value* spread_from_one(Value* local) {
    const Mesh& mesh = *step_.after.mesh;
    const int64_t source = *mesh.order().position_of(mesh_->maximal_device());
    Value* position = b_.shard_index(step_.after.mesh, complement(mesh, {}));
    Value* is_source = b_.compare(position, "EQ", b_.index(source));
    return b_.select(is_source, local, b_.identity(local->type(), step_.after.reduction));
  }

  LocalBuilder& b_;
  const Step& step_;
  const MeshPtr& mesh_;
};

}  // namespace

Value* emit(LocalBuilder& builder, const Plan& plan, Value* local) {
  for (const Step& step : plan.steps) local = StepEmitter(builder, step).emit(local);
  return local;
}

}  // namespace partita::core::partition::reshard
