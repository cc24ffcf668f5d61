// A perceptron in C++, its training step on eight devices: two hints, data parallel along x, model parallel along y.
// Prints how the loss falls, and what the devices send for one step.
#include <partita/partita.h>

#include <cstdio>
#include <utility>

using namespace partita;

struct Params {
  Tensor w1, w2;
};

Tensor loss(const Params& p, Tensor x, Tensor y) {
  Tensor h = relu(einsum("bd,df->bf", {shard(x, "x,-"), shard(p.w1, "-,y")}));
  Tensor e = einsum("bf,fd->bd", {h, p.w2}) - y;
  return mean(e * e);
}

std::pair<Params, Tensor> step(const Params& p, Tensor x, Tensor y) {
  auto [l, g] = value_and_grad(loss)(p, x, y);
  return {map(p, g, [](Tensor w, Tensor d) { return w - 0.5 * d; }), l};
}

Params init(const Key& key) {
  auto [a, b] = split2(key);
  return {0.3 * normal(a, f32, {16, 64}), 0.3 * normal(b, f32, {64, 16})};
}

int main() {
  try {
    Params p = evaluate(init, key_of(1));
    Tensor x = evaluate([](const Key& key) { return normal(key, f32, {32, 16}); }, key_of(2));
    Tensor y = evaluate([](Tensor in) { return sin(in); }, x);
    auto run = compile(trace(step, p, x, y), "x=4,y=2", {.donate = {0}});
    for (const Collective& c : run.report().collectives) {
      std::printf("%s of %.0f bytes along %s\n", c.kind.c_str(), c.bytes, c.axes.empty() ? "" : c.axes[0].c_str());
    }
    for (int i = 0; i <= 100; ++i) {
      auto [q, l] = run(p, x, y);
      if (i % 25 == 0) std::printf("step %d: loss %.4f\n", i, l.item());
      p = q;
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
