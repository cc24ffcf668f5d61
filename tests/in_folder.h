// Tests that write files by their bare names.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

// The working directory is a fresh one, and goes with the test.
class InFolder : public testing::Test {
 protected:
  InFolder() {
    folder_ /= "partita_in_folder_" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  ~InFolder() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

 private:
  std::filesystem::path before_ = std::filesystem::current_path(), folder_ = testing::TempDir();
};
