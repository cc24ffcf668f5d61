// Loops over few neighbours, as of images whose last dimension has 4 channels, become loops over rows of hundreds of
// elements: what is the same for all pixels is repeated for the pixels of a row. What is summed over all pixels is
// written first, and summed in a loop that does nothing else.
//
//   8 x 64 x 64 x 4: %y = relu(%x * scale[4]), sum of %y over all pixels
//
//   copy    rows[64 x 4] = scale[4] for each of 64
//   loop    8 x 64 x (64 x 4): %y = relu(%x * rows)
//   loop    8 x 64 x 64 x 4: sum of %y
#include <algorithm>
#include <numeric>

#include "engine/lowering.h"
#include "engine/steps.h"

namespace partita::core::engine {
namespace {

constexpr int64_t kNarrow = 64, kWide = 256, kWidest = 2048;  // elements of a row
constexpr int64_t kManyElements = 8192;

// Dimension d in two, the second of `size`.
void split_dim(loop::Program& program, int d, int64_t size) {
  program.dims[d] /= size;
  program.dims.insert(program.dims.begin() + d + 1, size);
  for (loop::Buffer& buffer : program.buffers) {
    const int64_t stride = buffer.strides[d];
    buffer.strides.insert(buffer.strides.begin() + d + 1, stride);
    buffer.strides[d] = stride * size;
  }
}

// Of the dimensions from `first` on: whether they are one run of elements, or one element.
bool is_one_run(const loop::Program& program, const loop::Buffer& buffer, int first) {
  const int last = static_cast<int>(program.dims.size()) - 1;
  for (int d = last; d > first; --d) {
    if (buffer.strides[d - 1] != buffer.strides[d] * program.dims[d]) return false;
  }
  return true;
}

bool is_same_outside(const loop::Program& program, const loop::Buffer& buffer, int first) {
  for (int d = 0; d < first; ++d) {
    if (program.dims[d] > 1 && buffer.strides[d] != 0) return false;
  }
  return true;
}

// A loop whose dimensions from first() on become a row.
class NarrowLoop {
 public:
  NarrowLoop(loop::Program& program, const std::vector<Place>& places, int first = 0)
      : program_(program), places_(places), first_(first) {}
  int first() const { return first_; }
  // Finds the dimensions of a row; they may be divided for it.
  bool divide();
  // Whether rows become longer by that, and what is repeated or summed is small.
  bool is_worth_it() const;
  // What a buffer has for a row, as it is, and from now on: dense, and the same for all rows.
  View row_of(int buffer) const;
  void repeat(int buffer);

 private:
  loop::Program& program_;
  const std::vector<Place>& places_;
  int first_;
};

bool NarrowLoop::divide() {
  loop::Program& program = program_;
  const int64_t all = std::accumulate(program.dims.begin(), program.dims.end(), int64_t{1}, std::multiplies<int64_t>());
  if (program.row_rank > 0 || all < kManyElements || program.dims.back() >= kNarrow) return false;
  for (const loop::Instruction& i : program.instructions) {
    if (i.op == loop::Op::kIota) return false;
  }
  int64_t row = 1;
  first_ = static_cast<int>(program.dims.size());
  while (first_ > 0 && row < kWide) row *= program.dims[--first_];
  if (row > kWidest) {
    const int64_t inside = row / program.dims[first_];
    int64_t size = std::max<int64_t>(kWidest / inside, 1);
    while (program.dims[first_] % size != 0) --size;
    split_dim(program, first_, size);
    row = inside * size;
    ++first_;
  }
  return first_ > 0 && row >= kNarrow;
}

bool NarrowLoop::is_worth_it() const {
  bool blocked = false;
  for (const loop::Store& store : program_.stores) {
    const loop::Buffer& buffer = program_.buffers[store.buffer];
    if (!store.accumulates) {
      if (!is_one_run(program_, buffer, first_)) return false;
      continue;
    }
    const bool is_constant = store.initial < 0 || program_.instructions[store.initial].op == loop::Op::kConstant;
    if (!is_constant || !is_same_outside(program_, buffer, first_) || byte_width(buffer.type) < 4 ||
        program_.instructions[store.value].type != buffer.type) {
      return false;
    }
    blocked = true;
  }
  for (const loop::Instruction& i : program_.instructions) {
    if (i.op != loop::Op::kLoad) continue;
    const loop::Buffer& buffer = program_.buffers[i.index];
    if (is_one_run(program_, buffer, first_)) continue;
    if (!is_same_outside(program_, buffer, first_)) return false;
    blocked = true;
  }
  return blocked;
}

View NarrowLoop::row_of(int buffer) const {
  View view;
  view.place = places_[buffer];
  view.element = program_.buffers[buffer].type;
  view.dims.assign(program_.dims.begin() + first_, program_.dims.end());
  const std::vector<int64_t>& strides = program_.buffers[buffer].strides;
  view.strides.assign(strides.begin() + first_, strides.end());
  return view;
}

void NarrowLoop::repeat(int buffer) {
  std::vector<int64_t>& strides = program_.buffers[buffer].strides;
  std::fill(strides.begin(), strides.end(), 0);
  std::ranges::copy(dense_strides(Ints(program_.dims).subspan(first_)), strides.begin() + first_);
}

}  // namespace

void Lowering::widen_narrow_loop(const Op* op, loop::Program& program, std::vector<Place>& places,
                                 std::vector<View>& loads, std::vector<View>& stores,
                                 std::vector<std::unique_ptr<Step>>& after) {
  loop::Program changed = program;
  NarrowLoop narrow(changed, places);
  if (!narrow.divide() || !narrow.is_worth_it()) return;
  program = std::move(changed);
  NarrowLoop rows(program, places, narrow.first());
  std::vector<char> done(program.buffers.size(), 0);
  for (const loop::Instruction& i : program.instructions) {
    if (i.op != loop::Op::kLoad || done[i.index] || is_one_run(program, program.buffers[i.index], rows.first()))
      continue;
    done[i.index] = 1;
    const View repeated = copied(rows.row_of(i.index), op);
    places[i.index] = repeated.place;
    loads.push_back(repeated);
    rows.repeat(i.index);
  }
  std::vector<char> kept;  // of what is summed: whether this loop writes it for that alone
  for (const loop::Store& store : program.stores) {
    if (!store.accumulates) continue;
    View sums;
    sums.place = places[store.buffer];
    sums.element = program.buffers[store.buffer].type;
    sums.dims = program.dims;
    sums.strides = program.buffers[store.buffer].strides;
    View terms = sums;
    terms.strides = dense_strides(terms.dims);
    const auto written = std::ranges::find_if(program.stores, [&](const loop::Store& other) {
      return !other.accumulates && other.value == store.value && program.buffers[other.buffer].strides == terms.strides;
    });
    if (written != program.stores.end()) {
      terms.place = places[written->buffer];
      kept.push_back(false);
    } else {
      terms.place = {new_buffer(terms.bytes()), 0, -1};
      kept.push_back(true);
    }
    loop::Program end;
    end.dims = program.dims;
    const int term = end.load(end.add_buffer(terms.element, terms.strides));
    int initial = -1;
    if (store.initial >= 0) {
      const loop::Instruction& constant = program.instructions[store.initial];
      initial = end.constant_bits(constant.type, constant.bits[0], constant.bits[1]);
    }
    end.accumulate(end.add_buffer(sums.element, sums.strides), term, store.combiner, initial);
    after.push_back(std::make_unique<LoopStep>(op, end, std::vector<Place>{terms.place, sums.place},
                                               std::vector<View>{terms}, std::vector<View>{sums}));
    places[store.buffer] = terms.place;
    stores.push_back(terms);
    program.buffers[store.buffer].strides = terms.strides;
  }
  std::vector<loop::Store> plain;
  size_t next = 0;
  for (const loop::Store& store : program.stores) {
    if (!store.accumulates || kept[next++]) plain.push_back({.buffer = store.buffer, .value = store.value});
  }
  program.stores = std::move(plain);
}

}  // namespace partita::core::engine
