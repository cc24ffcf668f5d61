#include "optimize/orders.h"

#include <algorithm>

#include "optimize/effects.h"

namespace partita::core::optimize {

Orders::Orders(Function& local, const cost::Hardware& hardware)
    : local_(local), hardware_(hardware), values_(local, hardware.compiler) {
  std::vector<int> index_of_value(local.module().num_value_ids(), -1);
  add(local.body(), index_of_value, 1);
}

// Reducers and comparators hold nothing to order.
size_t Orders::add(Region& region, std::vector<int>& index_of_value, int depth) {
  depth_ = std::max(depth_, depth);
  std::vector<Inner> inner;
  int at = 0;
  for (Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    sends_ |= op.info().has(kCollective);
    for (int r = 0; r < op.num_regions() && has_code(op); ++r) {
      inner.push_back({at, add(op.region(r), index_of_value, depth + 1)});
    }
    ++at;
  }
  regions_.push_back({&region, RegionOps(region, values_.fused, index_of_value), std::move(inner)});
  return regions_.size() - 1;
}

void Orders::set_inner_peaks(OrderedRegion& region, const std::vector<double>& peaks) {
  std::vector<double> inside(static_cast<size_t>(region.ops.size()));
  for (const Inner& inner : region.inner) inside[inner.op] = std::max(inside[inner.op], peaks[inner.region]);
  region.ops.set_inner_peaks(std::move(inside));
}

void Orders::apply(const OpOrder& order) {
  for (size_t r = 0; r < regions_.size(); ++r) {
    Op* end = regions_[r].region->terminator();
    for (int op : order.regions[r]) regions_[r].ops.op(op).move_before(end);
  }
  applied_ = order.regions;
}

void Orders::undo() {
  OpOrder given;
  for (const OrderedRegion& region : regions_) given.regions.push_back(region.ops.given_order());
  apply(given);
}

const cost::Steps& Orders::steps() {
  if (!steps_) steps_.emplace(local_, hardware_, values_);
  return steps_->as_ordered();
}

cost::Timeline Orders::timeline(const cost::CollectiveTimes& collectives) {
  return cost::run_timeline(local_, steps(), collectives, hardware_);
}

double Orders::peak() {
  const auto known = std::find_if(peaks_.begin(), peaks_.end(), [&](const Peak& p) { return p.regions == applied_; });
  if (known != peaks_.end()) return known->bytes;
  peaks_.push_back({applied_, cost::memory_of(local_, hardware_.compiler, values_).peak()});
  return peaks_.back().bytes;
}

namespace {

// In the order of Orders::regions.
void apply_within(Region& region, const OpOrder& order, size_t& at) {
  std::vector<Op*> ops;
  for (Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    for (int r = 0; r < op.num_regions() && has_code(op); ++r) apply_within(op.region(r), order, at);
    ops.push_back(&op);
  }
  Op* end = region.terminator();
  for (int op : order.regions[at++]) ops[op]->move_before(end);
}

}  // namespace

void apply_order(Function& local, const OpOrder& order) {
  size_t at = 0;
  apply_within(local.body(), order, at);
}

}  // namespace partita::core::optimize
