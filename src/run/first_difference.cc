#include "run/first_difference.h"

#include <algorithm>
#include <bit>

#include "base/maps.h"
#include "run/boxes.h"
#include "run/shards.h"

namespace partita::core::run {
namespace {

// For each op the number of the last one that reads what it gives, also within its regions; of the return, their
// count.
std::vector<int> last_uses(const std::vector<const Op*>& ops) {
  PointerMap<const Op*, int> numbers;
  for (int i = 0; i < std::ssize(ops); ++i) numbers[ops[i]] = i;
  std::vector<int> last(ops.size(), -1);
  for (size_t i = 0; i < ops.size(); ++i) {
    for (const Value* result : ops[i]->results()) {
      for (const Use* use = result->first_use(); use != nullptr; use = use->next()) {
        const Op* user = use->op();
        while (user->parent() != ops[i]->parent()) user = user->parent_op();
        const auto at = numbers.find(user);
        last[i] = std::max(last[i], at == numbers.end() ? static_cast<int>(ops.size()) : at->second);
      }
    }
  }
  return last;
}

// What ops from `first` to `last` give to later ones. Constants are left out: nothing is computed there.
std::vector<ValuePlace> live_after(const std::vector<const Op*>& ops, const std::vector<int>& last_use, int first,
                                   int last, const std::vector<int>& path) {
  std::vector<ValuePlace> places;
  for (int i = first; i <= last; ++i) {
    if (last_use[i] <= last || ops[i]->is(OpKind::kConstant)) continue;
    for (const Value* result : ops[i]->results()) {
      if (!result->type().is_tensor() || !result->has_uses()) continue;
      ValuePlace& place = places.emplace_back(ValuePlace{path, result->index()});
      place.path.push_back(i);
    }
  }
  return places;
}

// Bisects the ops of a region, then those of the loop that differs.
class Search {
 public:
  explicit Search(const std::function<void(int, int)>& progress) : progress_(progress) {}
  virtual ~Search() = default;

 protected:
  struct Part {
    const std::vector<const Op*>& ops;  // of the region
    const std::vector<int>& last_use;
    const std::vector<int>& path;  // of the region
    int low, middle;               // up to `low` all is equal; are those up to `middle`?
  };
  // Whether values are looked at that ops up to `low` have made.
  virtual bool looks_back() const = 0;
  virtual Result<std::optional<ValueDifference>> look(const Part& part, const std::vector<ValuePlace>& places) = 0;
  virtual void is_equal(const Part&) {}

  // Sets found_ to the first op of the region that differs, or leaves it as it is.
  Status search(const Region& region, const std::vector<int>& path) {
    const std::vector<const Op*> ops = ops_of(region);
    const std::vector<int> last_use = last_uses(ops);
    planned_ += std::bit_width(ops.size());
    // Up to `low` all is equal; op `high` differs, or is behind the end.
    int low = -1, high = std::ssize(ops);
    bool differs = false;
    while (high - low > 1) {
      const Part part = {ops, last_use, path, low, low + (high - low) / 2};
      const std::vector<ValuePlace> places = live_after(ops, last_use, looks_back() ? 0 : low + 1, part.middle, path);
      std::optional<ValueDifference> difference;
      if (!places.empty()) {
        PARTITA_ASSIGN(difference, look(part, places));
        ++probes_;
        if (progress_) progress_(probes_, planned_);
      }
      if (!difference) {
        is_equal(part);
        low = part.middle;
        continue;
      }
      differs = true;
      high = places[difference->value].path.back();
      found_ = {places[difference->value], std::move(*difference)};
    }
    if (!differs || !ops[high]->is(OpKind::kWhile)) return {};
    std::vector<int> inner = path;
    inner.push_back(high);
    return search(ops[high]->region(1), inner);
  }

  std::optional<FirstDifference> found_;
  int probes_ = 0;

 private:
  const std::function<void(int, int)>& progress_;
  int planned_ = 0;
};

class WholeSearch final : public Search {
 public:
  WholeSearch(const Function& entry, const DifferenceProbe& probe, const std::function<void(int, int)>& progress)
      : Search(progress), entry_(entry), probe_(probe) {}

  Result<std::optional<FirstDifference>> run() {
    PARTITA_CHECK_OK(search(entry_.body(), {}));
    if (found_) found_->probes = probes_;
    return std::move(found_);
  }

 private:
  bool looks_back() const override { return true; }
  Result<std::optional<ValueDifference>> look(const Part&, const std::vector<ValuePlace>& places) override {
    return probe_(places);
  }

  const Function& entry_;
  const DifferenceProbe& probe_;
};

// Keeps what is known right and may still be read: of the ops up to `low`, and of those around.
class PartSearch final : public Search {
 public:
  PartSearch(const Function& entry, const PartProbe& probe, const std::function<void(int, int)>& progress)
      : Search(progress), entry_(entry), probe_(probe) {}

  Result<std::optional<FirstDifferentPart>> run(std::vector<DeviceValues> arguments) {
    for (int i = 0; i < entry_.num_arguments(); ++i) known_[entry_.argument(i)] = std::move(arguments[i]);
    PARTITA_CHECK_OK(search(entry_.body(), {}));
    if (!found_) return std::optional<FirstDifferentPart>();
    const ValuePlace& place = found_->place;
    const std::vector<int> path(place.path.begin(), place.path.end() - 1);
    PARTITA_ASSIGN(std::vector<DeviceValues> given,
                   given_to(part_alone(entry_, {path, place.path.back(), place.path.back()}, {})));
    found_->probes = probes_;
    return std::optional(FirstDifferentPart{std::move(*found_), std::move(given)});
  }

 private:
  bool looks_back() const override { return false; }
  Result<std::optional<ValueDifference>> look(const Part& part, const std::vector<ValuePlace>& places) override {
    std::vector<const Value*> made;
    for (const ValuePlace& place : places) made.push_back(part.ops[place.path.back()]->result(place.result));
    const PartAlone alone = part_alone(entry_, {part.path, part.low + 1, part.middle}, made);
    PARTITA_ASSIGN(const std::vector<DeviceValues> given, given_to(alone));
    PARTITA_ASSIGN(PartOutcome outcome, probe_(alone, given));
    if (!outcome.difference) {
      for (size_t i = 0; i < made.size(); ++i) known_[made[i]] = std::move(outcome.made[i]);
    }
    return std::move(outcome.difference);
  }
  void is_equal(const Part& part) override {
    for (int i = 0; i <= part.middle; ++i) {
      if (part.last_use[i] > part.middle) continue;
      for (const Value* result : part.ops[i]->results()) known_.erase(result);
    }
  }

  Result<std::vector<DeviceValues>> given_to(const PartAlone& part) const {
    std::vector<DeviceValues> out;
    for (const Value* value : part.given) {
      const auto at = known_.find(in_first_iteration(value));
      if (at == known_.end()) return base::failure(Code::kCannotEvaluate, "a value that is no tensor is read");
      out.push_back(at->second);
    }
    return out;
  }

  const Function& entry_;
  const PartProbe& probe_;
  PointerMap<const Value*, DeviceValues> known_;
};

std::vector<int64_t> indices_of(int64_t element, std::span<const int64_t> dims) {
  std::vector<int64_t> out(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    out[d] = element % dims[d];
    element /= dims[d];
  }
  return out;
}

ValueDifference described(const Tensor& got, const Tensor& expected, const eval::Difference& difference,
                          int64_t device) {
  ValueDifference out;
  out.device = device;
  out.at = out.at_shard = indices_of(difference.first, expected.type().dims());
  out.count = difference.count;
  out.got = eval::element_text(got, difference.first);
  out.want = eval::element_text(expected, difference.first);
  return out;
}

}  // namespace

Result<std::optional<FirstDifference>> find_first_difference(const Function& entry, const DifferenceProbe& probe,
                                                             const std::function<void(int, int)>& progress) {
  return WholeSearch(entry, probe, progress).run();
}

Result<std::optional<FirstDifferentPart>> find_first_different_part(const Function& entry,
                                                                    std::vector<DeviceValues> arguments,
                                                                    const PartProbe& probe,
                                                                    const std::function<void(int, int)>& progress) {
  return PartSearch(entry, probe, progress).run(std::move(arguments));
}

std::optional<ValueDifference> shard_difference(Context& context, const BoundaryValue& boundary, const Tensor& expected,
                                                const ByDevice& outputs, size_t result, int64_t places,
                                                const ComparisonRule& rule) {
  const Sharding* sharding = boundary.sharding;
  if (part_count(sharding) > 1) {  // only together they are the value
    std::vector<Tensor> by_place;
    for (int64_t place = 0; place < places; ++place) by_place.push_back(outputs[place][result]);
    const Result<Tensor> sum = assembled(context, boundary.global, *sharding, by_place);
    if (!sum.ok()) return std::nullopt;
    const std::optional<eval::Difference> difference = compare(*sum, expected, rule);
    return difference ? std::optional(described(*sum, expected, *difference, 0)) : std::nullopt;
  }
  const std::vector<int64_t> origin(boundary.global.dims().size(), 0);
  for (int64_t device = 0; device < std::ssize(outputs); ++device) {
    const Box box = box_of(sharding, boundary.global.dims(), device % places);
    if (box.elements() == 0) continue;
    const Tensor& shard = outputs[device][result];
    // In the whole tensor, so that every device is held against one scale.
    Tensor got = expected.unshared();
    copy_box(box, {static_cast<const std::byte*>(shard.raw()), shard.type().dims(), box.corner}, got, origin);
    const std::optional<eval::Difference> difference = compare(got, expected, rule);
    if (!difference) continue;
    ValueDifference out = described(got, expected, *difference, device);
    for (size_t d = 0; d < box.corner.size(); ++d) out.at_shard[d] -= box.corner[d];
    return out;
  }
  return std::nullopt;
}

std::optional<ValueDifference> device_difference(const ByDevice& got, const ByDevice& expected, size_t result,
                                                 const ComparisonRule& rule) {
  for (size_t device = 0; device < got.size(); ++device) {
    const Tensor &mine = got[device][result], &other = expected[device][result];
    if (!mine.type() || !mine.type().is_tensor()) continue;
    if (const std::optional<eval::Difference> difference = compare(mine, other, rule)) {
      return described(mine, other, *difference, static_cast<int64_t>(device));
    }
  }
  return std::nullopt;
}

}  // namespace partita::core::run
