// Regions of an op: its own section where no value from around it is used.
#pragma once

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {

template <typename Visit>
bool Reader::read_regions(const OpHead& head, Cursor& in, Scope& scope, const Visit& visit) {
  const uint64_t coded = in.varint();
  const bool isolated = (coded & 1) != 0;
  const uint64_t count = coded >> 1;
  Cursor section;
  Cursor* from = &in;
  if (isolated && version_ >= 2 && count > 0) {
    uint8_t id = 0;
    std::string_view data;
    if (!read_section(in, id, data)) return false;
    if (id != 4) return broken(head.at, "the regions of an op are not where they should be");
    section = Cursor(data);
    from = &section;
  }
  if (count > from->left()) return broken(head.at, "an op ends inside its regions");
  ValueTable own;
  ValueTable& values = isolated ? own : *scope.values;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t blocks = from->varint();
    const size_t reserved = blocks > 0 ? from->count() : 0;
    if (from->failed() || reserved > values_left_) return broken(head.at, "an op ends inside its regions");
    values_left_ -= reserved;
    if (blocks > 1) {
      return fail(head.at, Code::kSyntax, "a region has one block in a tensor program");
    }
    const size_t before = values.size();
    values.resize(before + reserved);
    Scope inner{&values, before, before + reserved};
    const bool ok = visit(*from, inner, blocks == 0);
    values_left_ += reserved;
    values.resize(before);
    if (!ok) return false;
  }
  if (isolated && version_ >= 2 && !from->at_end()) return broken(from->at(), "bytes behind the regions of an op");
  return true;
}

}  // namespace partita::core::text::bytecode
