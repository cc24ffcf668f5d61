// A program partitioned and run on all its devices against the global program, evaluated.
//
//   EXPECT_EQ(differential(text, 7), "");
//
// What infeeds read is made up from the seed, and what outfeeds send is compared like results.
// The padding of arguments is filled with ones in every bit (NaN, -1, true), so that a result that depends on it is
// wrong and not zero by luck.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "driver/custom_calls.h"
#include "eval/evaluate.h"

namespace partita::core::partition {

struct DifferentialOptions {
  double rtol = 2e-3;
  double atol = 2e-4;
  bool strict = true;  // a fallback is a failure
  // What the local program must hold, and must not: spellings of ops such as "all_gather"; empty asks nothing.
  std::string contains;
  std::string lacks;
  // What custom calls mean, if any. The global program is evaluated with its calls expanded too.
  const CustomCallHandlers* calls = nullptr;
  decltype(EvalOptions::custom_call) custom_call{};
};

// Empty where both agree; otherwise what went wrong, with the program, the seed of its arguments and the local program.
std::string differential(const std::string& program, uint64_t seed, const DifferentialOptions& options = {});

// The text of the local program alone, or what went wrong.
std::string local_text(const std::string& program);

}  // namespace partita::core::partition
