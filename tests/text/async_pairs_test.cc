// Collectives as pairs of a start and a done are read as the collectives that they are.
#include "text/hlo/async_pairs.h"

#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "text/write.h"

namespace partita::core::text {
namespace {

std::unique_ptr<Module> read(Context& context, const std::string& text) {
  Diagnostics diagnostics;
  auto modules = driver::read_programs(context, std::make_shared<SourceText>("text", text), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render_all() << text;
  return modules.empty() ? nullptr : std::move(modules[0]);
}

std::string without(std::string text, const std::string& part) {
  if (const size_t at = text.find(part); at != std::string::npos) text.erase(at, part.size());
  return text;
}

// Read, written with pairs, read again: the same.
void expect_same(const std::string& text) {
  Context context;
  const auto module = read(context, text);
  ASSERT_NE(module, nullptr);
  const std::string want = *write_hlo(*module);
  WriteOptions options;
  options.async = true;
  const std::string pairs = *write_hlo(*module, options);
  EXPECT_NE(pairs.find("-start("), std::string::npos) << pairs;
  EXPECT_NE(pairs.find("-done("), std::string::npos) << pairs;
  const auto again = read(context, pairs);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(without(*write_hlo(*again), ", is_scheduled=true"), want) << pairs;
}

TEST(AsyncPairs, every_collective_comes_back) {
  expect_same(R"(HloModule m, num_partitions=2
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}
ENTRY main {
  x = f32[4,4] parameter(0)
  gathered = f32[8,4] all-gather(x), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true
  summed = f32[4,4] all-reduce(x), channel_id=2, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
  scattered = f32[2,4] reduce-scatter(x), channel_id=3, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true, to_apply=add
  sent = f32[4,4] collective-permute(x), channel_id=4, source_target_pairs={{0,1},{1,0}}, metadata={op_name="here"}
  swapped = f32[4,4] all-to-all(x), channel_id=5, replica_groups={{0,1}}, dimensions={0}
  told = f32[4,4] collective-broadcast(x), channel_id=6, replica_groups={{0,1}}
  both = (f32[4,4], f32[4,4]) all-reduce(sent, swapped), channel_id=7, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
  one = f32[4,4] get-tuple-element(both), index=0
  two = f32[4,4] get-tuple-element(both), index=1
  ROOT all = (f32[8,4], f32[4,4], f32[2,4], f32[4,4], f32[4,4], f32[4,4]) tuple(gathered, summed, scattered, told, one, two)
}
)");
}

TEST(AsyncPairs, in_loops_and_branches) {
  expect_same(R"(HloModule m, num_partitions=2
cond {
  p = (s32[], f32[4]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(3)
  ROOT less = pred[] compare(i, n), direction=LT
}
body {
  p = (s32[], f32[4]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[4] get-tuple-element(p), index=1
  sent = f32[4] collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[4] add(sent, x)
  ROOT next = (s32[], f32[4]) tuple(j, y)
}
ENTRY main {
  x = f32[4] parameter(0)
  zero = s32[] constant(0)
  state = (s32[], f32[4]) tuple(zero, x)
  loop = (s32[], f32[4]) while(state), condition=cond, body=body
  ROOT y = f32[4] get-tuple-element(loop), index=1
}
)");
}

TEST(AsyncPairs, updates_and_starts_of_others_stay_apart) {
  Context context;
  // The first is a collective, with an update; what the second starts is none.
  const auto module = read(context, R"(HloModule m, num_partitions=2
twice {
  p = f32[4] parameter(0)
  ROOT c = f32[4] custom-call(p), custom_call_target="twice"
}
swap {
  p = f32[4] parameter(0)
  ROOT s = f32[4] all-to-all(p), channel_id=1, replica_groups={{0,1}}, dimensions={0}
}
ENTRY main {
  x = f32[4] parameter(0)
  a = ((f32[4]), f32[4], u32[]) async-start(x), calls=swap
  b = ((f32[4]), f32[4], u32[]) async-start(x), calls=twice
  u = ((f32[4]), f32[4], u32[]) async-update(a)
  ad = f32[4] async-done(u)
  bd = f32[4] async-done(b)
  ROOT y = f32[4] add(ad, bd)
}
)");
  ASSERT_NE(module, nullptr);
  int starts = 0, swaps = 0;
  for (const Op& op : module->entry()->body()) {
    starts += op.is(OpKind::kAsyncStart) ? 1 : 0;
    swaps += op.is(OpKind::kAllToAll) ? 1 : 0;
  }
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(swaps, 1);
}

}  // namespace
}  // namespace partita::core::text
