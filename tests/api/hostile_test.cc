// A host hands in nonsense of all kinds: it gets Error, or a result that is right. Nothing crashes, prints or ends the
// process.
#include <gtest/gtest.h>

#include <random>

#include "partita/partita.h"

namespace partita {
namespace {

constexpr const char* kProgram = R"(sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %n: tensor<i32>) -> (tensor<4x6xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<4x6xf32>
    cond {
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.transpose %v, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
      %d = stablehlo.dot_general %v, %t, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
      %u = stablehlo.dot_general %d, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
      stablehlo.return %j, %u : tensor<i32>, tensor<4x6xf32>
    }
  %s = stablehlo.reduce(%r#1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %r#1, %s : tensor<4x6xf32>, tensor<4xf32>
}
)";

constexpr const char* kHlo = R"(HloModule m, entry_computation_layout={(f32[4,6]{1,0})->f32[4]{0}}
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
ENTRY main { p = f32[4,6]{1,0} parameter(0), sharding={devices=[2,1]<=[2]}  z = f32[] constant(0)
  ROOT r = f32[4]{0} reduce(p, z), dimensions={1}, to_apply=add }
)";

// Everything a host does with a text. True where all of it went through.
bool survives(const std::string& text) {
  try {
    for (const Program& program : Program::parse_all(text, "hostile")) {
      program.values();
      program.text(Format::kHlo);
      const Compiled compiled = compile(program);
      compiled.text(Format::kStableHlo);
      compiled.listing();
      if (compiled.num_devices() > 64) continue;
      double elements = 0;
      for (const ValueInfo& value : program.arguments()) {
        if (!value.type.is_empty()) elements += static_cast<double>(value.type.num_elements());
      }
      RunOptions options;
      options.deadline_seconds = 10;
      if (elements < 1e5) compiled.run(program.random_arguments(1), options);
    }
    return true;
  } catch (const Error& error) {
    EXPECT_FALSE(error.diagnostics().empty());
    EXPECT_NE(error.code(), "P900") << error.what() << "\n" << text;
    return false;
  }
}

TEST(Hostile, TheProgramsThemselvesAreFine) {
  EXPECT_TRUE(survives(kProgram));
  EXPECT_TRUE(survives(kHlo));
}

// Few of them are programs still: HLO's first computation is one.
TEST(Hostile, TextsThatEndEarly) {
  int tried = 0, survived = 0;
  for (const std::string whole : {kProgram, kHlo}) {
    for (size_t length = 0; length + 3 < whole.size(); length += 1 + whole.size() / 100) {
      ++tried;
      survived += survives(whole.substr(0, length));
    }
  }
  EXPECT_GE(tried, 150);
  EXPECT_LE(survived, 3);
}

TEST(Hostile, BytesThatChanged) {
  std::mt19937 random(20);
  for (const std::string whole : {kProgram, kHlo}) {
    for (int i = 0; i < 200; ++i) {
      std::string text = whole;
      for (int k = 0; k <= i % 4; ++k) text[random() % text.size()] = static_cast<char>(random() % 256);
      survives(text);
    }
  }
}

// Words in each other's places are grammatical more often than bytes are.
TEST(Hostile, WordsThatChangedPlaces) {
  std::mt19937 random(21);
  for (const std::string whole : {kProgram, kHlo}) {
    std::vector<std::string> words;
    for (char c : whole) {
      const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
      if (words.empty() || !letter || std::isalnum(static_cast<unsigned char>(words.back().back())) == 0) {
        words.emplace_back();
      }
      words.back() += c;
    }
    for (int i = 0; i < 200; ++i) {
      std::vector<std::string> other = words;
      switch (i % 3) {
        case 0: std::swap(other[random() % other.size()], other[random() % other.size()]); break;
        case 1: other[random() % other.size()] = other[random() % other.size()]; break;
        default: other.erase(other.begin() + static_cast<std::ptrdiff_t>(random() % other.size()));
      }
      std::string text;
      for (const std::string& word : other) text += word;
      survives(text);
    }
  }
}

TEST(Hostile, NamesAndHintsOutOfRange) {
  Program program = Program::parse(kProgram);
  for (const std::string name : {"",     "%",     "nobody", "%nobody", "arg2",   "arg-1", "arg99999999999999999999",
                                 "out2", "out",   "arg",    "x=[y]",   "\n",     "%r#2",  "%r#",
                                 "#0",   "\"x\"", "../x",   "{",       "%s%n%d", "a\xFF"}) {
    EXPECT_THROW(program.shard_value(name, "-,-"), Error) << name;
  }
  EXPECT_THROW(program.shard_value(std::string(1 << 20, 'x'), "-,-"), Error);
  for (int index : {-1, 2, 1 << 30, -(1 << 30)}) {
    EXPECT_THROW(program.shard_argument(index, "-,-"), Error);
    EXPECT_THROW(program.shard_result(index, "-,-"), Error);
  }
  EXPECT_THROW(program.shard_argument(0, "x"), Error);  // another rank
  EXPECT_THROW(program.shard_argument(0, Sharding()), Error);
  for (const char* sharding : {"z,-", "x,x", "x*x,-", "x:(1)3,-", "x:(4)2,-", "\"\",-", "x!1000001,-", "-!1,-",
                               "[x, -] unreduced sum(x)", "[x, -] pinned(x)", "\"a\\\"b\",-"}) {
    try {
      Program hinted = program;
      hinted.shard_argument(0, sharding);
      compile(hinted);
      ADD_FAILURE() << sharding;
    } catch (const Error& error) {
      EXPECT_NE(error.code(), "P900") << error.what();
    }
  }
}

TEST(Hostile, OptionsAndArgumentsOutOfRange) {
  const Program program = Program::parse(kProgram);
  EXPECT_EQ(compile(program, "x=4").num_devices(), 4);  // in place of the program's own
  CompileOptions options;
  options.hardware = "no such machine";
  EXPECT_THROW(compile(program, {}, options), Error);
  options = {};
  options.skip = {"lower"};
  EXPECT_THROW(compile(program, {}, options), Error);
  const Compiled compiled = compile(program);
  EXPECT_THROW(compiled.sharding("nobody"), Error);
  EXPECT_THROW(compiled.argument_sharding(-1), Error);
  EXPECT_THROW(compiled.explain("out9"), Error);
  EXPECT_THROW(compiled.run({}), Error);
  EXPECT_THROW(compiled.run({Tensor(), Tensor()}), Error);
  EXPECT_THROW(compiled.run({Tensor::spec(f32, {4, 6}), Tensor::scalar(std::int32_t{0})}), Error);
  EXPECT_THROW(compiled.run({Tensor::zeros(f64, {4, 6}), Tensor::scalar(std::int32_t{0})}), Error);
  EXPECT_THROW(compiled.run({Tensor::zeros(f32, {6, 4}), Tensor::scalar(std::int32_t{0})}), Error);
  EXPECT_THROW(evaluate(program, {}), Error);
  Program moved = program;
  const Program other = std::move(moved);
  EXPECT_THROW(moved.arguments(), Error);  // NOLINT: what a host may do
  EXPECT_THROW(compile(moved), Error);
  EXPECT_THROW(Program::load("/nowhere/at/all.mlir"), Error);
  EXPECT_THROW(Program::load("/"), Error);
  EXPECT_THROW(Program::parse(""), Error);
  EXPECT_THROW(Program::parse(std::string(1000, '\0')), Error);
}

}  // namespace
}  // namespace partita
