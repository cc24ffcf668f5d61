// A program read from its text, for tests that look at its ops.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "driver/compilation.h"

namespace partita::core {

struct ParsedProgram {
  explicit ParsedProgram(const char* text) {
    Diagnostics diagnostics;
    auto programs = driver::read_programs(context, std::make_shared<SourceText>("it.mlir", text), diagnostics);
    EXPECT_EQ(diagnostics.render_all(), "");
    module = std::move(programs.at(0));
    entry = module->entry();
  }
  Op* find(OpKind kind) const {
    for (Op& op : entry->body()) {
      if (op.kind() == kind) return &op;
    }
    return nullptr;
  }

  Context context;
  std::unique_ptr<Module> module;
  Function* entry;
};

}  // namespace partita::core
