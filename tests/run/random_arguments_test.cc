#include <gtest/gtest.h>

#include <cstring>

#include "eval/strided.h"
#include "ir/context.h"
#include "run/arguments.h"
#include "run/array_source.h"
#include "run/on_cores.h"

namespace partita::core::run {
namespace {

TEST(OnCores, DoesEachPieceOnce) {
  for (const size_t count : {size_t{0}, size_t{1}, size_t{7}, size_t{1000}}) {
    std::vector<int> done(count);
    on_cores(count, 2, [&](size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(count, 1));
  }
}

TEST(OnCores, PassesOnWhatIsThrown) {
  EXPECT_THROW(on_cores(100, 1,
                        [](size_t i) {
                          if (i == 50) throw std::bad_alloc();
                        }),
               std::bad_alloc);
}

// Arguments made whole, by several threads, and the boxes that devices read of them.
TEST(RandomArguments, BoxesHaveTheElementsOfTheWhole) {
  Context context;
  const std::vector<Type> types = {context.tensor(ElementType::kF32, {3, 700, 500}),
                                   context.tensor(ElementType::kBF16, {}), context.tensor(ElementType::kS32, {1000001}),
                                   context.tensor(ElementType::kC64, {5, 0})};
  const std::vector<Tensor> whole = random_arguments(types, 3);
  const std::vector<Box> boxes = {{{1, 0, 7}, {2, 699, 400}}, {{}, {}}, {{17}, {900001}}, {{0, 0}, {5, 0}}};
  for (size_t i = 0; i < types.size(); ++i) {
    const std::unique_ptr<ArraySource> source = random_source(types[i], 3, i);
    Tensor got = Tensor::make(context.tensor(types[i].element(), boxes[i].extent)), want = Tensor::make(got.type());
    ASSERT_TRUE(source->read(boxes[i], got, boxes[i].corner, 0).ok());
    const std::vector<int64_t> origin(boxes[i].corner.size(), 0);
    copy_box(boxes[i], {static_cast<const std::byte*>(whole[i].raw()), types[i].dims(), origin}, want, boxes[i].corner);
    EXPECT_EQ(got.blob(), want.blob()) << types[i].to_string();
  }
}

}  // namespace
}  // namespace partita::core::run
