// Products of matrices of any layout: result[b][m][n] = sum over k of lhs[b][m][k] rhs[b][k][n].
//
// Each of b, m, n, k is a list of dimensions with a stride in each operand, so that contractions over several
// dimensions, transposed or sliced operands and broadcast batches need no copy. [8, 16] times a transposed [32, 16]:
//
//   MatmulSpec spec;
//   spec.rows = {{.size = 8, .lhs = 16, .result = 32}};
//   spec.columns = {{.size = 32, .rhs = 16, .result = 1}};
//   spec.depth = {{.size = 16, .lhs = 1, .rhs = 1}};
//   const std::shared_ptr<const Matmul> product = compile(spec);
//   std::vector<std::byte> scratch(product->scratch_bytes());
//   product->run(0, product->tasks(), {.lhs = x, .rhs = w, .result = y, .scratch = scratch.data()});
//
// Types. Narrow floats and f32 are summed in f32, f64 in f64, integers wrap (in 32 bits, or 64 where an operand or the
// result has them), pred sums by "or"; complex numbers are summed in their own precision. The sum is converted to the
// result type once. A float is summed over blocks of k of one size in ascending order with fused multiply-adds, blocks
// one after the other: the same bits for any division into tasks and any instruction set. But for products of bf16 by
// processors that multiply pairs of them (AVX512-BF16, AMX): these have bits of their own, the same for any division.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/loop/program.h"
#include "ir/element_type.h"

namespace partita::core::engine::product {

struct MatmulDim {
  int64_t size = 1;
  int64_t lhs = 0, rhs = 0, result = 0;  // strides in elements; those of operands without the dimension are not read
};

// What becomes of sums while they are in the cache. The program runs over the dimensions of batch, rows and columns, in
// this order, reduces and accumulates nothing, and loads the sums, of sum_type(spec), from buffer `sums`, whose strides
// do not matter. The result is stored by the program; MatmulSpec's result strides are not read.
struct Epilogue {
  loop::Program program;
  int sums = 0;
};

struct MatmulSpec {
  ElementType lhs_type = ElementType::kF32, rhs_type = ElementType::kF32, result_type = ElementType::kF32;
  std::vector<MatmulDim> batch, rows, columns, depth;  // m: rows, n: columns, k: depth
  std::optional<Epilogue> epilogue;
  // The right operand is given as pack_rhs made it: for weights that many products use.
  bool rhs_packed = false;
};

// In which sums are taken: f32, f64, u32, u64, c64, c128; what an epilogue loads.
ElementType sum_type(ElementType lhs, ElementType rhs, ElementType result);

struct MatmulArguments {
  const void* lhs = nullptr;
  const void* rhs = nullptr;
  void* result = nullptr;                   // without epilogue
  void* const* epilogue_buffers = nullptr;  // with: those of its program; that of the sums is not read
  void* scratch = nullptr;                  // of this thread, aligned to 64 bytes
};

class Matmul {
 public:
  virtual ~Matmul() = default;
  // Pieces that may run in any order and by any threads; a function of the spec alone.
  virtual int64_t tasks() const = 0;
  virtual size_t scratch_bytes() const = 0;  // for each thread
  virtual void run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const = 0;
  // The right operand in the order in which it is read, aligned to 64 bytes.
  virtual size_t packed_rhs_bytes() const = 0;
  virtual void pack_rhs(const void* rhs, void* packed) const = 0;
  virtual const char* backend() const = 0;
};

enum class Backend : uint8_t { kBest, kOwn, kOwnScalar, kOwnBlocks };  // all but the first for tests

std::shared_ptr<const Matmul> compile(const MatmulSpec& spec, Backend backend = Backend::kBest);

}  // namespace partita::core::engine::product
