// Recipes: the known ways to divide a model, as hints on the arguments of a program that nobody has hinted.
//
//   fsdp on mesh x=8      found: batch arg30, arg31 (dimension 0, 16); 24 weights; 4 results that update them
//                         arg30=x,-   arg31=x,-   arg0=x,-   arg4=-,x,-   …
//
// What arguments are is told by their shapes and uses alone: dimensions that ops relate (rules.h) are of one kind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "complete/hints.h"

namespace partita::core::complete {

struct RecipeHints {
  std::vector<std::string> lines;    // NAME=SHARDING, as --shard takes them
  std::vector<std::string> found;    // what was taken for what, for people
  std::vector<std::string> missing;  // what the recipe would divide, and is not there
};

// dp, fsdp, …; each with a line on what it does.
struct RecipeInfo {
  std::string_view name, what;
};
const std::vector<RecipeInfo>& all_recipes();

// The hints of a recipe for the main mesh of `hints`: its first axis is that of the data, its second that of the model.
// kUsage where there is no such recipe, the mesh has not enough axes, or nothing of what it divides was found.
Result<RecipeHints> cook(std::string_view recipe, const Module& module, const Function& entry, const Hints& hints);

}  // namespace partita::core::complete

namespace partita::core {
using complete::RecipeHints;
}  // namespace partita::core
