#include "ir/type.h"

namespace partita::core::ir {
namespace {

void append_shape(const Type& type, std::string& out) {
  for (int64_t d : type.dims()) {
    out += std::to_string(d);
    out += 'x';
  }
  out += mlir_spelling(type.element());
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
