#include "base/diagnostics.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

// No program leads here: a bug of ours ends with status 70, and says what to report.
TEST(InternalErrorDeathTest, SaysWhatToReport) {
  int operands = 1;
  EXPECT_EXIT(PARTITA_INVARIANT(operands == 2, "an add lost an operand"), testing::ExitedWithCode(70),
              "partita: internal error: an add lost an operand \\(.*diagnostics_test.cc:[0-9]+\\) \\[P900\\]");
  PARTITA_INVARIANT(operands == 1, "what holds does nothing");
}

}  // namespace
}  // namespace partita
