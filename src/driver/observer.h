// Receives what a compilation does while it runs: for timing, printing, dumping. The library itself does none of it.
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "driver/stages.h"

namespace partita::core::driver {

class StageObserver {
 public:
  virtual ~StageObserver() = default;

  virtual void begins(const Stage&) {}
  virtual void ends(const Stage&) {}  // whether it went well or not
  // Every diagnostic of a stage, as soon as the stage ends; they are in Compilation::diagnostics() as well.
  virtual void reports(const Diagnostic&) {}

  // Whether shows() is to be called after this stage, which costs what the observer then makes of it.
  virtual bool wants(const Stage&) const { return false; }
  // After a stage that went well and left a program (Compilation::program_text). An error ends the compilation.
  virtual Status shows(const Stage&, const Compilation&) { return {}; }
};

}  // namespace partita::core::driver

namespace partita::core {
using driver::StageObserver;
}  // namespace partita::core
