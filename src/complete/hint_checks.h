// Parts of reading hints that stand apart: manual code, groups, and which ends of a program are open.
#pragma once

#include <span>
#include <vector>

#include "complete/hint_places.h"
#include "complete/hint_sites.h"
#include "complete/hint_texts.h"

namespace partita {

// Fills hints.manual, one for each site. Mistakes: kManualForm, kUnknownAxis, ….
std::vector<Diagnostic> read_manual_code(const Module& module, std::span<const ManualSite> sites, HintTexts& texts,
                                         const HintPlaces& places, Hints& hints);

// All values of a hard group have one shape, and what is said of one must be possible for all: kShardGroup.
std::vector<Diagnostic> check_groups(const Module& module, const Function& entry, const Hints& hints);

// argument_open and result_open: in StableHLO what has no sharding is open, in HLO the header says it.
void find_open_ends(const Module& module, const Function& entry, Hints& hints);

}  // namespace partita
