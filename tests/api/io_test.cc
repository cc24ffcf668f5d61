// Files of tensors through the public interface: what goes in comes out, in every format and type; files that lie give
// Error.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "../in_folder.h"
#include "partita/partita.h"

namespace partita {
namespace {

constexpr int kNumTypes = static_cast<int>(DType::kC128) + 1;

class Files : public InFolder {
 protected:
  static std::string slurp(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
  }
};

std::string code_of(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code();
  }
  return "";
}

std::string message_of(const std::string& path) {
  try {
    load(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Tensor some(DType type, const Shape& shape, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(static_cast<size_t>(Tensor::spec(type, shape).num_elements() * bytes_of(type)));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return Tensor::from_bytes(type, shape, bytes);
}

void expect_same(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.type_text(), b.type_text());
  EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes())) << a.type_text();
}

// Whether the address is part of the file, as the system has mapped it.
bool is_mapped(const void* address, const std::string& file) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream in(line);
    uintptr_t begin = 0, end = 0;
    char dash = 0;
    in >> std::hex >> begin >> dash >> end;
    const auto at = reinterpret_cast<uintptr_t>(address);
    if (begin <= at && at < end) return line.ends_with("/" + file);
  }
  return false;
}

TEST_F(Files, EveryTypeComesBack) {
  const std::set<std::string> not_in_safetensors = {"s2",  "s4", "u2", "u4", "f8e3m4", "f8e4m3", "f8e4m3b11fnuz",
                                                    "c128"};
  for (const char* path : {"a.npy", "a.npz", "a.safetensors"}) {
    for (int i = 0; i < kNumTypes; ++i) {
      const auto type = static_cast<DType>(i);
      const Tensor tensor = some(type, {3, 4});
      if (path[2] == 's' && not_in_safetensors.contains(name_of(type))) {
        EXPECT_EQ(code_of([&] { save(path, {{"t", tensor}}); }), "P503") << name_of(type);
        continue;
      }
      save(path, {{"t", tensor}});
      for (const bool map : {true, false}) {
        const std::vector<NamedTensor> loaded = load(path, LoadOptions{map});
        ASSERT_EQ(loaded.size(), 1);
        EXPECT_EQ(loaded[0].name, path[4] == 'y' ? "arr_0" : "t");
        expect_same(loaded[0].tensor, tensor);
      }
    }
  }
}

TEST_F(Files, ManyTensorsComeBackByName) {
  std::vector<NamedTensor> tensors = {{"b", some(pred, {5})},
                                      {"layer/0/w", some(f32, {3, 5})},
                                      {"", Tensor::scalar(7)},
                                      {"\"quoted\"\n\u00e9\\", some(bf16, {7})},
                                      {"none", Tensor::zeros(f64, {4, 0, 2})},
                                      {"c", some(c64, {3})}};
  for (const char* path : {"a.npz", "a.safetensors"}) {
    save(path, tensors);
    std::vector<NamedTensor> loaded = load(path);
    ASSERT_EQ(loaded.size(), tensors.size());
    for (const NamedTensor& given : tensors) {
      const auto at = std::ranges::find(loaded, given.name, &NamedTensor::name);
      ASSERT_NE(at, loaded.end()) << given.name;
      expect_same(at->tensor, given.tensor);
      expect_same(load(path, given.name), given.tensor);
    }
    const std::string first = slurp(path);
    save(path, loaded);
    save(path, tensors);
    EXPECT_EQ(slurp(path), first) << "the same tensors give the same bytes";
    EXPECT_EQ(code_of([&] { load(path, "nothing"); }), "P404");
  }
  save("empty.npz", {});
  save("empty.safetensors", {});
  EXPECT_TRUE(load("empty.npz").empty());
  EXPECT_TRUE(load("empty.safetensors").empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator("."), {}), 4) << "nothing else is left";
}

struct Layer {
  Tensor weight, bias;
};
struct Model {
  std::vector<Layer> layers;
  Tensor scale;
};

TEST_F(Files, TreesComeBackUnderTheNamesOfTheirLeaves) {
  const Model model{{{Tensor::of({2}, {1.f, 2.f}), Tensor::scalar(3)}, {Tensor::of({1}, {4.f}), Tensor::scalar(5)}},
                    Tensor::scalar(0.5)};
  for (const char* file : {"model.npz", "model.safetensors"}) {
    save(file, model);
    std::set<std::string> found;
    for (const NamedTensor& tensor : load(file)) found.insert(tensor.name);
    const std::vector<std::string> expected = names(model);
    EXPECT_EQ(found, std::set<std::string>(expected.begin(), expected.end()));
    const Model again = load(file, map(model, [](Tensor t) { return Tensor::spec(t.dtype(), t.shape()); }));
    EXPECT_EQ(again.layers[1].bias.item(), 5);
    EXPECT_EQ(again.layers[0].weight.to_doubles(), (std::vector<double>{1, 2}));
    Model other = model;
    other.scale = Tensor::scalar(1.f);
    EXPECT_THROW(load(file, other), Error);  // f64 in the file
    other = model;
    other.layers.push_back(model.layers[0]);
    EXPECT_THROW(load(file, other), Error);  // a layer that is not there
  }
}

TEST_F(Files, ElementsStayInTheFile) {
  const Tensor before = some(f32, {100, 100}, 1), after = some(f32, {100, 100}, 2);
  for (const std::string path : {"a.npy", "a.npz", "a.safetensors"}) {
    save(path, {{"arr_0", before}});
    const Tensor mapped = load(path, "arr_0"), read = load(path, "arr_0", LoadOptions{.map = false});
    EXPECT_TRUE(is_mapped(mapped.bytes().data(), path)) << path;
    EXPECT_FALSE(is_mapped(read.bytes().data(), path)) << path;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(mapped.bytes().data()) % 64, 0) << path;
    save(path, {{"arr_0", after}});
    expect_same(mapped, before);  // the file before is still there for those who have it
    expect_same(load(path, "arr_0"), after);
  }
}

TEST_F(Files, MappedTensorsAreArgumentsLikeAnyOther) {
  const Program program = Program::parse(R"(
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %y = stablehlo.add %x, %x : tensor<4x6xf32>
  return %y : tensor<4x6xf32>
})");
  const std::vector<Tensor> arguments = program.random_arguments(1);
  save("x.npy", {{"x", arguments[0]}});
  const Tensor mapped = load("x.npy", "arr_0");
  ASSERT_TRUE(is_mapped(mapped.bytes().data(), "x.npy"));
  expect_same(evaluate(program, {mapped})[0], evaluate(program, arguments)[0]);
  expect_same(compile(program, "x=2").run({mapped})[0], evaluate(program, arguments)[0]);
  EXPECT_EQ(mapped.to_doubles(), arguments[0].to_doubles());
}

TEST_F(Files, ThatOthersWrote) {
  const std::string header = R"({"attn.0":{"dtype":"F32","shape":[1,2,3],"data_offsets":[0,24]}})";
  std::string floats(24, '\0');
  const float numbers[] = {0, 1, 2, 3, 4, 5};
  std::memcpy(floats.data(), numbers, sizeof numbers);
  write("a.safetensors", std::string("\x40\0\0\0\0\0\0\0", 8) + header + floats);
  EXPECT_EQ(load("a.safetensors", "attn.0").to_doubles(), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(load("a.safetensors", "attn.0").type_text(), "f32[1,2,3]");

  // Metadata, another order of fields, tensors by name and not by place, and one that is not aligned.
  const std::string other = R"({"__metadata__":{"format":"pt"},"a":{"data_offsets":[3,7],"shape":[],"dtype":"F32"},)"
                            R"("b":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}})";
  write("b.safetensors", std::string(1, static_cast<char>(other.size())) + std::string(7, '\0') + other +
                             std::string("\1\0\2", 3) + floats.substr(8, 4));
  EXPECT_EQ(load("b.safetensors", "a").item(), 2);
  EXPECT_EQ(load("b.safetensors", "b").to_doubles(), (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(load("b.safetensors")[0].name, "b");

  // NumPy, of arrays of ml_dtypes; '|V1' may be any of ten types.
  auto npy = [](const std::string& descr) {
    std::string dictionary = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (2,), }";
    dictionary.resize(117, ' ');
    return std::string("\x93NUMPY\1\0\x76\0", 10) + dictionary + "\n";
  };
  write("c.npy", npy("<V2") + std::string("\x80\x3f\0\x40", 4));
  EXPECT_EQ(load("c.npy", "arr_0").type_text(), "bf16[2]");
  EXPECT_EQ(load("c.npy", "arr_0").to_doubles(), (std::vector<double>{1, 2}));
  write("d.npy", npy("|V1") + "ab");
  EXPECT_NE(message_of("d.npy").find("|V1"), std::string::npos) << message_of("d.npy");
  write("e.npy", npy(">u2") + std::string("\1\0\0\1", 4));
  EXPECT_EQ(load("e.npy", "arr_0").to_doubles(), (std::vector<double>{256, 1}));
  write("f.npy", npy("|S1") + "ab");
  EXPECT_EQ(code_of([] { load("f.npy"); }), "P503");
}

TEST_F(Files, ElementsBelowAByteArePacked) {
  save("a.safetensors", {{"a", Tensor::from_doubles(DType::kF4E2M1FN, {4}, std::vector<double>{0.5, 1, 6, -6})}});
  EXPECT_TRUE(slurp("a.safetensors").ends_with("\x21\xF7"));
  EXPECT_EQ(load("a.safetensors", "a").to_doubles(), (std::vector<double>{0.5, 1, 6, -6}));
  EXPECT_EQ(code_of([] { save("a.safetensors", {{"a", some(DType::kF4E2M1FN, {3})}}); }), "P503");
  EXPECT_EQ(code_of([] { save("a.safetensors", {{"a", some(DType::kF6E2M3FN, {6})}}); }), "P503");
  save("a.safetensors", {{"a", some(DType::kF6E3M2FN, {8})}});
  EXPECT_EQ(slurp("a.safetensors").size() % 64, 6);
}

TEST_F(Files, WhatCannotBeSaved) {
  const Tensor t = some(f32, {2});
  EXPECT_EQ(code_of([&] { save("a.txt", {{"t", t}}); }), "P500");
  save("a.txt", {{"t", t}}, FileFormat::kSafetensors);
  expect_same(load("a.txt", "t"), t);
  EXPECT_EQ(code_of([&] { save("a.npy", {{"t", t}, {"u", t}}); }), "P503");
  EXPECT_EQ(code_of([&] { save("a.npy", {}); }), "P503");
  EXPECT_EQ(code_of([&] { save("a.npz", {{"t", t}, {"t", t}}); }), "P404");
  EXPECT_EQ(code_of([&] { save("a.npz", {{"\xff", t}}); }), "P404");
  EXPECT_EQ(code_of([&] { save("a.npz", {{std::string(70000, 'n'), t}}); }), "P503");
  EXPECT_EQ(code_of([&] { save("a.npz", {{"t", Tensor()}}); }), "P404");
  EXPECT_EQ(code_of([&] { save("a.npz", {{"t", Tensor::spec(f32, {2})}}); }), "P404");
  EXPECT_EQ(code_of([&] { save("a.safetensors", {{"__metadata__", t}}); }), "P503");
  EXPECT_EQ(code_of([&] { save("no/such/folder.npz", {{"t", t}}); }), "P502");
  EXPECT_EQ(code_of([] { load("missing.npz"); }), "P501");
  EXPECT_FALSE(std::filesystem::exists("a.npy") || std::filesystem::exists("a.npz"));
}

TEST_F(Files, SafetensorsThatLie) {
  auto file = [](const std::string& header, size_t data, int64_t length = -1) {
    std::string out;
    const uint64_t claimed = length < 0 ? header.size() : static_cast<uint64_t>(length);
    for (int i = 0; i < 8; ++i) out.push_back(static_cast<char>(claimed >> (8 * i)));
    return out + header + std::string(data, 'd');
  };
  const std::string a = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";
  const std::string b = R"("b":{"dtype":"F32","shape":[2],"data_offsets":[8,16]})";
  write("x", file("{" + a + "," + b + "}", 16));
  ASSERT_EQ(message_of("x"), "");
  for (const int low : {0x7B, 0x93}) {  // as the text of an index begins, and an .npy array
    const std::string header = "{" + a + "}";
    write("x", file(header + std::string((static_cast<size_t>(low) - header.size()) % 256, ' '), 8));
    EXPECT_EQ(static_cast<unsigned char>(slurp("x")[0]), low);
    EXPECT_EQ(load("x").size(), 1);
    EXPECT_EQ(load("x", "a").shape().dims(), std::vector<int64_t>{2});
  }
  const std::string deep(100000, '[');
  const std::vector<std::pair<std::string, std::string>> lies = {
      {file("{" + a + "}", 16), "belong to no tensor"},
      {file("{" + a + "}", 7), "outside the file"},
      {file("{" + b + "}", 16), "not behind the one before it"},
      {file("{" + a + "," + a + "}", 8), "twice"},
      {file(
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
           12),
       "not behind the one before it"},
      {file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", 8), "not behind"},
      {file(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8), "do not take"},
      {file(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", 0), "do not take"},
      {file(R"({"a":{"dtype":"F32","shape":[9223372036854775808],"data_offsets":[0,0]}})", 0), "a number"},
      {file(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", 8), "below 0"},
      {file(R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", 8), "not whole"},
      {file(R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}})", 1), "do not take"},
      {file(R"({"a":{"dtype":"Q8","shape":[2],"data_offsets":[0,8]}})", 8), "'Q8'"},
      {file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0]}})", 8), "lacks"},
      {file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,9]}})", 8), "a number"},
      {file(R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", 8), "lacks"},
      {file(R"({"a":{"dtype":"F32","shape":[2],"shape":[2],"data_offsets":[0,8]}})", 8), "twice"},
      {file(R"({"a":{"dtype":"F32","shape":[2],"more":1,"data_offsets":[0,8]}})", 8), "'more'"},
      {file(R"({"a":{"dtype":{},"shape":[2],"data_offsets":[0,8]}})", 8), "wrong place"},
      {file(R"({"a":{"dtype":"F32","shape":[[2]],"data_offsets":[0,8]}})", 8), "wrong place"},
      {file(R"({"a":[],"b":null})", 8), "wrong place"},
      {file(R"({"__metadata__":{"a":{}}})", 0), "texts"},
      {file(R"({"__metadata__":3})", 0), "wrong place"},
      {file("{" + a, 8), "no JSON"},
      {file("{" + a + "}}", 8), "no JSON"},
      {file("{\"\xff\":1}", 8), "no JSON"},
      {file("{\"a\":" + deep, 8), "wrong place"},
      {file("{" + a + "}", 8, INT64_MAX), "claims"},
      {file("{" + a + "}", 8, 1000), "claims"},
      {file("{" + a + "}", 8, 0), "does not begin"},
      {file("{", 0), "no JSON"},
      {"{{{{{{{{", "neither"},
      {"", "neither"},
      {"\x93", "too short"},
      {std::string(200, '\0'), "neither"},
  };
  for (const auto& [content, problem] : lies) {
    write("x", content);
    EXPECT_NE(message_of("x").find(problem), std::string::npos)
        << content.substr(0, 200) << "\nmust say: " << problem << "\nand says: " << message_of("x");
  }
  write("x",
        file(R"({"a":{"dtype":"F32","shape":[0,4611686018427387904,4611686018427387904],"data_offsets":[0,0]}})", 0));
  EXPECT_NE(message_of("x"), "");
}

// Any damage gives tensors that can be looked at, or Error; sanitizer builds watch the rest.
TEST_F(Files, DamagedOnesNeverCrash) {
  const std::vector<NamedTensor> tensors = {
      {"w", some(f32, {3, 5})}, {"b", some(pred, {5})}, {"n", some(DType::kU4, {4})}};
  save("a.npz", tensors);
  save("b.npy", {tensors[0]});
  save("c.safetensors", {tensors[0], tensors[1]});
  std::mt19937 random(7);
  int errors = 0;
  for (const char* path : {"a.npz", "b.npy", "c.safetensors"}) {
    const std::string whole = slurp(path);
    for (int i = 0; i < 600; ++i) {
      std::string damaged = whole;
      for (int changes = 1 + static_cast<int>(random() % 4); changes > 0; --changes) {
        char& at = damaged[random() % damaged.size()];
        at = static_cast<char>(random() % 3 == 0 ? "0,[]{}\"9'"[random() % 9] : random());
      }
      if (random() % 4 == 0) damaged.resize(random() % damaged.size());
      if (random() % 8 == 0) damaged += whole.substr(random() % whole.size());
      write("x", damaged);
      try {
        for (const NamedTensor& loaded : load("x", LoadOptions{random() % 2 == 0})) loaded.tensor.to_doubles();
      } catch (const Error& error) {
        ++errors;
        EXPECT_NE(error.code(), "P900") << error.what();
      }
    }
  }
  EXPECT_GT(errors, 300);
}

}  // namespace
}  // namespace partita
