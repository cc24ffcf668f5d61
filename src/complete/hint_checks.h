// Parts of reading hints that stand apart: manual code, groups, and which ends of a program are open.
#pragma once

#include <span>
#include <vector>

#include "complete/hint_places.h"
#include "complete/hint_sites.h"
#include "complete/hint_texts.h"

namespace partita::core::complete {

// Fills hints.manual, one for each site. Mistakes: kManualForm, kUnknownAxis, ….
std::vector<Diagnostic> read_manual_code(const Module& module, std::span<const ManualSite> sites, HintTexts& texts,
                                         const HintPlaces& places, Hints& hints);

// Merges shard_as groups that share a value, and merges their members' hints into one sharding, which all of these
// hints get. A hint that contradicts the earlier ones causes a warning and leaves the group, so that every hint is
// kept; values of different shapes are an error. Both are kShardGroup.
std::vector<Diagnostic> settle_groups(const Module& module, const Function& entry, Hints& hints);

// argument_open and result_open: in StableHLO what has no sharding is open, in HLO the header lists it.
void find_open_ends(const Module& module, const Function& entry, Hints& hints);

}  // namespace partita::core::complete
