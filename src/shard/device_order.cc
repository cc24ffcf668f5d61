#include "shard/device_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "shard/hashing.h"

namespace partita::core::shard {

Digits normalized(const Digits& digits) {
  Digits out;
  for (const Digit& digit : digits) {
    if (digit.size == 1) continue;
    if (!out.empty() && out.back().to == digit.to * digit.size) {
      out.back().size *= digit.size;
      out.back().to = digit.to;
    } else {
      out.push_back(digit);
    }
  }
  int64_t stride = 1;
  for (size_t i = out.size(); i-- > 0;) {
    out[i].from = stride;
    stride *= out[i].size;
  }
  return out;
}

namespace {

// Splits at the boundary where the digit's `side` stride would be `stride`.
bool cut(Digits& digits, int64_t stride, decltype(&Digit::from) side) {
  for (size_t i = 0; i < digits.size(); ++i) {
    Digit& digit = digits[i];
    const int64_t low = digit.*side;
    if (stride <= low || stride >= low * digit.size) continue;
    if (stride % low != 0 || digit.size % (stride / low) != 0) return false;
    const int64_t minor_size = stride / low;
    const Digit minor{minor_size, digit.from, digit.to};
    digit = {digit.size / minor_size, digit.from * minor_size, digit.to * minor_size};
    digits.insert(digits.begin() + static_cast<ptrdiff_t>(i) + 1, minor);
    return true;
  }
  return true;
}

}  // namespace

bool cut_source(Digits& digits, int64_t stride) { return cut(digits, stride, &Digit::from); }
bool cut_target(Digits& digits, int64_t stride) { return cut(digits, stride, &Digit::to); }

std::optional<Digits> aligned(Digits a, Digits b) {
  for (const Digit& digit : Digits(a)) {
    if (!cut_target(b, digit.to)) return std::nullopt;
  }
  for (const Digit& digit : Digits(b)) {
    if (!cut_target(a, digit.to)) return std::nullopt;
  }
  Digits out;
  for (const Digit& digit : a) {
    auto match = std::find_if(b.begin(), b.end(), [&](const Digit& other) { return other.to == digit.to; });
    if (match == b.end() || match->size != digit.size) return std::nullopt;
    out.push_back({digit.size, digit.from, match->from});
  }
  return normalized(out);
}

std::optional<Digits> digits_of(const std::vector<int64_t>& values) {
  const int64_t count = std::ssize(values);
  if (count == 0 || values[0] != 0) return std::nullopt;
  // From minor to major: the longest arithmetic run is the whole digit, since a longer one would have been joined.
  Digits digits;
  for (int64_t stride = 1; stride < count;) {
    const int64_t step = values[stride];
    int64_t size = 2;
    while (stride * size < count && values[stride * size] == step * size) ++size;
    if (count % (stride * size) != 0) return std::nullopt;
    digits.insert(digits.begin(), {size, stride, step});
    stride *= size;
  }
  // The targets must be a mixed-radix number as well, without gaps.
  Digits by_target = digits;
  std::sort(by_target.begin(), by_target.end(), [](const Digit& a, const Digit& b) { return a.to < b.to; });
  int64_t next = 1;
  for (const Digit& digit : by_target) {
    if (digit.to != next) return std::nullopt;
    next *= digit.size;
  }
  for (int64_t position = 0; position < count; ++position) {
    if (map_number(digits, position) != values[position]) return std::nullopt;
  }
  return normalized(digits);
}

int64_t map_number(const Digits& digits, int64_t source) {
  int64_t target = 0;
  for (const Digit& digit : digits) target += source / digit.from % digit.size * digit.to;
  return target;
}

DeviceOrder DeviceOrder::iota(int64_t count) { return from_digits({{count, 1, 1}}); }

Result<DeviceOrder> DeviceOrder::transposed(const std::vector<int64_t>& dims, const std::vector<int64_t>& perm) {
  auto fail = [](std::string message) { return Error{error_without_place(Code::kDeviceList, std::move(message))}; };
  if (dims.size() != perm.size()) {
    return fail(fmt::format("{} reshape dimensions are transposed by {} numbers", dims.size(), perm.size()));
  }
  std::vector<bool> seen(dims.size());
  for (int64_t axis : perm) {
    if (axis < 0 || axis >= std::ssize(dims) || seen[axis]) {
      return fail(fmt::format("T({}) is not a permutation of 0 to {}", fmt::join(perm, ","), dims.size() - 1));
    }
    seen[axis] = true;
  }
  std::vector<int64_t> strides(dims.size());
  int64_t count = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i] < 1) return fail(fmt::format("reshape dimension {} is below one", dims[i]));
    strides[i] = count;
    if (dims[i] > kMaxDevices / count) return fail("the reshape dimensions multiply to too many devices");
    count *= dims[i];
  }
  Digits digits;
  for (int64_t axis : perm) {
    digits.push_back({dims[axis], 1, strides[axis]});
  }
  return from_digits(std::move(digits));
}

Result<DeviceOrder> DeviceOrder::listed(std::vector<int64_t> ids) {
  auto fail = [](std::string message) { return Error{error_without_place(Code::kDeviceList, std::move(message))}; };
  if (ids.empty()) return fail("the device list is empty");
  auto list = std::make_shared<List>();
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0) return fail(fmt::format("device id {} is negative", ids[i]));
    list->by_id.emplace_back(ids[i], static_cast<int64_t>(i));
  }
  std::sort(list->by_id.begin(), list->by_id.end());
  for (size_t i = 1; i < list->by_id.size(); ++i) {
    if (list->by_id[i].first == list->by_id[i - 1].first) {
      return fail(fmt::format("device {} is listed twice", list->by_id[i].first));
    }
  }
  DeviceOrder order;
  order.count_ = std::ssize(ids);
  list->ids = std::move(ids);
  order.list_ = std::move(list);
  return order;
}

DeviceOrder DeviceOrder::from_digits(Digits digits) {
  digits = normalized(digits);
  DeviceOrder order;
  order.digits_ = std::move(digits);
  for (const Digit& digit : order.digits_) order.count_ *= digit.size;
  return order;
}

int64_t DeviceOrder::id_at(int64_t position) const {
  return list_ ? list_->ids[position] : map_number(digits_, position);
}

std::optional<int64_t> DeviceOrder::position_of(int64_t id) const {
  if (list_) {
    auto found = std::lower_bound(list_->by_id.begin(), list_->by_id.end(), std::pair<int64_t, int64_t>(id, -1));
    if (found == list_->by_id.end() || found->first != id) return std::nullopt;
    return found->second;
  }
  if (id < 0 || id >= count_) return std::nullopt;
  int64_t position = 0;
  for (const Digit& digit : digits_) position += id / digit.to % digit.size * digit.from;
  return position;
}

const std::vector<int64_t>& DeviceOrder::ids() const {
  PARTITA_INVARIANT(list_ != nullptr, "ids() of a symbolic device order");
  return list_->ids;
}

std::vector<int64_t> DeviceOrder::to_list() const {
  if (list_) return list_->ids;
  std::vector<int64_t> out(count_);
  for (int64_t position = 0; position < count_; ++position) {
    out[position] = map_number(digits_, position);
  }
  return out;
}

std::pair<std::vector<int64_t>, std::vector<int64_t>> DeviceOrder::iota_form() const {
  PARTITA_INVARIANT(list_ == nullptr, "iota_form() of a listed device order");
  if (digits_.empty()) return {{1}, {0}};
  std::vector<int64_t> by_target(digits_.size());
  std::iota(by_target.begin(), by_target.end(), 0);
  std::sort(by_target.begin(), by_target.end(), [&](int64_t a, int64_t b) { return digits_[a].to > digits_[b].to; });
  std::vector<int64_t> dims, perm(digits_.size());
  for (size_t i = 0; i < by_target.size(); ++i) {
    dims.push_back(digits_[by_target[i]].size);
    perm[by_target[i]] = static_cast<int64_t>(i);
  }
  return {dims, perm};
}

DeviceOrder DeviceOrder::canonical() const {
  if (!list_) return *this;
  if (auto digits = digits_of(list_->ids)) return from_digits(*std::move(digits));
  return *this;
}

bool operator==(const DeviceOrder& a, const DeviceOrder& b) {
  if (a.count_ != b.count_ || a.is_listed() != b.is_listed()) return false;
  if (!a.is_listed()) return a.digits_ == b.digits_;
  return a.list_ == b.list_ || a.list_->ids == b.list_->ids;
}

size_t DeviceOrder::hash() const {
  size_t seed = hash_of(count_);
  for (const Digit& digit : digits_) seed = hash_of(digit.size, hash_of(digit.to, seed));
  if (list_) {
    for (int64_t id : list_->ids) seed = hash_of(id, seed);
  }
  return seed;
}

}  // namespace partita::core::shard
