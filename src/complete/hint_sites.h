// Where a program carries hints, before anyone has read their texts.
//
//   %c = custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2,1]<=[2]}"}      one site: a constraint, in HLO's words
//   %w:2 = while … sharding={{replicated}, {devices=[2]<=[2]}}                   two sites that share a text: parts 0,
//   1
//
// Attributes xla.sdy.* say exactly what the tile assignment beside them can only approximate: they win.
#pragma once

#include <vector>

#include "complete/hints.h"

namespace partita::core::complete {

struct HintSite {
  enum class Spelling : uint8_t {
    kSdy,      // one sharding, for all `parts`
    kSdyList,  // one for each part
    kHlo,      // one or a tuple
    kGroup,    // no sharding: the value belongs to group `group`
  };
  Hint::Place place = Hint::Place::kOp;
  Spelling spelling = Spelling::kSdy;
  int index = 0;
  const Value* value = nullptr;
  const Op* op = nullptr;
  Type type{};
  Attr text{};
  Attr beside{};  // HLO's text beside one of sdy's: it alone says which axes are manual in code between calls
  int part = 0;   // which value of those the text speaks of, and of how many it does
  int parts = 1;
  int manual = -1;      // the manual code around the value, in ManualSite's numbering
  int border = -1;      // the manual code whose border the text is about
  Attr config{};        // of a call @Sharding and its kin: unspecified_dims=[…]
  int64_t group = 0;    // kGroup
  bool inside = false;  // the text is of the whole value, this one is its shard inside of the manual code
};

// Manual code that says its axes by name.
struct ManualSite {
  const Op* op = nullptr;
  Attr axes{}, in{}, out{};  // texts; `in` or `out` may be empty for a call
  int outer = -1;
  int leaves = -1;  // of a call that leaves: the manual code it comes from
};

struct HintSites {
  std::vector<HintSite> all;  // arguments, results, ops in program order
  std::vector<ManualSite> manual;
};

HintSites find_hint_sites(const Module& module, const Function& entry);

// The text of an attribute xla.sdy.NAME in a dictionary of an op, argument or module; empty where there is none.
Attr sdy_frontend_attr(Attr dictionary, std::string_view name);

}  // namespace partita::core::complete
