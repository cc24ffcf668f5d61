#include "optimize/device_index.h"

#include <algorithm>

#include "ir/names.h"
#include "ir/replica_groups.h"
#include "ir/trip_count.h"

namespace partita::core::optimize {

DeviceIndex DeviceIndex::constant(int64_t value) {
  DeviceIndex out;
  out.base_ = value;
  return out;
}

DeviceIndex DeviceIndex::of_id(int64_t devices) {
  DeviceIndex out;
  out.digits_.push_back({1, devices, 1});
  out.normalize();
  return out;
}

DeviceIndex operator+(DeviceIndex a, const DeviceIndex& b) {
  a.base_ += b.base_;
  a.digits_.insert(a.digits_.end(), b.digits_.begin(), b.digits_.end());
  a.normalize();
  return a;
}

DeviceIndex DeviceIndex::operator*(int64_t factor) const {
  DeviceIndex out = *this;
  out.base_ *= factor;
  for (Digit& digit : out.digits_) digit.factor *= factor;
  out.normalize();
  return out;
}

void DeviceIndex::normalize() {
  cut_where_others_end();
  std::sort(digits_.begin(), digits_.end(), [](const Digit& a, const Digit& b) {
    return a.stride != b.stride ? a.stride > b.stride : a.size > b.size;
  });
  std::vector<Digit> summed;
  for (const Digit& digit : digits_) {
    const bool again = !summed.empty() && summed.back().stride == digit.stride && summed.back().size == digit.size;
    if (again) {
      summed.back().factor += digit.factor;
    } else {
      summed.push_back(digit);
    }
  }
  std::erase_if(summed, [](const Digit& digit) { return digit.factor == 0; });
  digits_.clear();
  for (const Digit& digit : summed) {
    Digit* major = digits_.empty() ? nullptr : &digits_.back();
    // Neighbours read as one number are one digit.
    if (major != nullptr && major->stride == digit.stride * digit.size && major->factor == digit.factor * digit.size) {
      *major = {digit.stride, major->size * digit.size, digit.factor};
    } else {
      digits_.push_back(digit);
    }
  }
}

// id % 8 - id % 2: the first is id / 2 % 4 * 2 + id % 2, so that what both have goes.
void DeviceIndex::cut_where_others_end() {
  std::vector<int64_t> cuts;
  for (const Digit& digit : digits_) cuts.insert(cuts.end(), {digit.stride, digit.stride * digit.size});
  std::sort(cuts.begin(), cuts.end());
  std::vector<Digit> parts;
  for (const Digit& digit : digits_) {
    const int64_t end = digit.stride * digit.size;
    int64_t low = digit.stride;
    for (int64_t cut : cuts) {
      if (cut <= low || cut % low != 0 || end % cut != 0) continue;
      parts.push_back({low, cut / low, digit.factor * (low / digit.stride)});
      low = cut;
    }
  }
  digits_ = std::move(parts);
}

int64_t DeviceIndex::at(int64_t device) const {
  int64_t out = base_;
  for (const Digit& digit : digits_) out += device / digit.stride % digit.size * digit.factor;
  return out;
}

int64_t DeviceIndex::lowest() const {
  int64_t out = base_;
  for (const Digit& digit : digits_) out += std::min<int64_t>(0, digit.factor) * (digit.size - 1);
  return out;
}

int64_t DeviceIndex::highest() const {
  int64_t out = base_;
  for (const Digit& digit : digits_) out += std::max<int64_t>(0, digit.factor) * (digit.size - 1);
  return out;
}

// n = by * quotient + rest. Digits whose factor `by` divides are in the quotient; of the others one may straddle, and
// is cut in two.
std::optional<DeviceIndex> DeviceIndex::divided(int64_t by) const {
  if (by <= 0 || lowest() < 0 || base_ < 0) return std::nullopt;
  DeviceIndex quotient, rest;
  quotient.base_ = base_ / by;
  rest.base_ = base_ % by;
  const Digit* straddling = nullptr;
  for (const Digit& digit : digits_) {
    if (digit.factor < 0) return std::nullopt;
    if (digit.factor % by == 0) {
      quotient.digits_.push_back({digit.stride, digit.size, digit.factor / by});
    } else if (by % digit.factor == 0 && digit.size > by / digit.factor && straddling == nullptr) {
      straddling = &digit;
    } else {
      rest.digits_.push_back(digit);
    }
  }
  if (straddling != nullptr) {
    const int64_t low = by / straddling->factor;
    if (straddling->size % low != 0) return std::nullopt;
    quotient.digits_.push_back({straddling->stride * low, straddling->size / low, 1});
    rest.digits_.push_back({straddling->stride, low, straddling->factor});
  }
  if (rest.highest() >= by) return std::nullopt;
  quotient.normalize();
  return quotient;
}

std::optional<DeviceIndex> DeviceIndex::remainder(int64_t by) const {
  std::optional<DeviceIndex> quotient = divided(by);
  if (!quotient) return std::nullopt;
  // Digits that were cut in two come together again where they are subtracted only if both halves are spelled out.
  DeviceIndex rest;
  rest.base_ = base_ % by;
  for (const Digit& digit : digits_) {
    if (digit.factor % by == 0) continue;
    const bool straddles = by % digit.factor == 0 && digit.size > by / digit.factor;
    rest.digits_.push_back({digit.stride, straddles ? by / digit.factor : digit.size, digit.factor});
  }
  rest.normalize();
  return rest;
}

std::optional<DeviceNumbers> DeviceNumbers::of(const Module& module) {
  auto count = [&](std::string_view name) {
    const Attr attr = module.discardable_attribute(name);
    return attr.is(AttrKind::kInt) ? std::max<int64_t>(attr.as_int(), 1) : 1;
  };
  const int64_t replicas = count(hlo_names::kNumReplicas), partitions = count(hlo_names::kNumPartitions);
  if (replicas == 1) return DeviceNumbers{OpKind::kPartitionId, partitions};
  if (partitions == 1) return DeviceNumbers{OpKind::kReplicaId, replicas};
  return std::nullopt;
}

bool DeviceNumbers::names(const Op& collective) const {
  const bool channel = collective.int_attr(AttrKey::kChannelId) > 0;
  if (collective.bool_attr(AttrKey::kUseGlobalDeviceIds)) return true;
  if (id == OpKind::kReplicaId) return !channel;
  switch (collective.kind()) {  // with a channel these name replicas of all partitions, unless ids are global
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter:
    case OpKind::kCollectiveReduce: return false;
    default: return channel;
  }
}

namespace {

// Values that are used twice are looked at twice, so that without a limit a chain of doublings would take for ever.
constexpr int kMostLookedAt = 256;

// Whether numbers of this type do not wrap around on the way.
bool holds(ElementType element, const DeviceIndex& index) {
  const int bits = bit_width(element);
  const bool is_signed = element_class(element) == ElementClass::kSigned;
  if (!is_signed && index.lowest() < 0) return false;
  if (bits >= 63) return true;
  const int64_t limit = int64_t{1} << (is_signed ? bits - 1 : bits);
  return index.highest() < limit && index.lowest() >= (is_signed ? -limit : 0);
}

std::optional<DeviceIndex> computed(const Value* value, const DeviceNumbers& numbers, int& left);

std::optional<DeviceIndex> index_of(const Value* value, const DeviceNumbers& numbers, int& left) {
  if (value->op() == nullptr || left-- <= 0 || !value->type().is_tensor() || value->type().num_elements() != 1 ||
      !is_integer(value->type().element())) {
    return std::nullopt;
  }
  std::optional<DeviceIndex> index = computed(value, numbers, left);
  return index && holds(value->type().element(), *index) ? index : std::nullopt;
}

std::optional<DeviceIndex> computed(const Value* value, const DeviceNumbers& numbers, int& left) {
  const Op* op = value->op();
  auto operand = [&](int i) { return index_of(op->operand(i), numbers, left); };
  auto number = [&](int i) { return known_scalar(op->operand(i)); };
  switch (op->kind()) {
    case OpKind::kPartitionId:
    case OpKind::kReplicaId:
      if (op->kind() == numbers.id) return DeviceIndex::of_id(numbers.devices);
      return DeviceIndex::constant(0);  // of the other there is one
    case OpKind::kConstant: {
      const std::optional<int64_t> known = known_scalar(value);
      return known ? std::optional(DeviceIndex::constant(*known)) : std::nullopt;
    }
    case OpKind::kConvert:
    case OpKind::kReshape: return operand(0);
    case OpKind::kAdd: {
      const auto a = operand(0), b = operand(1);
      return a && b ? std::optional(*a + *b) : std::nullopt;
    }
    case OpKind::kSubtract: {
      const auto a = operand(0), b = operand(1);
      return a && b ? std::optional(*a + *b * -1) : std::nullopt;
    }
    case OpKind::kMultiply: {
      for (int side = 0; side < 2; ++side) {
        const auto factor = number(side);
        if (!factor) continue;
        const auto other = operand(1 - side);
        return other ? std::optional(*other * *factor) : std::nullopt;
      }
      return std::nullopt;
    }
    case OpKind::kDivide:
    case OpKind::kRemainder: {
      const auto by = number(1);
      const auto from = operand(0);
      if (!by || !from) return std::nullopt;
      return op->is(OpKind::kDivide) ? from->divided(*by) : from->remainder(*by);
    }
    case OpKind::kMinimum:
    case OpKind::kMaximum: {
      const auto a = operand(0), b = operand(1);
      if (!a || !b) return std::nullopt;
      const bool first_is_less = a->highest() <= b->lowest(), second_is_less = b->highest() <= a->lowest();
      if (!first_is_less && !second_is_less) return std::nullopt;
      return first_is_less == op->is(OpKind::kMinimum) ? a : b;
    }
    case OpKind::kClamp: {
      const auto low = operand(0), at = operand(1), high = operand(2);
      if (!low || !at || !high) return std::nullopt;
      return low->highest() <= at->lowest() && at->highest() <= high->lowest() ? at : std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<DeviceIndex> device_index(const Value* value, const DeviceNumbers& numbers) {
  int left = kMostLookedAt;
  return index_of(value, numbers, left);
}

std::optional<DeviceIndex> group_position(Attr groups, const DeviceNumbers& numbers) {
  if (!is_iota_groups(groups)) return std::nullopt;
  const std::span<const int64_t> dims = groups.get("iota_dims").ints();
  const Attr perm = groups.get("iota_perm");
  const std::span<const int64_t> shape = groups.get("iota_shape").ints();
  if (shape[0] * shape[1] != numbers.devices) return std::nullopt;
  // The place of a device in the list of all groups, one after the other.
  DeviceIndex place;
  int64_t factor = 1;
  for (size_t k = dims.size(); k-- > 0;) {
    const size_t d = perm ? static_cast<size_t>(perm.ints()[k]) : k;
    int64_t stride = 1;
    for (size_t minor = d + 1; minor < dims.size(); ++minor) stride *= dims[minor];
    const std::optional<DeviceIndex> above = DeviceIndex::of_id(numbers.devices).divided(stride);
    const std::optional<DeviceIndex> digit = above ? above->remainder(dims[d]) : std::nullopt;
    if (!digit) return std::nullopt;
    place = place + *digit * factor;
    factor *= dims[d];
  }
  return place.remainder(shape[1]);
}

bool is_group_position(const DeviceIndex& index, int64_t scale, Attr groups, const DeviceNumbers& numbers) {
  if (is_iota_groups(groups)) {
    const std::span<const int64_t> shape = groups.get("iota_shape").ints();
    if (shape[0] * shape[1] != numbers.devices) return false;
    const std::optional<DeviceIndex> position = group_position(groups, numbers);
    if (position && *position * scale == index) return true;
    if (position) return false;
  }
  // Groups that are listed, or digits that do not come apart: no more work than there is text.
  const auto listed = expand_groups(groups);
  if (!listed) return false;
  int64_t met = 0;
  for (const std::vector<int64_t>& group : *listed) {
    for (size_t i = 0; i < group.size(); ++i, ++met) {
      if (group[i] < 0 || index.at(group[i]) != static_cast<int64_t>(i) * scale) return false;
    }
  }
  return met == numbers.devices;
}

bool is_same_in_groups(const DeviceIndex& index, Attr groups, const DeviceNumbers& numbers) {
  if (is_iota_groups(groups)) {
    // Devices of a group differ in the digits of their position, and in no others.
    const std::optional<DeviceIndex> position = group_position(groups, numbers);
    if (!position) return false;
    for (const DeviceIndex::Digit& a : index.digits_) {
      for (const DeviceIndex::Digit& b : position->digits_) {
        if (a.stride % (b.stride * b.size) != 0 && b.stride % (a.stride * a.size) != 0) return false;
      }
    }
    return true;
  }
  const auto listed = expand_groups(groups);
  if (!listed) return false;
  for (const std::vector<int64_t>& group : *listed) {
    for (int64_t device : group) {
      if (device < 0 || index.at(device) != index.at(group[0])) return false;
    }
  }
  return true;
}

}  // namespace partita::core::optimize
