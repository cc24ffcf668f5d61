#include "complete/recipes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "complete/dimension_kinds.h"
#include "complete/find_values.h"
#include "complete/updates.h"
#include "complete/value_names.h"
#include "ir/shown.h"

namespace partita::core::complete {
namespace {

enum class Way : uint8_t { kDp, kZero, kFsdp, kMegatron, kTwoD, kMoe, kSpatial };

struct Recipe {
  RecipeInfo info;
  Way way;
};

constexpr Recipe kRecipes[] = {
    {{"dp", "the batch along all axes, weights whole on every device"}, Way::kDp},
    {{"zero", "dp, and what an optimizer remembers divided like fsdp's weights"}, Way::kZero},
    {{"fsdp", "dp, and each weight and what an optimizer remembers of it divided along all axes"}, Way::kFsdp},
    {{"megatron", "the batch along the first axis; heads, hidden values and vocabulary along the second"},
     Way::kMegatron},
    {{"2d", "megatron, and the other dimension of its weights along the first axis"}, Way::kTwoD},
    {{"moe", "the batch and experts along the first axis"}, Way::kMoe},
    {{"spatial", "the batch along the first of two axes, the leading spatial dimension along the last"}, Way::kSpatial},
};

Error refuse(std::string message) { return Error{error_without_place(Code::kUsage, std::move(message))}; }

bool has_floats(Type type) { return type.is_tensor() && is_float(type.element()); }

// arg0 to arg3, arg7
std::string numbers_text(const std::vector<int>& numbers) {
  std::string out;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last == i + 1) last = i;
    out += fmt::format("{}arg{}", out.empty() ? "" : ", ", numbers[i]);
    if (last > i) out += fmt::format(" to arg{}", numbers[last]);
    i = last + 1;
  }
  return out;
}

class Cook {
 public:
  Cook(const Recipe& recipe, const Module& module, const Function& entry, const Hints& hints)
      : recipe_(recipe),
        module_(module),
        entry_(entry),
        mesh_(*hints.meshes.main()),
        kinds_(module, entry, hints),
        is_manual_(!hints.manual.empty()) {
    if (is_manual_) out_.missing.push_back("the program has manual code, in which nothing is divided");
  }

  Result<RecipeHints> make() {
    PARTITA_CHECK_OK(find_axes());
    updated_ = updated_results(entry_);
    specs_.resize(entry_.num_arguments());
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      const Type type = entry_.argument(i)->type();
      specs_[i].resize(type.is_tensor() ? type.rank() : 0);
    }
    find_batch();
    if (batch_ >= 0) divide_batch();
    if (batch_ < 0 && recipe_.way != Way::kMegatron && recipe_.way != Way::kTwoD && recipe_.way != Way::kFsdp) {
      return refuse(
          fmt::format("recipe {}: no batch was found: no dimension of an argument is one that products keep "
                      "apart; give hints by --shard",
                      recipe_.info.name));
    }
    find_weights();
    switch (recipe_.way) {
      case Way::kDp: break;
      case Way::kZero:
      case Way::kFsdp: divide_whole_weights(); break;
      case Way::kMegatron:
      case Way::kTwoD: divide_along_model(); break;
      case Way::kMoe: divide_experts(); break;
      case Way::kSpatial: divide_space(); break;
    }
    if (recipe_.way == Way::kTwoD && !failed_ && !is_manual_) divide_activations();
    if (failed_) return refuse(fmt::format("recipe {}: {}", recipe_.info.name, *failed_));
    say_updates();
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      if (entry_.argument(i)->type().is_tensor() && !specs_[i].empty()) out_.lines.push_back(line(i));
    }
    for (std::string& line : activations_) out_.lines.push_back(std::move(line));
    return std::move(out_);
  }

 private:
  // The data's axes and the model's.
  Status find_axes() {
    std::vector<std::string> axes;
    for (const MeshAxis& axis : mesh_.axes()) {
      if (axis.size > 1) axes.push_back(axis.name);
    }
    if (axes.empty()) return refuse(fmt::format("recipe {} needs a mesh; give one, say --mesh x=8", recipe_.info.name));
    const bool two = recipe_.way == Way::kTwoD;
    const bool model = two || recipe_.way == Way::kMegatron;
    if (two && axes.size() < 2) {
      return refuse(
          fmt::format("recipe {} divides along two axes, the mesh has {}; give one with two, say --mesh "
                      "{}={},y=2",
                      recipe_.info.name, axes[0], axes[0], std::max<int64_t>(mesh_.device_count() / 2, 1)));
    }
    if (model && axes.size() == 1) {
      model_ = axes;
      out_.missing.push_back(
          fmt::format("the mesh has one axis, {}, which divides the model; for the batch it needs "
                      "another, say --mesh x=2,{}={}",
                      axes[0], axes[0] == "x" ? "y" : axes[0], mesh_.device_count() / 2));
      return {};
    }
    if (model || recipe_.way == Way::kSpatial) {
      model_ = {axes.back()};
      data_.assign(axes.begin(), axes.end() - 1);
      if (recipe_.way == Way::kSpatial && axes.size() == 1) data_.clear();
    } else if (recipe_.way == Way::kMoe) {
      data_ = {axes[0]};
    } else {
      data_ = axes;
    }
    return {};
  }

  int64_t size_of(const std::vector<std::string>& axes) const {
    int64_t size = 1;
    for (const std::string& axis : axes) size *= mesh_.axis(*mesh_.axis_index(axis)).size;
    return size;
  }

  int kind(int argument, int dim) const { return kinds_.of(*entry_.argument(argument), dim); }
  bool is_updated(int argument) const { return updated_[argument] >= 0; }

  // --- batch

  // Of the arguments that the program does not update: what indices have first, or else what most of the computed
  // values have.
  void find_batch() {
    const bool trains = std::any_of(updated_.begin(), updated_.end(), [](int result) { return result >= 0; });
    std::vector<int> of_weights;
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      if (!is_updated(i) || !has_floats(entry_.argument(i)->type()) || !kinds_.is_multiplied(i)) continue;
      for (int d = 0; d < std::ssize(specs_[i]); ++d) of_weights.push_back(kind(i, d));
    }
    // Indices before floats; then what the fewest arguments have, of the highest rank, and the first of their
    // dimensions.
    std::tuple<int, int, int, int, double> best = {-1, 0, 0, 0, 0};
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      const Type type = entry_.argument(i)->type();
      if (!type.is_tensor() || (trains && is_updated(i) && has_floats(type) && kinds_.is_multiplied(i))) continue;
      // A short vector of unsigned numbers is the key of a random generator.
      const bool is_key =
          element_class(type.element()) == ElementClass::kUnsigned && type.rank() == 1 && type.dim(0) <= 4;
      const bool indices = is_integer(type.element()) && !is_key;
      for (int d = 0; d < type.rank(); ++d) {
        const int k = kind(i, d);
        if (k < 0 || type.dim(d) == 1 || std::count(of_weights.begin(), of_weights.end(), k) > 0) continue;
        const DimensionKinds::Facts& facts = kinds_.facts(k);
        if (!facts.in_product || facts.slides) continue;
        const std::tuple rank(indices && d == 0 ? 1 : 0, -arguments_with(k), type.rank(), -d, facts.elements);
        if (rank <= best && batch_ >= 0) continue;
        best = rank;
        batch_ = k;
      }
    }
  }

  int arguments_with(int k) const {
    int count = 0;
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      for (int d = 0; d < std::ssize(specs_[i]); ++d) {
        if (kind(i, d) != k) continue;
        ++count;
        break;
      }
    }
    return count;
  }

  void divide_batch() {
    std::vector<int> found;
    int64_t size = 0;
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      for (int d = 0; d < std::ssize(specs_[i]); ++d) {
        if (kind(i, d) != batch_) continue;
        found.push_back(i);
        is_data_.push_back(i);
        size = entry_.argument(i)->type().dim(d);
        if (data_.empty()) break;
        if (size % size_of(data_) != 0 && out_.missing.empty()) {
          out_.missing.push_back(fmt::format("the batch is {}, which {} does not divide evenly: shards are padded",
                                             size, fmt::join(data_, "*")));
        }
        specs_[i][d] = data_;
        break;
      }
    }
    out_.found.push_back(fmt::format("batch of {}: {}{}", size, numbers_text(found),
                                     data_.empty() ? "" : fmt::format(", along {}", fmt::join(data_, "*"))));
  }

  bool is_data(int i) const { return std::find(is_data_.begin(), is_data_.end(), i) != is_data_.end(); }

  // --- weights

  // Dimensions that products use; the others are those of stacks of layers.
  std::vector<int> used_dims(int i) const {
    std::vector<int> dims;
    for (int d = 0; d < std::ssize(specs_[i]); ++d) {
      const int k = kind(i, d);
      if (k >= 0 && entry_.argument(i)->type().dim(d) > 1 && kinds_.facts(k).in_product) dims.push_back(d);
    }
    return dims;
  }

  void find_weights() {
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      if (has_floats(entry_.argument(i)->type()) && !is_data(i) && used_dims(i).size() >= 2) weights_.push_back(i);
    }
    if (weights_.empty()) {
      out_.missing.push_back("no weights were found: no argument of floats without the batch is multiplied with it");
      return;
    }
    // The width of the model is in the most weights.
    std::map<int, int> count;
    for (int i : weights_) {
      for (int d : used_dims(i)) ++count[kind(i, d)];
    }
    auto in_data = [&](int k) {
      for (int i : is_data_) {
        for (int d = 0; d < std::ssize(specs_[i]); ++d) {
          if (kind(i, d) == k) return true;
        }
      }
      return false;
    };
    std::pair<int, bool> best = {0, false};
    for (const auto& [k, n] : count) {
      if (kinds_.facts(k).slides || std::pair(n, in_data(k)) <= best) continue;
      best = {n, in_data(k)};
      width_ = k;
    }
    out_.found.push_back(fmt::format("{} weights{}: {}", weights_.size(),
                                     recipe_.way == Way::kDp ? ", whole on every device" : "", numbers_text(weights_)));
  }

  // A dimension of this kind that the axes divide evenly; -1 where there is none.
  int dim_of_kind(int i, int k, int64_t parts) const {
    for (int d : used_dims(i)) {
      if (kind(i, d) == k && specs_[i][d].empty() && entry_.argument(i)->type().dim(d) % parts == 0) return d;
    }
    return -1;
  }

  // Its width, or else the largest dimension that the axes divide.
  int dim_for_data(int i, int64_t parts) const {
    if (const int d = dim_of_kind(i, width_, parts); d >= 0) return d;
    int best = -1;
    const Type type = entry_.argument(i)->type();
    for (int d : used_dims(i)) {
      if (!specs_[i][d].empty() || type.dim(d) % parts != 0 || kinds_.facts(kind(i, d)).slides) continue;
      if (best < 0 || type.dim(d) > type.dim(best)) best = d;
    }
    return best;
  }

  void divide_whole_weights() {
    std::vector<int> divided, left;
    const int64_t parts = size_of(data_);
    for (int i : weights_) {
      if (recipe_.way == Way::kZero && kinds_.is_multiplied(i)) continue;
      const int d = dim_for_data(i, parts);
      if (d >= 0) specs_[i][d] = data_;
      (d >= 0 ? divided : left).push_back(i);
    }
    if (divided.empty() && !failed_) {
      failed_ = recipe_.way == Way::kZero
                    ? "no argument is what an optimizer remembers: of a weight's shape, updated, and never multiplied"
                    : fmt::format("no weight has a dimension that {} divides evenly", fmt::join(data_, "*"));
      return;
    }
    out_.found.push_back(fmt::format("divided along {}: {}", fmt::join(data_, "*"), numbers_text(divided)));
    if (!left.empty()) {
      out_.missing.push_back(
          fmt::format("not divided evenly by {}, so left whole: {}", fmt::join(data_, "*"), numbers_text(left)));
    }
  }

  // Heads, hidden values, vocabulary: what one product makes of the width and another sums up again.
  int dim_for_model(int i) const {
    int best = -1;
    std::pair<int, int64_t> best_rank = {0, 0};
    const Type type = entry_.argument(i)->type();
    for (int d : used_dims(i)) {
      const int k = kind(i, d);
      const DimensionKinds::Facts& facts = kinds_.facts(k);
      if (k == width_ || k == batch_ || facts.slides || facts.summed_between) continue;
      if (type.dim(d) % size_of(model_) != 0) continue;
      const std::pair<int, int64_t> rank = {(facts.summed_with_weight ? 2 : 0) + (facts.batched_with_weight ? 0 : 1),
                                            type.dim(d)};
      if (rank <= best_rank) continue;
      best_rank = rank;
      best = d;
    }
    return best_rank.first >= 2 ? best : -1;
  }

  void divide_along_model() {
    std::vector<int> divided, left;
    for (int i : weights_) {
      const int d = dim_for_model(i);
      if (d >= 0) specs_[i][d] = model_;
      if (d >= 0) model_kinds_.push_back(kind(i, d));
      (d >= 0 ? divided : left).push_back(i);
      if (recipe_.way != Way::kTwoD) continue;
      if (const int other = dim_for_data(i, size_of(data_)); other >= 0) specs_[i][other] = data_;
    }
    if (divided.empty()) {
      failed_ = fmt::format(
          "no heads, hidden values or vocabulary were found that {} divides evenly: no dimension that "
          "one product with a weight makes and another sums up",
          fmt::join(model_, "*"));
      return;
    }
    out_.found.push_back(
        fmt::format("heads, hidden values and vocabulary along {}: {}", fmt::join(model_, "*"), numbers_text(divided)));
    if (!left.empty()) {
      out_.missing.push_back(
          fmt::format("nothing of the kind, left without {}: {}", fmt::join(model_, "*"), numbers_text(left)));
    }
  }

  // What products and look-ups make of the batch: its width, heads or hidden values along the model's axis. Otherwise
  // sums over that axis would leave them whole on each of its devices. What products sum the batch up to, gradients of
  // weights, lies as these do: the width along the data's axis.
  void divide_activations() {
    int gradients = 0;
    walk(entry_.body(), [&](const Op& op) {
      if (!op.is(OpKind::kDotGeneral) && !op.is(OpKind::kGather)) return;
      const Value& value = *op.result();
      const Type type = value.type();
      int batch = -1, width = -1, model = -1;
      for (int d = 0; d < type.rank(); ++d) {
        const int k = kinds_.of(value, d);
        if (k < 0) return;
        if (k == batch_ && batch < 0) batch = d;
        if (k == width_ && width < 0) width = d;
        const bool divided = std::find(model_kinds_.begin(), model_kinds_.end(), k) != model_kinds_.end();
        if (divided && model < 0 && type.dim(d) % size_of(model_) == 0) model = d;
      }
      const bool is_gradient = batch < 0 && width >= 0 && model >= 0 && reads_batch(op);
      if (!is_gradient && model < 0 && width >= 0 && type.dim(width) % size_of(model_) == 0) model = width;
      const int data = is_gradient ? width : batch;
      if (data < 0 || model < 0 || type.dim(data) % size_of(data_) != 0) return;
      const std::string name = hint_name(module_, entry_, value);
      if (name.empty()) return;
      std::string dims;
      for (int d = 0; d < type.rank(); ++d) {
        dims += fmt::format("{}{}", d == 0 ? "" : ",",
                            d == data    ? fmt::format("{}", fmt::join(data_, "*"))
                            : d == model ? fmt::format("{}", fmt::join(model_, "*"))
                                         : "-");
      }
      const std::string line = fmt::format("{}={}", name, dims);
      if (std::find(activations_.begin(), activations_.end(), line) != activations_.end()) return;
      activations_.push_back(line);
      gradients += is_gradient ? 1 : 0;
    });
    const std::string along = fmt::format("along {} and {}", fmt::join(data_, "*"), fmt::join(model_, "*"));
    out_.found.push_back(fmt::format("{} activations {}", std::ssize(activations_) - gradients, along));
    if (gradients > 0) out_.found.push_back(fmt::format("{} gradients of weights {}, as these", gradients, along));
  }

  bool reads_batch(const Op& op) const {
    return std::ranges::any_of(op.operands(), [&](const Value* operand) {
      for (int d = 0; d < operand->type().rank(); ++d) {
        if (kinds_.of(*operand, d) == batch_) return true;
      }
      return false;
    });
  }

  void divide_experts() {
    std::vector<int> divided;
    for (int i : weights_) {
      for (int d : used_dims(i)) {
        if (!kinds_.facts(kind(i, d)).batched_with_weight || entry_.argument(i)->type().dim(d) % size_of(data_) != 0)
          continue;
        specs_[i][d] = data_;
        divided.push_back(i);
        break;
      }
    }
    if (divided.empty()) {
      failed_ = fmt::format(
          "no experts were found that {} divides evenly: no weight has one product for each of a "
          "dimension",
          fmt::join(data_, "*"));
      return;
    }
    out_.found.push_back(fmt::format("experts along {}: {}", fmt::join(data_, "*"), numbers_text(divided)));
  }

  void divide_space() {
    std::vector<int> divided;
    for (int i : is_data_) {
      for (int d = 0; d < std::ssize(specs_[i]); ++d) {
        const Type type = entry_.argument(i)->type();
        if (!kinds_.facts(kind(i, d)).slides || type.dim(d) % size_of(model_) != 0) continue;
        specs_[i][d] = model_;
        divided.push_back(i);
        break;
      }
    }
    if (divided.empty()) {
      failed_ = fmt::format(
          "no spatial dimension was found that {} divides evenly: no convolution slides along one of "
          "an argument with the batch",
          fmt::join(model_, "*"));
      return;
    }
    out_.found.push_back(
        fmt::format("the leading spatial dimension along {}: {}", fmt::join(model_, "*"), numbers_text(divided)));
  }

  void say_updates() {
    const auto n = std::count_if(updated_.begin(), updated_.end(), [](int result) { return result >= 0; });
    if (n > 0) out_.found.push_back(fmt::format("{} results lie as the arguments that they update", n));
  }

  std::string line(int i) const {
    std::string dims;
    for (const std::vector<std::string>& axes : specs_[i]) {
      dims +=
          fmt::format("{}{}", dims.empty() ? "" : ",", axes.empty() ? "-" : fmt::format("{}", fmt::join(axes, "*")));
    }
    return fmt::format("arg{}={}", i, dims);
  }

  const Recipe& recipe_;
  const Module& module_;
  const Function& entry_;
  const Mesh& mesh_;
  const DimensionKinds kinds_;
  const bool is_manual_;
  RecipeHints out_;
  std::optional<std::string> failed_;
  std::vector<std::string> data_, model_;
  std::vector<int> updated_;
  std::vector<std::vector<std::vector<std::string>>> specs_;  // of each argument and dimension: axes
  int batch_ = -1, width_ = -1;
  std::vector<int> is_data_, weights_, model_kinds_;
  std::vector<std::string> activations_;  // lines
};

}  // namespace

const std::vector<RecipeInfo>& all_recipes() {
  static const std::vector<RecipeInfo> recipes = [] {
    std::vector<RecipeInfo> out;
    for (const Recipe& recipe : kRecipes) out.push_back(recipe.info);
    return out;
  }();
  return recipes;
}

Result<RecipeHints> cook(std::string_view name, const Module& module, const Function& entry, const Hints& hints) {
  std::string names;
  for (const Recipe& recipe : kRecipes) {
    if (recipe.info.name == name) return Cook(recipe, module, entry, hints).make();
    names += fmt::format("{}{}", names.empty() ? "" : ", ", recipe.info.name);
  }
  return refuse(fmt::format("there is no recipe '{}'; there are {}", name, names));
}

}  // namespace partita::core::complete
