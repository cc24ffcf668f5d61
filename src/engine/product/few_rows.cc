#include "engine/product/few_rows.h"

#include <algorithm>

#include "engine/product/axis.h"
#include "engine/product/pack.h"

namespace partita::core::engine::product {

#if defined(__x86_64__)
namespace avx2 {
void few_rows(const float*, const float* const*, int64_t, int64_t, int64_t, float*, int64_t);
}
namespace avx512 {
void few_rows(const float*, const float* const*, int64_t, int64_t, int64_t, float*, int64_t);
}
#endif

FewRowsKernel few_rows_kernel([[maybe_unused]] InstructionSet set) {
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return avx512::few_rows;
  if (set == InstructionSet::kAvx2) return avx2::few_rows;
#endif
  return nullptr;
}

namespace {

constexpr int64_t kWidestStrip = 512, kStrips = 4, kStripUnit = 64;

class FewRowsMatmul final : public Matmul {
 public:
  FewRowsMatmul(const MatmulSpec& spec, FewRowsKernel kernel) : kernel_(kernel) {
    for (const MatmulDim& dim : spec.batch) {
      lhs_batch_.add(dim.size, dim.lhs);
      rhs_batch_.add(dim.size, dim.rhs);
      result_batch_.add(dim.size, dim.result);
    }
    for (const MatmulDim& dim : spec.rows) {
      lhs_rows_.add(dim.size, dim.lhs);
      result_rows_.add(dim.size, dim.result);
    }
    for (const MatmulDim& dim : spec.columns) {
      rhs_columns_.add(dim.size, dim.rhs);
      result_columns_.add(dim.size, dim.result);
    }
    for (const MatmulDim& dim : spec.depth) {
      lhs_depth_.add(dim.size, dim.lhs);
      rhs_depth_.add(dim.size, dim.rhs);
    }
    rows_ = lhs_rows_.size();
    columns_ = rhs_columns_.size();
    terms_ = lhs_depth_.size();
    strip_ = std::min(round_up(divide_up(std::max<int64_t>(columns_, 1), kStrips), kStripUnit), kWidestStrip);
    strips_ = divide_up(columns_, strip_);
  }

  bool fits() const {
    const auto dense = [](const Axis& axis) { return axis.runs() <= 1 && (axis.stride() == 1 || axis.size() == 1); };
    return rows_ >= 1 && rows_ <= kMostFewRows && terms_ >= 1 && columns_ >= 1 && lhs_batch_.size() >= 1 &&
           dense(rhs_columns_) && dense(result_columns_);
  }

  int64_t tasks() const override { return lhs_batch_.size() * strips_; }
  size_t scratch_bytes() const override {
    return static_cast<size_t>(round_up(rows_ * kDepthBlock * 4, kAlign) + rows_ * strip_ * 4);
  }
  size_t packed_rhs_bytes() const override { return 0; }
  void pack_rhs(const void*, void*) const override {}
  const char* backend() const override { return "own, few rows"; }

  void run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const override {
    auto* const a = static_cast<float*>(arguments.scratch);
    auto* const sums = a + round_up(rows_ * kDepthBlock * 4, kAlign) / 4;
    const float* b[kDepthBlock];
    for (int64_t task = first_task; task < end_task; ++task) {
      const int64_t batch = task / strips_, column = task % strips_ * strip_;
      const int64_t count = std::min(strip_, columns_ - column);
      const float* lhs = static_cast<const float*>(arguments.lhs) + lhs_batch_.offset(batch);
      const float* rhs = static_cast<const float*>(arguments.rhs) + rhs_batch_.offset(batch) + column;
      float* result = static_cast<float*>(arguments.result) + result_batch_.offset(batch) + column;
      for (int64_t p = 0; p < terms_; p += kDepthBlock) {
        const int64_t terms = std::min(kDepthBlock, terms_ - p);
        lhs_depth_.for_runs(p, p + terms, [&](int64_t at, int64_t offset, int64_t n) {
          for (int64_t r = 0; r < rows_; ++r) {
            const float* from = lhs + offset + lhs_rows_.offset(r);
            for (int64_t i = 0; i < n; ++i) a[(at + i) * rows_ + r] = from[i * lhs_depth_.stride()];
          }
        });
        rhs_depth_.for_runs(p, p + terms, [&](int64_t at, int64_t offset, int64_t n) {
          for (int64_t i = 0; i < n; ++i) b[at + i] = rhs + offset + i * rhs_depth_.stride();
        });
        kernel_(a, b, rows_, count, terms, sums, strip_);
        for (int64_t r = 0; r < rows_; ++r) {
          float* to = result + result_rows_.offset(r);
          const float* from = sums + r * strip_;
          if (p == 0) {
            std::copy_n(from, count, to);
          } else {
            for (int64_t j = 0; j < count; ++j) to[j] += from[j];
          }
        }
      }
    }
  }

 private:
  FewRowsKernel kernel_;
  Axis lhs_batch_, rhs_batch_, result_batch_, lhs_rows_, result_rows_, rhs_columns_, result_columns_, lhs_depth_,
      rhs_depth_;
  int64_t rows_ = 1, columns_ = 1, terms_ = 1, strip_ = 1, strips_ = 1;
};

}  // namespace

std::shared_ptr<const Matmul> compile_few_rows(const MatmulSpec& spec, InstructionSet set) {
  using enum ElementType;
  const FewRowsKernel kernel = few_rows_kernel(set);
  if (kernel == nullptr || spec.epilogue || spec.rhs_packed) return nullptr;
  if (spec.lhs_type != kF32 || spec.rhs_type != kF32 || spec.result_type != kF32) return nullptr;
  auto product = std::make_shared<const FewRowsMatmul>(spec, kernel);
  if (!product->fits()) return nullptr;
  return product;
}

}  // namespace partita::core::engine::product
