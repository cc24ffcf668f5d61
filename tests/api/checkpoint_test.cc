// Checkpoints from C++: whole or not there, as they were saved, and what is wrong is said.
#include "partita/checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "../in_folder.h"
#include "partita/error.h"

namespace partita {
namespace {

class CheckpointTest : public InFolder {
 protected:
  static std::string failure_of(const auto& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(CheckpointTest, ATreeComesBackAsItWasSaved) {
  const std::vector<Tensor> tree{Tensor::of<float>({3}, {1.5f, -2.0f, 3.25f}), Tensor::of<int32_t>({2, 1}, {7, 8})};
  EXPECT_TRUE(checkpoint_steps("saved").empty());
  for (const int step : {1, 2, 3}) save_checkpoint("saved", step, tree, {.keep = 2});
  EXPECT_EQ(checkpoint_steps("saved"), (std::vector<std::int64_t>{2, 3}));
  const LoadedCheckpoint loaded = load_checkpoint("saved");
  EXPECT_EQ(loaded.step, 3);
  const std::vector<Tensor> again = tree_of(loaded, tree);
  ASSERT_EQ(again.size(), 2u);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    EXPECT_EQ(again[i].type_text(), tree[i].type_text());
    EXPECT_TRUE(std::ranges::equal(again[i].bytes(), tree[i].bytes()));
  }
  EXPECT_EQ(load_checkpoint(loaded.path).step, 3);
}

TEST_F(CheckpointTest, WhatIsWrongIsSaid) {
  EXPECT_NE(failure_of([&] { load_checkpoint("saved"); }).find("no such folder of checkpoints"), std::string::npos);
  const Tensor w = Tensor::scalar(1.0f);
  save_checkpoint("saved", 1, std::vector<NamedTensor>{{"w", w}});
  save_checkpoint("saved", 2, std::vector<NamedTensor>{{"w", w}});
  const LoadedCheckpoint loaded = load_checkpoint("saved");
  const std::vector<Tensor> other{w};
  EXPECT_NE(failure_of([&] { tree_of(loaded, other); }).find("has no tensor"), std::string::npos);
  EXPECT_NE(failure_of([&] {
              save_checkpoint("saved", 3, std::vector<NamedTensor>{{"w", w}, {"w", w}});
            }).find("names are UTF-8 text and different"),
            std::string::npos);
  std::filesystem::resize_file(loaded.path + "/device0.npz", 100);
  const std::string damaged = failure_of([&] { load_checkpoint("saved"); });
  EXPECT_NE(damaged.find("the checkpoint is damaged"), std::string::npos) << damaged;
  EXPECT_NE(damaged.find("step-0000000001"), std::string::npos) << damaged;
  EXPECT_EQ(checkpoint_steps("saved"), (std::vector<std::int64_t>{1, 2}));
}

}  // namespace
}  // namespace partita
