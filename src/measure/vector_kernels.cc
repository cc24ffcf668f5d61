#include "measure/vector_kernels.h"

namespace partita::core::measure {

std::vector<const VectorKernels*> all_vector_kernels() {
#if defined(__x86_64__)
  std::vector<const VectorKernels*> out = {&baseline::kernels("SSE2")};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) out.push_back(&avx2::kernels("AVX2"));
  if (out.size() == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    out.push_back(&avx512::kernels("AVX-512"));
  }
  return out;
#else
  return {&baseline::kernels("vectors of 128 bits")};
#endif
}

const VectorKernels& vector_kernels() { return *all_vector_kernels().back(); }

}  // namespace partita::core::measure
