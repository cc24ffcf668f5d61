#include "partition/lower/random_bits.h"

#include <algorithm>
#include <array>

namespace partita::core::partition {
namespace {

using Dims = std::vector<int64_t>;

int64_t product(std::span<const int64_t> dims) {
  int64_t count = 1;
  for (int64_t d : dims) count *= d;
  return count;
}

// Arithmetic on unsigned tensors of one shape (or scalars).
class Words {
 public:
  Words(LocalBuilder& b, std::span<const int64_t> dims)
      : b_(b), u32_(b.tensor(ElementType::kU32, dims)), u64_(b.tensor(ElementType::kU64, dims)) {}

  Type u64() const { return u64_; }
  Value* number(Type type, uint64_t n) {
    return b_.splat_bits(type, std::as_bytes(std::span(&n, 1)).first(byte_width(type.element())));
  }
  Value* add(Value* x, Value* y) { return b_.value(OpKind::kAdd, {x, y}, x->type()); }
  Value* add(Value* x, uint64_t n) { return n == 0 ? x : add(x, number(x->type(), n)); }
  Value* mul(Value* x, uint64_t n) {
    return n == 1 ? x : b_.value(OpKind::kMultiply, {x, number(x->type(), n)}, x->type());
  }
  Value* div(Value* x, uint64_t n) {
    return n == 1 ? x : b_.value(OpKind::kDivide, {x, number(x->type(), n)}, x->type());
  }
  Value* masked(Value* x, uint64_t mask) { return b_.value(OpKind::kAnd, {x, number(x->type(), mask)}, x->type()); }
  Value* exclusive(Value* x, Value* y) { return b_.value(OpKind::kXor, {x, y}, x->type()); }
  Value* left(Value* x, uint64_t n) { return b_.value(OpKind::kShiftLeft, {x, number(x->type(), n)}, x->type()); }
  Value* right(Value* x, uint64_t n) {
    return b_.value(OpKind::kShiftRightLogical, {x, number(x->type(), n)}, x->type());
  }
  Value* either(Value* x, Value* y) { return b_.value(OpKind::kOr, {x, y}, x->type()); }
  Value* rotated(Value* x, uint64_t n) { return either(left(x, n), right(x, 32 - n)); }
  Value* equals(Value* x, uint64_t n) { return b_.compare(x, "EQ", number(x->type(), n)); }

  // Low and high 32 bits; and together again.
  std::array<Value*, 2> halves(Value* x) {
    return {b_.convert(masked(x, 0xFFFFFFFFu), ElementType::kU32), b_.convert(right(x, 32), ElementType::kU32)};
  }
  Value* joined(Value* low, Value* high) {
    return either(b_.convert(low, ElementType::kU64), left(b_.convert(high, ElementType::kU64), 32));
  }

  std::array<Value*, 2> spread(std::array<Value*, 2> scalars) {
    for (Value*& word : scalars) word = b_.broadcast_scalar(word, u32_);
    return scalars;
  }

  std::array<Value*, 2> threefry(std::array<Value*, 2> key, std::array<Value*, 2> counter) {
    constexpr uint64_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    constexpr uint64_t kParity = 0x1BD11BDA;
    constexpr size_t kGroups = 5;
    Value* third = exclusive(exclusive(key[0], key[1]), number(u32_, kParity));
    const std::array<Value*, 3> schedule = {key[0], key[1], third};
    Value *x = add(counter[0], key[0]), *y = add(counter[1], key[1]);
    for (size_t group = 0; group < kGroups; ++group) {
      for (uint64_t rotation : kRotations[group % 2]) {
        x = add(x, y);
        y = exclusive(rotated(y, rotation), x);
      }
      x = add(x, schedule[(group + 1) % 3]);
      y = add(add(y, schedule[(group + 2) % 3]), group + 1);
    }
    return {x, y};
  }

  std::array<Value*, 4> philox(std::array<Value*, 2> key, std::array<Value*, 4> counter) {
    constexpr uint64_t kMultipliers[2] = {0xD2511F53, 0xCD9E8D57};
    constexpr uint64_t kSteps[2] = {0x9E3779B9, 0xBB67AE85};
    constexpr int kRounds = 10;
    for (int round = 0; round < kRounds; ++round) {
      const auto a = halves(mul(b_.convert(counter[0], ElementType::kU64), kMultipliers[0]));
      const auto b = halves(mul(b_.convert(counter[2], ElementType::kU64), kMultipliers[1]));
      counter = {exclusive(exclusive(b[1], counter[1]), key[0]), b[0], exclusive(exclusive(a[1], counter[3]), key[1]),
                 a[0]};
      if (round + 1 < kRounds) key = {add(key[0], kSteps[0]), add(key[1], kSteps[1])};
    }
    return counter;
  }

 private:
  LocalBuilder& b_;
  Type u32_, u64_;
};

class LocalBits {
 public:
  LocalBits(LocalBuilder& b, const LocalOp& local)
      : b_(b),
        op_(local.op),
        global_(local.op.result(1)->type()),
        sharding_(local.result_sharding(1)),
        type_(b.local(global_, sharding_)),
        scalars_(b, {}),
        wide_(bit_width(global_.element()) > 32),
        threefry_(local.op.text_attr(AttrKey::kRngAlgorithm) == "THREE_FRY") {
    read_state(local.operands[0]);
    for (int d = 0; d < global_.rank(); ++d) {
      if (split_ < 0 && global_.dim(d) % 2 == 0) split_ = d;
    }
    for (int d = 0; d < global_.rank() && split_ < 0; ++d) {
      if (largest_ < 0 || global_.dim(d) > global_.dim(largest_)) largest_ = d;
    }
    if (split_ < 0) split_ = largest_;
    half_.assign(global_.dims().begin(), global_.dims().end());
    if (split_ >= 0) half_[split_] = (global_.dim(split_) + 1) / 2;
  }

  std::vector<Value*> run() { return {new_state(), type_.num_elements() == 0 ? b_.splat(type_, 0) : bits()}; }

 private:
  // ---- the state

  Value* as(Value* words, Type type) {
    return words->type() == type ? words : b_.value(OpKind::kBitcastConvert, {words}, type);
  }

  void read_state(Value* state) {
    const int64_t words = state->type().byte_size() / 8;
    if (byte_width(state->type().element()) == 4) state = b_.reshape(state, Dims{words, 2});
    state = as(state, b_.tensor(ElementType::kU64, Dims{words}));
    for (int64_t i = 0; i < words; ++i) words_.push_back(b_.reshape(b_.slice_dim(state, 0, i, i + 1), Dims{}));
  }

  Value* state_of(std::span<Value* const> words) {
    std::vector<Value*> rows;
    for (Value* word : words) rows.push_back(b_.reshape(word, Dims{1}));
    return b_.concatenate(rows, 0);
  }

  // Low and high word of the counter `blocks` further on.
  std::array<Value*, 2> advanced(Value* blocks) {
    Value* low = scalars_.add(words_[1], blocks);
    if (threefry_) return {low, words_[0]};
    Value* carry = b_.convert(b_.compare(low, "LT", blocks), ElementType::kU64);
    return {low, scalars_.add(words_.size() > 2 ? words_[2] : words_[0], carry)};
  }

  int64_t per_block() const { return wide_ ? 2 : 4; }

  Value* new_state() {
    const int64_t count = global_.num_elements();
    const int64_t used = !threefry_ ? (count + per_block() - 1) / per_block() : wide_ ? count : product(half_);
    const std::array<Value*, 2> next = advanced(scalars_.number(scalars_.u64(), static_cast<uint64_t>(used)));
    std::vector<Value*> words = {words_[0], next[0]};
    if (words_.size() > 2) words.push_back(next[1]);
    const Type type = op_.result(0)->type();
    Value* state = state_of(words);
    if (byte_width(type.element()) == 8) return as(state, type);
    const Dims pairs = {static_cast<int64_t>(words.size()), 2};
    return b_.reshape(as(state, b_.tensor(type.element(), pairs)), type.dims());
  }

  // ---- the bits

  Value* bits() {
    const int leading = leading_dim();
    if (leading >= 0) return stretch(leading);
    return written_out();
  }

  // The only divided dimension, where those before it have one element: a shard is then a stretch of the tensor.
  int leading_dim() const {
    int divided = -1;
    for (int d = 0; d < global_.rank(); ++d) {
      if (sharding_.shard_count(d) == 1) {
        if (divided < 0 && global_.dim(d) != 1) return -1;
        continue;
      }
      if (divided >= 0) return -1;
      divided = d;
    }
    // One element alone may have its pair along a dimension in front.
    return threefry_ && !wide_ && split_ < divided ? -1 : divided;
  }

  // The op itself for `count` elements in a row, its counter `blocks` further on.
  Value* generated(Value* blocks, int64_t count) {
    const std::array<Value*, 2> counter = advanced(b_.convert(blocks, ElementType::kU64));
    std::vector<Value*> words = {words_[0], counter[0]};
    if (!threefry_) words.push_back(counter[1]);
    Value* state = state_of(words);
    const Type types[] = {state->type(), b_.tensor(global_.element(), Dims{count})};
    const KeyedAttr attr = {AttrKey::kRngAlgorithm, b_.context().string(threefry_ ? "THREE_FRY" : "PHILOX")};
    return b_.op(OpKind::kRngBitGenerator, std::span(&state, 1), types, std::span(&attr, 1))->result(1);
  }

  Value* stretch(int dim) {
    const int64_t rows = type_.dim(dim), count = type_.num_elements();
    const Dims shape(type_.dims().begin(), type_.dims().end());
    Value* first_row = b_.shard_offset(sharding_, dim, rows);
    if (threefry_ && !wide_) return stretch_of_pairs(dim, first_row);
    Value* first = b_.mul(first_row, count / rows);
    if (threefry_) return b_.reshape(generated(first, count), shape);
    const int64_t block = per_block();
    if (count % block == 0) return b_.reshape(generated(b_.div(first, block), count), shape);
    const int64_t enough = (count + block - 1 + block - 1) / block * block;
    Value* all = generated(b_.div(first, block), enough);
    return b_.reshape(b_.dynamic_slice_dim(all, 0, b_.rem(first, block), count), shape);
  }

  // ThreeFry makes two numbers per counter, neighbours along the split dimension.
  Value* stretch_of_pairs(int dim, Value* first_row) {
    const bool divided = dim == split_;  // shards then need not begin with the first of a pair
    const int64_t rows = type_.dim(dim);
    const int64_t rows_here = divided ? (rows + 2) / 2 : rows;
    Dims shape(half_.begin() + dim, half_.end());
    shape[0] = rows_here;
    const int64_t count = product(shape), row = rows_here == 0 ? 0 : count / rows_here;
    Value* start = b_.mul(divided ? b_.div(first_row, 2) : first_row, row);
    Value* flat = generated(start, 2 * count);
    // [rows, …, pairs, …, 2] -> [rows, …, pairs, 2, …]
    Dims order;
    const int64_t pair_at = std::ssize(shape);
    for (int64_t d = 0; d < pair_at; ++d) {
      order.push_back(d);
      if (d == split_ - dim) order.push_back(pair_at);
    }
    Dims with_pairs = shape;
    with_pairs.push_back(2);
    Value* paired = b_.transpose(b_.reshape(flat, with_pairs), order);
    shape[split_ - dim] *= 2;
    Value* all = b_.reshape(paired, shape);
    all = divided ? b_.dynamic_slice_dim(all, 0, b_.rem(first_row, 2), rows)
                  : b_.slice_dim(all, split_ - dim, 0, global_.dim(split_));
    return b_.reshape(all, type_.dims());
  }

  // Positions in a row-major tensor of these dimensions; the coordinate along `halved` counts in pairs.
  Value* positions(Words& words, std::span<const int64_t> dims, int halved, Value** odd) {
    Value* sum = nullptr;
    int64_t stride = product(dims);
    for (int d = 0; d < global_.rank(); ++d) {
      stride = dims[d] == 0 ? 0 : stride / dims[d];
      Value* offset = b_.convert(b_.shard_offset(sharding_, d, type_.dim(d)), ElementType::kU64);
      Value* at = words.add(b_.iota(words.u64(), d), b_.broadcast_scalar(offset, words.u64()));
      if (d == halved) {
        *odd = words.equals(words.masked(at, 1), 1);
        at = words.div(at, 2);
      }
      at = words.mul(at, static_cast<uint64_t>(stride));
      sum = sum == nullptr ? at : words.add(sum, at);
    }
    return sum;
  }

  Value* written_out() {
    Words words(b_, type_.dims());
    const std::array<Value*, 2> key = words.spread(scalars_.halves(words_[0]));
    Value* low = b_.broadcast_scalar(words_[1], words.u64());
    if (threefry_) {
      Value* odd = nullptr;
      Value* place = wide_ ? positions(words, global_.dims(), -1, &odd) : positions(words, half_, split_, &odd);
      const auto pair = words.threefry(key, words.halves(words.add(low, place)));
      return wide_ ? as_elements(words.joined(pair[0], pair[1])) : as_elements(b_.select(odd, pair[1], pair[0]));
    }
    Value* place = positions(words, global_.dims(), -1, nullptr);
    const auto block = static_cast<uint64_t>(per_block());
    Value* blocks = words.div(place, block);
    Value* within = words.masked(place, block - 1);
    Value* counter = words.add(low, blocks);
    Value* carry = b_.convert(b_.compare(counter, "LT", blocks), ElementType::kU64);
    Value* high = words.add(b_.broadcast_scalar(words_.size() > 2 ? words_[2] : words_[0], words.u64()), carry);
    const auto l = words.halves(counter), h = words.halves(high);
    const auto w = words.philox(key, {l[0], l[1], h[0], h[1]});
    if (wide_) {
      Value* first = words.equals(within, 0);
      return as_elements(words.joined(b_.select(first, w[0], w[2]), b_.select(first, w[1], w[3])));
    }
    Value* word = w[3];
    for (size_t i = 3; i-- > 0;) word = b_.select(words.equals(within, i), w[i], word);
    return as_elements(word);
  }

  // The low bits of each word under the result's type.
  Value* as_elements(Value* word) {
    const ElementType element = global_.element();
    const int bits = bit_width(element);
    Words words(b_, type_.dims());
    if (bits < bit_width(word->type().element())) word = words.masked(word, (uint64_t{1} << bits) - 1);
    if (element == ElementType::kPred) return b_.compare(word, "NE", words.number(word->type(), 0));
    static constexpr std::array<std::pair<int, ElementType>, 6> kUnsigned = {{{2, ElementType::kU2},
                                                                              {4, ElementType::kU4},
                                                                              {8, ElementType::kU8},
                                                                              {16, ElementType::kU16},
                                                                              {32, ElementType::kU32},
                                                                              {64, ElementType::kU64}}};
    for (const auto& [width, plain] : kUnsigned) {
      if (width != bits) continue;
      word = b_.convert(word, plain);
      return element == plain ? word : b_.value(OpKind::kBitcastConvert, {word}, type_);
    }
    return b_.convert(word, element);
  }

  LocalBuilder& b_;
  const Op& op_;
  const Type global_;
  const Sharding& sharding_;
  const Type type_;
  Words scalars_;
  const bool wide_;
  const bool threefry_;
  std::vector<Value*> words_;
  int split_ = -1, largest_ = -1;
  Dims half_;
};

}  // namespace

bool has_random_words(const Op& op) {
  const Type state = op.operand(0)->type();
  const int width = byte_width(state.element());
  const int64_t words = state.byte_size() / 8;
  return is_integer(state.element()) && (width == 8 || width == 4) && state.rank() == 1 && state.byte_size() % 8 == 0 &&
         (words == 2 || (words == 3 && op.text_attr(AttrKey::kRngAlgorithm) != "THREE_FRY")) &&
         op.result(0)->type() == state;
}

std::vector<Value*> local_random_bits(LocalBuilder& b, const LocalOp& local) { return LocalBits(b, local).run(); }

}  // namespace partita::core::partition
