// Completion does not depend on the order of independent ops in the text, nor on names: programs are shuffled and
// renamed, and every value must get the sharding it had.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "complete/completion.h"
#include "driver/compilation.h"

namespace partita::core::complete {
namespace {

std::string read_program(const std::string& name) {
  std::ifstream in(std::string(PARTITA_SOURCE_DIR) + "/tests/programs/" + name + ".mlir");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::unique_ptr<Module> parse(Context& context, const std::string& text) {
  Diagnostics diagnostics;
  auto modules = driver::read_programs(context, std::make_shared<SourceText>("program.mlir", text), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render_all();
  return modules.empty() ? nullptr : std::move(modules[0]);
}

// Numbers for all values that are not constants, in the order of the text as it was read: constants may be cloned.
void number(const Region& region, std::vector<const Value*>& values) {
  for (const Value* argument : region.arguments()) values.push_back(argument);
  for (const Op& op : region) {
    for (const Value* result : op.results()) values.push_back(result);
    for (int r = 0; r < op.num_regions(); ++r) number(op.region(r), values);
  }
}

// Whether `op` uses a value of `other`, in its operands or anywhere in its regions.
void collect_uses(const Op& op, std::vector<const Op*>& out) {
  for (const Value* operand : op.operands()) {
    if (operand->op() != nullptr) out.push_back(operand->op());
  }
  for (int r = 0; r < op.num_regions(); ++r) {
    for (const Op& inner : op.region(r)) collect_uses(inner, out);
  }
}

// A random order of the region's ops in which every definition comes before its uses; ops with effects stay in order.
void shuffle(Region& region, std::mt19937& random) {
  std::vector<Op*> ops;
  for (Op& op : region) {
    for (int r = 0; r < op.num_regions(); ++r) shuffle(op.region(r), random);
    ops.push_back(&op);
  }
  std::map<const Op*, size_t> index;
  for (size_t i = 0; i < ops.size(); ++i) index[ops[i]] = i;
  std::vector<std::vector<size_t>> later(ops.size());
  std::vector<int> waits(ops.size(), 0);
  size_t last_effect = ops.size();
  for (size_t i = 0; i < ops.size(); ++i) {
    std::vector<const Op*> before;
    collect_uses(*ops[i], before);
    for (const Op* op : before) {
      auto at = index.find(op);
      if (at == index.end() || at->second == i) continue;
      later[at->second].push_back(i);
      ++waits[i];
    }
    if (!ops[i]->info().has(kSideEffects)) continue;
    if (last_effect < i) {
      later[last_effect].push_back(i);
      ++waits[i];
    }
    last_effect = i;
  }
  std::vector<size_t> ready;
  for (size_t i = 0; i + 1 < ops.size(); ++i) {
    if (waits[i] == 0) ready.push_back(i);
  }
  Op* terminator = ops.back();
  while (!ready.empty()) {
    size_t pick = random() % ready.size();
    size_t i = ready[pick];
    ready[pick] = ready.back();
    ready.pop_back();
    ops[i]->move_before(terminator);
    for (size_t j : later[i]) {
      if (--waits[j] == 0 && ops[j] != terminator) ready.push_back(j);
    }
  }
}

std::vector<std::string> shardings(Module& module, const std::vector<const Value*>& values) {
  Diagnostics diagnostics;
  std::optional<Hints> hints = read_hints(module, *module.entry(), {}, diagnostics);
  EXPECT_TRUE(hints.has_value()) << diagnostics.render_all();
  Result<Completion> completion = complete(module, *module.entry(), std::move(*hints), diagnostics);
  EXPECT_TRUE(completion.ok());
  std::vector<std::string> out;
  for (const Value* value : values) {
    const Op* op = value->op();
    bool constant =
        op != nullptr && (op->is(OpKind::kConstant) || op->is(OpKind::kIota) || op->is(OpKind::kBroadcastInDim));
    out.push_back(constant || !value->type().is_tensor() ? "" : to_string(*completion->sharding_of(value)));
  }
  for (size_t i = 0; i < module.entry()->result_types().size(); ++i) {
    out.push_back(to_string(*completion->result(i)));
  }
  return out;
}

class Shuffled : public testing::TestWithParam<const char*> {};

TEST_P(Shuffled, ProgramsCompleteAlike) {
  const std::string text = read_program(GetParam());
  ASSERT_FALSE(text.empty());
  Context context;
  std::unique_ptr<Module> original = parse(context, text);
  std::vector<const Value*> values;
  number(original->entry()->body(), values);
  const std::vector<std::string> expected = shardings(*original, values);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::unique_ptr<Module> module = parse(context, text);
    std::vector<const Value*> same;  // in the same order as `values`: before anything moves
    number(module->entry()->body(), same);
    ASSERT_EQ(same.size(), values.size());
    std::mt19937 random(seed);
    shuffle(module->entry()->body(), random);
    for (const Value* value : same) {
      const_cast<Value*>(value)->set_name(context.name("v" + std::to_string(random())));
    }
    const std::vector<std::string> got = shardings(*module, same);
    size_t differ = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
      if (got[i] == expected[i]) continue;
      if (++differ <= 3) {
        ADD_FAILURE() << GetParam() << ", seed " << seed << ": value " << i << " got " << got[i] << ", was "
                      << expected[i];
      }
    }
    EXPECT_EQ(differ, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Shuffled,
                         testing::Values("mlp", "lstm", "unet3d", "pipeline_lm", "uneven_mix", "dense_lm_fsdp",
                                         "moe_lm"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace partita::core::complete
