// Ranks that are threads of this process: for tests of runs on ranks, without MPI and on as many hosts as wanted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "engine/compile.h"
#include "eval/tensor.h"
#include "partita/ranks.h"

namespace partita::core::fuzz {

// By rank. The ranks are divided over the hosts, one after the other.
std::vector<std::unique_ptr<Transport>> loopback(int ranks, int hosts);

// What engine::Runner gives, by device, of so many ranks on so many hosts; an error of the first rank that has one.
Result<std::vector<std::vector<Tensor>>> run_on_ranks(const std::shared_ptr<const engine::Executable>& executable,
                                                      int ranks, int hosts,
                                                      const std::vector<std::vector<Tensor>>& inputs,
                                                      double deadline_seconds = 60);

}  // namespace partita::core::fuzz
