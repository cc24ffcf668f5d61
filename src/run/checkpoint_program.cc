#include <fmt/format.h>

#include <map>

#include "ir/program.h"
#include "run/checkpoint.h"

namespace partita::core::run {
namespace {

class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) mix(static_cast<unsigned char>(c));
    mix(0x100);
  }
  void add(int64_t number) {
    for (int i = 0; i < 8; ++i) mix((static_cast<uint64_t>(number) >> (8 * i)) & 0xFF);
  }

  // Shardings, which are opaque, are not of what is computed.
  void add(Attr attr) {
    add(static_cast<int64_t>(attr.kind()));
    switch (attr.kind()) {
      case AttrKind::kInt:
      case AttrKind::kBool: return add(attr.as_int());
      case AttrKind::kFloat: return add(fmt::format("{:a}", attr.as_float()));
      default: break;
    }
    if (attr.is(AttrKind::kInts)) {
      for (const int64_t i : attr.ints()) add(i);
    } else if (attr.is(AttrKind::kArray)) {
      for (const Attr element : attr.elements()) add(element);
    } else if (attr.is(AttrKind::kDict)) {
      for (const NamedAttr& entry : attr.entries()) {
        add(entry.name.text());
        add(entry.value);
      }
    } else if (attr.is(AttrKind::kDense)) {
      const Literal& literal = attr.literal();
      add(literal.type.to_string());
      add(static_cast<int64_t>(checksum(*literal.data)));
    } else if (attr.is(AttrKind::kString) || attr.is(AttrKind::kSymbol)) {
      add(attr.text());
    }
  }

  void add(const Region& region) {
    for (const Value* value : region.arguments()) define(value);
    for (const Op& op : region) {
      if (op.is(OpKind::kShardingConstraint) || op.is(OpKind::kPropagationBarrier)) {
        numbers_[op.result(0)] = numbers_[op.operand(0)];
        continue;
      }
      if (op.is(OpKind::kShardingGroup)) continue;
      add(op.info().mlir);
      for (const Value* operand : op.operands()) add(numbers_[operand]);
      for (const KeyedAttr& attr : op.attrs()) {
        add(static_cast<int64_t>(attr.key));
        add(attr.value);
      }
      for (int i = 0; i < op.num_regions(); ++i) add(op.region(i));
      for (const Value* result : op.results()) define(result);
    }
  }

  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  void mix(uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001B3u; }
  void define(const Value* value) {
    numbers_[value] = ++count_;
    add(value->type().to_string());
  }

  uint64_t hash_ = 0xCBF29CE484222325u;
  int64_t count_ = 0;
  std::map<const Value*, int64_t> numbers_;  // looked up, never walked
};

}  // namespace

std::string program_fingerprint(const Function& entry) {
  Fingerprint fingerprint;
  fingerprint.add(entry.body());
  return fingerprint.text();
}

}  // namespace partita::core::run
