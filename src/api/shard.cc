#include "partita/shard.h"

#include <fmt/format.h>

#include "api/impl.h"
#include "complete/hint_options.h"
#include "cost/report_rows.h"
#include "shard/scanner.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using core::UnboundSharding;
using core::shard::UnboundAxis;
using core::shard::UnboundDim;
using detail::Access;
using detail::fail;
using detail::MeshImpl;
using detail::ShardingImpl;

Mesh made(core::MeshPtr mesh) { return Access::make<Mesh>(new MeshImpl(std::move(mesh))); }
Sharding made(UnboundSharding sharding) { return Access::make<Sharding>(new ShardingImpl(std::move(sharding))); }

Mesh parsed_mesh(std::string_view text) {
  core::HintOptions options;
  options.mesh = text;
  options.mesh_label = "mesh";
  options.origin = "";
  if (text.empty()) fail(Code::kMeshForm, "a mesh without axes; give them as in x=4,y=2");
  return made(detail::take(core::complete::mesh_of_options(options)));
}

// The place of the mistake is inside the text, which the message shows; the line is that of whoever wrote the text.
template <typename T>
T taken(core::Result<T> result, std::string_view text, Where where = {}) {
  if (result.ok()) return std::move(result).value();
  core::Diagnostic d = result.error().diagnostic;
  const size_t at = core::shard::offset_of(d);
  d.message = fmt::format("sharding '{}': {}{}", text, d.message,
                          d.place.column > 0 && at < text.size() ? fmt::format(", at '{}'", text.substr(at)) : "");
  d.file = where.file;
  d.place = {where.line, 0};
  fail(d);
}

UnboundSharding parsed(std::string_view text, Where where) {
  return taken(core::shard::parse_unbound_sharding(text), text, where);
}

std::vector<UnboundAxis> parsed_axes(const std::vector<std::string>& texts) {
  std::vector<UnboundAxis> axes;
  for (const std::string& text : texts) axes.push_back(taken(core::shard::parse_unbound_axis(text), text));
  return axes;
}

std::vector<std::string> texts_of(const std::vector<UnboundAxis>& axes) {
  std::vector<std::string> texts;
  for (const UnboundAxis& axis : axes) texts.push_back(to_string(axis));
  return texts;
}

const UnboundSharding& inner(const Sharding& sharding) {
  const ShardingImpl* impl = Access::find<ShardingImpl>(sharding);
  if (impl == nullptr) fail(Code::kShardingForm, "a Sharding that says nothing has no dimensions");
  return impl->sharding;
}

const UnboundDim& dim_of(const Sharding& sharding, int dim) {
  const UnboundSharding& all = inner(sharding);
  if (dim < 0 || dim >= std::ssize(all.dims)) {
    fail(Code::kShardingRank, fmt::format("dimension {} of {}, which has {}", dim, sharding.str(), all.dims.size()));
  }
  return all.dims[dim];
}

}  // namespace

// ---- Mesh

Mesh::Mesh(const char* text) : Mesh(std::string_view(text != nullptr ? text : "")) {}
Mesh::Mesh(std::string_view text) : Mesh(parsed_mesh(text)) {}

Mesh::Mesh(const std::vector<MeshAxis>& axes, const std::vector<std::int64_t>& device_ids)
    : Mesh(detail::guarded([&] {
        std::vector<core::MeshAxis> inner;
        for (const MeshAxis& axis : axes) inner.push_back({axis.name, axis.size});
        if (inner.empty()) fail(Code::kMeshForm, "a mesh without axes; Mesh() stands for the program's own");
        std::optional<core::shard::DeviceOrder> order;
        if (!device_ids.empty()) order = detail::take(core::shard::DeviceOrder::listed(device_ids));
        core::Mesh mesh = detail::take(core::Mesh::make(std::move(inner), std::move(order)));
        return made(std::make_shared<const core::Mesh>(std::move(mesh)));
      })) {}

std::vector<MeshAxis> Mesh::axes() const {
  std::vector<MeshAxis> out;
  if (is_none()) return out;
  for (const core::MeshAxis& axis : Access::get<MeshImpl>(*this).mesh->axes()) out.push_back({axis.name, axis.size});
  return out;
}
std::int64_t Mesh::num_devices() const { return is_none() ? 1 : Access::get<MeshImpl>(*this).mesh->device_count(); }
std::string Mesh::str() const { return is_none() ? "" : core::cost::mesh_text(*Access::get<MeshImpl>(*this).mesh); }

// ---- Sharding

Sharding::Sharding(const char* text, Where where) : Sharding(std::string_view(text != nullptr ? text : ""), where) {}
Sharding::Sharding(std::string_view text, Where where) : Sharding(made(parsed(text, where))) {}
Sharding::Sharding(int rank) {
  if (rank < 0 || rank > 1024) fail(Code::kShardingRank, fmt::format("a sharding of {} dimensions", rank));
  UnboundSharding sharding;
  sharding.dims.resize(rank);
  *this = made(std::move(sharding));
}

Sharding Sharding::split(int dim, const std::vector<std::string>& axes) const {
  dim_of(*this, dim);
  UnboundSharding sharding = inner(*this);
  sharding.dims[dim].axes = parsed_axes(axes);
  return made(std::move(sharding));
}
Sharding Sharding::open(int dim) const {
  dim_of(*this, dim);
  UnboundSharding sharding = inner(*this);
  sharding.dims[dim].open = true;
  return made(std::move(sharding));
}
Sharding Sharding::priority(int dim, int priority) const {
  dim_of(*this, dim);
  if (priority < 0) fail(Code::kPriority, fmt::format("priority {}; they count from 0", priority));
  UnboundSharding sharding = inner(*this);
  sharding.dims[dim].priority = priority;
  return made(std::move(sharding));
}
Sharding Sharding::pinned(const std::vector<std::string>& axes) const {
  UnboundSharding sharding = inner(*this);
  sharding.pinned = parsed_axes(axes);
  return made(std::move(sharding));
}
Sharding Sharding::unreduced(const std::vector<std::string>& axes) const {
  UnboundSharding sharding = inner(*this);
  sharding.unreduced = parsed_axes(axes);
  return made(std::move(sharding));
}

int Sharding::rank() const { return static_cast<int>(inner(*this).dims.size()); }
std::vector<std::string> Sharding::axes(int dim) const { return texts_of(dim_of(*this, dim).axes); }
bool Sharding::is_open(int dim) const { return dim_of(*this, dim).open; }
std::vector<std::string> Sharding::pinned_axes() const { return texts_of(inner(*this).pinned); }
std::vector<std::string> Sharding::unreduced_axes() const { return texts_of(inner(*this).unreduced); }
std::string Sharding::str() const { return is_none() ? "" : to_string(inner(*this)); }

bool operator==(const Sharding& a, const Sharding& b) {
  if (a.is_none() || b.is_none()) return a.is_none() == b.is_none();
  return inner(a) == inner(b);
}

namespace detail {

// A maximal sharding has no dimensions: for a caller every device has the value, since every device computes it.
Sharding public_sharding(const core::Sharding& sharding) { return made(core::shard::unbound(sharding)); }

}  // namespace detail
}  // namespace v1
}  // namespace partita
