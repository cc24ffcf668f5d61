// A fused loop as one list of instructions: what the engine makes of pointwise ops, broadcasts and reductions.
//
// A program runs over a space of `dims`, row-major, the last dimension fastest. Buffers are memory seen through strides
// over that space: a stride of 0 broadcasts, any other is a slice, a transpose or a reversal. Instructions are in SSA
// form: instruction i defines value i, from values before it. The last `row_rank` dimensions are a row, over which
// kReduce combines; its result belongs to the whole row and may be used further in the same row. Softmax of [8, 512]:
//
//   Program p;
//   p.dims = {8, 512};
//   p.row_rank = 1;
//   const int x = p.load(p.add_buffer(kF32, {512, 1})), top = p.reduce(Combiner::kMaximum, x);
//   const int e = p.unary(Op::kExp, p.binary(Op::kSubtract, x, top));
//   const int y = p.binary(Op::kDivide, e, p.reduce(Combiner::kAdd, e));
//   p.store(p.add_buffer(kF32, {512, 1}), y);
//   const std::shared_ptr<const Kernel> kernel = compile(p);
//   void* buffers[] = {input, output};
//   std::vector<std::byte> scratch(kernel->scratch_bytes());
//   kernel->run(0, kernel->tasks(), buffers, scratch.data());
//
// Meaning. Each instruction rounds once to its type, as the reference evaluator does: bf16, f16 and narrower floats are
// computed in f32 and rounded after every instruction that can leave the type's numbers. Integers wrap, maximum and
// minimum prefer NaN and +0 over -0, division by an integer zero has a value. Elementary functions are within 2 units
// in the last place. A sum over a row is taken in 32 interleaved parts of 4 bytes (16 of 8), then by halves, whatever
// the instruction set and the size of tasks; an accumulated store combines in ascending order of the space. So the same
// program gives the same bits in every run, for any division into tasks, from the interpreter and from emitted code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ir/element_type.h"

namespace partita::core::engine::loop {

enum class Op : uint8_t {
  // Without operands
  kLoad,      // element of buffer `index`
  kConstant,  // `bits`, as the type is stored (two words for c128)
  kIota,      // the index along dimension `index` of the space, converted to the type
  // One operand
  kConvert,  // from the operand's type, as the evaluator's convert
  kBitcast,  // the same bits as a type of the same width
  kNegate,
  kAbs,
  kSign,
  kSqrt,
  kRsqrt,
  kCbrt,
  kExp,
  kExpm1,
  kLog,
  kLog1p,
  kLogistic,
  kTanh,
  kErf,
  kErfc,
  kSin,
  kCos,
  kTan,
  kFloor,
  kCeil,
  kRoundEven,
  kRoundAway,
  kIsFinite,  // to pred
  kNot,
  kPopcnt,
  kCountLeadingZeros,
  kReal,  // of complex
  kImag,
  // Two operands of one type
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kMaximum,
  kMinimum,
  kPower,
  kAtan2,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRightArithmetic,
  kShiftRightLogical,
  kComplex,  // of its parts
  kEqual,    // to pred, and the next five
  kNotEqual,
  kGreaterEqual,
  kGreater,
  kLessEqual,
  kLess,
  // Three
  kSelect,  // pred ? a : b
  // Others
  kReduce,  // over the row, by combiner `index`; the combiner's identity where the row is empty
  kCall,    // function `index` of `calls`
};

enum class Combiner : uint8_t { kAdd, kMultiply, kMaximum, kMinimum, kAnd, kOr, kXor };

// What has no instruction: result[i] = f(operands[0][i], …) over n elements as they are stored, in any order of calls
// and from several threads at once.
struct Call {
  void (*function)(const void* const* operands, void* result, int64_t n, const void* context) = nullptr;
  std::shared_ptr<const void> context;
};

struct Instruction {
  Op op = Op::kConstant;
  ElementType type = ElementType::kF32;  // of the result
  int operands[3] = {-1, -1, -1};
  int index = -1;
  uint64_t bits[2] = {};
};

struct Buffer {
  ElementType type = ElementType::kF32;
  std::vector<int64_t> strides;  // for each dimension of the space, in elements
};

// What is stored where. Without `accumulates` each element of the buffer is written once (no stride of 0 beside a
// dimension above 1, except along the row for values of the whole row). With it, elements of the space that share an
// element of the buffer are combined in ascending order: a stride of 0 along the outer dimensions sums columns. The
// sum begins with `initial`, a value that is the same everywhere (-1: the combiner's identity). A narrow float is
// accumulated in f32 and rounded at the end. With a row_rank above 0 a value that is the same along the row, stored
// where the whole row has one element, counts once for each row.
//
// A buffer that is stored to may be the memory of one that is loaded from with the same strides and width, not
// overlap it otherwise.
struct Store {
  int buffer = -1;
  int value = -1;
  bool accumulates = false;
  Combiner combiner = Combiner::kAdd;
  int initial = -1;
};

struct Program {
  std::vector<int64_t> dims;
  int row_rank = 0;
  std::vector<Buffer> buffers;
  std::vector<Instruction> instructions;
  std::vector<Store> stores;
  std::vector<Call> calls;

  // Short ways to write programs; all but the first and the last two give the number of the new value.
  int add_buffer(ElementType type, std::vector<int64_t> strides);
  int load(int buffer);
  int constant(ElementType type, double value);  // real; integers are taken from the whole number
  int constant_bits(ElementType type, uint64_t bits, uint64_t high_bits = 0);
  int iota(ElementType type, int dim);
  int convert(ElementType type, int value);
  int unary(Op op, int value);
  int binary(Op op, int left, int right);
  int select(int which, int on_true, int on_false);
  int clamp(int low, int value, int high);  // as minimum(maximum(value, low), high)
  int reduce(Combiner combiner, int value);
  int call(Call function, ElementType type, std::span<const int> operands);
  void store(int buffer, int value);
  void accumulate(int buffer, int value, Combiner combiner, int initial = -1);
};

enum class Backend : uint8_t {
  kBest,         // emitted code where there is an emitter for the machine and the program, else tiles
  kTiles,        // the interpreter
  kScalarTiles,  // the interpreter without wide vectors: for tests
};

struct CompileOptions {
  Backend backend = Backend::kBest;
  // Boxes will be asked for (run_box): no dimension is merged with another or moved.
  bool keep_dims = false;
};

// A compiled program: immutable, to be run by any number of threads at once.
class Kernel {
 public:
  virtual ~Kernel() = default;

  // The pieces that may run in any order and by any threads; a function of the program alone. Pieces of one kernel
  // write different elements. Large reductions to few elements are one piece: write them in two steps.
  virtual int64_t tasks() const = 0;
  // Memory that a thread needs while it runs tasks, to be aligned to 64 bytes. It holds nothing between runs.
  virtual size_t scratch_bytes() const = 0;
  // `buffers` has the address of element (0, 0, …) of each buffer of the program.
  virtual void run(int64_t first_task, int64_t end_task, void* const* buffers, void* scratch) const = 0;
  // The elements [begin[d], end[d]) of each dimension d, whole rows if the program reduces rows; needs keep_dims, and a
  // program that accumulates nothing. `buffers` are as for run: not moved to the box.
  virtual void run_box(const int64_t* begin, const int64_t* end, void* const* buffers, void* scratch) const = 0;
  // "tiles", "avx512", …: what runs.
  virtual const char* backend() const = 0;
};

std::shared_ptr<const Kernel> compile(const Program& program, const CompileOptions& options = {});

}  // namespace partita::core::engine::loop
