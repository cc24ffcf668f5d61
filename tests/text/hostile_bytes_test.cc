// Damaged binary programs: prefixes, and bytes replaced. Each gives a program or an error with its place.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "ir/verify.h"
#include "text/import/normalize.h"
#include "text/read.h"
#include "text/write.h"

namespace partita::core {
namespace {

std::string bytes_of(const std::string& name) {
  std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/tests/text/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Reads as far as it goes, and writes what was read. Whether it was read.
bool survives(std::string bytes) {
  Context context;
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceText>("damaged", std::move(bytes));
  for (TextRange range : text::split_programs(*source, diagnostics)) {
    const std::unique_ptr<Module> module = text::parse_program(context, source, range, diagnostics);
    if (module == nullptr || !ir::verify(*module, diagnostics) || !text::normalize(*module, diagnostics)) break;
    (void)text::write_stablehlo(*module);
  }
  return !diagnostics.has_errors();
}

// A prefix of a proto may be a whole module: fields follow each other without an end.
void expect_survival(const std::string& name, bool has_end = true) {
  const std::string whole = bytes_of(name);
  ASSERT_FALSE(whole.empty()) << name;
  EXPECT_TRUE(survives(whole)) << name;
  const size_t step = 1 + whole.size() / 1000;  // of a longer file not all
  for (size_t size = 1; size < whole.size(); size += step) {
    const bool read = survives(whole.substr(0, size));
    EXPECT_FALSE(has_end && read) << size;
  }
  for (size_t i = 0; i < whole.size(); i += step) {
    for (int change : {0x01, 0xFF}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      survives(std::move(damaged));
    }
  }
}

TEST(HostileBytes, Bytecode) { expect_survival("bytecode/Inputs/mlp.tiny.mhlo.bc"); }
TEST(HostileBytes, PortableArtifact) { expect_survival("bytecode/Inputs/mlp.tiny.mhlo.vhlo"); }
TEST(HostileBytes, Export) { expect_survival("bytecode/Inputs/tanh_layer.export.mlirbc"); }
TEST(HostileBytes, Proto) { expect_survival("proto/Inputs/mlp.tiny.sdy.pb", false); }

}  // namespace
}  // namespace partita::core
