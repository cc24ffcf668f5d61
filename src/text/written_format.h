// What a program is asked to be written as, by a word: stablehlo, hlo, bytecode, vhlo, vhlo=1.9, proto.
#pragma once

#include <string_view>

#include "base/result.h"
#include "ir/program.h"
#include "text/common/write_options.h"

namespace partita::core::text {

struct WrittenFormat {
  TextFormat format = TextFormat::kStableHlo;
  Encoding encoding = Encoding::kText;
  ArtifactVersion artifact{};
};

// kUsage for other words, and for versions that no artifact is written for.
Result<WrittenFormat> written_format(std::string_view word);

}  // namespace partita::core::text
