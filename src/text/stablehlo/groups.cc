// Device groups of collectives.
//
//   dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>     a row per group, -1 where one is shorter than the longest
//   #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>
//
// Mesh axes are turned into the iota form once all meshes of the module are known.
#include <fmt/format.h>

#include <charconv>

#include "ir/replica_groups.h"
#include "text/sharding/in_hlo.h"
#include "text/stablehlo/assembler.h"

namespace partita::core::text::stablehlo {
namespace {

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_class(s.front(), kSpace)) s.remove_prefix(1);
  while (!s.empty() && is_class(s.back(), kSpace)) s.remove_suffix(1);
  return s;
}

// The parts between commas that stand in no brackets.
std::vector<std::string_view> top_level_fields(std::string_view text) {
  std::vector<std::string_view> fields;
  int depth = 0;
  bool quoted = false;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '"') quoted = !quoted;
    if (quoted && i < text.size()) continue;
    if (c == '<' || c == '[' || c == '{' || c == '(') ++depth;
    if (c == '>' || c == ']' || c == '}' || c == ')') --depth;
    if (c == ',' && (depth == 0 || i == text.size())) {
      fields.push_back(trimmed(text.substr(start, i - start)));
      start = i + 1;
    }
  }
  return fields;
}

// Every axis of a list, whatever it is called: "y", "y":(1)2, sub_axis_info = (1)2 or <pre_size = 1, size = 2>.
std::string plain_axes(std::string_view text) {
  std::string out = "[";
  for (std::string_view axis : top_level_fields(text.substr(1, text.size() - 2))) {
    const size_t open = axis.find('"');
    const size_t close = axis.find('"', open + 1);
    if (close == std::string_view::npos) return {};
    out +=
        fmt::format("{}#stablehlo.axis_ref<name = {}", out.size() > 1 ? ", " : "", axis.substr(open, close + 1 - open));
    // The two numbers behind the name, if there are any.
    int64_t numbers[2];
    int count = 0;
    for (const char* at = axis.data() + close; at < axis.data() + axis.size() && count < 2;) {
      if (!is_class(*at, kDigit)) {
        ++at;
        continue;
      }
      auto [end, error] = std::from_chars(at, axis.data() + axis.size(), numbers[count]);
      if (error != std::errc()) return {};
      ++count;
      at = end;
    }
    if (count == 2) {
      out +=
          fmt::format(", sub_axis_info = #stablehlo.sub_axis_info<pre_size = {}, size = {}>", numbers[0], numbers[1]);
    }
    out += '>';
  }
  return out + "]";
}

}  // namespace

Attr Assembler::canonical_groups(Attr value) {
  if (value.is(AttrKind::kDense)) {
    const Type type = value.literal().type;
    std::optional<std::vector<int64_t>> ids = literal_ints(value.literal());
    if (!ids || type.rank() > 2) return {};
    const int64_t columns = type.rank() == 0 ? 1 : type.dim(type.rank() - 1);
    const int64_t rows = type.rank() == 2 ? type.dim(0) : 1;
    if (columns == 0 && rows > 1 << 16) return {};
    std::vector<std::vector<int64_t>> groups(rows);
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t id = (*ids)[r * columns + c];
        if (id != -1) groups[r].push_back(id);
      }
    }
    return list_groups(context_, groups);
  }
  if (value.is(AttrKind::kArray)) {
    std::vector<std::vector<int64_t>> groups;
    for (Attr row : value.elements()) {
      std::optional<std::vector<int64_t>> ids = ints_of(row);
      if (!ids) return {};
      groups.push_back(std::move(*ids));
    }
    return list_groups(context_, groups);
  }
  if (!value.is(AttrKind::kOpaque)) return {};
  std::string_view text = value.text();
  const size_t open = text.find('<');
  if (text.substr(0, open) != "#stablehlo.replica_group_mesh_axes" || !text.ends_with('>')) return {};
  std::string_view mesh, axes;
  for (std::string_view field : top_level_fields(text.substr(open + 1, text.size() - open - 2))) {
    const size_t equals = field.find('=');
    if (equals == std::string_view::npos) return {};
    (field.starts_with("mesh") ? mesh : axes) = trimmed(field.substr(equals + 1));
  }
  if (mesh.empty() || !axes.starts_with('[') || !axes.ends_with(']')) return {};
  const std::string plain = axes == "[]" ? "[]" : plain_axes(axes);
  if (plain.empty()) return {};
  const NamedAttr entries[] = {
      {context_.name("mesh"), mesh.starts_with('@') ? context_.symbol(mesh.substr(1)) : context_.opaque_attr(mesh)},
      {context_.name("axes"), context_.opaque_attr(plain)}};
  return context_.dict(entries);
}

void Assembler::resolve_groups() {
  for (Op* op : mesh_group_ops_) {
    Result<Attr> groups = hlo_groups(*module_, op->attr(AttrKey::kReplicaGroups));
    if (groups.ok()) {
      op->set_attr(AttrKey::kReplicaGroups, *groups);
      continue;
    }
    const Diagnostic& reason = groups.error().diagnostic;
    if (reason.code == Code::kUnknownMesh) continue;  // the verifier says it, and a converted program keeps it
    if (!diagnostics_.full()) diagnostics_.add(module_->error_at_op(*op, reason.code, reason.message));
  }
}

}  // namespace partita::core::text::stablehlo
