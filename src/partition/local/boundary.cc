#include "partition/local/boundary.h"

#include <fmt/format.h>

#include <charconv>

#include "ir/boundary_names.h"
#include "ir/names.h"
#include "shard/spelling_sdy.h"

namespace partita::core::partition {
namespace {

constexpr std::string_view kFrontend = hlo_names::kFrontendAttributes;
constexpr std::string_view kGlobal = ir::boundary_names::kGlobal;
constexpr std::string_view kSharding = ir::boundary_names::kSharding;
constexpr std::string_view kAliasing = hlo_names::kAliasingOutput;

Attr entry_of(Attr dictionary, std::string_view name) {
  return dictionary.is(AttrKind::kDict) ? dictionary.get(name) : Attr();
}

Error bad_edge(std::string_view what, int index, std::string_view why) {
  return Error{error_without_place(
      Code::kShardingForm, fmt::format("{} {} has a global type or sharding that does not fit: {}", what, index, why))};
}

// The sizes in tensor<7x8xf32>; the element type is that of the shard.
std::optional<std::vector<int64_t>> sizes_in(std::string_view text, Type local) {
  constexpr std::string_view kBegin = "tensor<";
  if (!text.starts_with(kBegin) || !text.ends_with('>')) return std::nullopt;
  text = text.substr(kBegin.size(), text.size() - kBegin.size() - 1);
  std::vector<int64_t> sizes;
  for (int d = 0; d < local.rank(); ++d) {
    int64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || size < 0 || end == text.data() + text.size() || *end != 'x') return std::nullopt;
    sizes.push_back(size);
    text.remove_prefix(static_cast<size_t>(end - text.data()) + 1);
  }
  if (text != mlir_spelling(local.element())) return std::nullopt;
  return sizes;
}

Result<BoundaryValue> read_boundary_value(Context& context, Attr attributes, Type local, std::string_view what,
                                          int index, std::deque<Sharding>& shardings) {
  const Attr frontend = entry_of(attributes, kFrontend);
  const Attr global = entry_of(frontend, kGlobal), sharding = entry_of(frontend, kSharding);
  if (!global && !sharding) return BoundaryValue{local, nullptr};
  if (!local.is_tensor() || !global.is(AttrKind::kString) || !sharding.is(AttrKind::kString)) {
    return bad_edge(what, index, fmt::format("both {} and {} are wanted, as text, on a tensor", kGlobal, kSharding));
  }
  const auto sizes = sizes_in(global.text(), local);
  if (!sizes) return bad_edge(what, index, fmt::format("'{}' for shards of {}", global.text(), local.to_string()));
  Result<Sharding> parsed =
      shard::parse_sdy_sharding(sharding.text(), [](std::string_view) -> MeshPtr { return nullptr; });
  if (!parsed.ok()) return bad_edge(what, index, parsed.error().diagnostic.message);
  if (Status rank = parsed->check_rank(local.rank()); !rank.ok()) {
    return bad_edge(what, index, rank.error().diagnostic.message);
  }
  const Type global_type = context.tensor(local.element(), *sizes);
  if (context.tensor(local.element(), parsed->local_shape(*sizes)) != local) {
    return bad_edge(what, index,
                    fmt::format("'{}' divides {} into shards of another shape than {}", sharding.text(),
                                global_type.to_string(), local.to_string()));
  }
  shardings.push_back(std::move(*parsed));
  return BoundaryValue{global_type, &shardings.back()};
}

bool carries_edge(Attr attributes) { return static_cast<bool>(entry_of(entry_of(attributes, kFrontend), kGlobal)); }

}  // namespace

// Layers have arguments alike.
Attr BoundaryWriter::with_boundary(Attr attributes, const BoundaryValue& value) {
  const auto [known, is_new] = known_.try_emplace({attributes.id(), value.global.id(), value.sharding});
  if (is_new) known->second = write(attributes, value);
  return known->second;
}

Attr BoundaryWriter::write(Attr attributes, const BoundaryValue& value) {
  for (std::string_view name : {sdy_names::kSharding, hlo_names::kSharding, hlo_names::kLayout}) {
    attributes = context_.with_entry(attributes, name, {});
  }
  Attr frontend = entry_of(attributes, kFrontend);
  frontend = context_.with_entry(frontend, sdy_names::kFrontendSharding, {});
  if (value.sharding != nullptr) {
    auto [text, fresh] = texts_.try_emplace(value.sharding, Attr());
    if (fresh) text.value() = context_.string(sdy_sharding_body(*value.sharding, ""));
    frontend = context_.with_entry(frontend, kGlobal, context_.string(value.global.to_string()));
    frontend = context_.with_entry(frontend, kSharding, text.value());
  }
  const bool any = frontend && !frontend.entries().empty();
  return context_.with_entry(attributes, kFrontend, any ? frontend : Attr());
}

Result<std::optional<Boundary>> read_boundary(const Function& entry) {
  const int result_count = std::ssize(entry.result_types());
  bool any = false;
  for (int i = 0; i < entry.num_arguments(); ++i) any |= carries_edge(entry.argument_attrs(i));
  for (int i = 0; i < result_count; ++i) any |= carries_edge(entry.result_attrs(i));
  if (!any) return std::optional<Boundary>();
  Boundary boundary;
  Context& context = entry.module().context();
  for (int i = 0; i < entry.num_arguments(); ++i) {
    PARTITA_ASSIGN(BoundaryValue value, read_boundary_value(context, entry.argument_attrs(i), entry.argument(i)->type(),
                                                            "argument", i, boundary.shardings));
    boundary.arguments.push_back(value);
  }
  for (int i = 0; i < result_count; ++i) {
    PARTITA_ASSIGN(BoundaryValue value, read_boundary_value(context, entry.result_attrs(i), entry.result_types()[i],
                                                            "result", i, boundary.shardings));
    boundary.results.push_back(value);
  }
  return std::optional<Boundary>(std::move(boundary));
}

bool check_donations(Function& entry) {
  bool all_hold = true;
  Context& context = entry.module().context();
  const int64_t result_count = std::ssize(entry.result_types());
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Attr attributes = entry.argument_attrs(i);
    const Attr result = entry_of(attributes, kAliasing);
    if (!result.is(AttrKind::kInt)) continue;
    const int64_t k = result.as_int();
    const bool holds = k >= 0 && k < result_count && entry.result_types()[k] == entry.argument(i)->type();
    if (holds) continue;
    all_hold = false;
    // The memory may still be used for something else.
    const Attr without = context.with_entry(attributes, kAliasing, {});
    entry.set_argument_attrs(i, context.with_entry(without, hlo_names::kBufferDonor, context.boolean(true)));
  }
  return all_hold;
}

}  // namespace partita::core::partition
