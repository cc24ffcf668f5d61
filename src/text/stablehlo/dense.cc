// The elements of literals from their bytes.
#include <fmt/format.h>

#include <cstring>

#include "text/stablehlo/assembler.h"

namespace partita::core::text::stablehlo {

void narrow_element(ElementType type, std::byte* element) {
  const int bits = bit_width(type);
  if (bits >= 8) return;
  auto value = static_cast<uint8_t>(*element);
  value = static_cast<uint8_t>(value << (8 - bits));
  const bool is_signed = element_class(type) == ElementClass::kSigned;
  *element = static_cast<std::byte>(is_signed ? static_cast<uint8_t>(static_cast<int8_t>(value) >> (8 - bits))
                                              : static_cast<uint8_t>(value >> (8 - bits)));
}

namespace {

bool all_equal(const Blob& data, size_t width) {
  return data.size() > width && std::memcmp(data.data(), data.data() + width, data.size() - width) == 0;
}

}  // namespace

// One element for all is kept as one; so is a list whose elements are all the same.
Attr Assembler::make_dense(Type type, Blob elements) {
  const auto width = static_cast<size_t>(byte_width(type.element()));
  const bool splat = elements.size() == width || all_equal(elements, width);
  if (splat) elements.resize(width);
  if (type.num_elements() == 0) elements.clear();
  return context_.dense(type, splat && type.num_elements() > 0, std::make_shared<const Blob>(std::move(elements)));
}

bool Assembler::take_elements(Type type, Blob bytes, const char* at, Blob& out, bool& splat) {
  const ElementType element = type.element();
  const auto width = static_cast<size_t>(byte_width(element));
  const auto count = static_cast<size_t>(type.num_elements());
  if (element == ElementType::kPred && bytes.size() != count) {
    // A bit each, the lowest first; one byte of all zeros or all ones stands for every element.
    const bool one = bytes.size() == 1 && (bytes[0] == std::byte{0} || bytes[0] == std::byte{0xFF});
    if (!one && bytes.size() != (count + 7) / 8) {
      return fail(at, Code::kBadLiteral,
                  fmt::format("{} bytes for the elements of {}", bytes.size(), type.to_string()));
    }
    splat = one;
    out.resize(one ? 1 : count);
    for (size_t i = 0; i < out.size(); ++i) out[i] = (bytes[i / 8] >> (i % 8)) & std::byte{1};
    return true;
  }
  if (bytes.size() != count * width && bytes.size() != width) {
    return fail(at, Code::kBadLiteral,
                fmt::format("{} bytes for {}, wanted {}", bytes.size(), type.to_string(), count * width));
  }
  splat = bytes.size() == width;
  out = std::move(bytes);
  if (element == ElementType::kPred) {
    for (std::byte& b : out) b &= std::byte{1};
  } else if (bit_width(element) < 8) {
    for (std::byte& b : out) narrow_element(element, &b);
  }
  return true;
}

}  // namespace partita::core::text::stablehlo
