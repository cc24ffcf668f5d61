// A custom call of the host's own: how it is divided, what a device computes instead of it, and what it means here.
#include <partita/partita.h>

#include <cstdio>

namespace {

const char* const kProgram = R"(
func.func @main(%x: tensor<8x6xf32>, %s: tensor<6xf32>) -> tensor<8x6xf32> {
  %y = stablehlo.custom_call @my.scale(%x, %s) : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
})";

// Rows times a vector. Each device computes it on its part of the rows and the columns.
class Scale final : public partita::CustomCall {
 public:
  std::string sharding_rule(const partita::CallSite&) const override { return "i j, j -> i j"; }
  bool can_evaluate() const override { return true; }
  std::vector<partita::Tensor> evaluate(const partita::CallSite&,
                                        std::span<const partita::Tensor> operands) const override {
    const std::span<const float> x = operands[0].data<float>(), s = operands[1].data<float>();
    std::vector<float> y(x.begin(), x.end());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] *= s[i % s.size()];
    return {partita::Tensor::of(operands[0].shape(), y)};
  }
};

// The same, with ops that every compiler knows in place of the call.
class LoweredScale final : public partita::CustomCall {
 public:
  std::string sharding_rule(const partita::CallSite&) const override { return "i j, j -> i j"; }
  std::string lower(const partita::CallSite& site) const override {
    const auto rows = std::to_string(site.operands[0].shape()[0]),
               columns = std::to_string(site.operands[0].shape()[1]);
    const std::string x = "tensor<" + rows + "x" + columns + "xf32>", s = "tensor<" + columns + "xf32>";
    return "func.func @main(%x: " + x + ", %s: " + s + ") -> " + x +
           " {\n  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (" + s + ") -> " + x +
           "\n  %y = stablehlo.multiply %x, %b : " + x + "\n  return %y : " + x + "\n}\n";
  }
};

bool agree(const partita::CustomCall& call) {
  partita::CustomCalls calls;
  calls.add("my.scale", call);
  partita::Program program = partita::Program::parse(kProgram);
  program.shard_argument(0, "x,y");
  const partita::Compiled compiled = partita::compile(program, "x=4,y=2", {.calls = calls});
  std::printf("%zu collectives\n%s", compiled.report().collectives.size(), compiled.text().c_str());
  const std::vector<partita::Tensor> arguments = program.random_arguments(3);
  return compiled.run(arguments)[0].to_doubles() ==
         partita::evaluate(program, arguments, {.calls = calls})[0].to_doubles();
}

}  // namespace

int main() try { return agree(Scale()) && agree(LoweredScale()) ? 0 : 1; } catch (const partita::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
