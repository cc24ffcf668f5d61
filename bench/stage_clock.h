// How long each stage of a compilation takes, in time of the processor: what else the machine does counts little.
#pragma once

#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "driver/compilation.h"

namespace partita::core::bench {

class StageClock final : public StageObserver {
 public:
  void begins(const Stage&) override { begun_ = processor_ms(); }
  void ends(const Stage& stage) override { ms_[stage.name] += processor_ms() - begun_; }
  double ms(std::string_view stage) const {
    auto at = ms_.find(stage);
    return at == ms_.end() ? 0 : at->second;
  }

 private:
  static double processor_ms() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  }

  std::map<std::string_view, double> ms_;
  double begun_ = 0;
};

// A text of one program on its way, with its clock.
struct Timed {
  Context context;
  StageClock clock;
  Compilation compilation;

  Timed(const std::string& name, const std::string& text, CompileOptions options)
      : compilation(context, std::make_shared<SourceText>(name, text), TextRange{0, text.size()}, std::move(options),
                    &clock) {}
};

}  // namespace partita::core::bench
