// The examples in the headers of src/run (scripts/header_examples.py), run.
#include <gtest/gtest.h>

#include "../in_folder.h"
#include "../parsed_program.h"
#include "driver/compilation.h"
#include "run/atomic_file.h"
#include "run/local_program.h"
#include "run/npz.h"
#include "run/tensor_file.h"

namespace partita::core {
namespace {

// Example of src/run/atomic_file.h
Status write_file(std::string_view bytes) {
  PARTITA_ASSIGN(AtomicFile file, AtomicFile::create("out.npz"));
  PARTITA_CHECK_OK(file.write(bytes));
  EXPECT_FALSE(std::filesystem::exists("out.npz"));
  PARTITA_CHECK_OK(file.commit());
  return {};
}

TEST_F(InFolder, AtomicFile) {
  ASSERT_TRUE(write_file("four").ok());
  EXPECT_EQ(std::filesystem::file_size("out.npz"), 4);
}

// Example of src/run/npz.h
Status copy_arrays(std::vector<run::NpzEntry> entries) {
  using namespace run;
  PARTITA_CHECK_OK(write_npz("inputs.npz", entries));
  PARTITA_ASSIGN(auto arrays, read_npz("inputs.npz"));
  PARTITA_CHECK_OK(write_npz("outputs.npz", entries));
  EXPECT_EQ(arrays.count("arg0"), 1);
  return {};
}

TEST_F(InFolder, Npz) {
  const float numbers[] = {1, 2};
  ASSERT_TRUE(copy_arrays({{"arg0", "<f4", {2}, std::as_bytes(std::span(numbers))}}).ok());
  EXPECT_EQ(std::filesystem::file_size("outputs.npz"), std::filesystem::file_size("inputs.npz"));
}

// Example of src/run/tensor_file.h
Status convert(const std::vector<run::TensorToSave>& tensors_to_save) {
  using namespace run;
  PARTITA_CHECK_OK(save_tensors("model.npz", TensorFormat::kNpz, tensors_to_save));
  PARTITA_ASSIGN(auto tensors, load_tensors("model.npz", {}));
  PARTITA_CHECK_OK(save_tensors("model.safetensors", TensorFormat::kSafetensors, tensors_to_save));
  EXPECT_EQ(tensors.size(), 1);
  return {};
}

TEST_F(InFolder, TensorFile) {
  const float numbers[] = {1, 2};
  ASSERT_TRUE(convert({{"w", ElementType::kF32, {2}, std::as_bytes(std::span(numbers))}}).ok());
  EXPECT_TRUE(std::filesystem::exists("model.safetensors"));
}

// Example of src/run/local_program.h
Status divide_and_assemble(const Compilation& compilation, const std::vector<Tensor>& arguments) {
  const Partitioned& partitioned = compilation.partitioned();
  const Module& module = *partitioned.module;
  const Function& entry = *module.entry();
  LocalProgram program(module, entry);
  program.set_boundary(partitioned.arguments, partitioned.results);
  ByDevice inputs = program.shards(arguments);
  EXPECT_EQ(inputs.size(), 2);
  EXPECT_EQ(inputs[1][0].as<float>()[0], 16);
  const ByDevice& outputs = inputs;
  PARTITA_ASSIGN(std::vector<Tensor> results, program.assemble(outputs));
  EXPECT_EQ(results[0].type(), arguments[0].type());
  return {};
}

TEST(Examples, LocalProgram) {
  ParsedProgram program(R"(
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c = stablehlo.tanh %a : tensor<8x4xf32>
  return %c : tensor<8x4xf32>
}
)");
  Tensor argument = Tensor::make(program.entry->argument(0)->type());
  for (int64_t i = 0; i < argument.size(); ++i) argument.as_mutable<float>()[i] = static_cast<float>(i);
  CompileOptions options;
  options.hints.mesh = "x=2";
  options.hints.shard = {"arg0=[{\"x\"}, {}]", "out0=[{\"x\"}, {}]"};
  Compilation compilation(std::move(program.module), options);
  ASSERT_TRUE(compilation.run()) << compilation.diagnostics().render_all();
  EXPECT_TRUE(divide_and_assemble(compilation, {argument}).ok());
}

}  // namespace
}  // namespace partita::core
