// Descriptions of hardware: what is read, what is filled in, and where each mistake is found.
#include "cost/hardware.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <nlohmann/json.hpp>

namespace partita::core::cost {
namespace {

constexpr const char* kRates = R"("memory_bandwidth": 1, "vector_flops": 1, "matrix_flops": {"f32": 1})";
constexpr const char* kLevels = R"("levels": [{"bandwidth": 1, "latency": 1}])";

Hardware read(const std::string& fields) {
  Result<Hardware> hardware = parse_hardware(fmt::format("{{{}, {}}}", kRates, fields), "f");
  EXPECT_TRUE(hardware.ok()) << hardware.error().diagnostic.message;
  return hardware.ok() ? *hardware : Hardware();
}

TEST(HardwareDescription, OldOnesMeanWhatTheyMeant) {
  const Hardware hardware = read(fmt::format(R"("op_latency": 3, {})", kLevels));
  EXPECT_EQ(hardware.op_latency, 3);
  EXPECT_EQ(hardware.overheads.kernel, 3);
  EXPECT_EQ(hardware.products.efficiency, 1);
  EXPECT_EQ(hardware.products.units, 1);
  EXPECT_EQ(hardware.rates.efficiency, 1);
  EXPECT_EQ(hardware.compiler.memory_tile, (std::array<int64_t, 2>{1, 1}));
  EXPECT_TRUE(hardware.overlaps);
  EXPECT_EQ(hardware.levels[0].half_size, 0);
  EXPECT_FALSE(hardware.torus);
}

TEST(HardwareDescription, EveryFieldIsRead) {
  const Hardware hardware = read(R"(
      "products": {"efficiency": 0.5, "tile_rows": 8, "tile_columns": 128, "small_tile": 64, "depth_tile": 32,
                   "ramp": 240, "units": 132, "splits_depth": true},
      "convolutions": {"overhead": 2, "patch_bandwidth": 3, "kernels": 4, "foreign_term": 5},
      "memory_rates": {"efficiency": 0.25, "narrow_scatter": 6, "copy": 7, "reduce": 8, "transpose": 9,
                       "gather": 10, "scatter": 11, "sort": 12, "fft": 13},
      "overheads": {"kernel": 14, "gap": 15, "launch": 16, "step": 17, "loop": 18, "unknown_loop": 19, "sort": 23},
      "compiler": {"joins_rows": false, "reads_any_layout": true, "fuses_all_reductions": true, "windows_in_place": true},
      "memory_tile": [8, 128], "collective_copy": 2, "overlaps": false,
      "torus": {"dims": [4, 8, 16], "cores": 2, "chip_bandwidth": 20, "link_bandwidth": 21, "hop_latency": 22,
                "wrap_multiple": 4, "exchange_wraps": false, "ring_efficiency": 0.75})");
  EXPECT_EQ(hardware.products.efficiency, 0.5);
  EXPECT_EQ(hardware.products.tile_rows, 8);
  EXPECT_EQ(hardware.products.tile_columns, 128);
  EXPECT_EQ(hardware.products.small_tile, 64);
  EXPECT_EQ(hardware.products.depth_tile, 32);
  EXPECT_EQ(hardware.products.ramp, 240);
  EXPECT_EQ(hardware.products.units, 132);
  EXPECT_TRUE(hardware.products.splits_depth);
  EXPECT_EQ(hardware.convolutions.overhead, 2);
  EXPECT_EQ(hardware.convolutions.patch_bandwidth, 3);
  EXPECT_EQ(hardware.convolutions.kernels, 4);
  EXPECT_EQ(hardware.convolutions.foreign_term, 5);
  EXPECT_EQ(hardware.rates.efficiency, 0.25);
  EXPECT_EQ(hardware.rates.narrow_scatter, 6);
  EXPECT_EQ(hardware.rates.copy, 7);
  EXPECT_EQ(hardware.rates.reduce, 8);
  EXPECT_EQ(hardware.rates.transpose, 9);
  EXPECT_EQ(hardware.rates.gather, 10);
  EXPECT_EQ(hardware.rates.scatter, 11);
  EXPECT_EQ(hardware.rates.sort, 12);
  EXPECT_EQ(hardware.rates.fft, 13);
  EXPECT_EQ(hardware.overheads.kernel, 14);
  EXPECT_EQ(hardware.op_latency, 14);
  EXPECT_EQ(hardware.overheads.gap, 15);
  EXPECT_EQ(hardware.overheads.launch, 16);
  EXPECT_EQ(hardware.overheads.step, 17);
  EXPECT_EQ(hardware.overheads.loop, 18);
  EXPECT_EQ(hardware.overheads.unknown_loop, 19);
  EXPECT_EQ(hardware.overheads.sort, 23);
  EXPECT_FALSE(hardware.compiler.joins_rows);
  EXPECT_TRUE(hardware.compiler.reads_any_layout);
  EXPECT_TRUE(hardware.compiler.fuses_all_reductions);
  EXPECT_TRUE(hardware.compiler.windows_in_place);
  EXPECT_EQ(hardware.compiler.memory_tile, (std::array<int64_t, 2>{8, 128}));
  EXPECT_EQ(hardware.collective_copy, 2);
  EXPECT_FALSE(hardware.overlaps);
  ASSERT_TRUE(hardware.torus);
  EXPECT_EQ(hardware.torus->dims, (std::vector<int64_t>{4, 8, 16}));
  EXPECT_EQ(hardware.torus->cores, 2);
  EXPECT_EQ(hardware.torus->chip_bandwidth, 20);
  EXPECT_EQ(hardware.torus->link_bandwidth, 21);
  EXPECT_EQ(hardware.torus->hop_latency, 22);
  EXPECT_EQ(hardware.torus->wrap_multiple, 4);
  EXPECT_FALSE(hardware.torus->exchange_wraps);
  EXPECT_EQ(hardware.torus->ring_efficiency, 0.75);
  const Hardware other = read(
      R"("op_latency": 1, "overheads": {"kernel": 2},
         "levels": [{"name": "a", "devices": 8, "bandwidth": 3, "latency": 4, "half_size": 5, "pair_bandwidth": 6},
                    {"bandwidth": 1, "latency": 1}])");
  EXPECT_EQ(other.op_latency, 1);
  EXPECT_EQ(other.overheads.kernel, 2);
  ASSERT_EQ(other.levels.size(), 2u);
  EXPECT_EQ(other.levels[0].devices, 8);
  EXPECT_EQ(other.levels[0].half_size, 5);
  EXPECT_EQ(other.levels[0].pair_bandwidth, 6);
}

// The place is that of the field, or of the object that lacks it.
// Every number of every description that is part of the program, made negative, is a mistake at that number's field.
TEST(HardwareDescription, NoNumberMayBeNegative) {
  int numbers = 0;
  for (const std::string& name : known_hardware()) {
    const std::string text(hardware_text(name));
    bool in_text = false;
    int line = 1;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\n') ++line;
      if (text[at] == '"') in_text = !in_text;
      const bool begins = !in_text && std::isdigit(static_cast<unsigned char>(text[at])) &&
                          std::string_view(" [").find(text[at - 1]) != std::string_view::npos;
      if (!begins) continue;
      ++numbers;
      const Result<Hardware> hardware = parse_hardware(std::string(text).insert(at, "-"), name);
      ASSERT_FALSE(hardware.ok()) << name << ": " << text.substr(at, 20);
      EXPECT_EQ(hardware.error().diagnostic.code, Code::kDescription);
      EXPECT_EQ(hardware.error().diagnostic.place.line, line) << name << ": " << text.substr(at, 20);
    }
  }
  EXPECT_GT(numbers, 150);
}

TEST(HardwareDescription, MistakesHaveAPlace) {
  struct Mistake {
    const char* line;  // the second of the text
    int column;
    const char* message;
  };
  constexpr Mistake kMistakes[] = {
      {R"("memory": -1)", 1, R"("memory" must be a number above zero)"},
      {R"("memory": "1G")", 1, R"("memory" must be a number above zero)"},
      {R"("memory": 1e999)", 11, "this number is too large"},
      {R"("memory": 1, "memory": 2)", 14, R"("memory" is there twice)"},
      {R"("op_latency": -1)", 1, R"("op_latency" must be a number, zero or above)"},
      {R"("name": 7)", 1, R"("name" must be a text)"},
      {R"("products": 7)", 1, R"("products" must be an object, { … })"},
      {R"("products": {"efficiency": 1.5})", 14,
       R"("efficiency" of products must be a number above zero and at most 1)"},
      {R"("products": {"tile_rows": 0})", 14, R"("tile_rows" of products must be a whole number above zero)"},
      {R"("products": {"units": 1.5})", 14, R"("units" of products must be a whole number above zero)"},
      {R"("products": {"units": 1e300})", 14, R"("units" of products must be a whole number above zero)"},
      {R"("products": {"small_tile": -1})", 14, R"("small_tile" of products must be a whole number, zero or above)"},
      {R"("products": {"ramp": -1})", 14, R"("ramp" of products must be a number, zero or above)"},
      {R"("products": {"splits_depth": 1})", 14, R"("splits_depth" of products must be true or false)"},
      {R"("products": {"rows": 1})", 14,
       R"("rows" of products is no field; there are efficiency, tile_rows, tile_columns, small_tile, depth_tile, ramp, )"
       R"(units, splits_depth)"},
      {R"("convolutions": {"kernels": 0})", 18, R"("kernels" of convolutions must be a whole number above zero)"},
      {R"("convolutions": {"overheads": 0})", 18,
       R"("overheads" of convolutions is no field; there are overhead, patch_bandwidth, kernels, foreign_term)"},
      {R"("compiler": {"joins_rows": 1})", 14, R"("joins_rows" of compiler must be true or false)"},
      {R"("compiler": {"joins": true})", 14, nullptr},
      {R"("memory_rates": {"reduce": "fast"})", 18, R"("reduce" of memory_rates must be a number, zero or above)"},
      {R"("overheads": {"step": -1})", 15, R"("step" of overheads must be a number, zero or above)"},
      {R"("memory_tile": [8])", 1, R"("memory_tile" must be a list of 2 whole numbers above zero)"},
      {R"("memory_tile": 8)", 1, R"("memory_tile" must be a list of 2 whole numbers above zero)"},
      {R"("memory_tile": [8, 0])", 1, R"("memory_tile" must be a list of 2 whole numbers above zero)"},
      {R"("collective_copy": -1)", 1, R"("collective_copy" must be a number, zero or above)"},
      {R"("overlaps": "no")", 1, R"("overlaps" must be true or false)"},
      {R"("sources": {"memry": "x"})", 13, nullptr},
      {R"("sources": {"memory": 1})", 13, R"("memory" of sources must be a text)"},
      {R"("torus": {})", 1, R"("levels" or "torus", one of them, must say how devices are connected)"},
  };
  for (const Mistake& each : kMistakes) {
    const Result<Hardware> hardware =
        parse_hardware(fmt::format("{{{}, {},\n{}}}", kRates, kLevels, each.line), "mine.json");
    ASSERT_FALSE(hardware.ok()) << each.line;
    const Diagnostic& d = hardware.error().diagnostic;
    EXPECT_EQ(d.code, Code::kDescription);
    EXPECT_EQ(d.file, "mine.json");
    if (each.message != nullptr) {
      EXPECT_EQ(d.message, each.message);
    }
    // What concerns two fields is said of the first.
    if (each.line == std::string_view(R"("torus": {})")) continue;
    EXPECT_EQ(d.place.line, 2) << each.line;
    EXPECT_EQ(d.place.column, each.column) << each.line;
  }
}

TEST(HardwareDescription, MistakesOfNetworksHaveAPlace) {
  struct Mistake {
    const char* line;
    int column;
    const char* message;
  };
  constexpr Mistake kMistakes[] = {
      {R"("memory": 1)", 1, R"("levels" or "torus", one of them, must say how devices are connected)"},
      {R"("levels": {})", 1, R"("levels" must be a list of objects, not an empty one)"},
      {R"("levels": [1])", 1, R"("levels" must be a list of objects, not an empty one)"},
      {R"("levels": [{"bandwidth": 1, "latency": 1, "half_size": -1}])", 43,
       R"("half_size" of a level must be a number, zero or above)"},
      {R"("levels": [{"devices": 8, "bandwidth": 1, "latency": 1}, {"bandwidth": 1, "latency": 0}])", 75,
       R"("latency" of a level must be a number above zero)"},
      {R"("levels": [{"devices": 8, "bandwidth": 1, "latency": 1}, {"devices": 12, "bandwidth": 1, "latency": 1},
                  {"bandwidth": 1, "latency": 1}])",
       59, R"("devices" of a level must be a multiple of the level's before it)"},
      {R"("torus": [])", 1, R"("torus" must be an object, { … })"},
      {R"("torus": {"link_bandwidth": 1, "hop_latency": 1})", 1, R"("dims" of torus is missing)"},
      {R"("torus": {"dims": [], "link_bandwidth": 1, "hop_latency": 1})", 11,
       R"("dims" of torus must be a list of whole numbers above zero)"},
      {R"("torus": {"dims": [4, -4], "link_bandwidth": 1, "hop_latency": 1})", 11,
       R"("dims" of torus must be a list of whole numbers above zero)"},
      {R"("torus": {"dims": [1e9, 1e9], "link_bandwidth": 1, "hop_latency": 1})", 11,
       R"("dims" of torus are too many chips)"},
      {R"("torus": {"dims": [4], "hop_latency": 1})", 1, R"("link_bandwidth" of torus is missing)"},
      {R"("torus": {"dims": [4], "link_bandwidth": 1})", 1, R"("hop_latency" of torus is missing)"},
      {R"("torus": {"dims": [4], "cores": 2, "link_bandwidth": 1, "hop_latency": 1})", 1,
       R"("chip_bandwidth" of torus is missing)"},
      {R"("torus": {"dims": [4], "link_bandwidth": 1, "hop_latency": 1, "ring_efficiency": 2})", 63, nullptr},
      {R"("torus": {"dims": [4], "link_bandwidth": 1e-300, "hop_latency": 1})", 24,
       R"("link_bandwidth" of torus must be between 1e-18 and 1e+24)"},
      {R"("levels": [{"bandwidth": 1, "latency": 1e300}])", 29,
       R"("latency" of a level must be between 1e-18 and 1e+24)"},
      {R"("torus": {"dims": [4], "link_bandwidth": 1, "hop_latency": 1, "wraps": 1})", 63, nullptr},
  };
  for (const Mistake& each : kMistakes) {
    const Result<Hardware> hardware = parse_hardware(fmt::format("{{{},\n{}}}", kRates, each.line), "mine.json");
    ASSERT_FALSE(hardware.ok()) << each.line;
    const Diagnostic& d = hardware.error().diagnostic;
    EXPECT_EQ(d.code, Code::kDescription);
    if (each.message != nullptr) {
      EXPECT_EQ(d.message, each.message);
    }
    if (each.line == kMistakes[0].line) continue;  // the whole file lacks it
    EXPECT_EQ(d.place.line, 2) << each.line;
    EXPECT_EQ(d.place.column, each.column) << each.line;
  }
}

TEST(HardwareDescription, TypesOfProductsAreKnown) {
  const Result<Hardware> hardware = parse_hardware(
      fmt::format(R"({{"memory_bandwidth": 1, "vector_flops": 1, {}, "matrix_flops": {{"f32": 1, "fp8": 1}}}})",
                  kLevels),
      "f");
  ASSERT_FALSE(hardware.ok());
  EXPECT_EQ(hardware.error().diagnostic.message, R"("fp8" of matrix_flops is no element type)");
}

TEST(HardwareDescription, NestingHasAnEnd) {
  const std::string deep(100000, '[');
  EXPECT_FALSE(parse_hardware("{\"a\": " + deep + std::string(100000, ']') + "}", "f").ok());
  EXPECT_FALSE(parse_hardware("{\"a\": " + deep + "}", "f").ok());
  EXPECT_FALSE(parse_hardware("", "f").ok());
  EXPECT_FALSE(parse_hardware(R"({"a)", "f").ok());
  EXPECT_FALSE(parse_hardware(R"(["\"{"])", "f").ok());
}

// Of those that are part of the program: every figure says where it comes from.
TEST(KnownHardware, HasASourceForEveryFigure) {
  for (const std::string& name : known_hardware()) {
    const auto json = nlohmann::json::parse(hardware_text(name));
    for (const auto& [field, value] : json.items()) {
      if (field == "version" || field == "name" || field == "sources") continue;
      EXPECT_TRUE(json["sources"].contains(field)) << name << ": " << field;
    }
    EXPECT_TRUE(json.contains("memory")) << name;
  }
}

}  // namespace
}  // namespace partita::core::cost
