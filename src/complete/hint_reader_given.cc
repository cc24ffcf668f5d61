// Hints and recipes of the command line or of the caller of a library: they replace those of the program.
#include <fmt/format.h>

#include <algorithm>

#include "complete/hint_options.h"
#include "complete/hint_reader.h"
#include "complete/recipes.h"
#include "complete/updates.h"

namespace partita::core::complete {

using Place = Hint::Place;

void HintReader::add_command_line() {
  if (said_hints_.lines.empty() && said_hints_.recipe.empty()) return;
  if (!has_meshes_ && options_.devices == 0 && hints_.meshes.main()->device_count() == 1)
    return fail(error_without_place(Code::kNoMesh, fmt::format("{} needs a mesh to speak of; give one, say {} x=4,y=2",
                                                               options_.hint_label, options_.mesh_label)));
  std::vector<Hint> given;
  std::vector<Diagnostic> notes;
  auto add = [&](const HintLine& line) {
    Result<std::vector<Hint>> made = hints_of_line(options_, module_, entry_, line, hints_, notes);
    if (!made.ok()) return fail(std::move(made).error().diagnostic);
    for (Hint& hint : *made) {
      std::erase_if(given, [&](const Hint& other) { return is_on_same(hint, other); });
      given.push_back(hint);
    }
  };
  add_recipe(add);
  for (const HintLine& line : said_hints_.lines) add(line);
  for (Diagnostic& note : notes) fail(std::move(note));
  add_followers(given);
  for (Hint& hint : given) {
    std::erase_if(hints_.all, [&](const Hint& other) {
      if (other.place == Place::kManual || other.sharding == nullptr) return false;
      return is_on_same(hint, other);
    });
    const MeshPtr& mesh = hint.sharding->mesh_ptr();
    hints_.meshes.set_used([&](const NamedMesh& named) { return named.used || named.mesh == mesh; });
    hints_.all.push_back(hint);
  }
}

bool HintReader::is_on_same(const Hint& hint, const Hint& other) {
  return hint.value ? other.value == hint.value
                    : other.value == nullptr && other.index == hint.index && other.place != Place::kArgument;
}

void HintReader::add_recipe(const std::function<void(const HintLine&)>& add) {
  const std::string& name = said_hints_.recipe;
  if (name.empty()) return;
  Result<RecipeHints> recipe = cook(name, module_, entry_, hints_);
  if (!recipe.ok()) {
    Diagnostic d = std::move(recipe).error().diagnostic;
    d.file = options_.origin;
    return fail(std::move(d));
  }
  for (const std::string& line : recipe->lines) add({line});
  for (const std::string& said : recipe->found) {
    if (!options_.notes) break;
    Diagnostic note = error_without_place(Code::kUsage, fmt::format("recipe {}: {}", name, said));
    note.severity = Severity::kNote;
    fail(std::move(note));
  }
  for (const std::string& said : recipe->missing) {
    Diagnostic warning = error_without_place(Code::kUsage, fmt::format("recipe {}: {}", name, said));
    warning.severity = Severity::kWarning;
    fail(std::move(warning));
  }
}

const Hint* HintReader::hint_of_program(const Value* value, int result) const {
  for (const Hint& hint : hints_.all) {
    const bool same = value != nullptr ? hint.value == value && hint.place == Place::kArgument
                                       : hint.place == Place::kResult && hint.index == result;
    if (same && hint.sharding != nullptr) return &hint;
  }
  return nullptr;
}

// A result that is an argument's new value lies as the argument does, unless the program or its caller say otherwise.
void HintReader::add_followers(std::vector<Hint>& given) const {
  auto is_end = [&](const Hint& hint) {
    return hint.value != nullptr && hint.value->is_argument() && hint.value->region() == &entry_.body();
  };
  if (std::none_of(given.begin(), given.end(), is_end)) return;
  const std::vector<int> updated = updated_results(entry_);
  for (size_t i = 0, n = given.size(); i < n; ++i) {
    if (!is_end(given[i])) continue;
    const int result = updated[given[i].value->index()];
    if (result < 0) continue;
    const bool said = std::any_of(given.begin(), given.end(),
                                  [&](const Hint& other) { return !other.value && other.index == result; });
    const Hint* own = hint_of_program(given[i].value, -1);
    const Hint* other = hint_of_program(nullptr, result);
    if (said || (other != nullptr && (own == nullptr || own->sharding != other->sharding))) continue;
    Hint hint = given[i];
    hint.value = nullptr;
    hint.index = result;
    given.push_back(hint);
  }
}

}  // namespace partita::core::complete
