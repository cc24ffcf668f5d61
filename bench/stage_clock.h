// How long each stage of a compilation takes, in time of the processor.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "driver/compilation.h"
#include "processor_clock.h"

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
