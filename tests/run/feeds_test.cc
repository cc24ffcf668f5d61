// Which result becomes which argument: what was asked for, aliases, names, donation, in this order.
#include "run/feeds.h"

#include <gtest/gtest.h>

#include "ir/context.h"

namespace partita::core::run {
namespace {

class Feeds : public testing::Test {
 protected:
  Type f32(std::vector<int64_t> dims) { return context_.tensor(ElementType::kF32, dims); }

  // "0>1 2>0": results and the arguments that they become, by argument.
  static std::string found(const Signature& signature, const std::vector<std::string>& asked = {}) {
    const Result<std::vector<Feed>> feeds = find_feeds(signature, asked);
    if (!feeds.ok()) return feeds.error().diagnostic.message;
    std::string text;
    for (const Feed& feed : *feeds) {
      text += (text.empty() ? "" : " ") + std::to_string(feed.result) + ">" + std::to_string(feed.argument);
    }
    return text;
  }

  Signature signature(std::vector<Type> arguments, std::vector<Type> results) {
    Signature out{arguments, results, {}, {}, {}, {}};
    out.argument_names.resize(arguments.size());
    out.result_names.resize(results.size());
    out.aliases.assign(arguments.size(), -1);
    out.donors.assign(arguments.size(), false);
    return out;
  }

  Context context_;
};

TEST_F(Feeds, WhatIsAskedComesBeforeAliasesAndNames) {
  Signature s = signature({f32({2}), f32({2})}, {f32({2}), f32({2})});
  s.argument_names = {"a", "b"};
  s.result_names = {"a", "b"};
  EXPECT_EQ(found(s), "0>0 1>1");
  s.aliases = {1, -1};
  EXPECT_EQ(found(s), "1>0");  // b is given already, and a taken
  EXPECT_EQ(found(s, {"out0=arg0"}), "0>0 1>1");
  EXPECT_EQ(found(s, {"b=a", "a=b"}), "1>0 0>1");
  EXPECT_EQ(found(s, {"out0-1=arg0-1"}), "0>0 1>1");
  EXPECT_EQ(found(s, {"none"}), "");
  EXPECT_EQ(found(s, {"out0=arg0", "out0=arg1"}), "--feed out0=arg1: out0 is fed twice");
  EXPECT_EQ(found(s, {"out0-1=arg0"}), "--feed out0-1=arg0: 2 results cannot be 1 arguments");
  EXPECT_EQ(found(s, {"out0"}), "--feed out0: outN=argM is wanted, or outN-L=argM-K");
}

TEST_F(Feeds, NamesThatSayNewAreThoseOfTheOld) {
  Signature s = signature({f32({2}), f32({3}), f32({4})}, {f32({2}), f32({3}), f32({5})});
  s.argument_names = {"w", "b", "c"};
  s.result_names = {"new_w", "b_next", "c"};
  EXPECT_EQ(found(s), "0>0 1>1");  // c has another type
}

TEST_F(Feeds, TreesAreFedWholeInOrder) {
  const Type w = f32({2, 3}), b = f32({3});
  Signature s = signature({w, b, w, b, f32({7})}, {f32({}), w, b, w, b});
  s.argument_names = {"params['w']", "params['b']", "state['w']", "state['b']", "batch"};
  s.result_names = {"result[0]", "result[1]['w']", "result[1]['b']", "result[2]['w']", "result[2]['b']"};
  EXPECT_EQ(found(s), "1>0 2>1 3>2 4>3");
  s.result_names[4] = "result[2]['c']";
  EXPECT_EQ(found(s), "1>0 2>1");
}

TEST_F(Feeds, DonorsGetResultsOfTheirTypeWhereNoneIsLeftOver) {
  Signature s = signature({f32({2}), f32({2}), f32({3})}, {f32({3}), f32({2}), f32({2})});
  s.donors = {true, true, false};
  EXPECT_EQ(found(s), "1>0 2>1");
  s.donors = {true, false, false};
  EXPECT_EQ(found(s), "");
  EXPECT_EQ(suggested_feeds(s), "--feed out1-2=arg0-1");
}

}  // namespace
}  // namespace partita::core::run
