// How a product of 1000 x 700 by 700 x 4000 runs: the columns are divided into two strips of about 2000; a strip of the
// right operand is packed whole, into panels of 32 columns; for each 120 rows and each 256 terms the left operand is
// packed into panels of 12 rows, and every pair of panels makes a tile of 12 x 32 sums. Tasks are strips by 120 rows.
// Where there are no more than 240 rows each panel of the right operand would be read but once: it is packed when it
// is needed, a few at a time, and stays in the caches.
#include "engine/product/matmul.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/diagnostics.h"
#include "engine/product/few_rows.h"
#include "engine/product/matmul_kernels.h"
#include "engine/product/pack.h"

namespace partita::core::engine::product {
namespace {

constexpr int64_t kTaskRows = 120, kFewRows = 240, kPanelsTogether = 4;
constexpr int64_t kStripColumns = 512;                // whose sums, of a task, stay in the caches
constexpr int64_t kWideStripColumns = 2048;           // where the left operand is large: it is packed for each strip
constexpr int64_t kStripElements = int64_t{1} << 21;  // the most that is packed of a strip at once

template <typename T>
const PanelKernels<T>& panel_kernels(const MatmulKernels& kernels) {
  if constexpr (std::is_same_v<T, float>) return kernels.f32;
  if constexpr (std::is_same_v<T, double>) return kernels.f64;
  if constexpr (std::is_same_v<T, uint32_t>) return kernels.u32;
  if constexpr (std::is_same_v<T, uint64_t>) return kernels.u64;
}

template <typename T>
constexpr ElementType kElement = std::is_same_v<T, float>      ? ElementType::kF32
                                 : std::is_same_v<T, double>   ? ElementType::kF64
                                 : std::is_same_v<T, uint32_t> ? ElementType::kU32
                                                               : ElementType::kU64;

// Complex numbers are pairs of real ones: a row (re, im, re, im, …) of the left operand meets, for each number b of the
// right one, the square (b.re, b.im; -b.im, b.re).
template <typename T>
void pack_complex_panel(const Axis& columns, const Axis& depth, const std::byte* from, int64_t column, int64_t lanes,
                        int64_t terms, T* panel) {
  for (int64_t p = 0; p < terms; ++p) {
    for (int64_t j = 0; j < lanes / 2; ++j) {
      T number[2] = {};
      if (column / 2 + j < columns.size()) {
        const int64_t offset = columns.offset(column / 2 + j) + depth.offset(p);
        std::memcpy(number, from + offset * 2 * static_cast<int64_t>(sizeof(T)), sizeof number);
      }
      T* even = panel + 2 * p * lanes + 2 * j;
      T* odd = even + lanes;
      even[0] = number[0];
      even[1] = number[1];
      odd[0] = T{0} - number[1];
      odd[1] = number[0];
    }
  }
}

template <typename T>
class OwnMatmul final : public Matmul {
 public:
  // `pairs`: of bf16 operands, or null.
  OwnMatmul(const MatmulSpec& spec, InstructionSet set, const PairKernel* pairs = nullptr);

  int64_t tasks() const override { return batches_ * strips_ * row_blocks_; }
  size_t scratch_bytes() const override { return static_cast<size_t>(scratch_); }
  size_t packed_rhs_bytes() const override {
    return static_cast<size_t>(packed_batches_ * panels_ * panel_size(terms_)) * sizeof(T);
  }
  void pack_rhs(const void* rhs, void* packed) const override;
  void run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const override;
  const char* backend() const override { return pairs_ != nullptr ? pairs_->name : kernels_.name; }

 private:
  // Elements of a panel for each lane.
  int64_t words(int64_t terms) const { return pairs_ != nullptr ? round_up(divide_up(terms, 2), pairs_->step) : terms; }
  int64_t panel_size(int64_t terms) const { return words(terms) * panel_columns_; }
  void pack(const Packer<T>& packer, const std::byte* from, int64_t lane, int64_t lane_end, int64_t begin, int64_t end,
            T* panels, int64_t panel_stride, T* temporary) const;
  void multiply(const T* a, const T* b, T* c, int64_t c_stride, int64_t terms, bool adds) const;
  int64_t allocate(int64_t bytes) {
    const int64_t at = scratch_;
    scratch_ += round_up(bytes, kAlign);
    return at;
  }
  T* room(const MatmulArguments& arguments, int64_t at) const {
    return reinterpret_cast<T*>(static_cast<std::byte*>(arguments.scratch) + at);
  }
  void make_epilogue(const MatmulSpec& spec);
  // Panels of the columns [column, column_end), each with the terms [begin, end), one after the other.
  void pack_right(const std::byte* rhs, int64_t column, int64_t column_end, int64_t begin, int64_t end, T* panels,
                  T* temporary) const;
  // Rows [row, row_end), at most those of a task, of a strip whose panels are at `right`, or are packed here.
  void run_rows(int64_t batch, int64_t strip, int64_t row, int64_t row_end, const T* right,
                const MatmulArguments& arguments) const;
  void finish(int64_t batch, int64_t strip, int64_t row, int64_t row_end, const MatmulArguments& arguments) const;

  const MatmulKernels& kernels_;
  const PanelKernels<T>& panel_;
  const PairKernel* pairs_;
  const int64_t panel_rows_, panel_columns_;
  bool is_complex_;
  ElementLoader lhs_loader_, rhs_loader_;
  Axis lhs_batch_, rhs_batch_, result_batch_, lhs_rows_, lhs_depth_, rhs_columns_, rhs_depth_;
  Packer<T> left_{}, right_{};
  int64_t rows_ = 1, columns_ = 1, terms_ = 1;  // of real numbers
  int64_t batches_ = 1, packed_batches_ = 1, panels_ = 1;
  int64_t strip_ = 1, strips_ = 1, task_rows_ = 1, row_blocks_ = 1;
  bool packs_strips_ = true, rhs_packed_;
  // The result takes tiles where they are made…
  bool is_direct_ = false;
  int64_t result_row_stride_ = 0;
  // …or a loop takes them from scratch.
  std::shared_ptr<const loop::Kernel> epilogue_;
  int epilogue_sums_ = 0, epilogue_result_ = -1, epilogue_buffers_ = 0;
  std::vector<int64_t> batch_dims_, row_dims_, column_dims_;
  int64_t scratch_ = 0, right_at_ = 0, left_at_ = 0, room_at_ = 0, sums_at_ = 0, loop_at_ = 0;
};

template <typename T>
OwnMatmul<T>::OwnMatmul(const MatmulSpec& spec, InstructionSet set, const PairKernel* pairs)
    : kernels_(matmul_kernels(set)),
      panel_(panel_kernels<T>(kernels_)),
      pairs_(pairs),
      panel_rows_(pairs != nullptr ? pairs->rows : panel_.rows),
      panel_columns_(pairs != nullptr ? pairs->columns : panel_.columns),
      is_complex_(is_complex(spec.lhs_type)),
      lhs_loader_(loop::tile_kernels(set), ir::part_type(spec.lhs_type), kElement<T>),
      rhs_loader_(loop::tile_kernels(set), ir::part_type(spec.rhs_type), kElement<T>),
      rhs_packed_(spec.rhs_packed) {
  PARTITA_INVARIANT(is_complex_ == is_complex(spec.rhs_type), "a product of a complex and a real operand");
  const int64_t parts = is_complex_ ? 2 : 1;
  bool same_rhs = true;
  for (const MatmulDim& dim : spec.batch) {
    lhs_batch_.add(dim.size, dim.lhs * parts);
    rhs_batch_.add(dim.size, dim.rhs);
    result_batch_.add(dim.size, dim.result);
    same_rhs = same_rhs && (dim.rhs == 0 || dim.size == 1);
    batch_dims_.push_back(dim.size);
  }
  Axis result_rows, result_columns;
  for (const MatmulDim& dim : spec.rows) {
    lhs_rows_.add(dim.size, dim.lhs * parts);
    result_rows.add(dim.size, dim.result);
    row_dims_.push_back(dim.size);
  }
  for (const MatmulDim& dim : spec.columns) {
    rhs_columns_.add(dim.size, dim.rhs);
    result_columns.add(dim.size, dim.result);
    column_dims_.push_back(dim.size);
  }
  for (const MatmulDim& dim : spec.depth) {
    lhs_depth_.add(dim.size, dim.lhs * parts);
    rhs_depth_.add(dim.size, dim.rhs);
  }
  if (is_complex_) lhs_depth_.add(2, 1);
  batches_ = lhs_batch_.size();
  rows_ = lhs_rows_.size();
  columns_ = rhs_columns_.size() * parts;
  terms_ = lhs_depth_.size();
  packed_batches_ = same_rhs ? std::min<int64_t>(batches_, 1) : batches_;
  panels_ = divide_up(columns_, panel_columns_);
  left_ = {&lhs_rows_, &lhs_depth_, &lhs_loader_, panel_rows_, panel_.interleave_left};
  right_ = {&rhs_columns_, &rhs_depth_, &rhs_loader_, panel_columns_, panel_.interleave_right};

  const ElementType part = ir::part_type(spec.result_type);
  const bool as_summed = part == kElement<T> || (is_integer(part) && !std::is_floating_point_v<T> &&
                                                 byte_width(part) == static_cast<int>(sizeof(T)));
  is_direct_ = !spec.epilogue && as_summed && is_complex(spec.result_type) == is_complex_ && result_rows.runs() <= 1 &&
               result_columns.runs() <= 1 && (result_columns.stride() == 1 || result_columns.size() == 1);
  result_row_stride_ = result_rows.stride() * parts;

  // Strips of about equal width, whole panels; narrower where there are many terms.
  const int64_t columns_wanted = is_direct_ && rows_ > kFewRows ? kWideStripColumns : kStripColumns;
  const int64_t widest = std::max(std::clamp(round_up(kStripElements / std::max<int64_t>(terms_, 1), panel_columns_),
                                             panel_columns_, columns_wanted * 4 / static_cast<int64_t>(sizeof(T))),
                                  kStripColumns / 2);
  strips_ = divide_up(columns_, widest);
  strip_ = strips_ == 0 ? panel_columns_ : round_up(divide_up(columns_, strips_), panel_columns_);
  strips_ = divide_up(columns_, strip_);
  task_rows_ = round_up(rows_ > kFewRows ? kTaskRows : kFewRows, panel_rows_);
  row_blocks_ = divide_up(rows_, task_rows_);
  if (row_blocks_ > 1) {  // of about one size, and an even number: often two threads share them
    task_rows_ = round_up(divide_up(rows_, round_up(row_blocks_, 2)), panel_rows_);
    row_blocks_ = divide_up(rows_, task_rows_);
  }
  packs_strips_ = (row_blocks_ > 1 && strip_ * terms_ <= 2 * kStripElements) || is_complex_;

  if (!rhs_packed_) {
    right_at_ = allocate((packs_strips_ ? strip_ * words(terms_) : kPanelsTogether * panel_size(kDepthBlock)) *
                         static_cast<int64_t>(sizeof(T)));
  }
  left_at_ = allocate(round_up(std::min(rows_, task_rows_), panel_rows_) * kDepthBlock * sizeof(T));
  room_at_ = allocate(std::max(panel_rows_, panel_columns_) * kDepthBlock * sizeof(T));
  if (!is_direct_) {
    make_epilogue(spec);
    sums_at_ = allocate(std::min(rows_, task_rows_) * strip_ * sizeof(T));
    loop_at_ = allocate(static_cast<int64_t>(epilogue_->scratch_bytes()));
  }
}

// The caller's program, or one that converts and stores, over sums in a block of scratch.
template <typename T>
void OwnMatmul<T>::make_epilogue(const MatmulSpec& spec) {
  const ElementType sums = sum_type(spec.lhs_type, spec.rhs_type, spec.result_type);
  loop::Program program;
  if (spec.epilogue) {
    program = spec.epilogue->program;
    epilogue_sums_ = spec.epilogue->sums;
    PARTITA_INVARIANT(program.buffers[epilogue_sums_].type == sums, "an epilogue that loads sums of another type");
  } else {
    std::vector<int64_t> strides;
    for (const auto* dims : {&spec.batch, &spec.rows, &spec.columns}) {
      for (const MatmulDim& dim : *dims) {
        program.dims.push_back(dim.size);
        strides.push_back(dim.result);
      }
    }
    epilogue_sums_ = program.add_buffer(sums, strides);
    epilogue_result_ = program.add_buffer(spec.result_type, strides);
    program.store(epilogue_result_, program.convert(spec.result_type, program.load(epilogue_sums_)));
  }
  PARTITA_INVARIANT(program.dims.size() == spec.batch.size() + spec.rows.size() + spec.columns.size(),
                    "an epilogue over other dimensions than the product's");
  std::vector<int64_t>& strides = program.buffers[epilogue_sums_].strides;
  strides.assign(program.dims.size(), 0);
  const int64_t parts = is_complex_ ? 2 : 1;
  size_t d = program.dims.size();
  for (int64_t i = std::ssize(spec.columns), stride = 1; i > 0; stride *= spec.columns[--i].size) strides[--d] = stride;
  for (int64_t i = std::ssize(spec.rows), stride = strip_ / parts; i > 0; stride *= spec.rows[--i].size) {
    strides[--d] = stride;
  }
  epilogue_buffers_ = static_cast<int>(program.buffers.size());
  epilogue_ = loop::compile(program, {.keep_dims = true});
}

template <typename T>
void OwnMatmul<T>::pack(const Packer<T>& packer, const std::byte* from, int64_t lane, int64_t lane_end, int64_t begin,
                        int64_t end, T* panels, int64_t panel_stride, T* temporary) const {
  if constexpr (std::is_same_v<T, float>) {
    if (pairs_ != nullptr) {
      // Words are moved, never computed with.
      const PanelKernels<uint32_t>& words = kernels_.u32;
      const bool is_left = &packer == &left_;
      packer.pack_pairs(from, lane, lane_end, begin, end, reinterpret_cast<uint32_t*>(panels), panel_stride,
                        reinterpret_cast<uint32_t*>(temporary),
                        {pairs_->step, is_left ? words.interleave_left : kernels_.interleave_pairs,
                         is_left && pairs_->left_in_blocks ? kernels_.interleave_blocks : nullptr});
      return;
    }
  }
  packer.pack(from, lane, lane_end, begin, end, panels, panel_stride, temporary);
}

template <typename T>
void OwnMatmul<T>::multiply(const T* a, const T* b, T* c, int64_t c_stride, int64_t terms, bool adds) const {
  if constexpr (std::is_same_v<T, float>) {
    if (pairs_ != nullptr) {
      pairs_->tile(reinterpret_cast<const uint32_t*>(a), reinterpret_cast<const uint32_t*>(b), c, c_stride,
                   words(terms), adds);
      return;
    }
  }
  panel_.tile(a, b, c, c_stride, terms, adds);
}

template <typename T>
void OwnMatmul<T>::pack_right(const std::byte* rhs, int64_t column, int64_t column_end, int64_t begin, int64_t end,
                              T* panels, T* temporary) const {
  const int64_t stride = panel_size(end - begin);
  if constexpr (std::is_floating_point_v<T>) {
    if (is_complex_) {
      for (int64_t j = column; j < column_end; j += panel_columns_, panels += stride) {
        pack_complex_panel(rhs_columns_, rhs_depth_, rhs, j, panel_columns_, rhs_depth_.size(), panels);
      }
      return;
    }
  }
  for (int64_t p = begin; p < end; p += kDepthBlock) {
    pack(right_, rhs, column, column_end, p, std::min(p + kDepthBlock, end), panels + panel_size(p - begin), stride,
         temporary);
  }
}

template <typename T>
void OwnMatmul<T>::pack_rhs(const void* rhs, void* packed) const {
  if (packed_rhs_bytes() == 0) return;
  std::vector<T> temporary(static_cast<size_t>(panel_columns_ * kDepthBlock));
  for (int64_t b = 0; b < packed_batches_; ++b) {
    const std::byte* from =
        static_cast<const std::byte*>(rhs) + rhs_batch_.offset(b) * rhs_loader_.width() * (is_complex_ ? 2 : 1);
    pack_right(from, 0, columns_, 0, terms_, static_cast<T*>(packed) + b * panels_ * panel_size(terms_),
               temporary.data());
  }
}

template <typename T>
void OwnMatmul<T>::run_rows(int64_t batch, int64_t strip, int64_t row, int64_t row_end, const T* right,
                            const MatmulArguments& arguments) const {
  const int64_t parts = is_complex_ ? 2 : 1, width = static_cast<int64_t>(sizeof(T));
  const std::byte* lhs = static_cast<const std::byte*>(arguments.lhs) + lhs_batch_.offset(batch) * lhs_loader_.width();
  const std::byte* rhs =
      static_cast<const std::byte*>(arguments.rhs) + rhs_batch_.offset(batch) * rhs_loader_.width() * parts;
  const int64_t column = strip * strip_, column_end = std::min(column + strip_, columns_);
  T* sums = room(arguments, sums_at_);
  int64_t sums_stride = strip_;
  if (is_direct_) {
    sums_stride = result_row_stride_;
    sums =
        reinterpret_cast<T*>(static_cast<std::byte*>(arguments.result) + result_batch_.offset(batch) * parts * width) +
        row * sums_stride + column;
  }
  T* left = room(arguments, left_at_);
  T* temporary = room(arguments, room_at_);
  T* block = room(arguments, right_at_);
  if (terms_ == 0) {
    for (int64_t i = 0; i < row_end - row; ++i) std::fill_n(sums + i * sums_stride, column_end - column, T{0});
  }
  alignas(kAlign) T edge[32 * 32];
  for (int64_t p = 0; p < terms_; p += kDepthBlock) {
    const int64_t p_end = std::min(p + kDepthBlock, terms_), terms = p_end - p;
    pack(left_, lhs, row, row_end, p, p_end, left, panel_rows_ * words(terms), temporary);
    // A panel of the right operand stays in the first-level cache, those of the left one pass by it.
    for (int64_t j = column; j < column_end; j += panel_columns_) {
      const int64_t across = std::min(panel_columns_, column_end - j);
      const int64_t panel = (j - column) / panel_columns_;
      const T* b = nullptr;
      if (right != nullptr) {
        b = right + panel * panel_size(terms_) + panel_size(p);
      } else {
        const int64_t among = panel % kPanelsTogether;
        if (among == 0) {
          const int64_t end = std::min(j + kPanelsTogether * panel_columns_, column_end);
          pack_right(rhs, j, end, p, p_end, block, temporary);
        }
        b = block + among * panel_size(terms);
      }
      for (int64_t i = row; i < row_end; i += panel_rows_) {
        const int64_t height = std::min(panel_rows_, row_end - i);
        const T* a = left + (i - row) * words(terms);
        T* c = sums + (i - row) * sums_stride + (j - column);
        if (height == panel_rows_ && across == panel_columns_) {
          multiply(a, b, c, sums_stride, terms, p > 0);
          continue;
        }
        multiply(a, b, edge, panel_columns_, terms, false);
        for (int64_t r = 0; r < height; ++r) {
          for (int64_t q = 0; q < across; ++q) {
            T& to = c[r * sums_stride + q];
            to = p > 0 ? static_cast<T>(to + edge[r * panel_columns_ + q]) : edge[r * panel_columns_ + q];
          }
        }
      }
    }
  }
  if (!is_direct_) finish(batch, strip, row, row_end, arguments);
}

// Boxes of several dimensions that make up a range of them as one: calls visit(first index of the range, begin, end of
// the dimensions written).
template <typename Visit>
void for_boxes(const std::vector<int64_t>& dims, int64_t from, int64_t to, int64_t* begin, int64_t* end,
               Visit&& visit) {
  const int rank = static_cast<int>(dims.size());
  if (rank == 0) return visit();
  const int64_t last = dims[rank - 1];
  for (int64_t at = from; at < to;) {
    const int64_t within = at % last;
    int64_t count = std::min(to - at, last - within), rest = at / last;
    begin[rank - 1] = within;
    end[rank - 1] = within + count;
    for (int d = rank - 2; d >= 0; --d) {
      begin[d] = rest % dims[d];
      end[d] = begin[d] + 1;
      rest /= dims[d];
    }
    if (rank > 1 && within == 0) {  // several whole rows
      const int64_t whole = std::min((to - at) / last, dims[rank - 2] - begin[rank - 2]);
      if (whole > 1) {
        end[rank - 2] = begin[rank - 2] + whole;
        count = whole * last;
      }
    }
    visit();
    at += count;
  }
}

template <typename T>
void OwnMatmul<T>::finish(int64_t batch, int64_t strip, int64_t row, int64_t row_end,
                          const MatmulArguments& arguments) const {
  const int64_t parts = is_complex_ ? 2 : 1;
  const int64_t column = strip * strip_, column_end = std::min(column + strip_, columns_);
  std::vector<void*> buffers(static_cast<size_t>(epilogue_buffers_));
  for (int b = 0; b < epilogue_buffers_; ++b) {
    buffers[static_cast<size_t>(b)] = arguments.epilogue_buffers != nullptr ? arguments.epilogue_buffers[b] : nullptr;
  }
  if (epilogue_result_ >= 0) buffers[static_cast<size_t>(epilogue_result_)] = arguments.result;
  // Where the first element of the whole result would be, were all of it here.
  buffers[static_cast<size_t>(epilogue_sums_)] =
      reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(room(arguments, sums_at_)) -
                              static_cast<uintptr_t>((row * strip_ + column) * static_cast<int64_t>(sizeof(T))));
  const size_t rank = batch_dims_.size() + row_dims_.size() + column_dims_.size();
  std::vector<int64_t> begin(rank + 1, 0), end(rank + 1, 1);
  int64_t* row_begin = begin.data() + batch_dims_.size();
  int64_t* row_stop = end.data() + batch_dims_.size();
  std::byte* scratch = static_cast<std::byte*>(arguments.scratch) + loop_at_;
  for_boxes(batch_dims_, batch, batch + 1, begin.data(), end.data(), [&] {
    for_boxes(row_dims_, row, row_end, row_begin, row_stop, [&] {
      for_boxes(column_dims_, column / parts, column_end / parts, row_begin + row_dims_.size(),
                row_stop + row_dims_.size(),
                [&] { epilogue_->run_box(begin.data(), end.data(), buffers.data(), scratch); });
    });
  });
}

template <typename T>
void OwnMatmul<T>::run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const {
  if (pairs_ != nullptr && pairs_->begin != nullptr) pairs_->begin();
  int64_t packed = -1;  // the batch and strip that are in scratch
  for (int64_t task = first_task; task < end_task; ++task) {
    const int64_t block = task % row_blocks_, strip = task / row_blocks_ % strips_;
    const int64_t batch = task / row_blocks_ / strips_;
    const T* right = nullptr;
    if (rhs_packed_) {
      const int64_t panel = (packed_batches_ == 1 ? 0 : batch) * panels_ + strip * strip_ / panel_columns_;
      right = static_cast<const T*>(arguments.rhs) + panel * panel_size(terms_);
    } else if (packs_strips_) {
      T* panels = room(arguments, right_at_);
      right = panels;
      const int64_t wanted = (packed_batches_ == 1 ? 0 : batch) * strips_ + strip;
      if (packed != wanted) {
        packed = wanted;
        const std::byte* rhs = static_cast<const std::byte*>(arguments.rhs) +
                               rhs_batch_.offset(batch) * rhs_loader_.width() * (is_complex_ ? 2 : 1);
        pack_right(rhs, strip * strip_, std::min((strip + 1) * strip_, columns_), 0, terms_, panels,
                   room(arguments, room_at_));
      }
    }
    run_rows(batch, strip, block * task_rows_, std::min((block + 1) * task_rows_, rows_), right, arguments);
  }
  if (pairs_ != nullptr && pairs_->end != nullptr) pairs_->end();
}

}  // namespace

ElementType sum_type(ElementType lhs, ElementType rhs, ElementType result) {
  using enum ElementType;
  const ElementType types[] = {lhs, rhs, result};
  auto any = [&](auto holds) { return std::ranges::any_of(types, holds); };
  if (any([](ElementType t) { return t == kC128; })) return kC128;
  if (any([](ElementType t) { return is_complex(t); })) return kC64;
  if (any([](ElementType t) { return is_float(t); })) {
    return any([](ElementType t) { return t == kF64; }) ? kF64 : kF32;
  }
  return any([](ElementType t) { return byte_width(t) == 8; }) ? kU64 : kU32;
}

namespace {

// The transpose of a product: that of the right operand by the left one.
class SwappedMatmul final : public Matmul {
 public:
  explicit SwappedMatmul(std::shared_ptr<const Matmul> product) : product_(std::move(product)) {}
  int64_t tasks() const override { return product_->tasks(); }
  size_t scratch_bytes() const override { return product_->scratch_bytes(); }
  void run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const override {
    MatmulArguments swapped = arguments;
    std::swap(swapped.lhs, swapped.rhs);
    product_->run(first_task, end_task, swapped);
  }
  size_t packed_rhs_bytes() const override { return 0; }
  void pack_rhs(const void*, void*) const override {}
  const char* backend() const override { return product_->backend(); }

 private:
  std::shared_ptr<const Matmul> product_;
};

// Whether tiles of the result could be written where they belong if its rows were its columns.
bool is_transposed(const MatmulSpec& spec) {
  if (spec.epilogue || spec.rhs_packed || is_complex(spec.lhs_type)) return false;
  const auto stride = [](const std::vector<MatmulDim>& dims) {
    for (size_t d = dims.size(); d-- > 0;) {
      if (dims[d].size != 1) return dims[d].result;
    }
    return int64_t{0};
  };
  return stride(spec.rows) == 1 && stride(spec.columns) > 1;
}

MatmulSpec swapped(MatmulSpec spec) {
  std::swap(spec.lhs_type, spec.rhs_type);
  std::swap(spec.rows, spec.columns);
  for (auto* dims : {&spec.batch, &spec.rows, &spec.columns, &spec.depth}) {
    for (MatmulDim& dim : *dims) std::swap(dim.lhs, dim.rhs);
  }
  return spec;
}

// Null: as f32.
const PairKernel* pair_kernel(const MatmulSpec& spec, Backend backend) {
  if (backend == Backend::kOwnBlocks) return &portable_blocks_kernel();
  if (backend != Backend::kBest) return nullptr;
  constexpr int64_t kRowsForTiles = 16;  // fewer would leave half of a tile empty
  int64_t rows = 1;
  for (const MatmulDim& dim : spec.rows) rows *= dim.size;
  const PairKernel* tiles = rows >= kRowsForTiles ? bf16_tile_kernel() : nullptr;
  return tiles != nullptr ? tiles : bf16_kernel();
}

}  // namespace

std::shared_ptr<const Matmul> compile(const MatmulSpec& spec, Backend backend) {
  if (is_transposed(spec)) return std::make_shared<SwappedMatmul>(compile(swapped(spec), backend));
  const InstructionSet set = backend == Backend::kOwnScalar ? InstructionSet::kBaseline : instruction_set();
  switch (sum_type(spec.lhs_type, spec.rhs_type, spec.result_type)) {
    case ElementType::kF64:
    case ElementType::kC128: return std::make_shared<OwnMatmul<double>>(spec, set);
    case ElementType::kU32: return std::make_shared<OwnMatmul<uint32_t>>(spec, set);
    case ElementType::kU64: return std::make_shared<OwnMatmul<uint64_t>>(spec, set);
    default: break;
  }
  if (std::shared_ptr<const Matmul> few = compile_few_rows(spec, set)) return few;
  const bool bf16 = spec.lhs_type == ElementType::kBF16 && spec.rhs_type == ElementType::kBF16;
  return std::make_shared<OwnMatmul<float>>(spec, set, bf16 ? pair_kernel(spec, backend) : nullptr);
}

}  // namespace partita::core::engine::product
