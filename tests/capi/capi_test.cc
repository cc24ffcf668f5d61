// The C interface: what it gives is what the C++ side gives, and no mistake of a caller is more than a diagnostic.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

#include "partita/c.h"
#include "partita/run.h"

namespace partita {
namespace {

constexpr const char* kLayer = R"(
module @layer {
  func.func public @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8x4xf32> {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %y : tensor<8x4xf32>
  }
})";

struct Free {
  void operator()(partita_program* p) const { partita_program_free(p); }
  void operator()(partita_compiled* p) const { partita_compiled_free(p); }
  void operator()(partita_tensors* p) const { partita_tensors_free(p); }
  void operator()(partita_tensor* p) const { partita_tensor_free(p); }
  void operator()(partita_values* p) const { partita_values_free(p); }
  void operator()(partita_why* p) const { partita_why_free(p); }
  void operator()(partita_custom_calls* p) const { partita_custom_calls_free(p); }
  void operator()(partita_diagnostics* p) const { partita_diagnostics_free(p); }
  void operator()(char* p) const { partita_free(p); }
};
template <typename T>
using Owned = std::unique_ptr<T, Free>;

// The error of the last call, for those that ought to fail.
struct Caught {
  partita_diagnostics* error = nullptr;
  ~Caught() { partita_diagnostics_free(error); }
  std::string code() const { return partita_diagnostics_get(error, 0).code; }
  std::string text() const { return partita_diagnostics_text(error); }
};

Owned<partita_program> parse(const std::string& text) {
  Caught caught;
  Owned<partita_program> program(partita_program_parse(text.data(), text.size(), "layer.mlir", &caught.error));
  EXPECT_NE(program, nullptr) << caught.text();
  return program;
}

Owned<partita_compiled> compile_layer(const partita_program* program,
                                      const partita_compile_options* options = nullptr) {
  Caught caught;
  Owned<partita_compiled> compiled(partita_compile(program, "x=4", options, &caught.error));
  EXPECT_NE(compiled, nullptr) << caught.text();
  return compiled;
}

TEST(CInterface, GivesWhatTheCppSideGives) {
  const Owned<partita_program> program = parse(kLayer);
  ASSERT_EQ(partita_program_shard_argument(program.get(), 0, "-,x", nullptr), 0);
  ASSERT_EQ(partita_program_shard_argument(program.get(), 1, "x,-", nullptr), 0);
  ASSERT_EQ(partita_program_shard_result(program.get(), 0, "-,-", nullptr), 0);
  const Owned<partita_compiled> compiled = compile_layer(program.get());

  Program cpp = Program::parse(kLayer, "layer.mlir");
  cpp.shard_argument(0, "-,x").shard_argument(1, "x,-").shard_result(0, "-,-");
  const Compiled same = compile(cpp, "x=4");
  EXPECT_EQ(Owned<char>(partita_compiled_text(compiled.get(), PARTITA_HLO, nullptr)).get(), same.text(Format::kHlo));
  EXPECT_EQ(Owned<char>(partita_compiled_report_json(compiled.get(), nullptr)).get(), same.report_json());
  EXPECT_EQ(Owned<char>(partita_compiled_simulation_json(compiled.get(), nullptr, nullptr, nullptr)).get(),
            same.simulation_json("h100"));
  EXPECT_NE(same.simulation_json("tpu_v3"), same.simulation_json());
  EXPECT_EQ(Owned<char>(partita_compiled_report_page(compiled.get(), nullptr)).get(), same.report_page());
  partita_diagnostics* unknown = nullptr;
  EXPECT_EQ(partita_compiled_simulation_json(compiled.get(), "no such machine", nullptr, &unknown), nullptr);
  EXPECT_STREQ(partita_diagnostics_get(unknown, 0).code, "P501");
  partita_diagnostics_free(unknown);
  EXPECT_NE(std::string(Owned<char>(partita_hardware_names(nullptr)).get()).find("tpu_v3\n"), std::string::npos);
  EXPECT_EQ(Owned<char>(partita_compiled_report_table(compiled.get(), nullptr)).get(), same.report_table());
  EXPECT_EQ(Owned<char>(partita_compiled_listing(compiled.get(), nullptr)).get(), same.listing());
  EXPECT_EQ(Owned<char>(partita_compiled_explain(compiled.get(), "y", nullptr)).get(), same.explain("y").text);
  EXPECT_EQ(Owned<char>(partita_compiled_hints(compiled.get(), nullptr)).get(), same.hints());
  EXPECT_EQ(std::string(partita_compiled_mesh(compiled.get())), "x=4");
  EXPECT_EQ(partita_compiled_num_devices(compiled.get()), 4);

  const partita_report report = partita_compiled_report(compiled.get());
  EXPECT_EQ(report.wire_bytes, same.report().wire_bytes);
  EXPECT_EQ(report.time_step, same.report().time_step);
  EXPECT_EQ(report.peak_bytes, same.report().peak_bytes);
  ASSERT_EQ(report.num_collectives, 1);
  const partita_collective c = partita_compiled_collective(compiled.get(), 0);
  EXPECT_EQ(std::string(c.kind), "all-reduce");
  EXPECT_EQ(std::string(c.axes), "x");
  EXPECT_EQ(c.cause, same.report().collectives[0].cause);

  const Owned<partita_why> why(partita_compiled_why(compiled.get(), 0, nullptr));
  const CollectiveExplanation explained = same.why(same.report().collectives[0]);
  EXPECT_EQ(std::string(partita_why_text(why.get())), explained.text);
  ASSERT_EQ(partita_why_num_trials(why.get()), std::ssize(explained.trials));
  for (int i = 0; i < std::ssize(explained.trials); ++i) {
    EXPECT_EQ(partita_why_trial(why.get(), i).sharding, explained.trials[i].sharding.str());
  }

  const Owned<partita_tensors> arguments(partita_program_random_arguments(program.get(), 3, nullptr));
  const Owned<partita_tensors> results(partita_run(compiled.get(), arguments.get(), nullptr, nullptr));
  const Tensor expected = same.run(cpp.random_arguments(3))[0];
  const partita_tensor* result = partita_tensors_get(results.get(), 0);
  ASSERT_EQ(partita_tensor_size(result), expected.bytes().size());
  EXPECT_EQ(std::memcmp(partita_tensor_bytes(result), expected.bytes().data(), expected.bytes().size()), 0);
}

TEST(CInterface, ValuesHaveNamesTypesAndLines) {
  const Owned<partita_program> program = parse(kLayer);
  const Owned<partita_values> values(partita_program_values(program.get(), PARTITA_VALUES, nullptr));
  const partita_value last = partita_values_get(values.get(), partita_values_count(values.get()) - 1);
  EXPECT_EQ(std::string(last.name), "%y");
  EXPECT_EQ(std::string(last.dtype), "f32");
  ASSERT_EQ(last.rank, 2);
  EXPECT_EQ(last.dims[0], 8);
  EXPECT_EQ(last.line, 4);
  EXPECT_EQ(Owned<char>(partita_program_functions(program.get(), nullptr)).get(), std::string("main\n"));
}

TEST(CInterface, MistakesAreDiagnostics) {
  {
    Caught caught;
    EXPECT_EQ(partita_program_parse("module {", 8, "bad.mlir", &caught.error), nullptr);
    const partita_diagnostic first = partita_diagnostics_get(caught.error, 0);
    EXPECT_EQ(first.severity, PARTITA_ERROR);
    EXPECT_EQ(std::string(first.file), "bad.mlir");
    EXPECT_GT(first.line, 0);
    EXPECT_NE(caught.text().find("bad.mlir:1:"), std::string::npos);
  }
  const Owned<partita_program> program = parse(kLayer);
  {
    Caught caught;
    EXPECT_NE(partita_program_shard_argument(program.get(), 7, "x,-", &caught.error), 0);
    EXPECT_EQ(caught.code().front(), 'P');
  }
  {
    Caught caught;
    EXPECT_EQ(partita_compile(program.get(), "x=0", nullptr, &caught.error), nullptr);
    EXPECT_FALSE(caught.text().empty());
  }
  {
    Caught caught;
    EXPECT_EQ(partita_compile(nullptr, "x=4", nullptr, &caught.error), nullptr);
    EXPECT_NE(caught.text().find("the program is NULL"), std::string::npos);
  }
  {
    Caught caught;
    partita_compile_options options = PARTITA_COMPILE_OPTIONS;
    options.plan = 9;
    EXPECT_EQ(partita_compile(program.get(), "x=4", &options, &caught.error), nullptr);
    EXPECT_NE(caught.text().find("no plan has the number 9"), std::string::npos);
  }
  {
    Caught caught;
    const int64_t dims[] = {2};
    EXPECT_EQ(partita_tensor_create("f31", 1, dims, nullptr, 0, &caught.error), nullptr);
    EXPECT_NE(caught.text().find("'f31'"), std::string::npos);
  }
  // Nobody has to ask why.
  EXPECT_EQ(partita_program_load("/nowhere/model.mlir", nullptr), nullptr);
  EXPECT_EQ(partita_tensors_get(nullptr, 0), nullptr);
  EXPECT_EQ(std::string(partita_tensor_dtype(nullptr)), "");
  partita_program_free(nullptr);
}

TEST(CInterface, OptionsOfAnOlderProgramAreReadAsFarAsTheyGo) {
  const Owned<partita_program> program = parse(kLayer);
  partita_compile_options options = PARTITA_COMPILE_OPTIONS;
  options.plan = PARTITA_ANNOTATED;
  options.struct_size = offsetof(partita_compile_options, hardware);  // it ended there once
  options.hardware = "no such machine";
  EXPECT_NE(compile_layer(program.get(), &options), nullptr);
  // Of a newer one: fields that are not set do no harm, others are not ignored.
  struct {
    partita_compile_options known = PARTITA_COMPILE_OPTIONS;
    int unknown = 0;
    int padding = 0;
  } newer;
  newer.known.struct_size = sizeof newer;
  EXPECT_NE(compile_layer(program.get(), &newer.known), nullptr);
  newer.unknown = 1;
  Caught caught;
  EXPECT_EQ(partita_compile(program.get(), "x=4", &newer.known, &caught.error), nullptr);
  EXPECT_NE(caught.text().find("does not know"), std::string::npos);
}

TEST(CInterface, TensorsGoThroughFiles) {
  const std::string path = testing::TempDir() + "/capi_test.npz";
  const float elements[] = {1, 2, 3, 4, 5, 6};
  const int64_t dims[] = {2, 3};
  const Owned<partita_tensor> tensor(partita_tensor_create("f32", 2, dims, elements, sizeof elements, nullptr));
  const double halves[] = {0.5, 1.5};
  const Owned<partita_tensor> narrow(partita_tensor_from_doubles("bf16", 1, dims, halves, 2, nullptr));
  const Owned<partita_tensors> saved(partita_tensors_create());
  partita_tensors_add(saved.get(), "w", tensor.get());
  partita_tensors_add(saved.get(), "b", narrow.get());
  ASSERT_EQ(partita_save(path.c_str(), saved.get(), nullptr), 0);
  const Owned<partita_tensors> loaded(partita_load(path.c_str(), 1, nullptr));
  ASSERT_EQ(partita_tensors_count(loaded.get()), 2);
  EXPECT_EQ(std::string(partita_tensors_name(loaded.get(), 0)), "w");
  const partita_tensor* again = partita_tensors_get(loaded.get(), 0);
  ASSERT_EQ(partita_tensor_size(again), sizeof elements);
  EXPECT_EQ(std::memcmp(partita_tensor_bytes(again), elements, sizeof elements), 0);
  EXPECT_EQ(partita_tensor_dims(again)[1], 3);
}

TEST(CInterface, GradientsAndTheirOptions) {
  const Owned<partita_program> program = parse(kLayer);
  const char* wrt[] = {"arg1"};
  partita_grad_options options = PARTITA_GRAD_OPTIONS;
  options.wrt = wrt;
  options.num_wrt = 1;
  const Owned<partita_program> gradient(partita_program_grad(program.get(), &options, nullptr));
  ASSERT_NE(gradient, nullptr);
  const Owned<partita_values> results(partita_program_values(gradient.get(), PARTITA_RESULTS, nullptr));
  ASSERT_EQ(partita_values_count(results.get()), 1);
  EXPECT_EQ(partita_values_get(results.get(), 0).dims[0], 16);
  options.keep = "everything";
  Caught caught;
  EXPECT_EQ(partita_program_grad(program.get(), &options, &caught.error), nullptr);
  EXPECT_NE(caught.text().find("everything"), std::string::npos);
}

TEST(CInterface, CustomCallsAreTheHostsFunctions) {
  const Owned<partita_program> program = parse(R"(
module {
  func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %y = stablehlo.custom_call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %y : tensor<8xf32>
  }
})");
  ASSERT_EQ(partita_program_shard_argument(program.get(), 0, "x", nullptr), 0);
  partita_custom_call call{sizeof(partita_custom_call), nullptr, nullptr, nullptr, nullptr, nullptr};
  int asked = 0;
  call.user = &asked;
  call.sharding_rule = [](void* user, const partita_call_site* site) {
    ++*static_cast<int*>(user);
    EXPECT_EQ(std::string(site->target), "twice");
    return partita_copy_text("i -> i");
  };
  call.evaluate = [](void*, const partita_call_site*, const partita_tensors* operands) -> partita_tensors* {
    const partita_tensor* x = partita_tensors_get(operands, 0);
    const auto* in = static_cast<const float*>(partita_tensor_bytes(x));
    std::vector<float> out(partita_tensor_size(x) / sizeof(float));
    for (size_t i = 0; i < out.size(); ++i) out[i] = 2 * in[i];
    const Owned<partita_tensor> result(
        partita_tensor_create("f32", 1, partita_tensor_dims(x), out.data(), partita_tensor_size(x), nullptr));
    partita_tensors* results = partita_tensors_create();
    partita_tensors_add(results, nullptr, result.get());
    return results;
  };
  Owned<partita_custom_calls> calls(partita_custom_calls_create());
  partita_custom_calls_add(calls.get(), "twice", &call);
  partita_compile_options options = PARTITA_COMPILE_OPTIONS;
  options.calls = calls.get();
  const Owned<partita_compiled> compiled = compile_layer(program.get(), &options);
  calls.reset();  // what was compiled keeps what it needs
  EXPECT_GT(asked, 0);
  EXPECT_EQ(partita_compiled_report(compiled.get()).num_collectives, 0);
  const Owned<partita_tensors> arguments(partita_program_random_arguments(program.get(), 1, nullptr));
  const Owned<partita_tensors> results(partita_run(compiled.get(), arguments.get(), nullptr, nullptr));
  ASSERT_NE(results, nullptr);
  const auto* in = static_cast<const float*>(partita_tensor_bytes(partita_tensors_get(arguments.get(), 0)));
  const auto* out = static_cast<const float*>(partita_tensor_bytes(partita_tensors_get(results.get(), 0)));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], 2 * in[i]);
}

TEST(CApi, BytesOfProgramsAndSizesOfDynamicOnes) {
  const std::string dynamic = "func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> { return %x : tensor<?x4xf32> }";
  const char* shapes[] = {"x=8x4"};
  Caught caught;
  const Owned<partita_program> program(
      partita_program_specialize(dynamic.data(), dynamic.size(), nullptr, shapes, 1, &caught.error));
  ASSERT_NE(program, nullptr) << caught.code();
  size_t size = 0;
  const Owned<char> bytes(partita_program_encode(program.get(), "bytecode", &size, &caught.error));
  ASSERT_NE(bytes, nullptr) << caught.code();
  EXPECT_EQ(std::string(bytes.get(), 4), "ML\xEFR");
  const Owned<partita_program> again(partita_program_parse(bytes.get(), size, nullptr, &caught.error));
  EXPECT_NE(again, nullptr) << caught.code();
  EXPECT_EQ(partita_program_encode(program.get(), "vhlo=9.9", &size, &caught.error), nullptr);
  EXPECT_EQ(caught.code(), "P500");
}

}  // namespace
}  // namespace partita
