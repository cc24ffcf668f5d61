// What stands in front of an op's regions: its name, attributes, types and operands.
#include <fmt/format.h>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// Small integers of which most are zero, as the sizes of groups of operands are.
std::vector<int64_t> sparse_ints(Cursor& in) {
  const uint64_t coded = in.varint();
  std::vector<int64_t> out;
  constexpr uint64_t kMost = 64;  // groups
  if (coded >> 1 > kMost) {
    in.fail();
    return out;
  }
  out.resize(coded >> 1);
  if ((coded & 1) == 0) {
    for (int64_t& value : out) value = static_cast<int64_t>(in.varint());
    return out;
  }
  if (out.empty()) return out;
  const uint64_t bits = in.varint();
  if (bits > 32) in.fail();
  for (size_t i = 0, n = in.count(); i < n && !in.failed(); ++i) {
    const uint64_t item = in.varint();
    const uint64_t index = item & ((uint64_t{1} << bits) - 1);
    if (index >= out.size()) {
      in.fail();
    } else {
      out[index] = static_cast<int64_t>(item >> bits);
    }
  }
  return out;
}

}  // namespace

OpParts& Reader::parts_at(int depth) {
  while (std::ssize(parts_) <= depth) parts_.emplace_back();
  return parts_[static_cast<size_t>(depth)];
}

Attr Reader::location_attr(uint32_t index) {
  if (index == kNoEntry) return {};
  const Entry& entry = entries_[index];
  return entry.what == Entry::What::kLocation && entry.attr.text() != "unknown" ? entry.attr : Attr();
}

bool Reader::read_head(Cursor& in, OpHead& head) {
  head.at = in.at();
  head.attrs.clear();
  head.segments.clear();
  head.results.clear();
  head.operands.clear();
  const uint64_t name = in.varint();
  if (in.failed() || name >= op_names_.size()) return broken(head.at, "an op without a name");
  head.name = &op_names_[name];
  head.mask = in.byte();
  head.location = attr_ref(in);
  if (in.failed()) return broken(head.at, "an op ends too early, or refers to nothing");
  if (!ready(head.location)) return false;
  if (!read_attributes(in, head)) return false;
  if ((head.mask & kResults) != 0) {
    head.results.resize(in.count());
    for (uint32_t& type : head.results) {
      type = type_ref(in);
      if (in.failed()) break;
      if (!ready(type)) return false;
    }
  }
  if ((head.mask & kOperands) != 0) {
    head.operands.resize(in.count());
    for (size_t& operand : head.operands) operand = in.varint();
  }
  if (in.failed()) return broken(head.at, "an op ends too early, or refers to nothing");
  if ((head.mask & kSuccessors) != 0) {
    return fail(head.at, Code::kSyntax, "an op with successors: a region of a tensor program has one block");
  }
  return (head.mask & kUseLists) == 0 || skip_use_lists(in, head.results.size());
}

// The dictionary, and the properties, which are looked up by the op's own list.
bool Reader::read_attributes(Cursor& in, OpHead& head) {
  if ((head.mask & kAttributes) != 0) {
    const uint32_t dictionary = attr_ref(in);
    if (in.failed()) return broken(head.at, "an op ends too early, or refers to nothing");
    if (!ready(dictionary)) return false;
    if (!entries_[dictionary].attr.is(AttrKind::kDict))
      return broken(head.at, "the attributes of an op are no dictionary");
    // Types of functions are needed as such: the dictionary is read again, in its coded form.
    Cursor coded(entries_[dictionary].bytes);
    coded.varint();
    for (size_t i = 0, n = entries_[dictionary].custom ? coded.count() : 0; i < n; ++i) {
      const uint32_t name = attr_ref(coded);
      head.attrs.emplace_back(entries_[name].attr.text(), attr_ref(coded));
    }
  }
  return (head.mask & kPropertyIndex) == 0 || read_property_fields(in, head);
}

bool Reader::read_property_fields(Cursor& in, OpHead& head) {
  if (!head.name->registered) {
    const uint32_t dictionary = attr_ref(in);
    if (in.failed()) return broken(head.at, "an op ends too early, or refers to nothing");
    if (!ready(dictionary)) return false;
    Cursor coded(entries_[dictionary].bytes);
    coded.varint();
    if (!entries_[dictionary].attr.is(AttrKind::kDict))
      return broken(head.at, "the attributes of an op are no dictionary");
    for (size_t i = 0, n = entries_[dictionary].custom ? coded.count() : 0; i < n; ++i) {
      const uint32_t name = attr_ref(coded);
      head.attrs.emplace_back(entries_[name].attr.text(), attr_ref(coded));
    }
    return true;
  }
  const uint64_t index = in.varint();
  if (in.failed() || index >= properties_.size())
    return broken(head.at, "an op refers to properties that are not there");
  const std::string_view blob = properties_[index];
  const PropertyList* list = find_properties(*head.name, blob, head.at);
  if (list == nullptr) return false;
  Cursor fields(blob);
  for (const PropertyField& field : list->fields) {
    const uint32_t value = field.optional ? optional_attr_ref(fields) : attr_ref(fields);
    if (fields.failed())
      return broken(blob.data(), fmt::format("the properties of {} refer to nothing", head.name->name));
    if (value == kNoEntry) continue;
    if (!ready(value)) return false;
    head.attrs.emplace_back(field.name, value);
  }
  if (!list->segments) return true;
  if (version_ >= 6) {
    head.segments = sparse_ints(fields);
    sparse_ints(fields);
  } else {
    const uint32_t sizes = attr_ref(fields);
    attr_ref(fields);
    if (fields.failed()) return broken(blob.data(), "the properties of an op refer to nothing");
    if (!ready(sizes)) return false;
    head.segments = stablehlo::ints_of(entries_[sizes].attr).value_or(std::vector<int64_t>());
  }
  return !fields.failed() || broken(blob.data(), "the properties of an op end too early");
}

// The list that has as many fields as there are.
const PropertyList* Reader::find_properties(OpName& name, std::string_view blob, const char* at) {
  if (!name.has_lists) {
    name.has_lists = true;
    if (name.name == "builtin.module" || name.name == "func.func" || name.name == "sdy.mesh") {
      name.lists = property_lists(name.name, OpKind::kReturn);
    } else if (name.name == "vhlo.func_v1") {
      name.lists = vhlo_property_lists("func", OpKind::kReturn);
    } else {
      OpParts parts;
      if (!find_kind(name, parts, at)) return nullptr;
      const bool vhlo = name.name.starts_with("vhlo.");
      const std::string_view base = std::string_view(name.name).substr(0, name.name.rfind("_v"));
      name.lists = vhlo ? vhlo_property_lists(base.substr(5), parts.kind) : property_lists(name.name, parts.kind);
    }
  }
  if (name.lists.size() == 1 && name.lists[0].segments) return &name.lists[0];
  Cursor in(blob);
  size_t count = 0;
  for (; !in.at_end() && !in.failed(); ++count) in.varint();
  for (const PropertyList& list : name.lists) {
    if (list.fields.size() == count && !in.failed()) return &list;
  }
  broken(blob.data(), fmt::format("{} has {} properties here, which no known version of it has", name.name, count));
  return nullptr;
}

bool Reader::skip_use_lists(Cursor& in, size_t values) {
  const size_t lists = values > 1 ? in.count() : 1;
  for (size_t i = 0; i < lists && !in.failed(); ++i) {
    if (values > 1) in.varint();
    const uint64_t coded = in.varint();
    for (uint64_t k = 0; k < coded >> 1 && !in.failed(); ++k) in.varint();
  }
  return !in.failed() || broken(in.at(), "an order of uses ends too early");
}

bool Reader::find_kind(OpName& name, OpParts& parts, const char* at) {
  if (name.known) {
    parts.kind = name.kind;
    parts.broadcasting = name.broadcasting;
    return true;
  }
  std::string_view text = name.name;
  const std::string_view dialect = text.substr(0, text.find('.'));
  std::string modern;
  if (dialect == "vhlo") {
    std::string_view base;
    if (!check_vhlo_version(text, base, at)) return false;
    const bool of_func = base == "func" || base == "call";
    modern = fmt::format("{}.{}", of_func ? "func" : "stablehlo", base);
    text = modern;
    name.vhlo = true;
  }
  parts.at = at;
  if (!find_op(text, parts)) return false;
  name.kind = parts.kind;
  // The name lives as long as the table does.
  if (!parts.broadcasting.empty()) name.broadcasting = std::string_view(name.name).substr(15);
  parts.broadcasting = name.broadcasting;
  name.known = parts.attrs.empty();
  return true;
}

}  // namespace partita::core::text::bytecode
