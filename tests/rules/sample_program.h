// A sample as a program: reads the text and finds the op that is meant.
#pragma once

#include <memory>
#include <string>

#include "driver/compilation.h"
#include "samples.h"

namespace partita::core::rules {

class SampleProgram {
 public:
  explicit SampleProgram(const RuleSample& sample) {
    std::string text =
        "func.func @main(" + std::string(sample.arguments) + ") {\n  " + std::string(sample.body) + "\n  return\n}\n";
    auto source = std::make_shared<SourceText>("sample.mlir", std::move(text));
    programs_ = driver::read_programs(context_, source, diagnostics_);
    if (programs_.size() != 1 || programs_[0] == nullptr) return;
    walk(programs_[0]->entry()->body(), [&](Op& op) {
      if (op_ == nullptr && op.is(sample.kind)) op_ = &op;
    });
  }

  Op* op() const { return op_; }
  Module& module() const { return *programs_[0]; }
  std::string problem() const {
    std::string text = "the program has no such op";
    for (const Diagnostic& d : diagnostics_.all()) text += "\n" + d.message;
    return text;
  }

 private:
  Context context_;
  Diagnostics diagnostics_;
  std::vector<std::unique_ptr<Module>> programs_;
  Op* op_ = nullptr;
};

}  // namespace partita::core::rules
