#include "programs.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

namespace partita::core::bench {
namespace {

constexpr const char* kActivation = "tensor<32x128x512xf32>";

// One layer from %in to %out. Every value has a name of its own, as printed programs have.
void stablehlo_layer(std::string& text, int& next, std::string& input, int layer) {
  auto line = [&](std::string_view op) {
    std::string name = fmt::format("%{}", next++);
    fmt::format_to(std::back_inserter(text), "    {} = {}\n", name, op);
    return name;
  };
  auto binary = [&](std::string_view op, const std::string& a, const std::string& b, std::string_view type) {
    return line(fmt::format("stablehlo.{} {}, {} : {}", op, a, b, type));
  };
  const char* row = "tensor<32x128xf32>";
  std::string weight = fmt::format("%arg{}", 1 + layer % 4);
  std::string zero = line("stablehlo.constant dense<0.000000e+00> : tensor<f32>");
  std::string lowest = line("stablehlo.constant dense<0xFF800000> : tensor<f32>");
  // A normalisation: x - mean(x), divided by its root mean square.
  std::string sum = line(fmt::format(
      "stablehlo.reduce({} init: {}) applies stablehlo.add across dimensions = [2] : ({}, tensor<f32>) -> {}", input,
      zero, kActivation, row));
  std::string mean =
      line(fmt::format("stablehlo.broadcast_in_dim {}, dims = [0, 1] : ({}) -> {}", sum, row, kActivation));
  std::string centred = binary("subtract", input, mean, kActivation);
  std::string square = binary("multiply", centred, centred, kActivation);
  std::string root = line(fmt::format("stablehlo.rsqrt {} : {}", square, kActivation));
  std::string normal = binary("multiply", centred, root, kActivation);
  // A projection and its bias.
  std::string projected = line(
      fmt::format("stablehlo.dot_general {}, {}, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : ({}, "
                  "tensor<512x512xf32>) -> {}",
                  normal, weight, kActivation, kActivation));
  std::string bias =
      line(fmt::format("stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<512xf32>) -> {}", kActivation));
  std::string biased = binary("add", projected, bias, kActivation);
  // A softmax over the last dimension.
  std::string top = line(fmt::format(
      "stablehlo.reduce({} init: {}) applies stablehlo.maximum across dimensions = [2] : ({}, tensor<f32>) -> {}",
      biased, lowest, kActivation, row));
  std::string tops =
      line(fmt::format("stablehlo.broadcast_in_dim {}, dims = [0, 1] : ({}) -> {}", top, row, kActivation));
  std::string shifted = binary("subtract", biased, tops, kActivation);
  std::string powers = line(fmt::format("stablehlo.exponential {} : {}", shifted, kActivation));
  // Shape changes there and back, a mask, the residual.
  std::string split = line(fmt::format("stablehlo.reshape {} : ({}) -> tensor<32x128x8x64xf32>", powers, kActivation));
  std::string heads = line(fmt::format(
      "stablehlo.transpose {}, dims = [0, 2, 1, 3] : (tensor<32x128x8x64xf32>) -> tensor<32x8x128x64xf32>", split));
  std::string back = line(fmt::format(
      "stablehlo.transpose {}, dims = [0, 2, 1, 3] : (tensor<32x8x128x64xf32>) -> tensor<32x128x8x64xf32>", heads));
  std::string merged = line(fmt::format("stablehlo.reshape {} : (tensor<32x128x8x64xf32>) -> {}", back, kActivation));
  std::string positive = line(fmt::format("stablehlo.compare  GT, {}, {},  FLOAT : ({}, {}) -> tensor<32x128x512xi1>",
                                          merged, biased, kActivation, kActivation));
  std::string kept = line(
      fmt::format("stablehlo.select {}, {}, {} : tensor<32x128x512xi1>, {}", positive, merged, biased, kActivation));
  input = binary("add", input, kept, kActivation);
}

void hlo_layer(std::string& text, int& next, std::string& input, int layer) {
  constexpr const char* kShape = "f32[32,128,512]{2,1,0}";
  auto line = [&](std::string_view opcode, std::string_view shape, std::string_view rest) {
    std::string name = fmt::format("{}.{}", opcode, next++);
    fmt::format_to(std::back_inserter(text), "  {} = {} {}({}, metadata={{op_name=\"jit(step)/layer_{}/{}\"}}\n", name,
                   shape, opcode, rest, layer, opcode);
    return name;
  };
  auto binary = [&](std::string_view opcode, const std::string& a, const std::string& b) {
    return line(opcode, kShape, fmt::format("{}, {})", a, b));
  };
  constexpr const char* kRow = "f32[32,128]{1,0}";
  std::string zero = line("constant", "f32[]", "0)");
  std::string lowest = line("constant", "f32[]", "-inf)");
  std::string sum = line("reduce", kRow, fmt::format("{}, {}), dimensions={{2}}, to_apply=add_f32", input, zero));
  std::string mean = line("broadcast", kShape, fmt::format("{}), dimensions={{0,1}}", sum));
  std::string centred = binary("subtract", input, mean);
  std::string square = binary("multiply", centred, centred);
  std::string root = line("rsqrt", kShape, square + ")");
  std::string normal = binary("multiply", centred, root);
  std::string projected =
      line("dot", kShape,
           fmt::format("{}, w{}), lhs_contracting_dims={{2}}, rhs_contracting_dims={{0}}", normal, layer % 4));
  std::string bias = line("broadcast", kShape, "bias), dimensions={2}");
  std::string biased = binary("add", projected, bias);
  std::string top = line("reduce", kRow, fmt::format("{}, {}), dimensions={{2}}, to_apply=max_f32", biased, lowest));
  std::string tops = line("broadcast", kShape, fmt::format("{}), dimensions={{0,1}}", top));
  std::string shifted = binary("subtract", biased, tops);
  std::string powers = line("exponential", kShape, shifted + ")");
  std::string split = line("reshape", "f32[32,128,8,64]{3,2,1,0}", powers + ")");
  std::string heads = line("transpose", "f32[32,8,128,64]{3,2,1,0}", split + "), dimensions={0,2,1,3}");
  std::string back = line("transpose", "f32[32,128,8,64]{3,2,1,0}", heads + "), dimensions={0,2,1,3}");
  std::string merged = line("reshape", kShape, back + ")");
  std::string positive =
      line("compare", "pred[32,128,512]{2,1,0}", fmt::format("{}, {}), direction=GT", merged, biased));
  std::string kept = line("select", kShape, fmt::format("{}, {}, {})", positive, merged, biased));
  input = binary("add", input, kept);
}

}  // namespace

std::string stablehlo_stack(int layers) {
  std::string text = fmt::format(
      "module @stack {{\n  func.func public @main(%arg0: {0}, %arg1: tensor<512x512xf32>, %arg2: tensor<512x512xf32>, "
      "%arg3: tensor<512x512xf32>, %arg4: tensor<512x512xf32>, %arg5: tensor<512xf32>) -> {0} {{\n",
      kActivation);
  int next = 0;
  std::string value = "%arg0";
  for (int layer = 0; layer < layers; ++layer) stablehlo_layer(text, next, value, layer);
  fmt::format_to(std::back_inserter(text), "    return {} : {}\n  }}\n}}\n", value, kActivation);
  return text;
}

std::string hlo_stack(int layers) {
  std::string text = "HloModule stack\n\n";
  for (auto [name, opcode] : {std::pair("add_f32", "add"), std::pair("max_f32", "maximum")}) {
    fmt::format_to(
        std::back_inserter(text),
        "{0} {{\n  {0}.a = f32[] parameter(0)\n  {0}.b = f32[] parameter(1)\n  ROOT {0}.r = f32[] {1}({0}.a, "
        "{0}.b)\n}}\n\n",
        name, opcode);
  }
  text += "ENTRY main {\n  x = f32[32,128,512]{2,1,0} parameter(0)\n";
  for (int i = 0; i < 4; ++i) {
    fmt::format_to(std::back_inserter(text), "  w{} = f32[512,512]{{1,0}} parameter({})\n", i, i + 1);
  }
  text += "  bias = f32[512]{0} parameter(5)\n";
  int next = 6;
  std::string value = "x";
  for (int layer = 0; layer < layers; ++layer) hlo_layer(text, next, value, layer);
  fmt::format_to(std::back_inserter(text), "  ROOT result = f32[32,128,512]{{2,1,0}} copy({})\n}}\n", value);
  return text;
}

// x' = x + tanh(norm(x)·w1)·w2, and back: dw2 = aᵀ·dx', da = dx'·w2ᵀ, dh = da·(1 - a²), dw1 = nᵀ·dh, dx = dx' + dh·w1ᵀ.
std::string hinted_model(int layers, int x, int y) {
  constexpr const char* kX = "tensor<256x512xf32>";
  constexpr const char* kH = "tensor<256x1024xf32>";
  constexpr const char* kUp = "tensor<512x1024xf32>";
  constexpr const char* kDown = "tensor<1024x512xf32>";
  std::string arguments = fmt::format(R"(%x0: {} {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}})", kX);
  std::string forward, backward, results, types;
  auto to_forward = std::back_inserter(forward);
  auto to_backward = std::back_inserter(backward);
  auto dot = [](std::string& text, std::string_view name, int layer, std::string_view operands, std::string_view dims,
                std::string_view from, std::string_view to) {
    fmt::format_to(std::back_inserter(text),
                   "    %{}{} = stablehlo.dot_general {}, contracting_dims = {} : ({}) -> {}\n", name, layer, operands,
                   dims, from, to);
  };
  for (int i = 0; i < layers; ++i) {
    fmt::format_to(std::back_inserter(arguments),
                   R"(, %up{0}: {1} {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}}, )"
                   R"(%down{0}: {2} {{sdy.sharding = #sdy.sharding<@mesh, [{{"y"}}, {{"x"}}]>}})",
                   i, kUp, kDown);
    fmt::format_to(to_forward,
                   "    %s{0} = stablehlo.multiply %x{0}, %x{0} : {1}\n"
                   "    %t{0} = stablehlo.reduce(%s{0} init: %zero) applies stablehlo.add across dimensions = [1] : "
                   "({1}, tensor<f32>) -> tensor<256xf32>\n"
                   "    %r{0} = stablehlo.rsqrt %t{0} : tensor<256xf32>\n"
                   "    %b{0} = stablehlo.broadcast_in_dim %r{0}, dims = [0] : (tensor<256xf32>) -> {1}\n"
                   "    %n{0} = stablehlo.multiply %x{0}, %b{0} : {1}\n",
                   i, kX);
    dot(forward, "h", i, fmt::format("%n{0}, %up{0}", i), "[1] x [0]", fmt::format("{}, {}", kX, kUp), kH);
    fmt::format_to(to_forward, "    %a{0} = stablehlo.tanh %h{0} : {1}\n", i, kH);
    dot(forward, "y", i, fmt::format("%a{0}, %down{0}", i), "[1] x [0]", fmt::format("{}, {}", kH, kDown), kX);
    fmt::format_to(to_forward, "    %x{} = stablehlo.add %x{}, %y{} : {}\n", i + 1, i, i, kX);
  }
  fmt::format_to(to_backward, "    %dx{0} = stablehlo.tanh %x{0} : {1}\n", layers, kX);
  for (int i = layers - 1; i >= 0; --i) {
    dot(backward, "dw2_", i, fmt::format("%a{}, %dx{}", i, i + 1), "[0] x [0]", fmt::format("{}, {}", kH, kX), kDown);
    dot(backward, "da", i, fmt::format("%dx{}, %down{}", i + 1, i), "[1] x [1]", fmt::format("{}, {}", kX, kDown), kH);
    fmt::format_to(to_backward,
                   "    %q{0} = stablehlo.multiply %a{0}, %a{0} : {1}\n"
                   "    %ones{0} = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> {1}\n"
                   "    %u{0} = stablehlo.subtract %ones{0}, %q{0} : {1}\n"
                   "    %dh{0} = stablehlo.multiply %da{0}, %u{0} : {1}\n",
                   i, kH);
    dot(backward, "dw1_", i, fmt::format("%n{0}, %dh{0}", i), "[0] x [0]", fmt::format("{}, {}", kX, kH), kUp);
    dot(backward, "dn", i, fmt::format("%dh{0}, %up{0}", i), "[1] x [1]", fmt::format("{}, {}", kH, kUp), kX);
    fmt::format_to(to_backward,
                   "    %dx{0} = stablehlo.add %dx{1}, %dn{0} : {2}\n"
                   "    %v1_{0} = stablehlo.subtract %up{0}, %dw1_{0} : {3}\n"
                   "    %v2_{0} = stablehlo.subtract %down{0}, %dw2_{0} : {4}\n",
                   i, i + 1, kX, kUp, kDown);
    fmt::format_to(std::back_inserter(results), "{}%v1_{}, %v2_{}", results.empty() ? "" : ", ", i, i);
    fmt::format_to(std::back_inserter(types), "{}{}, {}", types.empty() ? "" : ", ", kUp, kDown);
  }
  return fmt::format(
      "module @unrolled {{\n  sdy.mesh @mesh = <[\"x\"={0}, \"y\"={1}]>\n  func.func public @main({2}) -> ({3}) {{\n"
      "    %zero = stablehlo.constant dense<0.0> : tensor<f32>\n    %one = stablehlo.constant dense<1.0> : "
      "tensor<f32>\n"
      "{4}{5}    return {6} : {3}\n  }}\n}}\n",
      x, y, arguments, types, forward, backward, results);
}

std::string crossing_hints(int steps) {
  constexpr const char* kType = "tensor<64x64xf32>";
  std::string text = fmt::format(
      "sdy.mesh @mesh = <[\"x\"=4, \"y\"=2]>\n"
      "func.func public @main(%a0: {0} {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}, {{}}]>}}, "
      "%b0: {0} {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{\"x\"}}]>}}, %w: {0}) -> ({0}, {0}) {{\n",
      kType);
  for (int i = 0; i < steps; ++i) {
    fmt::format_to(std::back_inserter(text),
                   "  %a{1} = stablehlo.tanh %a{0} : {2}\n  %b{1} = stablehlo.sine %b{0} : {2}\n"
                   "  %c{1} = stablehlo.add %a{1}, %b{1} : {2}\n  %d{1} = stablehlo.dot_general %c{1}, %w, "
                   "contracting_dims = [1] x [0] : ({2}, {2}) -> {2}\n",
                   i, i + 1, kType);
  }
  fmt::format_to(std::back_inserter(text), "  return %c{0}, %d{0} : {1}, {1}\n}}\n", steps, kType);
  return text;
}

std::optional<std::string> text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && text << file.rdbuf()) return text.str();
  fmt::print(stderr, "cannot read {}\n", path);
  return std::nullopt;
}

std::string name_of_file(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace partita::core::bench
