// Where a program carries hints; their texts are read later.
//
//   %c = custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2,1]<=[2]}"}      one site: a constraint, as HLO
//   %w:2 = while … sharding={{replicated}, {devices=[2]<=[2]}}                   two sites with one text: parts 0, 1
//
// Attributes xla.sdy.* are exact where the tile assignment beside them is an approximation: they win.
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
  Attr beside{};  // HLO's text beside one of sdy's: only it has the manual axes of code between calls
  int part = 0;   // which value of those the text is about, and how many there are
  int parts = 1;
  int manual = -1;      // the manual code around the value, in ManualSite's numbering
  int boundary = -1;    // the manual code whose boundary the text is about
  Attr config{};        // of a call @Sharding and its kin: unspecified_dims=[…]
  int64_t group = 0;    // kGroup
  bool inside = false;  // the text is about the global value, this value is its shard inside of manual code
};

// Manual code whose axes are given by name.
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
