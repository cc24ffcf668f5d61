#include "cost/trips.h"

#include <algorithm>
#include <charconv>

#include "cost/run_class.h"
#include "ir/trip_count.h"

namespace partita::core::cost {
namespace {

// What HLO says beside a loop: known_trip_count={"n":"12"}.
std::optional<int64_t> stated(const Op& loop) {
  for (const char* name : {"backend_config", "mhlo.backend_config"}) {
    const Attr config = loop.discardable_attribute(name);
    if (!config.is(AttrKind::kString)) continue;
    const std::string_view text = config.text();
    size_t at = text.find("known_trip_count");
    if (at == std::string_view::npos) continue;
    at = text.find_first_of("0123456789", at);
    int64_t count = 0;
    if (at == std::string_view::npos) continue;
    auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), count);
    if (error == std::errc()) return count;
  }
  return std::nullopt;
}

std::optional<int64_t> largest_constant(const Region& condition) {
  std::optional<int64_t> largest;
  for (const Op& op : condition) {
    if (!op.is(OpKind::kConstant)) continue;
    const ElementType element = op.result()->type().element();
    if (!is_integer(element) || bit_width(element) < 32) continue;
    const std::optional<int64_t> value = known_scalar(op.result());
    if (value && *value >= 0) largest = std::max(largest.value_or(0), *value);
  }
  return largest;
}

}  // namespace

TripCount trip_count_of(const Op& loop) {
  std::optional<int64_t> count = stated(loop);
  if (!count) count = known_trip_count(loop);
  if (count) return {static_cast<double>(*count), TripCount::From::kProgram};
  count = largest_constant(loop.region(0));
  if (count) return {static_cast<double>(*count), TripCount::From::kCondition};
  return {};
}

}  // namespace partita::core::cost
