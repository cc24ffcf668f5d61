#include "ir/op_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace partita::core::ir {
namespace {

// Every op's attribute specs, each list closed by one entry that is not part of it (C++ has no empty arrays).
#define REQ(key, form) AttrSpec{AttrKey::key, AttrForm::form, true},
#define OPT(key, form) AttrSpec{AttrKey::key, AttrForm::form, false},
#define OP(name, mlir, hlo, o0, o1, r0, r1, g0, g1, traits, ...) \
  constexpr AttrSpec kAttrsOf##name[] = {__VA_ARGS__ AttrSpec{}};
#include "ir/ops.def"
#undef OP

constexpr OpInfo kOps[] = {
#define OP(name, mlir, hlo, o0, o1, r0, r1, g0, g1, traits, ...) \
  {mlir, hlo, o0, o1, r0, r1, g0, g1, traits, {kAttrsOf##name, std::size(kAttrsOf##name) - 1}},
#include "ir/ops.def"
#undef OP
#undef OPT
#undef REQ
};

constexpr std::string_view kAttrKeys[] = {
#define ATTR(enumerator, text) text,
#include "ir/attr_keys.def"
#undef ATTR
};

using Entry = std::pair<std::string_view, int>;

template <size_t n>
std::optional<int> find_sorted(const std::array<Entry, n>& table, std::string_view text) {
  auto at = std::lower_bound(table.begin(), table.end(), text,
                             [](const Entry& e, std::string_view t) { return e.first < t; });
  if (at == table.end() || at->first != text) return std::nullopt;
  return at->second;
}

// Ties keep the table's order, so that the first op of an opcode wins (conditional is case).
template <size_t n, typename Spelling>
constexpr std::array<Entry, n> sorted_by(Spelling spelling) {
  std::array<Entry, n> table{};
  for (size_t i = 0; i < n; ++i) table[i] = {spelling(i), static_cast<int>(i)};
  std::sort(table.begin(), table.end());
  return table;
}

constexpr auto kByMlir = sorted_by<kOpKindCount>([](size_t i) { return kOps[i].mlir; });
constexpr auto kByHlo = sorted_by<kOpKindCount>([](size_t i) { return kOps[i].hlo; });
constexpr auto kByKey = sorted_by<std::size(kAttrKeys)>([](size_t i) { return kAttrKeys[i]; });

}  // namespace

const OpInfo& op_info(OpKind kind) { return kOps[static_cast<size_t>(kind)]; }

std::string_view attr_key_text(AttrKey key) { return kAttrKeys[static_cast<size_t>(key)]; }

std::optional<AttrKey> attr_key_from_text(std::string_view text) {
  std::optional<int> at = find_sorted(kByKey, text);
  if (!at) return std::nullopt;
  return static_cast<AttrKey>(*at);
}

std::optional<OpKind> op_from_mlir(std::string_view name) {
  if (std::optional<int> at = find_sorted(kByMlir, name)) return static_cast<OpKind>(*at);
  // One terminator serves all dialects, and an op of ours may also be met in another dialect's spelling.
  if (name == "func.return" || name == "sdy.return" || name == "mhlo.return" || name == "return")
    return OpKind::kReturn;
  if (name == "call") return OpKind::kCall;
  if (name == "mhlo.topk") return OpKind::kTopK;
  if (name == "chlo.dynamic_reshape") return OpKind::kDynamicReshape;
  if (name == "sdy.func_data_flow_edge") return OpKind::kDataFlowEdge;
  if (name.starts_with("mhlo.")) {
    for (std::string_view dialect : {"stablehlo.", "chlo."}) {
      std::string twin = std::string(dialect) + std::string(name.substr(5));
      if (std::optional<int> at = find_sorted(kByMlir, twin)) return static_cast<OpKind>(*at);
    }
  }
  if (name == "chlo.tan") return OpKind::kTan;
  return std::nullopt;
}

std::optional<OpKind> op_from_hlo(std::string_view opcode) {
  if (opcode.empty()) return std::nullopt;
  std::optional<int> at = find_sorted(kByHlo, opcode);
  if (!at) return std::nullopt;
  return static_cast<OpKind>(*at);
}

const AttrSpec* find_attr_spec(OpKind kind, AttrKey key) {
  for (const AttrSpec& spec : op_info(kind).attrs) {
    if (spec.key == key) return &spec;
  }
  return nullptr;
}

}  // namespace partita::core::ir
