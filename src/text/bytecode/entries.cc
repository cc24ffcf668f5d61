// Attributes and types, decoded when they are first asked for. One may refer to any other, in chains of any depth:
// instead of recursion an entry that misses others is put back until they are there.
#include <fmt/format.h>

#include <algorithm>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// What the text of one attribute may grow to by what it refers to; the reader of text has the same limits.
constexpr size_t kMaxText = size_t{1} << 20;
constexpr size_t kMaxLocation = 2048;
constexpr int64_t kMaxWeight = int64_t{1} << 20;

}  // namespace

uint32_t Reader::attr_ref(Cursor& in) {
  const uint64_t index = in.varint();
  if (index < attr_count_) return static_cast<uint32_t>(index);
  in.fail();
  return kNoEntry;
}

uint32_t Reader::type_ref(Cursor& in) {
  const uint64_t index = in.varint();
  if (index < entries_.size() - attr_count_) return attr_count_ + static_cast<uint32_t>(index);
  in.fail();
  return kNoEntry;
}

uint32_t Reader::optional_attr_ref(Cursor& in) {
  const uint64_t coded = in.varint();
  if ((coded & 1) == 0) return kNoEntry;
  if (coded >> 1 < attr_count_) return static_cast<uint32_t>(coded >> 1);
  in.fail();
  return kNoEntry;
}

bool Reader::resolve(uint32_t root) {
  std::vector<uint32_t> stack = {root};
  while (!stack.empty()) {
    const uint32_t index = stack.back();
    Entry& entry = entries_[index];
    if (entry.state == Entry::State::kDone) {
      stack.pop_back();
      continue;
    }
    needs_.clear();
    entry.state = Entry::State::kBusy;
    nested_ = 0;
    held_ = 0;
    if (!decode(index) && needs_.empty()) {
      for (uint32_t begun : stack) {
        if (entries_[begun].state == Entry::State::kBusy) entries_[begun].state = Entry::State::kUnread;
      }
      return false;
    }
    if (needs_.empty()) {
      entry.state = Entry::State::kDone;
      stack.pop_back();
      continue;
    }
    for (uint32_t need : needs_) {
      if (entries_[need].state == Entry::State::kBusy) {
        return broken(entry.bytes.data(), "an attribute or type is made of itself");
      }
      stack.push_back(need);
    }
    needs_.clear();
  }
  return true;
}

bool Reader::decode(uint32_t index) {
  Entry& out = entries_[index];
  if (!out.custom) return decode_text(index);
  const bool is_attr = index < attr_count_;
  const std::string_view dialect = dialects_[out.dialect].name;
  Cursor in(out.bytes);
  bool ok = false;
  if (dialect == "builtin") {
    ok = is_attr ? decode_builtin_attr(out, in) : decode_builtin_type(out, in);
  } else if (dialect == "stablehlo" || dialect == "mhlo") {
    ok = is_attr ? decode_stablehlo_attr(out, in) : decode_stablehlo_type(out, in);
  } else if (dialect == "vhlo") {
    ok = is_attr ? decode_vhlo_attr(out, in) : decode_vhlo_type(out, in);
  } else if (dialect == "sdy" && is_attr) {
    ok = decode_sdy_attr(out, in);
  } else if (dialect == "chlo" && is_attr) {
    ok = decode_chlo_attr(out, in);
  } else if (dialect == "quant" && !is_attr) {
    constexpr uint64_t kUniform = 4, kPerAxis = 5;
    const uint64_t code = in.varint();
    ok = code == kUniform || code == kPerAxis ? decode_quantized(out, code == kPerAxis, in) : unknown_code(out, code);
  } else {
    return fail(out.bytes.data(), Code::kUnknownOp,
                fmt::format("the {} of dialect '{}' are not known", is_attr ? "attributes" : "types", dialect));
  }
  if (waiting()) return false;
  if (in.failed()) return broken(out.bytes.data(), "an attribute or type ends too early, or refers to nothing");
  if (!ok) return false;
  if (!in.at_end()) return broken(in.at(), "an attribute or type has more bytes than it needs");
  return true;
}

// #chlo.ragged_dot<…>, !quant.uniform<…>: what the producer had no code for.
bool Reader::decode_text(uint32_t index) {
  Entry& out = entries_[index];
  std::string_view text = out.bytes;
  if (!text.ends_with('\0')) return broken(text.data(), "a text does not end");
  text.remove_suffix(1);
  if (index < attr_count_) {
    Attr value = text_.read_attribute(text);
    if (value && value.is(AttrKind::kOpaque) && value.text().starts_with("loc(")) {
      out.what = Entry::What::kLocation;
      out.attr = context_.opaque_attr(value.text().substr(4, value.text().size() - 5));
      return true;
    }
    return value && set_attr(out, value);
  }
  if (text.starts_with("!quant.")) {
    QuantizedElement& made = quantized_.emplace_back();
    if (!text_.read_quantized(text, made) || !set_element(out, made.storage)) return false;
    out.quantized = &made;
    out.attr = context_.opaque_attr(text);
    return true;
  }
  if (std::optional<ElementType> element = ir::element_type_from_mlir(text)) return set_element(out, *element);
  // Types that attributes name, and no value has: tf32, index.
  if (text.find_first_of("<!(") == std::string_view::npos) {
    return refuse(out, std::string(text), "not the type of a value in a tensor program");
  }
  if (!text_.read_type(text, out.spelled)) return false;
  out.what = Entry::What::kValueType;
  out.attr = context_.opaque_attr(text);
  return true;
}

const Reader::Entry* Reader::entry(uint32_t index) {
  if (index == kNoEntry) return nullptr;
  const Entry& found = entries_[index];
  if (found.state == Entry::State::kDone) {
    nested_ = std::max(nested_, int{found.depth});
    held_ += found.weight;
    return &found;
  }
  needs_.push_back(index);
  return nullptr;
}

Attr Reader::attr(uint32_t index) {
  const Entry* found = entry(index);
  if (found == nullptr) return {};
  if (found->what == Entry::What::kLocation) return context_.opaque_attr(fmt::format("loc({})", found->attr.text()));
  return found->attr;
}

std::string_view Reader::attr_text(uint32_t index) {
  const Entry* found = entry(index);
  if (found == nullptr || !found->attr) return {};
  const AttrKind kind = found->attr.kind();
  return kind == AttrKind::kOpaque || kind == AttrKind::kString || kind == AttrKind::kSymbol ? found->attr.text()
                                                                                             : std::string_view();
}

std::string_view Reader::type_text(uint32_t index) { return attr_text(index); }

std::string Reader::location_text(uint32_t index) {
  const Entry* found = entry(index);
  if (found == nullptr) return {};
  if (found->what != Entry::What::kLocation || found->attr.text().size() > kMaxLocation) return "unknown";
  return std::string(found->attr.text());
}

// A count and as many attributes.
std::vector<Attr> Reader::attrs(Cursor& in) {
  std::vector<Attr> out(in.count());
  for (Attr& each : out) each = attr(attr_ref(in));
  return out;
}

std::string Reader::joined(Cursor& in, std::string_view strip) {
  std::string out;
  for (size_t i = 0, n = in.count(); i < n && !in.failed(); ++i) {
    std::string_view text = attr_text(attr_ref(in));
    if (text.starts_with(strip)) text.remove_prefix(strip.size());
    if (i > 0) out += ", ";
    out += text;
    if (out.size() > kMaxText) in.fail();
  }
  return out;
}

bool Reader::set_attr(Entry& out, Attr value) {
  if (waiting() || !value) return false;
  out.what = Entry::What::kAttr;
  out.attr = value;
  return !(value.is(AttrKind::kArray) || value.is(AttrKind::kDict)) || set_nested(out);
}

// Of what holds others: writers walk it, and meet again and again what it holds several times.
bool Reader::set_nested(Entry& out) {
  out.depth = nested_ + 1;
  out.weight = held_ + 1;
  if (out.depth >= stablehlo::kMaxDepth) {
    return fail(out.bytes.data(), Code::kTooDeep,
                fmt::format("attributes and types are nested more than {} deep", stablehlo::kMaxDepth));
  }
  if (out.weight <= kMaxWeight) return true;
  return fail(out.bytes.data(), Code::kTooLarge, "the attribute or type grows too large by what it refers to");
}

bool Reader::set_text(Entry& out, std::string text) {
  if (waiting()) return false;
  if (text.size() > kMaxText) {
    return fail(out.bytes.data(), Code::kTooLarge, "the attribute grows too large by what it refers to");
  }
  return set_attr(out, context_.opaque_attr(text));
}

bool Reader::unknown_code(const Entry& out, uint64_t code) {
  return fail(out.bytes.data(), Code::kUnsupportedType,
              fmt::format("the dialect '{}' has no code {} that is known", dialects_[out.dialect].name, code));
}

}  // namespace partita::core::text::bytecode
