// Enumerations of StableHLO by their numbers in bytecode; VHLO has the same.
#pragma once

#include <string_view>

namespace partita::core::text::bytecode {

inline constexpr std::string_view kComparisonDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
inline constexpr std::string_view kComparisonTypes[] = {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
inline constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
inline constexpr std::string_view kPrecisions[] = {"DEFAULT", "HIGH", "HIGHEST"};
inline constexpr std::string_view kRngAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
inline constexpr std::string_view kRngDistributions[] = {"", "UNIFORM", "NORMAL"};
inline constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
inline constexpr std::string_view kAccuracyModes[] = {"DEFAULT", "HIGHEST", "TOLERANCE"};

}  // namespace partita::core::text::bytecode
