#include "report/tables.h"

#include <gtest/gtest.h>

namespace partita::core::report {
namespace {

TEST(ShownText, HiddenCharactersAreSpelledOut) {
  EXPECT_EQ(shown_text("plain", 100), "plain");
  EXPECT_EQ(shown_text("grüße <b> \"'&", 100), "grüße <b> \"'&");
  EXPECT_EQ(shown_text("a\u202Eb\u2028c\u200Dd\ne\x7F", 100), "a\\u{202E}b\\u{2028}c\\u{200D}d\\u{A}e\\u{7F}");
  EXPECT_EQ(shown_text("\u0085\U000E0041", 100), "\\u{85}\\u{E0041}");
}

TEST(ShownText, WhatIsNoTextDoesNotPass) {
  EXPECT_EQ(shown_text("a\xFF"
                       "b",
                       100),
            "a\\u{FFFD}b");
  EXPECT_EQ(shown_text("\xE2\x80", 100), "\\u{FFFD}\\u{FFFD}");
  EXPECT_EQ(shown_text("\xC0\x80", 100), "\\u{FFFD}\\u{FFFD}");  // a longer way to write NUL
}

TEST(ShownText, LongNamesAreCutBetweenCharacters) {
  EXPECT_EQ(shown_text("abcdef", 6), "abcdef");
  EXPECT_EQ(shown_text("abcdefg", 6), "abcdef… (7 bytes)");
  EXPECT_EQ(shown_text("aäöü", 4), "aäö… (7 bytes)");
}

TEST(Rounded, KeepsSixDigits) {
  EXPECT_EQ(rounded(0), 0);
  EXPECT_EQ(rounded(123456789), 123457000);
  EXPECT_EQ(rounded(-0.000123456789), -0.000123457);
  EXPECT_EQ(rounded(1.0 / 0.0), 0);
  EXPECT_GT(rounded(5e-324), 0);
}

TEST(SharedTables, WhatIsEqualIsWrittenOnce) {
  SharedTables tables(20);
  EXPECT_EQ(tables.string("a"), tables.string("a"));
  EXPECT_NE(tables.string("a"), tables.string("b"));
  const MeshPtr mesh = std::make_shared<const Mesh>(*Mesh::make({{"x", 4}, {"y", 2}}));
  const Sharding plain = Sharding::replicated(mesh, 2);
  Sharding::Spec spec = plain.spec();
  spec.dims[0].axes = {{0, 1, 4}};
  const Sharding divided = *Sharding::make(mesh, spec);
  EXPECT_EQ(tables.sharding(plain), 0);
  EXPECT_EQ(tables.sharding(divided), 1);
  EXPECT_EQ(tables.sharding(divided), 1);
  Json out;
  tables.write(out);
  EXPECT_EQ(out["shardings"].size(), 2);
  EXPECT_EQ(out["shardings"][1]["d"].dump(), "[[[0,1,4]],[]]");
  EXPECT_EQ(out["meshes"].size(), 1);
  EXPECT_FALSE(out["meshes"][0].contains("ids"));
}

}  // namespace
}  // namespace partita::core::report
