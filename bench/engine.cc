// Speed of the engine's kernels, as ratios of one run.
//
//   bench_engine
//
// Products: the share of what the innermost loop reaches on operands in the first-level cache. Fused chains: the time
// of the same loop written by hand over that of the kernel (1.0: as fast). Moves: the share of memcpy's speed. Times
// are the least of several, in processor time of this thread.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <vector>

#include "engine/cpu/targets.h"
#include "engine/loop/math.h"
#include "engine/loop/program.h"
#include "engine/move/move.h"
#include "engine/product/matmul.h"
#include "engine/product/matmul_kernels.h"

namespace partita::core::engine::loop {
namespace by_hand {
namespace baseline {
#include "hand_loops.inc"
}
#if defined(__x86_64__)
PARTITA_BEGIN_AVX2
namespace avx2 {
#include "hand_loops.inc"
}
PARTITA_END_TARGET
PARTITA_BEGIN_AVX512
namespace avx512 {
#include "hand_loops.inc"
}
PARTITA_END_TARGET
#endif
}  // namespace by_hand

namespace {

using enum ElementType;

double seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double least(const std::function<void()>& run, int times = 9) {
  double best = 1e30;
  for (int i = 0; i < times; ++i) {
    const double start = seconds();
    run();
    best = std::min(best, seconds() - start);
  }
  return best;
}

struct Scratch {
  explicit Scratch(size_t bytes) : memory(bytes + 64) {
    size_t room = memory.size();
    place = memory.data();
    std::align(64, bytes, place, room);
  }
  std::vector<std::byte> memory;
  void* place = nullptr;
};

using RowLoop = void (*)(const float*, const float*, float*, int64_t, int64_t);
struct HandLoops {
  RowLoop bias_gelu, softmax, layer_norm;
  void (*adam)(float*, float*, float*, const float*, int64_t);
};
HandLoops hand_loops() {
#if defined(__x86_64__)
  using namespace by_hand;
  if (instruction_set() == InstructionSet::kAvx512) {
    return {avx512::bias_gelu, avx512::softmax, avx512::layer_norm, avx512::adam};
  }
  if (instruction_set() == InstructionSet::kAvx2) {
    return {avx2::bias_gelu, avx2::softmax, avx2::layer_norm, avx2::adam};
  }
#endif
  return {by_hand::baseline::bias_gelu, by_hand::baseline::softmax, by_hand::baseline::layer_norm,
          by_hand::baseline::adam};
}

void report(const char* name, const Program& program, std::vector<void*> buffers, double by_hand) {
  for (Backend backend : {Backend::kBest, Backend::kTiles}) {
    const double start = seconds();
    const auto kernel = compile(program, {.backend = backend});
    const double compiling = seconds() - start;
    const Scratch scratch(kernel->scratch_bytes());
    const double time = least([&] { kernel->run(0, kernel->tasks(), buffers.data(), scratch.place); });
    fmt::print("  {:<12}{:<18}{:6.2f} of the loop by hand   {:8.2f} ms, compiled in {:.2f} ms\n", name,
               kernel->backend(), by_hand / time, 1e3 * time, 1e3 * compiling);
    if (std::strncmp(kernel->backend(), "tiles", 5) == 0) return;
  }
}

void bench_loops() {
  fmt::print("Fused chains\n");
  const HandLoops hand = hand_loops();
  const int64_t rows = 2048, columns = 1024;
  std::vector<float> x(static_cast<size_t>(rows * columns)), y(x.size()), scale(static_cast<size_t>(columns), 0.5f);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 1013) * 0.01f - 5.0f;
  auto time_of = [&](RowLoop loop) { return least([&] { loop(x.data(), scale.data(), y.data(), rows, columns); }); };
  {
    Program p;
    p.dims = {rows, columns};
    const int in = p.load(p.add_buffer(kF32, {columns, 1})), bias = p.load(p.add_buffer(kF32, {0, 1}));
    const int v = p.binary(Op::kAdd, in, bias), square = p.binary(Op::kMultiply, v, v);
    auto times = [&](int a, double by) { return p.binary(Op::kMultiply, a, p.constant(kF32, by)); };
    const int inner = p.binary(Op::kAdd, times(p.binary(Op::kMultiply, square, v), 0.044715), v);
    const int t = p.binary(Op::kAdd, p.unary(Op::kTanh, times(inner, 0.7978846)), p.constant(kF32, 1));
    p.store(p.add_buffer(kF32, {columns, 1}), p.binary(Op::kMultiply, times(v, 0.5), t));
    report("bias, gelu", p, {x.data(), scale.data(), y.data()}, time_of(hand.bias_gelu));
  }
  {
    Program p;
    p.dims = {rows, columns};
    p.row_rank = 1;
    const int in = p.load(p.add_buffer(kF32, {columns, 1}));
    const int e = p.unary(Op::kExp, p.binary(Op::kSubtract, in, p.reduce(Combiner::kMaximum, in)));
    p.store(p.add_buffer(kF32, {columns, 1}), p.binary(Op::kDivide, e, p.reduce(Combiner::kAdd, e)));
    report("softmax", p, {x.data(), y.data()}, time_of(hand.softmax));
  }
  {
    Program p;
    p.dims = {rows, columns};
    p.row_rank = 1;
    const int in = p.load(p.add_buffer(kF32, {columns, 1})), by = p.load(p.add_buffer(kF32, {0, 1}));
    const int inverse = p.constant(kF32, 1.0 / static_cast<double>(columns));
    const int mean = p.binary(Op::kMultiply, p.reduce(Combiner::kAdd, in), inverse);
    const int centred = p.binary(Op::kSubtract, in, mean);
    const int square =
        p.binary(Op::kMultiply, p.reduce(Combiner::kAdd, p.binary(Op::kMultiply, centred, centred)), inverse);
    const int norm = p.unary(Op::kRsqrt, p.binary(Op::kAdd, square, p.constant(kF32, 1e-5)));
    p.store(p.add_buffer(kF32, {columns, 1}), p.binary(Op::kMultiply, p.binary(Op::kMultiply, centred, norm), by));
    report("layer norm", p, {x.data(), scale.data(), y.data()}, time_of(hand.layer_norm));
  }
  {
    const int64_t n = int64_t{16} << 20;
    std::vector<float> weights(static_cast<size_t>(n), 0.5f), m(weights), v(weights), g(weights);
    Program p;
    p.dims = {n};
    const int of_p = p.add_buffer(kF32, {1}), of_m = p.add_buffer(kF32, {1}), of_v = p.add_buffer(kF32, {1});
    const int grad = p.load(p.add_buffer(kF32, {1}));
    auto times = [&](int a, double by) { return p.binary(Op::kMultiply, a, p.constant(kF32, by)); };
    const int mean = p.binary(Op::kAdd, times(p.load(of_m), 0.9), times(grad, 0.1));
    const int square =
        p.binary(Op::kAdd, times(p.load(of_v), 0.999), times(p.binary(Op::kMultiply, grad, grad), 0.001));
    const int root = p.binary(Op::kAdd, p.unary(Op::kSqrt, square), p.constant(kF32, 1e-8));
    p.store(of_m, mean);
    p.store(of_v, square);
    p.store(of_p, p.binary(Op::kSubtract, p.load(of_p), p.binary(Op::kDivide, times(mean, 0.001), root)));
    const double time = least([&] { hand.adam(weights.data(), m.data(), v.data(), g.data(), n); }, 5);
    report("Adam, 16M", p, {weights.data(), m.data(), v.data(), g.data()}, time);
  }
}

void bench_products() {
  const auto& kernels = product::matmul_kernels(instruction_set()).f32;
  constexpr int64_t kDepth = 160;
  Scratch panels(
      static_cast<size_t>((kernels.rows + kernels.columns) * (kDepth + 16) + kernels.rows * kernels.columns) * 4);
  float* a = static_cast<float*>(panels.place);
  std::fill_n(a, (kernels.rows + kernels.columns) * (kDepth + 16) + kernels.rows * kernels.columns, 1.0f);
  float *c = a + kernels.rows * kDepth, *b = c + kernels.rows * kernels.columns;
  const double peak = static_cast<double>(2 * 1000 * kDepth * kernels.rows * kernels.columns) / least([&] {
                        for (int i = 0; i < 1000; ++i) kernels.tile(a, b, c, kernels.columns, kDepth, true);
                      });
  fmt::print("Products of f32; the innermost loop alone: {:.1f} GFLOP/s\n", 1e-9 * peak);
  for (int64_t n : {256, 512, 1024}) {
    std::vector<float> lhs(static_cast<size_t>(n * n), 0.5f), rhs(lhs), result(lhs);
    for (bool left : {false, true}) {
      for (bool right : {false, true}) {
        product::MatmulSpec spec;
        spec.rows = {{.size = n, .lhs = left ? 1 : n, .result = n}};
        spec.columns = {{.size = n, .rhs = right ? n : 1, .result = 1}};
        spec.depth = {{.size = n, .lhs = left ? n : 1, .rhs = right ? 1 : n}};
        const auto product = product::compile(spec);
        const Scratch scratch(product->scratch_bytes());
        const double time = least([&] {
          product->run(0, product->tasks(),
                       {.lhs = lhs.data(), .rhs = rhs.data(), .result = result.data(), .scratch = scratch.place});
        });
        const double rate = static_cast<double>(2 * n * n * n) / time;
        fmt::print("  {:4}, {} by {}   {:.2f} of it\n", n, left ? "transposed" : "plain",
                   right ? "transposed" : "plain", rate / peak);
      }
    }
  }
  const int64_t n = 1024;
  std::vector<uint16_t> lhs(static_cast<size_t>(n * n), 0x3f00), rhs(lhs);
  std::vector<float> result(lhs.size());
  product::MatmulSpec spec;
  spec.lhs_type = spec.rhs_type = kBF16;
  spec.rows = {{.size = n, .lhs = n, .result = n}};
  spec.columns = {{.size = n, .rhs = 1, .result = 1}};
  spec.depth = {{.size = n, .lhs = 1, .rhs = n}};
  const auto product = product::compile(spec);
  const Scratch scratch(product->scratch_bytes());
  const double time = least([&] {
    product->run(0, product->tasks(),
                 {.lhs = lhs.data(), .rhs = rhs.data(), .result = result.data(), .scratch = scratch.place});
  });
  fmt::print("  {:4}, bf16 into f32, {}   {:.2f} of it\n", n, product->backend(),
             static_cast<double>(2 * n * n * n) / time / peak);
}

void bench_moves() {
  const int64_t n = 4096;
  std::vector<float> from(static_cast<size_t>(n * n), 1.0f), to(from);
  const auto bytes = static_cast<double>(4 * n * n);
  const double copying = bytes / least([&] { std::memcpy(to.data(), from.data(), static_cast<size_t>(bytes)); });
  fmt::print("Moves of 64 MB; memcpy: {:.1f} GB/s\n", 1e-9 * copying);
  auto of_copy = [&](const char* name, const move::Copy& copy) {
    const double rate = static_cast<double>(copy.bytes()) / least([&] { copy.run(from.data(), to.data()); });
    fmt::print("  {:<28}{:.2f} of it\n", name, rate / copying);
  };
  of_copy("transpose", move::Copy(4, {{n, n}}, {{1, n}}, {{n, 1}}));
  of_copy("transpose of 16 bits", move::Copy(2, {{n, n}}, {{1, n}}, {{n, 1}}));
  of_copy("transpose of 8 bits", move::Copy(1, {{n, n}}, {{1, n}}, {{n, 1}}));
  of_copy("transpose of 64 bits", move::Copy(8, {{2048, n}}, {{1, 2048}}, {{n, 1}}));
  of_copy("transpose, odd sizes", move::Copy(4, {{4001, 4003}}, {{1, 4001}}, {{4003, 1}}));
  of_copy("[64, 256, 32, 32] to 0231",
          move::Copy(4, {{64, 32, 32, 256}}, {{262144, 32, 1, 1024}}, {{262144, 8192, 256, 1}}));
  of_copy("[64, 4096, 3] to 021", move::Copy(4, {{64, 3, 4096}}, {{12288, 1, 3}}, {{12288, 4096, 1}}));
  of_copy("[64, 3, 4096] to 021", move::Copy(4, {{64, 4096, 3}}, {{12288, 1, 4096}}, {{12288, 3, 1}}));
  of_copy("[256, 64, 16, 64] to 0321",
          move::Copy(4, {{256, 64, 16, 64}}, {{65536, 1, 64, 1024}}, {{65536, 1024, 64, 1}}));
  of_copy("slice, rows of 4 KB", move::Copy(4, {{n, 1024}}, {{n, 1}}, {{1024, 1}}));
  of_copy("slice, rows of 256 bytes", move::Copy(4, {{n, 64}}, {{n, 1}}, {{64, 1}}));
  of_copy("[64, 64, 64, 64] to 0213",
          move::Copy(4, {{64, 64, 64, 64}}, {{262144, 64, 4096, 1}}, {{262144, 4096, 64, 1}}));
}

}  // namespace
}  // namespace partita::core::engine::loop

int main() {
  partita::core::engine::loop::bench_products();
  partita::core::engine::loop::bench_loops();
  partita::core::engine::loop::bench_moves();
}
