// The examples of the public headers and of the pages on them, as they stand there (scripts/header_examples.py sees to
// that), around them what they presuppose, and what becomes of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <functional>
#include <thread>

#include "../in_folder.h"
#include "loopback.h"
#include "partita/ranks.h"

// Example of docs/library.md
#include <partita/partita.h>

namespace partita {
namespace {

constexpr const char* kMlp = R"(
func.func @main(%x: tensor<16x32xf32>, %w1: tensor<32x64xf32>, %w2: tensor<64x32xf32>) -> tensor<16x32xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %y = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}
)";

constexpr const char* kScaling = R"(
func.func @main(%x: tensor<8x6xf32>, %s: tensor<6xf32>) -> tensor<8x6xf32> {
  %y = stablehlo.custom_call @my.scale(%x, %s) : (tensor<8x6xf32>, tensor<6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
)";

Tensor scaled_rows(const Tensor& x, const Tensor& s) {
  std::vector<float> y(x.data<float>().begin(), x.data<float>().end());
  for (size_t i = 0; i < y.size(); ++i) y[i] *= s.data<float>()[i % s.data<float>().size()];
  return Tensor::of(x.shape(), y);
}

// Example of include/partita/program.h
TEST_F(InFolder, Program) {
  std::ofstream("model.mlir") << kMlp;
  Program program = Program::load("model.mlir");
  program.shard_argument(0, "x,-");
  program.shard_value("h", Sharding(2).split(1, {"y"}));
  EXPECT_EQ(compile(program, "x=4,y=2").sharding("h"), Sharding("-,y"));
}

// In place of MPI: ranks that are threads.
thread_local Transport* this_rank = nullptr;
class MpiTransport final : public Transport {
 public:
  int rank() const override { return real_.rank(); }
  int size() const override { return real_.size(); }
  int host_of(int rank) const override { return real_.host_of(rank); }
  int most_tag() const override { return real_.most_tag(); }
  Message send(int rank, int tag, const std::byte* data, std::int64_t bytes) override {
    return real_.send(rank, tag, data, bytes);
  }
  Message receive(int rank, int tag, std::byte* data, std::int64_t bytes) override {
    return real_.receive(rank, tag, data, bytes);
  }
  bool done(Message message) override { return real_.done(message); }
  void cancel(Message message, Memory memory) override { real_.cancel(message, memory); }
  void abandon() override { real_.abandon(); }

 private:
  Transport& real_ = *this_rank;
};

void on_two_ranks(const std::function<void()>& be) {
  const std::vector<std::unique_ptr<Transport>> transports = core::fuzz::loopback(2, 1);
  std::vector<std::jthread> threads;
  for (const std::unique_ptr<Transport>& transport : transports) {
    threads.emplace_back([&be, mine = transport.get()] {
      this_rank = mine;
      be();
    });
  }
}

// Example of include/partita/ranks.h
TEST(PublicExamples, Ranks) {
  const Program program = Program::parse(kMlp);
  std::vector<Tensor> arguments;
  for (const Shape& shape : {Shape{16, 32}, Shape{32, 64}, Shape{64, 32}}) {
    arguments.push_back(Tensor::from_doubles(f32, shape, std::vector<double>(shape[0] * shape[1], 0.25)));
  }
  std::atomic<int> printed = 0;
  on_two_ranks([&] {
    MpiTransport transport;
    Ranks ranks(transport);
    Compiled compiled = compile(program, "x=8");
    std::vector<Tensor> results = ranks.run(compiled, arguments);
    if (ranks.rank() == 0) std::printf("%g\n", results[0].data<float>()[0]);
    EXPECT_EQ(results.size(), ranks.rank() == 0 ? 1u : 0u);
    if (ranks.rank() == 0) {
      EXPECT_TRUE(std::ranges::equal(results[0].data<float>(), compiled.run(arguments)[0].data<float>()));
    }
    ++printed;
  });
  EXPECT_EQ(printed, 2);
}

// Example of include/partita/mpi.h
TEST(PublicExamples, MpiTransport) {
  on_two_ranks([] {
    MpiTransport transport;
    Ranks ranks(transport);
    EXPECT_EQ(ranks.size(), 2);
  });
}

// Example of include/partita/shard.h
TEST(PublicExamples, Shard) {
  Mesh mesh = "x=4,y=2";
  Sharding rows = "x,-";
  Sharding same = Sharding(2).split(0, {"x"});
  EXPECT_EQ(mesh.str(), Mesh({{"x", 4}, {"y", 2}}).str());
  EXPECT_EQ(rows, same);
  EXPECT_EQ(rows.str(), "[x, -]");
}

// Example of include/partita/tensor.h
TEST(PublicExamples, Tensor) {
  Tensor x = Tensor::of({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f});
  Tensor w = Tensor::from_doubles(bf16, {3}, std::vector<double>{0.5, 1, 2});
  float sum = 0;
  for (float element : x.data<float>()) sum += element;
  Tensor like_x = Tensor::spec(f32, {2, 3});
  EXPECT_EQ(sum, 21);
  EXPECT_EQ(w.to_doubles(), (std::vector<double>{0.5, 1, 2}));
  EXPECT_EQ(like_x.type_text(), x.type_text());
}

// Example of include/partita/io.h
TEST_F(InFolder, Io) {
  const Tensor w = Tensor::of({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f}), b = Tensor::scalar(1);
  save("model.safetensors", {{"w", w}, {"b", b}});
  for (const NamedTensor& t : load("model.safetensors")) std::puts((t.name + ": " + t.tensor.type_text()).c_str());
  Tensor again = load("model.safetensors", "w");
  EXPECT_EQ(again.to_doubles(), w.to_doubles());
}

// Example of include/partita/run.h
TEST(PublicExamples, Run) {
  const Program program = Program::parse(kMlp);
  const std::vector<Tensor> arguments = program.random_arguments(1);
  Compiled compiled = compile(program, "x=4,y=2");
  for (const Collective& c : compiled.report().collectives) std::puts((c.kind + ": " + c.cause).c_str());
  std::vector<Tensor> results = compiled.run(arguments);
  ASSERT_EQ(results.size(), 1);
  EXPECT_EQ(results[0].type_text(), program.results()[0].type.type_text());
}

// Example of include/partita/custom_call.h
TEST(PublicExamples, CustomCall) {
  Program program = Program::parse(kScaling);
  program.shard_argument(0, "x,-");
  class Scale final : public CustomCall {
    std::string sharding_rule(const CallSite&) const override { return "i j, j -> i j"; }
    bool can_evaluate() const override { return true; }
    std::vector<Tensor> evaluate(const CallSite&, std::span<const Tensor> operands) const override {
      return {scaled_rows(operands[0], operands[1])};
    }
    std::optional<Program> gradient(const CallSite& site) const override {
      const auto back = [](Tensor x, Tensor s, Tensor ct) { return std::pair(ct * s, sum(ct * x, 0)); };
      return trace(back, site.operands[0], site.operands[1], site.results[0]);
    }
  };
  Scale scale;
  CustomCalls calls;
  calls.add("my.scale", scale);
  Compiled compiled = compile(program, "x=4", {.calls = calls});
  EXPECT_TRUE(compiled.report().collectives.empty());
  const std::vector<Tensor> arguments = program.random_arguments(1);
  EXPECT_EQ(compiled.run(arguments)[0].to_doubles(), scaled_rows(arguments[0], arguments[1]).to_doubles());
}

// Example of docs/library.md
TEST_F(InFolder, LibraryPage) {
  std::ofstream("mlp.mlir") << kMlp;
  partita::Program program = partita::Program::load("mlp.mlir");
  program.shard_argument(0, "data,-");
  program.shard_argument(1, partita::Sharding(2).split(1, {"model"}));
  const partita::Compiled compiled = partita::compile(program, "data=4,model=2");
  for (const partita::Collective& c : compiled.report().collectives) std::puts((c.kind + ": " + c.cause).c_str());
  std::vector<partita::Tensor> results = compiled.run(program.random_arguments(1));
  EXPECT_EQ(results.size(), 1);
  ASSERT_EQ(compiled.report().collectives.size(), 1);
  EXPECT_EQ(compiled.report().collectives[0].kind, "all-reduce");
}

// Example of docs/custom_calls.md
class Scale final : public partita::CustomCall {
 public:
  std::string sharding_rule(const partita::CallSite&) const override { return "i j, j -> i j"; }
  bool can_evaluate() const override { return true; }
  std::vector<partita::Tensor> evaluate(const partita::CallSite& site,
                                        std::span<const partita::Tensor> operands) const override;
};

class ScaleWithGradient final : public partita::CustomCall {
 public:
  std::optional<Program> gradient(const CallSite& site) const override {
    const auto back = [](Tensor x, Tensor s, Tensor ct) { return std::pair(ct * s, sum(ct * x, 0)); };
    return trace(back, site.operands[0], site.operands[1], site.results[0]);
  }
};

std::vector<Tensor> Scale::evaluate(const CallSite& site, std::span<const Tensor> operands) const {
  EXPECT_EQ(site.target, "my.scale");
  return {scaled_rows(operands[0], operands[1])};
}

TEST(PublicExamples, CustomCallsPage) {
  const Scale scale;
  CustomCalls calls;
  calls.add("my.scale", scale);
  const Program program = Program::parse(kScaling);
  const std::vector<Tensor> arguments = program.random_arguments(1);
  EXPECT_EQ(evaluate(program, arguments, {.calls = calls})[0].to_doubles(),
            scaled_rows(arguments[0], arguments[1]).to_doubles());
  const ScaleWithGradient with_gradient;
  calls.add("my.scale", with_gradient);
  const Program gradient = program.grad({.wrt = {"arg0"}, .calls = calls});
  const Tensor& ct = arguments[0];
  EXPECT_EQ(evaluate(gradient, {arguments[0], arguments[1], ct})[0].to_doubles(),
            scaled_rows(ct, arguments[1]).to_doubles());
}

}  // namespace
}  // namespace partita
