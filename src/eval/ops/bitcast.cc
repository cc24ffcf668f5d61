// bitcast_convert: the same bits under another element type. Narrow elements take a byte each in memory, so that
//
//   tensor<2xi4> [0x1, 0x2]  ⇄  tensor<i8> 0x21        // element 0 has the low bits
//
// packs or spreads; types of whole bytes share their storage.
#include "eval/op_families.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

// pred, s4, u4, f6 …: less than its byte.
bool is_narrow(ElementType type) { return bit_width(type) < 8 * byte_width(type); }

// Bits as an element stores them: signed numbers extended, all else with zeros above.
std::byte stored(ElementType type, uint64_t bits) {
  int unused = 64 - bit_width(type);
  if (element_class(type) == ElementClass::kSigned) {
    return static_cast<std::byte>(static_cast<int64_t>(bits << unused) >> unused);
  }
  return static_cast<std::byte>((bits << unused) >> unused);
}

uint64_t low_bits(ElementType type, uint64_t bits) {
  int unused = 64 - bit_width(type);
  return (bits << unused) >> unused;
}

uint64_t load(const std::byte* at, int width) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, width);
  return bits;
}

}  // namespace

Status eval_bitcast_convert(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Type result = call.result_type();
  ElementType from = operand.type().element(), to = result.element();
  bool same_count = operand.size() == result.num_elements();
  if ((!is_narrow(from) && !is_narrow(to)) || from == to) {
    call.give(operand.with_type(result));
    return {};
  }
  Tensor out = Tensor::make(result);
  const std::byte* source = bytes_of(operand);
  std::byte* target = mutable_bytes_of(out);
  int from_width = byte_width(from), to_width = byte_width(to);
  if (same_count) {  // both of one byte
    for (int64_t i = 0; i < operand.size(); ++i)
      target[i] = is_narrow(to) ? stored(to, load(source + i, 1)) : source[i];
  } else if (operand.size() < result.num_elements()) {  // spread: `to` is narrow
    int parts = bit_width(from) / bit_width(to);
    for (int64_t i = 0; i < operand.size(); ++i) {
      // A 128-bit element is taken eight bytes at a time.
      for (int p = 0; p < parts; ++p) {
        int bit = p * bit_width(to);
        int chunk = from_width < 8 ? from_width : 8;
        uint64_t bits = load(source + i * from_width + bit / 64 * 8, chunk);
        target[i * parts + p] = stored(to, bits >> (bit % 64));
      }
    }
  } else {  // pack: `from` is narrow
    int parts = bit_width(to) / bit_width(from);
    for (int64_t i = 0; i < out.size(); ++i) {
      for (int p = 0; p < parts; ++p) {
        int bit = p * bit_width(from);
        uint64_t bits = low_bits(from, load(source + i * parts + p, 1)) << (bit % 64);
        int chunk = to_width < 8 ? to_width : 8;
        std::byte* word = target + i * to_width + bit / 64 * 8;
        uint64_t packed = load(word, chunk) | bits;
        std::memcpy(word, &packed, chunk);
      }
      // A narrow result (i4 from 2 x i2) is stored with its sign.
      if (is_narrow(to)) target[i] = stored(to, load(target + i, 1));
    }
  }
  call.give(std::move(out));
  return {};
}

}  // namespace partita::core::eval
