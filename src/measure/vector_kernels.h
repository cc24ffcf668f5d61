// Kernels whose speed depends on how wide a machine's vectors are: products, sums, widening. Portable C++ with the
// compilers' vector types, compiled for each instruction set; the best that the machine has is chosen when it runs.
#pragma once

#include <cstdint>
#include <vector>

namespace partita::core::measure {

// c += a b, all row-major.
template <typename T>
struct ProductOf {
  const T* a;  // rows x depth
  const T* b;  // depth x columns
  T* c;        // rows x columns
  int64_t rows, columns, depth;
};

struct VectorKernels {
  const char* name;                 // of the instruction set: "AVX2"
  int64_t tile_rows, tile_columns;  // of a product of f32, in registers
  void (*product_f32)(const ProductOf<float>&);
  void (*product_f64)(const ProductOf<double>&);
  void (*product_i32)(const ProductOf<int32_t>&);
  void (*widen_bf16)(const uint16_t* from, float* to, int64_t count);
  void (*widen_f16)(const uint16_t* from, float* to, int64_t count);  // of normal numbers and zero
  void (*widen_i8)(const int8_t* from, int32_t* to, int64_t count);
  // Counts, and columns, of the following are multiples of 64.
  void (*multiply_add)(float* x, int64_t count, float scale, float shift);  // x = x · scale + shift
  void (*add)(const float* a, const float* b, float* sum, int64_t count);
  void (*row_sums)(const float* x, float* sums, int64_t rows, int64_t columns);
};

// Those of the widest instruction set that this machine has.
const VectorKernels& vector_kernels();
// Of each that it has, the narrowest first.
std::vector<const VectorKernels*> all_vector_kernels();

// One copy of vector_kernels.inc each.
namespace baseline {
const VectorKernels& kernels(const char* name);
}
namespace avx2 {
const VectorKernels& kernels(const char* name);
}
namespace avx512 {
const VectorKernels& kernels(const char* name);
}

}  // namespace partita::core::measure
