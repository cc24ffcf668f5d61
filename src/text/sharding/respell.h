// Shardings of a program in the other spelling: axes by name (sdy) or device tile assignments (mhlo).
//
//   sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>        mhlo.sharding = "{devices=[4,1,2]<=[8]
//   last_tile_dim_replicate}" sdy.sharding_constraint                                 custom_call @Sharding
//   sdy.manual_computation                                  @SPMDFullToShardShape, @SPMDShardToFullShape
#pragma once

#include <memory>

#include "base/result.h"
#include "ir/program.h"
#include "text/common/write_options.h"

namespace partita::core::text {

// A copy with its shardings respelled; kAsIs gives a plain copy. Towards sdy the assignments get the coarsest mesh that
// expresses them all. Two things stay as they are on that way: assignments of tuples, and manual code, whose calls say
// nothing of where it begins and ends.
Result<std::unique_ptr<Module>> respell_shardings(const Module& module, Annotations annotations);

}  // namespace partita::core::text
