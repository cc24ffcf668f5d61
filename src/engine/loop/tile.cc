// How a softmax of rows of 3,000 is run, with tiles of 1,024: phase 0 loads x tile by tile and keeps 32 partial maxima;
// their maximum is a value of the row; phase 1 loads x again, subtracts, takes exp, keeps that for the whole row
// (phase 2 needs it) and sums; phase 2 divides and stores. Rows of 100 are run 10 at a time, each phase in one tile.
#include "engine/loop/tile.h"

#include <algorithm>
#include <cstring>

#include "base/diagnostics.h"
#include "engine/loop/compute.h"
#include "engine/loop/emit_x64.h"
#include "eval/pointwise.h"

namespace partita::core::engine::loop {
namespace {

constexpr int64_t kTileBytes = 4096;
constexpr int64_t kAlign = 64;

int64_t aligned(int64_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

// Where the bytes of a value are.
struct Place {
  int64_t offset = -1;     // in scratch
  bool whole_row = false;  // element i of the row is at i, not at i - start of the tile
};

struct Step {
  enum class Kind : uint8_t { kLoad, kIota, kCompute, kCall, kSpread, kReduce };
  Kind kind = Kind::kCompute;
  Extent extent = Extent::kElement;  // of the result; of kReduce: of the operand
  int value = -1;                    // instruction, or number of a spread value
  int operands[3] = {-1, -1, -1};
  int count = 0;
  Extent source = Extent::kElement;  // kSpread: of the operand
  Place place;
  Computation computation;
  Conversion conversion;    // kIota
  Combination combination;  // kReduce
  int64_t parts = 0;        // kReduce: in scratch
  int64_t width = 4;        // of the result in registers
  LoadFunction load = nullptr;
  bool may_alias = false;  // kLoad: registers are as the memory is
};

struct Output {
  Store store;
  int value = -1;  // possibly spread
  Extent extent = Extent::kElement;
  ElementType type = ElementType::kF32;  // of the buffer
  StoreFunction function = nullptr;
  int64_t width = 4;
  // Of those that accumulate.
  Combination combination;
  int64_t sums = 0;  // in scratch
};

// A box that is being run.
struct Run {
  const int64_t* begin;
  const int64_t* end;
  void* const* buffers;
  std::byte* scratch;
  const void** values;             // where each value is now
  std::vector<int64_t>& at;        // index of the first row, for the outer dimensions
  int64_t rows = 1;                // of the tile, along the last outer dimension
  int64_t first = 0, columns = 0;  // of the tile, in the row
};

class TileKernel final : public Kernel {
 public:
  TileKernel(Plan plan, InstructionSet set);
  int64_t tasks() const override { return plan_.tasks; }
  size_t scratch_bytes() const override { return static_cast<size_t>(scratch_); }
  const char* backend() const override { return kernels_.name; }
  void run(int64_t first_task, int64_t end_task, void* const* buffers, void* scratch) const override;
  void run_box(const int64_t* begin, const int64_t* end, void* const* buffers, void* scratch) const override;

 private:
  int64_t allocate(int64_t bytes) {
    const int64_t at = scratch_;
    scratch_ += aligned(bytes);
    return at;
  }
  int spread(int value, Extent to, int phase);
  void add_instruction(int i);
  void place_values();

  void run_rows(Run& run) const;
  void run_step(const Step& step, Run& run) const;
  void call(const Step& step, const void* const* operands, std::byte* to, int64_t n) const;
  void load(const Step& step, Run& run, std::byte* to) const;
  void count(const Step& step, Run& run, std::byte* to) const;
  void store(const Output& output, Run& run) const;
  void accumulate(const Output& output, Run& run) const;
  void begin_sums(const Output& output, Run& run) const;
  void end_sums(const Output& output, Run& run) const;
  std::vector<int64_t> sums_strides(const Output& output, const Run& run) const;
  int64_t elements(Extent extent, const Run& run) const {
    return extent == Extent::kUniform ? 1 : extent == Extent::kRow ? run.rows : run.rows * run.columns;
  }
  // Calls visit(element of the tile, offset along `strides`, elements) for each run of one row of the tile.
  template <typename Visit>
  void for_runs(const std::vector<int64_t>& strides, const Run& run, Visit&& visit) const;
  int64_t outer_offset(const std::vector<int64_t>& strides, const Run& run) const;

  Plan plan_;
  const TileKernels& kernels_;
  int64_t tile_columns_ = 1, tile_rows_ = 1;
  std::vector<Step> uniform_;
  std::vector<std::vector<Step>> row_steps_, steps_;  // of each phase: once for its rows, and for each tile
  std::vector<Output> outputs_;
  int num_values_ = 0;
  std::vector<int> spread_;  // of each value and extent, its spread copy
  struct Kept {
    int value;
    int64_t offset, width;
  };
  std::vector<Kept> kept_;  // values of elements that a later phase needs
  int64_t scratch_ = 0, values_at_ = 0;
};

TileKernel::TileKernel(Plan plan, InstructionSet set) : plan_(std::move(plan)), kernels_(tile_kernels(set)) {
  const Program& program = plan_.program;
  const int64_t row = plan_.row_size();
  int64_t widest = 1;
  for (const Instruction& i : program.instructions) {
    widest = std::max<int64_t>(widest, byte_width(register_type(i.type)));
  }
  const int64_t tile = std::max<int64_t>(kTileBytes / std::max<int64_t>(widest, 4), 256);
  tile_columns_ = std::clamp<int64_t>(row, 1, tile);
  const int outer = plan_.outer_rank();
  if (row <= tile && outer > 0) {
    tile_rows_ =
        std::clamp<int64_t>(tile / std::max<int64_t>(row, 1), 1, std::max<int64_t>(program.dims[outer - 1], 1));
  }
  row_steps_.resize(static_cast<size_t>(plan_.num_phases));
  steps_.resize(static_cast<size_t>(plan_.num_phases));
  num_values_ = static_cast<int>(program.instructions.size());
  spread_.assign(static_cast<size_t>(3 * num_values_), -1);
  for (int i = 0; i < static_cast<int>(program.instructions.size()); ++i) add_instruction(i);
  for (const Store& store : program.stores) {
    Output output;
    output.store = store;
    output.value = store.value;
    output.extent = plan_.extents[store.value];
    const Buffer& buffer = program.buffers[store.buffer];
    const ElementType type = program.instructions[store.value].type;
    PARTITA_INVARIANT(buffer.type == type, "a store of another type");
    bool along_row = !plan_.reduces && store.accumulates;
    for (int d = outer; d < plan_.rank(); ++d) along_row |= buffer.strides[d] != 0 && program.dims[d] != 1;
    const Extent wanted = along_row ? Extent::kElement : Extent::kRow;
    if (output.extent < wanted) {
      output.value = spread(store.value, wanted, plan_.num_phases - 1);
      output.extent = wanted;
    }
    output.type = buffer.type;
    output.function = kernels_.find_store(buffer.type);
    output.width = byte_width(register_type(type));
    if (store.accumulates) {
      output.combination = Combination(kernels_, store.combiner, type);
      int64_t sums = 1;
      for (int d = 0; d < plan_.rank(); ++d) {
        if (buffer.strides[d] != 0) sums *= d == plan_.split_dim ? plan_.split_size : program.dims[d];
      }
      output.sums = allocate(sums * output.width);
    }
    outputs_.push_back(output);
  }
  place_values();
  values_at_ = allocate(num_values_ * static_cast<int64_t>(sizeof(void*)));
}

// A value of the row, or one that is the same everywhere, as many elements.
int TileKernel::spread(int value, Extent to, int phase) {
  int& known = spread_[static_cast<size_t>(3 * value + static_cast<int>(to))];
  if (known >= 0) return known;
  const ElementType type = plan_.program.instructions[value].type;
  Step step;
  step.kind = Step::Kind::kSpread;
  step.extent = to;
  step.value = num_values_++;
  step.count = 1;
  step.operands[0] = value;
  step.source = plan_.extents[value];
  step.width = byte_width(register_type(type));
  step.place.offset = allocate(step.width * (to == Extent::kRow ? tile_rows_ : tile_rows_ * tile_columns_));
  known = step.value;
  // Spread when the value is there, for all phases to come.
  row_steps_[static_cast<size_t>(std::min(plan_.phases[value], phase))].push_back(step);
  return step.value;
}

void TileKernel::add_instruction(int i) {
  const Program& program = plan_.program;
  const Instruction& instruction = program.instructions[i];
  Step step;
  step.extent = plan_.extents[i];
  step.value = i;
  step.count = num_operands(instruction);
  step.width = byte_width(register_type(instruction.type));
  const int phase = plan_.phases[i];
  switch (instruction.op) {
    case Op::kConstant:
    case Op::kLoad:
      step.kind = Step::Kind::kLoad;
      step.load = kernels_.find_load(instruction.type);
      // What is stored as it was loaded must survive the stores before it.
      step.may_alias = instruction.op == Op::kLoad && !is_narrow_float(instruction.type) &&
                       std::ranges::none_of(program.stores, [i](const Store& store) { return store.value == i; });
      break;
    case Op::kIota:
      step.kind = Step::Kind::kIota;
      step.conversion = Conversion(kernels_, ElementType::kS64, instruction.type);
      break;
    case Op::kReduce: {
      step.kind = Step::Kind::kReduce;
      step.combination = Combination(kernels_, static_cast<Combiner>(instruction.index), instruction.type);
      step.operands[0] = instruction.operands[0];
      if (plan_.extents[step.operands[0]] != Extent::kElement) {
        step.operands[0] = spread(step.operands[0], Extent::kElement, phase - 1);
      }
      step.extent = Extent::kElement;
      step.parts = allocate(kPartBytes);
      step.place.offset = allocate(step.width * tile_rows_);
      steps_[static_cast<size_t>(phase - 1)].push_back(step);
      return;
    }
    default: {
      step.kind = instruction.op == Op::kCall ? Step::Kind::kCall : Step::Kind::kCompute;
      Form form = Form::kVectors;
      const bool scalars = step.kind == Step::Kind::kCompute && has_scalar_forms(kernels_, program, instruction);
      for (int j = 0; j < step.count; ++j) {
        const int operand = instruction.operands[j];
        step.operands[j] = operand;
        const Extent extent = plan_.extents[operand];
        if (extent == step.extent) continue;
        if (scalars && form == Form::kVectors && (extent == Extent::kUniform || tile_rows_ == 1)) {
          form = j == 0 ? Form::kScalarLeft : Form::kScalarRight;
        } else {
          step.operands[j] = spread(operand, step.extent, phase);
        }
      }
      if (step.kind == Step::Kind::kCompute) step.computation = Computation(kernels_, program, instruction, form);
      break;
    }
  }
  if (step.extent == Extent::kUniform && phase == 0) {
    step.place.offset = allocate(16);
    uniform_.push_back(step);
  } else if (step.extent != Extent::kElement) {
    step.place.offset = allocate(16 * tile_rows_);
    row_steps_[static_cast<size_t>(phase)].push_back(step);
  } else {
    // Loads and indices are taken again in each phase that needs them.
    const bool again = step.kind == Step::Kind::kLoad || step.kind == Step::Kind::kIota;
    std::vector<char> needed(static_cast<size_t>(plan_.num_phases), 0);
    needed[static_cast<size_t>(phase)] = again ? 0 : 1;
    if (again) {
      for (size_t user = static_cast<size_t>(i) + 1; user < program.instructions.size(); ++user) {
        const Instruction& other = program.instructions[user];
        for (int j = 0; j < num_operands(other); ++j) {
          if (other.operands[j] != i) continue;
          needed[static_cast<size_t>(plan_.phases[user] - (other.op == Op::kReduce ? 1 : 0))] = 1;
        }
      }
      for (const Store& store : program.stores) {
        if (store.value == i) needed.back() = 1;
      }
    }
    for (size_t p = 0; p < needed.size(); ++p) {
      if (needed[p]) steps_[p].push_back(step);
    }
  }
}

// Memory for the values of elements: of the whole row where a later phase needs them, else a register of a tile, free
// again after the last use.
void TileKernel::place_values() {
  const int64_t tile = tile_rows_ * tile_columns_;
  std::vector<int> last_phase(static_cast<size_t>(num_values_), -1);
  for (size_t p = 0; p < steps_.size(); ++p) {
    for (const Step& step : steps_[p]) {
      for (int j = 0; j < step.count; ++j) last_phase[static_cast<size_t>(step.operands[j])] = static_cast<int>(p);
    }
  }
  for (const Output& output : outputs_) {
    last_phase[static_cast<size_t>(output.value)] = static_cast<int>(steps_.size()) - 1;
  }
  int64_t width = 1;
  for (const auto& steps : steps_) {
    for (const Step& step : steps) width = std::max(width, step.width);
  }
  std::vector<int64_t> free;
  for (size_t p = 0; p < steps_.size(); ++p) {
    std::vector<int> last_use(static_cast<size_t>(num_values_), -1);
    const int end = static_cast<int>(steps_[p].size());
    for (int s = 0; s < end; ++s) {
      const Step& step = steps_[p][s];
      for (int j = 0; j < step.count; ++j) last_use[static_cast<size_t>(step.operands[j])] = s;
    }
    if (p + 1 == steps_.size()) {
      for (const Output& output : outputs_) last_use[static_cast<size_t>(output.value)] = end;
    }
    std::vector<std::pair<int, int64_t>> taken;  // last use, register
    for (int s = 0; s < end; ++s) {
      Step& step = steps_[p][s];
      if (step.kind == Step::Kind::kReduce) continue;
      const bool again = step.kind == Step::Kind::kLoad || step.kind == Step::Kind::kIota;
      if (!again && last_phase[static_cast<size_t>(step.value)] > static_cast<int>(p)) {
        step.place = {.offset = allocate(step.width * std::max(tile, plan_.row_size())), .whole_row = true};
        kept_.push_back({step.value, step.place.offset, step.width});
        continue;
      }
      std::erase_if(taken, [&](const std::pair<int, int64_t>& it) {
        if (it.first >= s) return false;
        free.push_back(it.second);
        return true;
      });
      if (free.empty()) free.push_back(allocate(width * tile));
      step.place.offset = free.back();
      free.pop_back();
      taken.emplace_back(last_use[static_cast<size_t>(step.value)], step.place.offset);
    }
    for (const auto& [use, offset] : taken) free.push_back(offset);
  }
}

template <typename Visit>
void TileKernel::for_runs(const std::vector<int64_t>& strides, const Run& run, Visit&& visit) const {
  const int last = plan_.rank() - 1, outer = plan_.outer_rank();
  if (plan_.program.row_rank == 1) {
    visit(int64_t{0}, (run.begin[last] + run.first) * strides[last], run.columns);
    return;
  }
  // Rows of several dimensions are whole.
  const std::vector<int64_t>& dims = plan_.program.dims;
  for (int64_t done = 0; done < run.columns;) {
    int64_t rest = run.first + done, offset = 0;
    const int64_t within = rest % dims[last];
    for (int d = last; d >= outer; --d) {
      offset += rest % dims[d] * strides[d];
      rest /= dims[d];
    }
    const int64_t count = std::min(dims[last] - within, run.columns - done);
    visit(done, offset, count);
    done += count;
  }
}

int64_t TileKernel::outer_offset(const std::vector<int64_t>& strides, const Run& run) const {
  int64_t offset = 0;
  for (int d = 0; d < plan_.outer_rank(); ++d) offset += run.at[static_cast<size_t>(d)] * strides[d];
  return offset;
}

void TileKernel::load(const Step& step, Run& run, std::byte* to) const {
  const Instruction& instruction = plan_.program.instructions[step.value];
  if (instruction.op == Op::kConstant) return step.load(instruction.bits, 0, to, 1);
  const Buffer& buffer = plan_.program.buffers[instruction.index];
  const int64_t width = byte_width(buffer.type);
  const int outer = plan_.outer_rank();
  const std::byte* from = static_cast<const std::byte*>(run.buffers[instruction.index]);
  from += outer_offset(buffer.strides, run) * width;
  const int64_t row_stride = outer > 0 ? buffer.strides[outer - 1] : 0;
  if (step.extent != Extent::kElement) return step.load(from, row_stride, to, elements(step.extent, run));
  const int last = plan_.rank() - 1;
  if (step.may_alias && plan_.program.row_rank == 1 && buffer.strides[last] == 1 &&
      (run.rows == 1 || row_stride == run.columns)) {
    run.values[step.value] = from + (run.begin[last] + run.first) * width;
    return;
  }
  for (int64_t r = 0; r < run.rows; ++r) {
    for_runs(buffer.strides, run, [&](int64_t element, int64_t offset, int64_t count) {
      step.load(from + (r * row_stride + offset) * width, buffer.strides[last],
                to + (r * run.columns + element) * step.width, count);
    });
  }
}

void TileKernel::count(const Step& step, Run& run, std::byte* to) const {
  const int dim = plan_.program.instructions[step.value].index, outer = plan_.outer_rank();
  constexpr int64_t kBlock = 128;
  int64_t indices[kBlock];
  const int64_t n = elements(step.extent, run);
  if (dim < outer) {
    for (int64_t done = 0; done < n; done += kBlock) {
      const int64_t count = std::min(kBlock, n - done);
      for (int64_t i = 0; i < count; ++i) {
        indices[i] = run.at[static_cast<size_t>(dim)] + (dim == outer - 1 ? done + i : 0);
      }
      step.conversion.run(indices, to + done * step.width, count);
    }
    return;
  }
  const std::vector<int64_t>& dims = plan_.program.dims;
  int64_t inner = 1;
  for (int d = dim + 1; d < plan_.rank(); ++d) inner *= dims[d];
  const int64_t start = plan_.program.row_rank == 1 ? run.begin[dim] + run.first : run.first;
  for (int64_t r = 0; r < run.rows; ++r) {
    for (int64_t done = 0; done < run.columns; done += kBlock) {
      const int64_t count = std::min(kBlock, run.columns - done);
      for (int64_t i = 0; i < count; ++i) indices[i] = (start + done + i) / inner % dims[dim];
      step.conversion.run(indices, to + (r * run.columns + done) * step.width, count);
    }
  }
}

// What is called has elements as they are stored, and narrow floats are wider in registers.
void TileKernel::call(const Step& step, const void* const* operands, std::byte* to, int64_t n) const {
  constexpr int64_t kBlock = 256;
  const Program& program = plan_.program;
  const Instruction& instruction = program.instructions[step.value];
  const Call& call = program.calls[instruction.index];
  ElementType types[4] = {};  // of the operands, then of the result
  bool narrow = false;
  for (int j = 0; j <= step.count; ++j) {
    types[j] = j < step.count ? program.instructions[instruction.operands[j]].type : instruction.type;
    narrow = narrow || is_narrow_float(types[j]);
  }
  if (!narrow) return call.function(operands, to, n, call.context.get());
  for (int64_t at = 0; at < n; at += kBlock) {
    const int64_t count = std::min(kBlock, n - at);
    uint16_t stored[4][kBlock];
    const void* sources[3] = {};
    for (int j = 0; j < step.count; ++j) {
      const std::byte* from = static_cast<const std::byte*>(operands[j]) + at * byte_width(register_type(types[j]));
      sources[j] = from;
      if (!is_narrow_float(types[j])) continue;
      kernels_.find_store(types[j])(from, stored[j], 1, count);
      sources[j] = stored[j];
    }
    std::byte* target = to + at * step.width;
    const bool widens = is_narrow_float(instruction.type);
    call.function(sources, widens ? static_cast<void*>(stored[3]) : target, count, call.context.get());
    if (widens) kernels_.find_load(instruction.type)(stored[3], 1, target, count);
  }
}

void TileKernel::run_step(const Step& step, Run& run) const {
  std::byte* to = run.scratch + step.place.offset;
  if (step.place.whole_row) to += run.first * step.width;
  if (step.kind != Step::Kind::kReduce) run.values[step.value] = to;
  const void* operands[3] = {};
  for (int j = 0; j < step.count; ++j) operands[j] = run.values[step.operands[j]];
  const int64_t n = elements(step.extent, run);
  switch (step.kind) {
    case Step::Kind::kLoad: load(step, run, to); return;
    case Step::Kind::kIota: count(step, run, to); return;
    case Step::Kind::kCompute: step.computation.run(operands, to, n); return;
    case Step::Kind::kCall: call(step, operands, to, n); return;
    case Step::Kind::kSpread: {
      const std::byte* from = static_cast<const std::byte*>(operands[0]);
      const bool rows = step.source == Extent::kRow;
      const int64_t sources = rows ? run.rows : 1, each = n / std::max<int64_t>(sources, 1);
      for (int64_t r = 0; r < sources; ++r) {
        const LoadFunction fill = kernels_.find_load(step.width == 16  ? ElementType::kC128
                                                     : step.width == 8 ? ElementType::kU64
                                                     : step.width == 4 ? ElementType::kU32
                                                     : step.width == 2 ? ElementType::kU16
                                                                       : ElementType::kU8);
        fill(from + r * step.width, 0, to + r * each * step.width, each);
      }
      return;
    }
    case Step::Kind::kReduce: {
      // Long rows come in several tiles; parts are kept between them.
      std::byte* parts = run.scratch + step.parts;
      run.values[step.value] = to;
      const int64_t last =
          plan_.program.row_rank == 1 ? run.end[plan_.rank() - 1] - run.begin[plan_.rank() - 1] : plan_.row_size();
      for (int64_t r = 0; r < run.rows; ++r) {
        if (run.first == 0) step.combination.begin(parts);
        step.combination.accumulate(static_cast<const std::byte*>(operands[0]) + r * run.columns * step.width,
                                    run.columns, parts);
        if (run.first + run.columns >= last) step.combination.finish(parts, to + r * step.width);
      }
      return;
    }
  }
}

void TileKernel::store(const Output& output, Run& run) const {
  const Buffer& buffer = plan_.program.buffers[output.store.buffer];
  const int64_t width = byte_width(buffer.type);
  const int outer = plan_.outer_rank(), last = plan_.rank() - 1;
  std::byte* to = static_cast<std::byte*>(run.buffers[output.store.buffer]) + outer_offset(buffer.strides, run) * width;
  const std::byte* from = static_cast<const std::byte*>(run.values[output.value]);
  const int64_t row_stride = outer > 0 ? buffer.strides[outer - 1] : 0;
  if (output.extent != Extent::kElement) return output.function(from, to, row_stride, elements(output.extent, run));
  for (int64_t r = 0; r < run.rows; ++r) {
    for_runs(buffer.strides, run, [&](int64_t element, int64_t offset, int64_t count) {
      output.function(from + (r * run.columns + element) * output.width, to + (r * row_stride + offset) * width,
                      buffer.strides[last], count);
    });
  }
}

// Strides of the sums in scratch, dense over the dimensions that the buffer has, for the box.
std::vector<int64_t> TileKernel::sums_strides(const Output& output, const Run& run) const {
  const std::vector<int64_t>& of_buffer = plan_.program.buffers[output.store.buffer].strides;
  std::vector<int64_t> strides(of_buffer.size(), 0);
  int64_t size = 1;
  for (int d = plan_.rank() - 1; d >= 0; --d) {
    if (of_buffer[d] == 0) continue;
    strides[d] = size;
    size *= run.end[d] - run.begin[d];
  }
  return strides;
}

void TileKernel::begin_sums(const Output& output, Run& run) const {
  int64_t n = 1;
  const std::vector<int64_t>& strides = plan_.program.buffers[output.store.buffer].strides;
  for (int d = 0; d < plan_.rank(); ++d) n *= strides[d] != 0 ? run.end[d] - run.begin[d] : 1;
  const void* first = output.store.initial < 0 ? output.combination.identity() : run.values[output.store.initial];
  std::byte* sums = run.scratch + output.sums;
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(sums + i * output.width, first, static_cast<size_t>(output.width));
  }
}

void TileKernel::accumulate(const Output& output, Run& run) const {
  const std::vector<int64_t> strides = sums_strides(output, run);
  const int outer = plan_.outer_rank(), last = plan_.rank() - 1;
  int64_t base = 0;
  for (int d = 0; d < outer; ++d) base += (run.at[static_cast<size_t>(d)] - run.begin[d]) * strides[d];
  if (plan_.program.row_rank == 1) base -= run.begin[last] * strides[last];
  const std::byte* from = static_cast<const std::byte*>(run.values[output.value]);
  std::byte* sums = run.scratch + output.sums;
  const int64_t row_stride = outer > 0 ? strides[outer - 1] : 0, width = output.width;
  if (output.extent == Extent::kElement && row_stride == 0 && plan_.program.row_rank == 1 && strides[last] == 1) {
    const int64_t offset = run.begin[last] + run.first;
    return output.combination.combine_rows(sums + (base + offset) * width, from, run.columns, run.rows);
  }
  for (int64_t r = 0; r < run.rows; ++r) {
    std::byte* row = sums + (base + r * row_stride) * width;
    if (output.extent != Extent::kElement) {
      output.combination.combine(row, from + (output.extent == Extent::kRow ? r : 0) * width, 1);
      continue;
    }
    for_runs(strides, run, [&](int64_t element, int64_t offset, int64_t count) {
      const std::byte* x = from + (r * run.columns + element) * width;
      if (strides[last] == 1) return output.combination.combine(row + offset * width, x, count);
      for (int64_t i = 0; i < count; ++i) {
        output.combination.combine(row + (offset + i * strides[last]) * width, x + i * width, 1);
      }
    });
  }
}

void TileKernel::end_sums(const Output& output, Run& run) const {
  const Buffer& buffer = plan_.program.buffers[output.store.buffer];
  const std::vector<int64_t> strides = sums_strides(output, run);
  const int64_t width = byte_width(buffer.type);
  const TileFunction round = is_narrow_float(buffer.type) ? kernels_.find_round(buffer.type) : nullptr;
  std::vector<int> kept;
  for (int d = 0; d < plan_.rank(); ++d) {
    if (buffer.strides[d] == 0) continue;
    if (run.end[d] == run.begin[d]) return;
    kept.push_back(d);
  }
  std::vector<int64_t> at(kept.size(), 0);
  std::byte* sums = run.scratch + output.sums;
  for (;;) {
    int64_t from = 0, to = 0, count = 1, stride = 1;
    for (size_t k = 0; k < kept.size(); ++k) {
      from += at[k] * strides[kept[k]];
      to += (run.begin[kept[k]] + at[k]) * buffer.strides[kept[k]];
    }
    if (!kept.empty()) {
      count = run.end[kept.back()] - run.begin[kept.back()];
      stride = buffer.strides[kept.back()];
    }
    std::byte* source = sums + from * output.width;
    if (round != nullptr) {
      const void* x = source;
      round(&x, source, count);
    }
    output.function(source, static_cast<std::byte*>(run.buffers[output.store.buffer]) + to * width, stride, count);
    int k = static_cast<int>(kept.size()) - 2;
    for (; k >= 0; --k) {
      if (++at[k] < run.end[kept[k]] - run.begin[kept[k]]) break;
      at[k] = 0;
    }
    if (k < 0) return;
  }
}

// The rows from run.at on, run.rows of them.
void TileKernel::run_rows(Run& run) const {
  const int last = plan_.rank() - 1;
  const int64_t row = plan_.program.row_rank == 1 ? run.end[last] - run.begin[last] : plan_.row_size();
  for (size_t p = 0; p < steps_.size(); ++p) {
    run.first = 0;
    run.columns = std::min(row, tile_columns_);
    for (const Step& step : row_steps_[p]) run_step(step, run);
    const bool stores = p + 1 == steps_.size();
    if (stores) {
      for (const Output& output : outputs_) {
        if (output.extent != Extent::kElement) output.store.accumulates ? accumulate(output, run) : store(output, run);
      }
    }
    if (steps_[p].empty() && !stores) continue;
    do {
      run.columns = std::min(row - run.first, tile_columns_);
      for (const Kept& kept : kept_) run.values[kept.value] = run.scratch + kept.offset + run.first * kept.width;
      for (const Step& step : steps_[p]) run_step(step, run);
      if (stores) {
        for (const Output& output : outputs_) {
          if (output.extent != Extent::kElement) continue;
          output.store.accumulates ? accumulate(output, run) : store(output, run);
        }
      }
      run.first += run.columns;
    } while (run.first < row);
  }
}

void TileKernel::run_box(const int64_t* begin, const int64_t* end, void* const* buffers, void* scratch) const {
  const int outer = plan_.outer_rank();
  std::vector<int64_t> at(begin, begin + outer);
  std::byte* memory = static_cast<std::byte*>(scratch);
  Run run{.begin = begin,
          .end = end,
          .buffers = buffers,
          .scratch = memory,
          .values = reinterpret_cast<const void**>(memory + values_at_),
          .at = at};
  for (const Step& step : uniform_) run_step(step, run);
  bool empty = false;
  for (int d = 0; d < plan_.rank(); ++d) empty |= end[d] <= begin[d] && !(plan_.reduces && d >= outer);
  for (const Output& output : outputs_) {
    if (output.store.accumulates) begin_sums(output, run);
  }
  while (!empty) {
    run.rows = outer > 0 ? std::min(tile_rows_, end[outer - 1] - run.at[static_cast<size_t>(outer) - 1]) : 1;
    run_rows(run);
    if (outer == 0) break;
    run.at[static_cast<size_t>(outer) - 1] += run.rows;
    int d = outer - 1;
    while (d >= 0 && run.at[static_cast<size_t>(d)] >= end[d]) {
      run.at[static_cast<size_t>(d)] = begin[d];
      if (--d >= 0) ++run.at[static_cast<size_t>(d)];
    }
    if (d < 0) break;
  }
  for (const Output& output : outputs_) {
    if (output.store.accumulates) end_sums(output, run);
  }
}

void TileKernel::run(int64_t first_task, int64_t end_task, void* const* buffers, void* scratch) const {
  std::vector<int64_t> begin(plan_.program.dims.size(), 0), end = plan_.program.dims;
  for (int64_t task = first_task; task < end_task; ++task) {
    const size_t d = static_cast<size_t>(plan_.split_dim);
    begin[d] = task * plan_.split_size;
    end[d] = std::min(begin[d] + plan_.split_size, plan_.program.dims[d]);
    run_box(begin.data(), end.data(), buffers, scratch);
  }
}

}  // namespace

std::shared_ptr<const Kernel> make_tile_kernel(Plan plan, InstructionSet set) {
  return std::make_shared<TileKernel>(std::move(plan), set);
}

std::shared_ptr<const Kernel> compile(const Program& program, const CompileOptions& options) {
  const InstructionSet set = options.backend == Backend::kScalarTiles ? InstructionSet::kBaseline : instruction_set();
  Plan plan = make_plan(program, options.keep_dims);
  if (options.backend == Backend::kBest) {
    if (std::shared_ptr<const Kernel> emitted = make_emitted_kernel(plan)) return emitted;
  }
  return make_tile_kernel(std::move(plan), set);
}

}  // namespace partita::core::engine::loop
