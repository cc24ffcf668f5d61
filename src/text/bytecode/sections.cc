// The file: its sections, and the tables that stand in most of them.
//
//   4D 4C EF 52   magic          01 .. 05   sections: id (| 80: aligned), length, data
//   0D            version 6      …          each id at most once, in any order
//   "MLIR24\0"    producer
#include <fmt/format.h>

#include <charconv>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

constexpr std::string_view kSectionNames[] = {"strings",   "dialects",  "attributes and types", "offsets",   "ops",
                                              "resources", "resources", "dialect version",      "properties"};
constexpr std::string_view kArtifact = "StableHLO_v";

}  // namespace

bool Reader::broken(const char* at, std::string_view what) {
  damaged_ = true;
  return fail(at, Code::kSyntax, fmt::format("the bytecode is damaged: {}", what));
}

bool Reader::read_sections() {
  Cursor in(std::string_view(begin_ + 4, static_cast<size_t>(end_ - begin_) - 4));
  version_ = in.varint();
  const char* producer_at = in.at();
  const std::string_view producer = in.c_string();
  if (in.failed()) return broken(in.at(), "the file ends inside its header");
  if (version_ > kNewestVersion) {
    return fail(begin_ + 4, Code::kUnsupportedType,
                fmt::format("MLIR bytecode of version {}; versions up to {} are known", version_, kNewestVersion));
  }
  if (!check_producer(producer, producer_at)) return false;
  while (!in.at_end()) {
    const char* at = in.at();
    uint8_t id = 0;
    std::string_view data;
    if (!read_section(in, id, data)) return false;
    if (id >= kSections) return broken(at, fmt::format("there is no section {}", id));
    if (has_section_[id]) return broken(at, fmt::format("a second section of {}", kSectionNames[id]));
    has_section_[id] = true;
    sections_[id] = data;
  }
  for (uint8_t id : {kStrings, kDialects, kEntries, kOffsets, kOps}) {
    if (!has_section_[id]) return broken(end_, fmt::format("the section of {} is missing", kSectionNames[id]));
  }
  return read_strings() && read_dialects() && read_offsets() && read_resources() && read_properties();
}

bool Reader::check_producer(std::string_view producer, const char* at) {
  if (!producer.starts_with(kArtifact)) return true;
  const std::string_view numbers = producer.substr(kArtifact.size());
  int version[2] = {};
  const char* next = numbers.data();
  for (int& part : version) {
    auto [end, error] = std::from_chars(next, numbers.data() + numbers.size(), part);
    if (error != std::errc()) return broken(at, "the version of the portable artifact cannot be read");
    next = end < numbers.data() + numbers.size() ? end + 1 : end;
  }
  if (version[0] < kNewestArtifact[0] || (version[0] == kNewestArtifact[0] && version[1] <= kNewestArtifact[1])) {
    return true;
  }
  return fail(at, Code::kUnsupportedType,
              fmt::format("a portable artifact of StableHLO {}; versions up to {}.{} are known", numbers,
                          kNewestArtifact[0], kNewestArtifact[1]));
}

bool Reader::read_section(Cursor& in, uint8_t& id, std::string_view& data) {
  const char* at = in.at();
  const uint8_t head = in.byte();
  id = head & 0x7F;
  const uint64_t length = in.varint();
  if ((head & 0x80) != 0) in.align(in.varint(), begin_);
  data = in.take(length);
  return !in.failed() || broken(at, "a section is longer than what holds it");
}

// Their sizes in reverse order, then all of them, each with a NUL.
bool Reader::read_strings() {
  Cursor in(sections_[kStrings]);
  strings_.resize(in.count());
  std::vector<uint64_t> sizes(strings_.size());
  for (uint64_t& size : sizes) size = in.varint();
  for (size_t i = 0; i < strings_.size() && !in.failed(); ++i) {
    const std::string_view text = in.take(sizes[sizes.size() - 1 - i]);
    if (text.empty() || text.back() != '\0') return broken(in.at(), "a string does not end");
    strings_[i] = text.substr(0, text.size() - 1);
  }
  return !in.failed() || broken(in.at(), "the strings are longer than their section");
}

std::string_view Reader::string(uint64_t index, Cursor& in) {
  if (index < strings_.size()) return strings_[index];
  in.fail();
  return {};
}

bool Reader::read_dialects() {
  Cursor in(sections_[kDialects]);
  dialects_.resize(in.count());
  for (Dialect& dialect : dialects_) {
    const char* at = in.at();
    const uint64_t name = in.varint();
    if (version_ == 0) {
      dialect.name = string(name, in);
      continue;
    }
    dialect.name = string(name >> 1, in);
    uint8_t id = 0;
    std::string_view data;
    if ((name & 1) != 0 && (!read_section(in, id, data) || id != kDialectVersion)) {
      return broken(at, "the version of a dialect cannot be read");
    }
  }
  if (version_ >= 4) op_names_.reserve(in.count());
  while (!in.at_end() && !in.failed()) {
    const uint64_t dialect = in.varint();
    const size_t count = in.count();
    if (dialect >= dialects_.size()) return broken(in.at(), "ops of a dialect that is not listed");
    for (size_t i = 0; i < count && !in.failed(); ++i) {
      OpName& op = op_names_.emplace_back();
      const uint64_t name = in.varint();
      if (version_ >= 5) op.registered = (name & 1) != 0;
      op.name = fmt::format("{}.{}", dialects_[dialect].name, string(version_ >= 5 ? name >> 1 : name, in));
    }
  }
  return !in.failed() || broken(in.at(), "the table of dialects cannot be read");
}

// Groups by dialect: how long each attribute is, then each type; where they begin follows.
bool Reader::read_offsets() {
  Cursor in(sections_[kOffsets]);
  Cursor data(sections_[kEntries]);
  const size_t attributes = in.count();
  const size_t all = attributes + in.count();
  if (in.failed() || all > in.left()) return broken(in.at(), "the table of attributes and types cannot be read");
  attr_count_ = static_cast<uint32_t>(attributes);
  entries_.resize(all);
  size_t next = 0;
  while (next < all) {
    const uint64_t dialect = in.varint();
    const size_t count = in.count();
    const size_t most = next < attributes ? attributes - next : all - next;
    if (in.failed() || dialect >= dialects_.size() || count > most) {
      return broken(in.at(), "the table of attributes and types cannot be read");
    }
    for (size_t i = 0; i < count; ++i, ++next) {
      const uint64_t size = in.varint();
      Entry& entry = entries_[next];
      entry.bytes = data.take(size >> 1);
      entry.custom = (size & 1) != 0;
      entry.dialect = static_cast<uint32_t>(dialect);
    }
    if (in.failed() || data.failed()) return broken(in.at(), "attributes and types are longer than their section");
  }
  return true;
}

// Values by their key, in groups: those of other tools first, which say nothing about the program.
bool Reader::read_resources() {
  if (!has_section_[kResourceOffsets]) return true;
  Cursor in(sections_[kResourceOffsets]);
  Cursor data(sections_[kResources]);
  const size_t external = in.count();
  for (size_t group = 0; !in.at_end() && !in.failed(); ++group) {
    in.varint();  // whose
    const size_t count = in.count();
    for (size_t i = 0; i < count && !in.failed(); ++i) {
      const std::string_view key = string(in.varint(), in);
      const uint64_t size = in.varint();
      const uint8_t kind = in.byte();
      Cursor value(data.take(size));
      if (group < external) continue;
      Resource& resource = resources_.emplace_back();
      resource.key = key;
      if (kind != 0 || size == 0) continue;  // of another kind, or only declared
      const uint64_t alignment = value.varint();
      const uint64_t bytes = value.varint();
      value.align(alignment, begin_);
      resource.value = value.take(bytes);
      if (value.failed()) return broken(value.at(), "a resource is longer than its section");
    }
  }
  return (!in.failed() && !data.failed()) || broken(in.at(), "the table of resources cannot be read");
}

bool Reader::read_properties() {
  if (!has_section_[kProperties]) return true;
  Cursor in(sections_[kProperties]);
  properties_.resize(in.count());
  for (std::string_view& blob : properties_) blob = in.blob();
  return !in.failed() || broken(in.at(), "the properties are longer than their section");
}

}  // namespace partita::core::text::bytecode
