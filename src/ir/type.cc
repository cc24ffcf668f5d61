#include "ir/type.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::core::ir {
namespace {

// The least and the greatest of an integer type, which a quantised type does not spell out.
std::pair<int64_t, int64_t> storage_range(ElementType storage) {
  const int bits = bit_width(storage);
  if (element_class(storage) == ElementClass::kUnsigned) return {0, (int64_t{1} << bits) - 1};
  return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
}

// !quant.uniform<i8:f32, 0.5:3>, !quant.uniform<i8<-127:127>:f32:1, {0.5, 2.5e-01:7}>
void append_quantized(ElementType storage, const Quantization& q, std::string& out) {
  const std::string_view spelled = mlir_spelling(storage);
  out += "!quant.uniform<";
  out += spelled.starts_with("ui") ? fmt::format("u{}", spelled.substr(2)) : std::string(spelled);
  if (std::pair(q.min, q.max) != storage_range(storage)) out += fmt::format("<{}:{}>", q.min, q.max);
  out += fmt::format(":{}", mlir_spelling(q.expressed));
  if (q.dimension >= 0) out += fmt::format(":{}", q.dimension);
  out += q.dimension >= 0 ? ", {" : ", ";
  for (size_t i = 0; i < q.scales.size(); ++i) {
    std::string scale = fmt::format("{}", q.scales[i]);
    if (scale.find_first_of(".n") == std::string::npos) {  // MLIR wants a point: 1e-05 is 1.0e-05
      const size_t exponent = std::min(scale.find('e'), scale.size());
      scale.insert(exponent, ".0");
    }
    out += fmt::format("{}{}", i > 0 ? ", " : "", scale);
    if (q.zero_points[i] != 0) out += fmt::format(":{}", q.zero_points[i]);
  }
  out += q.dimension >= 0 ? "}>" : ">";
}

void append_shape(const Type& type, std::string& out) {
  bool bounded = false;
  for (int64_t d : type.dims()) {
    out += is_dynamic(d) ? "?" : std::to_string(d);
    out += 'x';
    bounded |= is_dynamic(d) && d != kDynamic;
  }
  if (type.quantization() != nullptr) {
    append_quantized(type.element(), *type.quantization(), out);
  } else {
    out += mlir_spelling(type.element());
  }
  if (!bounded) return;
  out += ", #stablehlo.bounds<";
  for (int64_t d : type.dims()) {
    if (out.back() != '<') out += ", ";
    out += is_dynamic(d) && d != kDynamic ? std::to_string(bound_of(d)) : "?";
  }
  out += '>';
}

}  // namespace

std::string Type::to_string() const {
  std::string out;
  switch (kind()) {
    case TypeKind::kToken: return "!stablehlo.token";
    case TypeKind::kOpaque: return "!mhlo.opaque";
    case TypeKind::kTensor:
    case TypeKind::kBuffer:
      out = is_tensor() ? "tensor<" : "memref<";
      append_shape(*this, out);
      return out + ">";
    case TypeKind::kFuture:
      out = "!stablehlo.future<";
      for (size_t i = 0; i < parts().size(); ++i) out += (i ? ", " : "") + parts()[i].to_string();
      return out + ">";
  }
  return out;
}

bool Type::is_static() const { return std::ranges::none_of(dims(), is_dynamic); }

bool is_plain(Type type) {
  return type.is_static() && type.quantization() == nullptr && std::ranges::all_of(type.parts(), is_plain);
}

std::optional<int64_t> checked_element_count(std::span<const int64_t> dims) {
  // A zero anywhere makes the product zero, but the other dimensions must still be sane.
  int64_t count = 1;
  bool empty = false;
  for (int64_t d : dims) {
    if (d < 0) return std::nullopt;
    if (d == 0) {
      empty = true;
      continue;
    }
    if (count > kMaxElements / d) return std::nullopt;
    count *= d;
  }
  return empty ? 0 : count;
}

}  // namespace partita::core::ir
