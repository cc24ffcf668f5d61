// A program says the same in both spellings: by axis names and as tile assignments it completes to the same tiles on
// every value.
#include "completed.h"
#include "shard/tiles.h"
#include "text/sharding/respell.h"

namespace partita::core::complete {
namespace {

// As HLO writes it, for every value in program order. Constants are left out: there may be more of them by now.
std::vector<std::string> completed_tiles(Module& module) {
  std::vector<const Value*> values;
  collect_values(module.entry()->body(), values);
  std::erase_if(values, [](const Value* value) {
    return value->op() != nullptr && (value->op()->is(OpKind::kConstant) || value->op()->is(OpKind::kIota) ||
                                      value->op()->is(OpKind::kBroadcastInDim));
  });
  std::optional<Completion> completion = complete_module(module);
  std::vector<std::string> out;
  if (!completion) return out;
  auto add = [&](const Sharding& sharding) {
    Result<TileSharding> tiles = to_tiles(sharding);
    out.push_back(tiles.ok() ? to_text(*tiles) : render(tiles.error().diagnostic));
  };
  for (const Value* value : values) add(*completion->sharding_of(value));
  for (int i = 0; i < std::ssize(module.entry()->result_types()); ++i) add(*completion->result(i));
  return out;
}

// Tile assignments cannot express open dimensions of arguments, pins and priorities, and have another spelling for
// manual code.
std::vector<Program> programs_tiles_can_say() {
  std::vector<Program> programs = all_programs();
  std::erase_if(programs, [](const Program& program) {
    for (const char* more : {"?", "}p", "replicated=", "sdy.manual_computation"}) {
      if (program.text.find(more) != std::string::npos) return true;
    }
    return false;
  });
  return programs;
}

class Spellings : public testing::TestWithParam<Program> {};

TEST_P(Spellings, CompleteAlike) {
  Context context;
  std::unique_ptr<Module> axes = read_module(context, GetParam());
  ASSERT_NE(axes, nullptr);
  Result<std::unique_ptr<Module>> tiles = respell_shardings(*axes, Annotations::kMhlo);
  ASSERT_TRUE(tiles.ok()) << render(tiles.error().diagnostic);
  const std::vector<std::string> by_axes = completed_tiles(*axes);
  const std::vector<std::string> by_tiles = completed_tiles(**tiles);
  ASSERT_EQ(by_axes.size(), by_tiles.size());
  ASSERT_FALSE(by_axes.empty());
  int differ = 0;
  for (size_t i = 0; i < by_axes.size(); ++i) {
    if (by_axes[i] != by_tiles[i] && ++differ <= 3) {
      ADD_FAILURE() << "value " << i << ": " << by_axes[i] << " by axes, " << by_tiles[i] << " by tiles";
    }
  }
  EXPECT_EQ(differ, 0);
}

INSTANTIATE_TEST_SUITE_P(Programs, Spellings, testing::ValuesIn(programs_tiles_can_say()), program_name);

}  // namespace
}  // namespace partita::core::complete
