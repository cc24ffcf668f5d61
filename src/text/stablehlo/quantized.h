// Quantised element types as they are written: !quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25}>.
#pragma once

#include <string>
#include <vector>

#include "ir/type.h"
#include "text/stablehlo/lexer.h"

namespace partita::core::text::stablehlo {

struct QuantizedElement {
  ElementType storage{};
  ir::Quantization how;  // without its scales and zero points, which are here
  std::vector<double> scales;
  std::vector<int64_t> zero_points;

  // For a tensor with these elements; valid while this is.
  const ir::Quantization* quantization();
  // Why it is not the element type of a tensor of these dimensions; empty where it is.
  std::string mistake(std::span<const int64_t> dims) const;
};

// At the <, behind !quant.uniform. Otherwise false, with what is wrong.
bool parse_quantized(Lexer& lexer, QuantizedElement& out, std::string& why);

}  // namespace partita::core::text::stablehlo
