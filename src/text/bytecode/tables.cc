#include "text/bytecode/tables.h"

#include "text/bytecode/bytecode.h"
#include "text/bytecode/layouts.h"

namespace partita::core::text::bytecode {

uint64_t Tables::Pool::number(std::string_view text) {
  if (auto at = numbers.find(text); at != numbers.end()) return at->second;
  const uint64_t next = owned.size();
  numbers.emplace(owned.emplace_back(text), next);
  return next;
}

uint64_t Tables::Entries::number(uint64_t dialect, bool coded, std::string_view bytes) {
  if (by_dialect.size() <= dialect) {
    by_dialect.resize(dialect + 1);
    numbers.resize(dialect + 1);
  }
  Pool& pool = by_dialect[dialect];
  std::string key(1, coded ? '\1' : '\0');
  key += bytes;
  const uint64_t inside = pool.number(key);
  std::vector<uint64_t>& known = numbers[dialect];
  if (inside == known.size()) {
    known.push_back(all.size());
    all.push_back({dialect, pool.owned.back()});
  }
  return known[inside];
}

uint64_t Tables::string(std::string_view text) { return strings_.number(text); }

uint64_t Tables::dialect(std::string_view name) {
  string(name);
  return dialects_.number(name);
}

uint64_t Tables::op(std::string_view name, bool registered) {
  std::string key(1, registered ? '\1' : '\0');
  key += name;
  const uint64_t number = op_keys_.number(key);
  if (number == ops_.size()) {
    const size_t point = name.find('.');
    ops_.push_back({dialect(name.substr(0, point)), string(name.substr(point + 1)), registered});
  }
  return number;
}

uint64_t Tables::attr(std::string_view dialect, bool coded, std::string_view bytes) {
  return attrs_.number(this->dialect(dialect), coded, bytes);
}
uint64_t Tables::type(std::string_view dialect, bool coded, std::string_view bytes) {
  return types_.number(this->dialect(dialect), coded, bytes);
}
uint64_t Tables::properties(std::string_view bytes) { return properties_.number(bytes); }

uint64_t Tables::declared_resource(std::string_view key) {
  string(key);
  dialect("builtin");
  return resources_.number(key);
}

// Runs of one dialect: which, how many, and the size of each.
void Tables::write_sizes(const Entries& entries, Bytes& sizes, Bytes& data) {
  for (size_t i = 0; i < entries.all.size();) {
    size_t end = i;
    while (end < entries.all.size() && entries.all[end].dialect == entries.all[i].dialect) ++end;
    sizes.varint(entries.all[i].dialect);
    sizes.varint(end - i);
    for (; i < end; ++i) {
      const std::string_view bytes = entries.all[i].key.substr(1);
      sizes.varint(bytes.size() << 1 | (entries.all[i].key[0] != '\0' ? 1 : 0));
      data.append(bytes);
    }
  }
}

std::string Tables::file(std::string_view producer, std::string_view ops) {
  Bytes dialects;
  dialects.varint(dialects_.owned.size());
  for (const std::string& name : dialects_.owned) dialects.varint(string(name) << 1);
  dialects.varint(ops_.size());
  for (size_t i = 0; i < ops_.size();) {
    size_t end = i;
    while (end < ops_.size() && ops_[end].dialect == ops_[i].dialect) ++end;
    dialects.varint(ops_[i].dialect);
    dialects.varint(end - i);
    for (; i < end; ++i) dialects.varint(ops_[i].name << 1 | (ops_[i].registered ? 1 : 0));
  }
  Bytes offsets, entries;
  offsets.varint(attrs_.all.size());
  offsets.varint(types_.all.size());
  write_sizes(attrs_, offsets, entries);
  write_sizes(types_, offsets, entries);
  Bytes resources;
  resources.varint(0);  // of other tools
  if (!resources_.owned.empty()) {
    resources.varint(dialect("builtin"));
    resources.varint(resources_.owned.size());
    for (const std::string& key : resources_.owned) {
      resources.varint(string(key));
      resources.varint(0);
      resources.byte(0);
    }
  }
  Bytes properties;
  properties.varint(properties_.owned.size());
  for (const std::string& each : properties_.owned) properties.blob(each);
  Bytes strings;
  strings.varint(strings_.owned.size());
  for (auto text = strings_.owned.rbegin(); text != strings_.owned.rend(); ++text) strings.varint(text->size() + 1);
  for (const std::string& text : strings_.owned) {
    strings.append(text);
    strings.byte(0);
  }

  Bytes out;
  out.append(kMagic);
  out.varint(kNewestVersion);
  out.append(producer);
  out.byte(0);
  out.section(kDialects, dialects.text());
  out.section(kOffsets, offsets.text());
  out.section(kEntries, entries.text());
  out.section(kOps, ops);
  out.section(kResourceOffsets, resources.text());
  out.section(kResources, {});
  out.section(kStrings, strings.text());
  out.section(kProperties, properties.text());
  return out.text();
}

}  // namespace partita::core::text::bytecode
