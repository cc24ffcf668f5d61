#include "shard/spelling_hlo.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "shard/scanner.h"
#include "shard/spelling_axes.h"

namespace partita::core::shard {
namespace {

constexpr std::array<std::pair<std::string_view, TileKind>, 5> kKindWords = {{{"replicated", TileKind::kReplicated},
                                                                              {"manual", TileKind::kManual},
                                                                              {"unreduced", TileKind::kUnreduced},
                                                                              {"unknown", TileKind::kUnknown},
                                                                              {"maximal", TileKind::kMaximal}}};
constexpr std::array<std::pair<std::string_view, SubgroupKind>, 3> kSubgroupWords = {
    {{"manual", SubgroupKind::kManual},
     {"unreduced", SubgroupKind::kUnreduced},
     {"replicated", SubgroupKind::kReplicated}}};

template <typename Table>
auto find_word(const Table& table, std::string_view word) -> std::optional<decltype(table[0].second)> {
  for (const auto& [text, value] : table) {
    if (text == word) return value;
  }
  return std::nullopt;
}

template <typename Table, typename Value>
std::string_view word_for(const Table& table, Value value) {
  for (const auto& [text, known] : table) {
    if (known == value) return text;
  }
  return "?";
}

// [2,4]T(1,0), the permutation optional
Result<DeviceOrder> scan_iota(Scanner& scan) {
  const size_t begin = scan.at();
  PARTITA_CHECK_OK(scan.expect('['));
  PARTITA_ASSIGN(std::vector<int64_t> dims, scan.integers());
  PARTITA_CHECK_OK(scan.expect(']'));
  std::vector<int64_t> perm;
  if (scan.eat("T")) {
    PARTITA_CHECK_OK(scan.expect('('));
    PARTITA_ASSIGN(perm, scan.integers());
    PARTITA_CHECK_OK(scan.expect(')'));
  } else {
    for (size_t i = 0; i < dims.size(); ++i) perm.push_back(static_cast<int64_t>(i));
  }
  Result<DeviceOrder> order = DeviceOrder::transposed(dims, perm);
  if (!order.ok()) return scan.placed(std::move(order).error(), begin);
  return order;
}

Result<DeviceOrder> scan_listed(Scanner& scan) {
  const size_t begin = scan.at();
  PARTITA_ASSIGN(std::vector<int64_t> ids, scan.integers());
  Result<DeviceOrder> order = DeviceOrder::listed(std::move(ids));
  if (!order.ok()) return scan.placed(std::move(order).error(), begin);
  return order;
}

// shard_as N | shard_like N | metadata={…}; false where the word is none of them.
Result<bool> scan_suffix(Scanner& scan, std::string_view word, size_t at, ShardGroup& group, std::string& metadata) {
  if (word == "shard_as" || word == "shard_like") {
    if (group.kind != ShardGroup::Kind::kNone) {
      return scan.error(Code::kShardingForm, at, "a sharding belongs to one group: shard_as or shard_like, once");
    }
    PARTITA_ASSIGN(group.id, scan.integer());
    group.kind = word == "shard_as" ? ShardGroup::Kind::kAs : ShardGroup::Kind::kLike;
    return true;
  }
  if (word != "metadata") return false;
  PARTITA_CHECK_OK(scan.expect('='));
  if (scan.peek() != '{' && scan.peek() != '[') return scan.expected("'{'");
  PARTITA_ASSIGN(std::string_view text, scan.balanced());
  metadata = text;
  return true;
}

class TileParser {
 public:
  explicit TileParser(Scanner& scan) : scan_(scan), begin_(scan.at()) {}

  // Behind '{', up to and with '}'.
  Result<TileSharding> parse() {
    while (!scan_.eat('}')) {
      const size_t at = scan_.at();
      const std::string_view word = scan_.word();
      if (auto kind = find_word(kKindWords, word)) {
        PARTITA_CHECK_OK(set_kind(*kind, at));
      } else if (word == "device") {
        PARTITA_CHECK_OK(scan_.expect('='));
        PARTITA_ASSIGN(device_, scan_.integer());
        if (*device_ < 0) return scan_.error(Code::kDeviceList, at, fmt::format("device id {} is negative", *device_));
      } else if (word == "devices") {
        PARTITA_CHECK_OK(set_kind(TileKind::kTiled, at));
        PARTITA_CHECK_OK(devices());
      } else if (word == "last_tile_dim_replicate") {
        PARTITA_CHECK_OK(set_subgroups({SubgroupKind::kReplicated}, at));
      } else if (word == "last_tile_dims") {
        PARTITA_CHECK_OK(last_tile_dims(at));
      } else {
        PARTITA_ASSIGN(bool known, scan_suffix(scan_, word, at, tile_.group, tile_.metadata));
        if (!known) return unknown_word(at, word);
      }
    }
    return finished();
  }

 private:
  Status set_kind(TileKind kind, size_t at) {
    if (kind_)
      return scan_.error(Code::kShardingForm, at,
                         "a sharding is one of replicated, manual, unreduced, unknown, "
                         "maximal or devices=…, not several");
    kind_ = kind;
    return {};
  }

  Status set_subgroups(std::vector<SubgroupKind> subgroups, size_t at) {
    if (!tile_.subgroups.empty())
      return scan_.error(Code::kShardingForm, at, "the last tile dimensions are named twice");
    tile_.subgroups = std::move(subgroups);
    subgroups_at_ = at;
    return {};
  }

  Status devices() {
    PARTITA_CHECK_OK(scan_.expect('='));
    PARTITA_CHECK_OK(scan_.expect('['));
    PARTITA_ASSIGN(tile_.dims, scan_.integers());
    PARTITA_CHECK_OK(scan_.expect(']'));
    if (scan_.eat('<')) {
      PARTITA_CHECK_OK(scan_.expect('='));
      PARTITA_ASSIGN(tile_.order, scan_iota(scan_));
    } else {
      PARTITA_ASSIGN(tile_.order, scan_listed(scan_));
    }
    return {};
  }

  Status last_tile_dims(size_t at) {
    std::vector<SubgroupKind> kinds;
    PARTITA_CHECK_OK(scan_.expect('='));
    PARTITA_CHECK_OK(scan_.expect('{'));
    if (scan_.eat('}')) return {};
    do {
      const size_t word_at = scan_.at();
      const std::string_view word = scan_.word();
      const auto kind = find_word(kSubgroupWords, word);
      if (!kind) {
        return scan_.error(Code::kShardingSyntax, word_at,
                           fmt::format("'{}' is no kind of tile dimension: manual, unreduced, replicated are", word));
      }
      kinds.push_back(*kind);
    } while (scan_.eat(','));
    PARTITA_CHECK_OK(scan_.expect('}'));
    return set_subgroups(std::move(kinds), at);
  }

  Error unknown_word(size_t at, std::string_view word) {
    if (word.empty()) return scan_.expected("a sharding or '}'");
    return scan_.error(Code::kShardingSyntax, at, fmt::format("'{}' is no part of a sharding", word));
  }

  Result<TileSharding> finished() {
    if (!kind_) return scan_.error(Code::kShardingSyntax, begin_, "the sharding says neither replicated nor devices=…");
    tile_.kind = *kind_;
    if (device_.has_value() != (tile_.kind == TileKind::kMaximal)) {
      return scan_.error(Code::kShardingForm, begin_, "maximal and device=N belong together");
    }
    tile_.device = device_.value_or(0);
    if (!tile_.subgroups.empty() && tile_.kind != TileKind::kTiled) {
      return scan_.error(Code::kShardingForm, subgroups_at_, "last tile dimensions belong to devices=[…]");
    }
    if (Status status = check(tile_); !status.ok()) return scan_.placed(std::move(status).error(), begin_);
    return std::move(tile_);
  }

  Scanner& scan_;
  size_t begin_;
  size_t subgroups_at_ = 0;
  std::optional<TileKind> kind_;
  std::optional<int64_t> device_;
  TileSharding tile_;
};

// The rest of `mesh[…]`, with its device order.
Result<MeshPtr> scan_named_mesh(Scanner& scan) {
  const size_t begin = scan.at();
  PARTITA_CHECK_OK(scan.expect('['));
  PARTITA_ASSIGN(std::vector<MeshAxis> axes, scan_mesh_axes(scan));
  std::optional<DeviceOrder> order;
  Scanner ahead = scan;
  if (ahead.eat(',') && ahead.eat("device_ids")) {
    scan = ahead;
    PARTITA_CHECK_OK(scan.expect('='));
    PARTITA_CHECK_OK(scan.expect('('));
    Result<DeviceOrder> ids = scan.peek() == '[' ? scan_iota(scan) : scan_listed(scan);
    if (!ids.ok()) return std::move(ids).error();
    order = std::move(ids).value();
    PARTITA_CHECK_OK(scan.expect(')'));
  }
  Result<Mesh> mesh = Mesh::make(std::move(axes), std::move(order));
  if (!mesh.ok()) return scan.placed(std::move(mesh).error(), begin);
  return std::make_shared<const Mesh>(std::move(mesh).value());
}

Result<NamedSharding> scan_maximal_mesh(Scanner& scan) {
  NamedSharding named;
  named.kind = NamedSharding::Kind::kMaximal;
  PARTITA_CHECK_OK(scan.expect('['));
  if (!scan.eat("device_id")) return scan.expected("device_id=N");
  PARTITA_CHECK_OK(scan.expect('='));
  const size_t at = scan.at();
  PARTITA_ASSIGN(int64_t device, scan.integer());
  if (device < 0) return scan.error(Code::kDeviceList, at, fmt::format("device id {} is negative", device));
  PARTITA_CHECK_OK(scan.expect(']'));
  named.mesh = std::make_shared<const Mesh>(Mesh::maximal(device));
  return named;
}

// Behind `mesh` or `maximal_mesh`, up to and with '}'. XLA takes commas between the parts or none.
Result<NamedSharding> scan_named(Scanner& scan, bool maximal) {
  const size_t begin = scan.at();
  NamedSharding named;
  std::optional<NamedSharding::Kind> kind;
  if (maximal) {
    PARTITA_ASSIGN(named, scan_maximal_mesh(scan));
    kind = named.kind;
  } else {
    PARTITA_ASSIGN(named.mesh, scan_named_mesh(scan));
  }
  AxisUses uses(*named.mesh);
  Sharding::Spec spec;
  auto set_kind = [&](NamedSharding::Kind next, size_t at) -> Status {
    if (kind) return scan.error(Code::kShardingForm, at, "the sharding is said twice");
    kind = next;
    return {};
  };
  auto set_axes = [&](AxisRefs& target, NamedSharding::Kind all_axes, size_t at) -> Status {
    if (!scan.eat('=')) return set_kind(all_axes, at);
    if (!target.empty()) return scan.error(Code::kShardingForm, at, "the axes are named twice");
    if (all_axes == NamedSharding::Kind::kUnreduced) return scan_unreduced(scan, *named.mesh, uses, spec);
    PARTITA_ASSIGN(target, scan_axis_set(scan, *named.mesh, uses));
    return {};
  };
  while (!scan.eat('}')) {
    scan.eat(',');
    const size_t at = scan.at();
    if (scan.peek() == '[') {
      PARTITA_CHECK_OK(set_kind(NamedSharding::Kind::kDims, at));
      PARTITA_ASSIGN(spec.dims, scan_dims(scan, *named.mesh, uses));
      continue;
    }
    const std::string_view word = scan.word();
    if (word == "replicated") {
      PARTITA_CHECK_OK(set_axes(spec.replicated, NamedSharding::Kind::kReplicated, at));
    } else if (word == "unreduced") {
      PARTITA_CHECK_OK(set_axes(spec.unreduced, NamedSharding::Kind::kUnreduced, at));
    } else if (word == "manual") {
      PARTITA_CHECK_OK(set_axes(spec.manual, NamedSharding::Kind::kManual, at));
    } else {
      PARTITA_ASSIGN(bool known, scan_suffix(scan, word, at, named.group, named.metadata));
      if (!known)
        return scan.error(Code::kShardingSyntax, at, "expected [dimensions], replicated, unreduced or manual");
    }
  }
  if (!kind) return scan.error(Code::kShardingSyntax, begin, "the sharding names a mesh and no dimensions");
  named.kind = *kind;
  const bool has_axes = !spec.replicated.empty() || !spec.unreduced.empty() || !spec.manual.empty();
  if (named.kind != NamedSharding::Kind::kDims) {
    if (has_axes) return scan.error(Code::kShardingForm, begin, "axes are named beside a word for all of them");
    return named;
  }
  Result<Sharding> made = Sharding::make(named.mesh, std::move(spec));
  if (!made.ok()) return scan.placed(std::move(made).error(), begin);
  named.sharding = std::move(made).value();
  return named;
}

// One sharding that is no tuple; the next character is '{'.
Result<HloLeaf> scan_leaf(Scanner& scan) {
  PARTITA_CHECK_OK(scan.expect('{'));
  const bool maximal = scan.eat("maximal_mesh");
  if (maximal || scan.eat("mesh")) {
    PARTITA_ASSIGN(NamedSharding named, scan_named(scan, maximal));
    return HloLeaf(std::move(named));
  }
  PARTITA_ASSIGN(TileSharding tile, TileParser(scan).parse());
  return HloLeaf(std::move(tile));
}

std::string order_text(const DeviceOrder& order) {
  if (order.is_listed()) return fmt::format("{}", fmt::join(order.ids(), ","));
  const auto [dims, perm] = order.iota_form();
  std::string out = fmt::format("[{}]", fmt::join(dims, ","));
  if (dims.size() > 1) out += fmt::format("T({})", fmt::join(perm, ","));
  return out;
}

// Behind the sharding proper, up to and with '}'. V3 has commas between its parts.
std::string suffix_text(const ShardGroup& group, const std::string& metadata, std::string_view separator) {
  std::string out;
  if (group.kind != ShardGroup::Kind::kNone) {
    out += fmt::format("{}{} {}", separator, group.kind == ShardGroup::Kind::kAs ? "shard_as" : "shard_like", group.id);
  }
  if (!metadata.empty()) out += fmt::format("{}metadata={}", separator, metadata);
  return out + "}";
}

}  // namespace

bool operator==(const NamedSharding& a, const NamedSharding& b) {
  return a.kind == b.kind && same_mesh(a.mesh, b.mesh) && a.sharding == b.sharding && a.group == b.group &&
         a.metadata == b.metadata;
}

Result<HloSharding> parse_hlo_sharding(std::string_view text, size_t* end) {
  Scanner scan(text);
  Scanner ahead = scan;
  HloSharding out;
  out.is_tuple = ahead.eat('{') && (ahead.peek() == '{' || ahead.peek() == '}');
  if (!out.is_tuple) {
    PARTITA_ASSIGN(HloLeaf leaf, scan_leaf(scan));
    out.leaves.push_back(std::move(leaf));
  } else {
    scan = ahead;
    if (!scan.eat('}')) {
      do {
        PARTITA_ASSIGN(HloLeaf leaf, scan_leaf(scan));
        out.leaves.push_back(std::move(leaf));
      } while (scan.eat(','));
      PARTITA_CHECK_OK(scan.expect('}'));
    }
  }
  PARTITA_CHECK_OK(scan.finish(end));
  return out;
}

std::string to_text(const HloSharding& sharding) {
  if (!sharding.is_tuple) return to_text(sharding.leaves[0]);
  std::vector<std::string> leaves;
  for (const HloLeaf& leaf : sharding.leaves) leaves.push_back(to_text(leaf));
  return fmt::format("{{{}}}", fmt::join(leaves, ", "));
}

std::string to_text(const HloLeaf& leaf) {
  return std::visit([](const auto& sharding) { return to_text(sharding); }, leaf);
}

std::string to_text(const TileSharding& tile) {
  std::string out = "{";
  if (tile.kind != TileKind::kTiled) {
    out += word_for(kKindWords, tile.kind);
    if (tile.kind == TileKind::kMaximal) out += fmt::format(" device={}", tile.device);
  } else {
    out += fmt::format("devices=[{}]{}{}", fmt::join(tile.dims, ","),
                       tile.order.is_listed() ? "" : "<=", order_text(tile.order));
    if (tile.subgroups.size() == 1 && tile.subgroups[0] == SubgroupKind::kReplicated) {
      out += " last_tile_dim_replicate";
    } else if (!tile.subgroups.empty()) {
      std::vector<std::string_view> kinds;
      for (SubgroupKind kind : tile.subgroups) kinds.push_back(word_for(kSubgroupWords, kind));
      out += fmt::format(" last_tile_dims={{{}}}", fmt::join(kinds, ", "));
    }
  }
  return out + suffix_text(tile.group, tile.metadata, " ");
}

std::string to_text(const NamedSharding& named) {
  std::string out = "{" + hlo_mesh_text(*named.mesh);
  switch (named.kind) {
    case NamedSharding::Kind::kMaximal: break;
    case NamedSharding::Kind::kReplicated: out += ", replicated"; break;
    case NamedSharding::Kind::kManual: out += ", manual"; break;
    case NamedSharding::Kind::kUnreduced: out += ", unreduced"; break;
    case NamedSharding::Kind::kDims: {
      const Sharding& sharding = *named.sharding;
      auto axes = [&](std::string_view word, const AxisRefs& refs) {
        if (!refs.empty()) out += fmt::format(", {}={{{}}}", word, axes_text(*named.mesh, refs, '\''));
      };
      out += ", " + dims_text(sharding, '\'', true);
      axes("replicated", sharding.pinned_replicated());
      if (!sharding.unreduced_axes().empty()) out += fmt::format(", unreduced={}", unreduced_text(sharding, '\''));
      axes("manual", sharding.manual_axes());
    }
  }
  return out + suffix_text(named.group, named.metadata, ", ");
}

std::string hlo_mesh_text(const Mesh& mesh) {
  if (mesh.is_maximal()) return fmt::format("maximal_mesh[device_id={}]", mesh.maximal_device());
  std::string out = fmt::format("mesh[{}]", mesh_axes_text(mesh, '\'', ","));
  if (!mesh.order().is_iota()) out += fmt::format(", device_ids=({})", order_text(mesh.order()));
  return out;
}

const ShardGroup& group_of(const HloLeaf& leaf) {
  return std::visit([](const auto& sharding) -> const ShardGroup& { return sharding.group; }, leaf);
}

const std::string& metadata_of(const HloLeaf& leaf) {
  return std::visit([](const auto& sharding) -> const std::string& { return sharding.metadata; }, leaf);
}

}  // namespace partita::core::shard
