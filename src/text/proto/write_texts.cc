// Shardings, groups, metadata and their like from their texts: the way of texts.cc back.
#include <algorithm>
#include <charconv>

#include "ir/replica_groups.h"
#include "text/hlo/lexer.h"
#include "text/proto/writer.h"

namespace partita::core::text::proto {
namespace {

void skip_blank(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size())); }

bool eat(std::string_view& text, std::string_view prefix) {
  skip_blank(text);
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool eat_number(std::string_view& text, int64_t& out) {
  skip_blank(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

bool eat_numbers(std::string_view& text, std::vector<int64_t>& out) {
  do {
    if (!eat_number(text, out.emplace_back())) return false;
  } while (eat(text, ","));
  return true;
}

// [2,4]T(1,0)
bool eat_iota(std::string_view& text, std::vector<int64_t>& dims, std::vector<int64_t>& order) {
  if (!eat(text, "[") || !eat_numbers(text, dims) || !eat(text, "]")) return false;
  if (!eat(text, "T(")) {
    for (size_t i = 0; i < dims.size(); ++i) order.push_back(static_cast<int64_t>(i));
    return true;
  }
  return eat_numbers(text, order) && eat(text, ")");
}

// 'x' or "x"
bool eat_name(std::string_view& text, std::string_view& name) {
  skip_blank(text);
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) return false;
  const size_t end = text.find(text[0], 1);
  if (end == std::string_view::npos) return false;
  name = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  return true;
}

// 'a':(1)2
bool eat_axis(std::string_view& text, const std::vector<std::string>& names, Record& out) {
  std::string_view name;
  int64_t index = 0, before = 0, size = 0;
  if (eat_name(text, name)) {
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) return false;
    index = at - names.begin();
  } else if (!eat_number(text, index)) {
    return false;
  }
  out.number(1, index);
  if (!eat(text, ":(")) return true;
  if (!eat_number(text, before) || !eat(text, ")") || !eat_number(text, size)) return false;
  Record sub;
  sub.number(1, before);
  sub.number(2, size);
  out.message(2, sub);
  return true;
}

// Axes up to the closing brace, which is taken; a `?` sets open.
bool eat_axes(std::string_view& text, const std::vector<std::string>& names, uint32_t field, Record& out,
              bool* open = nullptr) {
  while (!eat(text, "}")) {
    if (open != nullptr && eat(text, "?")) {
      *open = true;
    } else {
      Record axis;
      if (!eat_axis(text, names, axis)) return false;
      out.message(field, axis);
    }
    eat(text, ",");
  }
  return true;
}

}  // namespace

bool mesh_record(std::string_view& text, std::vector<std::string>& names, Record& out) {
  if (!eat(text, "mesh[")) return false;
  while (!eat(text, "]")) {
    std::string_view name;
    int64_t size = 0;
    if (!eat_name(text, name) || !eat(text, "=") || !eat_number(text, size)) return false;
    names.emplace_back(name);
    Record axis;
    axis.text(1, name);
    axis.number(2, size);
    out.message(1, axis);
    eat(text, ",");
  }
  const std::string_view before = text;
  if (!eat(text, ",") || !eat(text, "device_ids=(")) {
    text = before;
    return true;
  }
  if (text.starts_with('[')) {
    std::vector<int64_t> dims, order;
    if (!eat_iota(text, dims, order)) return false;
    Record iota;
    iota.numbers(1, dims);
    iota.numbers(2, order);
    out.message(3, iota);
  } else {
    std::vector<int64_t> ids;
    if (!eat_numbers(text, ids)) return false;
    out.numbers(2, ids);
  }
  return eat(text, ")");
}

bool axis_records(std::string_view text, const std::vector<std::string>& names, uint32_t field, Record& out) {
  return eat(text, "{") && eat_axes(text, names, field, out);
}

namespace {

// mesh['a'=2], [{'a'}, {?}], replicated={…}, unreduced=max{…}, manual={…}: behind the brace.
bool named_record(std::string_view& text, Record& out) {
  std::vector<std::string> names;
  Record mesh, rest;
  if (eat(text, "maximal_mesh[device_id=")) {
    std::vector<int64_t> ids(1);
    if (!eat_number(text, ids[0]) || !eat(text, "]")) return false;
    mesh.numbers(2, ids);
  } else if (!mesh_record(text, names, mesh)) {
    return false;
  }
  int64_t reduction = 0;
  while (true) {
    eat(text, ",");  // which XLA leaves out behind the mesh
    skip_blank(text);
    if (text.empty() || text[0] == '}' || text.starts_with("metadata=")) break;
    if (eat(text, "[")) {
      while (!eat(text, "]")) {
        Record dim;
        bool open = false;
        if (!eat(text, "{") || !eat_axes(text, names, 1, dim, &open)) return false;
        dim.number(2, open ? 0 : 1);
        rest.message(3, dim);
        eat(text, ",");
      }
    } else if (eat(text, "replicated={")) {
      if (!eat_axes(text, names, 4, rest)) return false;
    } else if (eat(text, "unreduced=")) {
      reduction = eat(text, "max") ? 2 : eat(text, "min") ? 3 : 0;
      if (!eat(text, "{") || !eat_axes(text, names, 5, rest)) return false;
    } else if (eat(text, "manual={")) {
      if (!eat_axes(text, names, 7, rest)) return false;
    } else if (!eat(text, "replicated")) {
      return false;
    }
  }
  Record named, last;
  named.message(2, mesh);
  last.number(8, reduction);
  out.number(1, 3);
  out.text(14, named.bytes() + rest.bytes() + last.bytes());
  return true;
}

int64_t subgroup_number(std::string_view name) { return name == "manual" ? 4 : name == "unreduced" ? 6 : 0; }

bool eat_sharding(std::string_view& text, Record& out, int depth) {
  if (!eat(text, "{")) return false;
  skip_blank(text);
  if (text.starts_with('{') || text.starts_with('}')) {
    if (depth > 0) return false;
    out.number(1, 2);
    while (!eat(text, "}")) {
      Record part;
      if (!eat_sharding(text, part, depth + 1)) return false;
      out.message(5, part);
      eat(text, ",");
    }
    return true;
  }
  if (text.starts_with("mesh[") || text.starts_with("maximal_mesh[")) {
    if (!named_record(text, out)) return false;
  } else if (eat(text, "replicated")) {
    out.number(1, 0);
  } else if (eat(text, "manual")) {
    out.number(1, 4);
  } else if (eat(text, "unknown")) {
    out.number(1, 5);
  } else if (eat(text, "unreduced")) {
    out.number(1, 6);
  } else if (eat(text, "maximal device=")) {
    const int64_t one = 1;
    std::vector<int64_t> device(1);
    if (!eat_number(text, device[0])) return false;
    out.number(1, 1);
    out.numbers(3, std::span(&one, 1));
    out.numbers(4, device);
  } else if (eat(text, "devices=[")) {
    std::vector<int64_t> dims, devices, reshape, order;
    if (!eat_numbers(text, dims) || !eat(text, "]")) return false;
    if (eat(text, "<=")) {
      if (!eat_iota(text, reshape, order)) return false;
    } else if (!eat_numbers(text, devices)) {
      return false;
    }
    out.number(1, 3);
    out.numbers(3, dims);
    out.numbers(4, devices);
    if (eat(text, "last_tile_dim_replicate")) out.number(6, 1);
    if (eat(text, "last_tile_dims={")) {
      std::vector<int64_t> types;
      while (!eat(text, "}")) {
        skip_blank(text);
        const size_t end = std::min(text.find_first_of(",}"), text.size());
        types.push_back(subgroup_number(text.substr(0, end)));
        text.remove_prefix(end);
        eat(text, ",");
        if (text.empty()) return false;
      }
      out.numbers(8, types);
    }
    out.numbers(9, reshape);
    out.numbers(10, order);
  } else {
    return false;
  }
  for (const auto& [word, kind] : {std::pair("shard_as", 0), {"shard_like", 1}}) {
    int64_t group = 0;
    if (!eat(text, word)) continue;
    if (!eat_number(text, group)) return false;
    out.number(11, 1);
    out.number(12, group);
    out.number(13, kind);
  }
  if (eat(text, "metadata=")) {
    int depth_of = 0;
    do {
      depth_of += text.starts_with('{') ? 1 : text.starts_with('}') ? -1 : 0;
      if (text.empty()) return false;
      text.remove_prefix(1);
    } while (depth_of > 0);
  }
  return eat(text, "}");
}

}  // namespace

bool sharding_record(std::string_view text, Record& out) {
  if (!eat_sharding(text, out, 0)) return false;
  skip_blank(text);
  return text.empty();
}

bool metadata_record(hlo::Reading& reading, std::string_view text, Record& out) {
  struct Known {
    std::string_view name;
    uint32_t field;
    bool is_text;
  };
  constexpr Known kKnown[] = {{"op_type", 1, true},      {"op_name", 2, true},          {"source_file", 3, true},
                              {"source_line", 4, false}, {"stack_frame_id", 15, false}, {"source_column", 18, false}};
  hlo::Lexer lexer(reading, hlo::inside(text));
  while (!lexer.at_end()) {
    const std::string_view name = lexer.word();
    std::string_view value;
    if (name.empty() || !lexer.expect('=', "in the metadata") || !lexer.value(value)) return false;
    const auto* known = std::ranges::find(kKnown, name, &Known::name);
    if (known == std::end(kKnown)) continue;
    std::string content;
    int64_t number = 0;
    if (known->is_text) {
      if (!hlo::parse_string(reading, value, content)) return false;
      out.text(known->field, content);
    } else {
      if (!hlo::parse_int(reading, value, number)) return false;
      out.number(known->field, number);
    }
  }
  return true;
}

bool map_record(hlo::Reading& reading, std::string_view text, Record& out) {
  Attr dictionary;
  if (!hlo::parse_frontend_attributes(reading, text, dictionary)) return false;
  for (const NamedAttr& each : dictionary.entries()) {
    Record entry;
    entry.text(1, each.name.text());
    entry.text(2, each.value.text());
    out.message(1, entry);
  }
  return true;
}

bool groups_records(hlo::Reading& reading, std::string_view text, Record& out) {
  if (text.starts_with("mesh[")) {
    std::vector<std::string> names;
    Record mesh, groups;
    if (!mesh_record(text, names, mesh)) return false;
    groups.message(1, mesh);
    if (!axis_records(text, names, 2, groups)) return false;
    out.message(93, groups);
    return true;
  }
  Attr groups;
  if (!hlo::parse_groups(reading, text, groups)) return false;
  if (ir::is_iota_groups(groups)) {
    const std::span<const int64_t> shape = groups.get("iota_shape").ints(), dims = groups.get("iota_dims").ints();
    std::vector<int64_t> order;
    for (size_t i = 0; i < dims.size(); ++i) order.push_back(static_cast<int64_t>(i));
    if (const Attr given = groups.get("iota_perm")) order.assign(given.ints().begin(), given.ints().end());
    Record iota;
    iota.number(1, shape[0]);
    iota.number(2, shape[1]);
    iota.numbers(3, dims);
    iota.numbers(4, order);
    out.message(92, iota);
    return true;
  }
  const auto lists = ir::expand_groups(groups);
  if (!lists) return false;
  for (const std::vector<int64_t>& list : *lists) {
    Record group;
    group.numbers(1, list);
    out.message(49, group);
  }
  return true;
}

// FileNames\n1 "a.py"\n…: see stack_frames_text().
bool stack_frames_record(hlo::Reading& reading, std::string_view text, Record& out) {
  constexpr std::string_view kHeads[] = {"", "FileNames", "FunctionNames", "FileLocations", "StackFrames"};
  constexpr std::string_view kLocation[] = {"",       "file_name_id", "function_name_id", "line",
                                            "column", "end_line",     "end_column"};
  constexpr std::string_view kFrame[] = {"", "file_location_id", "parent_frame_id"};
  hlo::Lexer lexer(reading, text);
  uint32_t table = 0;
  while (!lexer.at_end()) {
    if (!lexer.at_integer()) {
      const auto* head = std::ranges::find(kHeads, lexer.word());
      if (head == std::end(kHeads)) return false;
      table = static_cast<uint32_t>(head - std::begin(kHeads));
      continue;
    }
    int64_t number = 0;
    std::string_view entry;
    if (!lexer.integer(number, "a number") || !lexer.value(entry)) return false;
    if (table < 3) {
      std::string name;
      if (!hlo::parse_string(reading, entry, name)) return false;
      out.text(table, name);
      continue;
    }
    Record made;
    hlo::Lexer fields(reading, hlo::inside(entry));
    while (!fields.at_end()) {
      const std::string_view name = fields.word();
      int64_t value = 0;
      if (name.empty() || !fields.expect('=', "in a table") || !fields.integer(value, "a number")) return false;
      const std::span<const std::string_view> known =
          table == 3 ? std::span<const std::string_view>(kLocation) : kFrame;
      const auto at = std::ranges::find(known, name);
      if (at != known.end()) made.number(static_cast<uint32_t>(at - known.begin()), value);
      fields.eat(',');
    }
    out.message(table, made);
  }
  return true;
}

}  // namespace partita::core::text::proto
