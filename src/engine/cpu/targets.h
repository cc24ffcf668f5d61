// Sources compiled once for each instruction set: between PARTITA_BEGIN_… and PARTITA_END_TARGET functions may use the
// set, whatever the command line says. Standard headers are included before.
#pragma once

#define PARTITA_PRAGMA(text) _Pragma(#text)

#if defined(__x86_64__) && defined(__clang__)
#define PARTITA_BEGIN_AVX2 \
  PARTITA_PRAGMA(clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function))
#define PARTITA_BEGIN_AVX512                                                                                       \
  PARTITA_PRAGMA(clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c"))), \
                                      apply_to = function))
#define PARTITA_END_TARGET PARTITA_PRAGMA(clang attribute pop)
#elif defined(__x86_64__)
#define PARTITA_BEGIN_AVX2 PARTITA_PRAGMA(GCC push_options) PARTITA_PRAGMA(GCC target("avx2,fma,f16c"))
#define PARTITA_BEGIN_AVX512       \
  PARTITA_PRAGMA(GCC push_options) \
  PARTITA_PRAGMA(GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,prefer-vector-width=512"))
#define PARTITA_END_TARGET PARTITA_PRAGMA(GCC pop_options)
#endif

namespace partita::core::engine {

enum class InstructionSet { kBaseline, kAvx2, kAvx512 };

// The widest that this machine has.
inline InstructionSet instruction_set() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return InstructionSet::kBaseline;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
             ? InstructionSet::kAvx512
             : InstructionSet::kAvx2;
#else
  return InstructionSet::kBaseline;
#endif
}

}  // namespace partita::core::engine
