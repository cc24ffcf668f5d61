// Functions of many examples: the copy with one more dimension is transform/vectorize's; here are the function of one
// example, and the user's line.
#include "transform/vectorize/vectorize.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/regions.h"
#include "partita/transform.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

using core::Code;
using core::Type;
using core::Value;
using core::transform::Batched;

// The number of examples, which all tensors with the new dimension agree on.
std::int64_t common_size(Site& site, const std::vector<Value*>& values, const std::vector<bool>& mapped,
                         const std::vector<std::string>& names) {
  std::ptrdiff_t first = -1;
  for (std::ptrdiff_t i = 0; i < std::ssize(values); ++i) {
    if (!mapped[i]) continue;
    const Type type = values[i]->type();
    if (type.rank() == 0) {
      site.fail(Code::kNoDimension,
                fmt::format("{} is a scalar, and has no dimension of examples; options.in says which arguments have it",
                            names[i]));
    }
    if (first < 0) first = i;
    if (type.dim(0) == values[first]->type().dim(0)) continue;
    site.fail(Code::kShapesDiffer,
              fmt::format("{} is {}, {} is {}: their first dimensions, which count the examples, differ", names[first],
                          type_text(values[first]->type()), names[i], type_text(type)));
  }
  if (first < 0) site.fail(Code::kOpArguments, "no argument has a dimension of examples");
  return values[first]->type().dim(0);
}

std::vector<Type> types_of_one(Site& site, const std::vector<Value*>& values, const std::vector<bool>& mapped) {
  std::vector<Type> types = types_of(values);
  for (size_t i = 0; i < types.size(); ++i) {
    if (mapped[i]) types[i] = site.tensor(types[i].element(), types[i].dims().subspan(1));
  }
  return types;
}

}  // namespace

bool is_mapped_argument(const std::vector<int>& in, int argument, std::size_t arguments, Where where) {
  for (int each : in) {
    if (each >= 0 && each < static_cast<int>(arguments)) continue;
    guarded([&] {
      fail_at(where, Code::kOpArguments,
              fmt::format("vectorize: argument {} of a function that is called with {}", each, arguments));
    });
  }
  return in.empty() || std::ranges::find(in, argument) != in.end();
}

TreeLeaves vectorized(const TreeLeaves& in, const std::vector<bool>& mapped, const std::vector<std::string>& names,
                      const std::string& axis, Where where, LeavesToLeaves body) {
  return guarded([&] {
    Site site("vectorize", where);
    const std::vector<Value*> values = values_of(site, in);
    const std::int64_t size = common_size(site, values, mapped, names);
    // The function of one example stands in an op of its own for as long as it is copied.
    UnfinishedOp one(site.add_op(core::OpKind::kBlock, {}, {}, {}, 1));
    fill_region(site, one->region(0), "the vectorized function", types_of_one(site, values, mapped), body);
    core::Region& region = site.trace().region();
    core::Op* const last = region.last();
    core::TensorBuilder place(region);
    std::vector<Batched> arguments;
    for (size_t i = 0; i < values.size(); ++i) arguments.push_back({values[i], mapped[i]});
    site.trace().set_source();
    core::Result<std::vector<Batched>> made =
        core::transform::vectorize(one->region(0), arguments, place, {.size = size, .axis = axis});
    if (!made.ok()) {
      fail_on_the_way(site, std::move(made).error().diagnostic, "in the function that is vectorized here");
    }
    std::vector<Value*> results;
    for (const Batched& value : *made) results.push_back(core::transform::as_mapped(place, value, size));
    set_where_behind(site, region, last);
    TreeLeaves out;
    for (Value* result : results) out.push_back(site.marked_result(result));
    return out;
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
