#include "base/diagnostics.h"

#include <gtest/gtest.h>

#include "base/internal_error.h"

namespace partita::core::base {
namespace {

// No program leads here.
TEST(InternalError, IsThrownByABrokenInvariant) {
  int operands = 1;
  std::string text;
  try {
    PARTITA_INVARIANT(operands == 2, "an add lost an operand");
  } catch (const InternalError& error) {
    text = error.what();
  }
  EXPECT_TRUE(text.starts_with("an add lost an operand (")) << text;
  EXPECT_NE(text.find("diagnostics_test.cc:"), std::string::npos) << text;
  EXPECT_NO_THROW(PARTITA_INVARIANT(operands == 1, "what holds does nothing"));
}

}  // namespace
}  // namespace partita::core::base
