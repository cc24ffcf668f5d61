// Feeds: which result of a step is which argument of the next.
//
//   func @main(%w: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %batch) -> (loss, new w)      out1 becomes arg0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::run {

enum class FeedReason : uint8_t { kAsked, kAlias, kDonor, kName };

struct Feed {
  int result = 0;
  int argument = 0;
  FeedReason reason = FeedReason::kAsked;
};

// What a program says of its results and arguments. Types are global ones.
struct Signature {
  std::vector<Type> arguments, results;
  // What results that name a place in a tree, and the arguments of such places, are called: "params['w']" and
  // "result[0]['w']"; else the names of values. Empty where there is none.
  std::vector<std::string> argument_names, result_names;
  // tf.aliasing_output, also from an HLO header: result, or -1. And jax.buffer_donor.
  std::vector<int> aliases;
  std::vector<bool> donors;
};
Signature signature_of(const Function& entry, std::span<const Type> arguments, std::span<const Type> results);

// In the order of arguments. A result goes, first that fits:
//   - where `asked` says: "out3=arg1", "out1-30=arg0-29", and names of arguments and results instead of numbers;
//   - into the argument that it aliases;
//   - into the argument of its name: the same one, the same with a prefix or suffix that says that it is the new one
//     ("new_w", "w_next"), or the same place of a tree, where all of the tree is given back in the same types;
//   - into arguments that may be written over (donors), by type and in order, where as many results of the type are
//   left
//     as there are such arguments.
// One argument gets one result; types must be equal. P500 where what was asked for cannot be. `asked` of "none" alone
// feeds nothing.
Result<std::vector<Feed>> find_feeds(const Signature& signature, std::span<const std::string> asked);

// For people: "out1 to out30 are fed into arg0 to arg29, which they alias".
std::string feeds_text(std::span<const Feed> feeds, const Signature& signature);
// What --feed could say, by types alone; empty where nothing fits.
std::string suggested_feeds(const Signature& signature);

}  // namespace partita::core::run

namespace partita::core {
using run::Feed;
}  // namespace partita::core
