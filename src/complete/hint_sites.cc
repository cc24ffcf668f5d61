#include "complete/hint_sites.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/maps.h"
#include "ir/names.h"
#include "ir/views.h"

namespace partita::core::complete {

using namespace hlo_names;  // NOLINT: the names of discardable attributes

bool has_sharded_regions(const Op& op) {
  switch (op.kind()) {
    case OpKind::kWhile:
    case OpKind::kIf:
    case OpKind::kCase:
    case OpKind::kManualComputation:
    case OpKind::kAsyncStart: return true;
    default: return false;
  }
}

Attr sdy_frontend_attr(Attr dictionary, std::string_view name) {
  Attr frontend = dictionary ? dictionary.get(kFrontendAttributes) : Attr();
  Attr value = frontend.is(AttrKind::kDict) ? frontend.get(name) : Attr();
  return value.is(AttrKind::kString) ? value : Attr();
}

namespace {

using Spelling = HintSite::Spelling;
using Place = Hint::Place;

bool is_text(Attr attr) { return attr.is(AttrKind::kString) || attr.is(AttrKind::kOpaque); }

// #sdy.sharding<…> and <@mesh, …> are one sharding, #sdy.sharding_per_value<[…]> and [<…>] a list.
Spelling sdy_spelling(Attr text) {
  std::string_view body = text.text();
  size_t at = body.find_first_of("<[");
  if (at == std::string_view::npos) return Spelling::kSdy;
  if (body[at] == '[') return Spelling::kSdyList;
  size_t inner = body.find_first_not_of(" \t\n", at + 1);
  return inner != std::string_view::npos && body[inner] == '[' ? Spelling::kSdyList : Spelling::kSdy;
}

class SiteFinder {
 public:
  SiteFinder(const Module& module, const Function& entry) : module_(module), entry_(entry) {}

  HintSites find() {
    arguments();
    results();
    find_leaving_calls(entry_.body());
    region(entry_.body(), -1);
    return std::move(out_);
  }

 private:
  void add(HintSite site) {
    if (!site.type.is_tensor()) return;
    out_.all.push_back(site);
  }

  // The sharding in a dictionary, in the most exact spelling it has. False where it has none.
  static bool said(Attr dictionary, HintSite& site) {
    if (!dictionary) return false;
    site.text = dictionary.get(sdy_names::kSharding);
    if (!is_text(site.text)) {
      site.text = sdy_frontend_attr(dictionary, sdy_names::kFrontendSharding);
      site.beside = dictionary.get(kSharding);
    }
    if (is_text(site.text)) {
      site.spelling = sdy_spelling(site.text);
      return true;
    }
    site.text = dictionary.get(kSharding);
    site.spelling = Spelling::kHlo;
    return is_text(site.text);
  }

  // --- the function's signature

  // A list for all arguments or results that the module carries; only for the entry of the module.
  Attr signature_list(std::string_view name) const {
    if (module_.entry() != &entry_) return {};
    return sdy_frontend_attr(module_.discardable_attributes(), name);
  }

  void arguments() {
    Attr list = signature_list(sdy_names::kTupleArgs);
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      HintSite site{
          .place = Place::kArgument, .index = i, .value = entry_.argument(i), .type = entry_.argument(i)->type()};
      if (list) {
        site.spelling = Spelling::kSdyList;
        site.text = list;
        site.part = i;
        site.parts = entry_.num_arguments();
      } else if (!said(entry_.argument_attrs(i), site)) {
        continue;
      }
      add(site);
    }
  }

  void results() {
    Attr list = signature_list(sdy_names::kTupleResults);
    const Op* end = entry_.body().terminator();
    int count = std::ssize(entry_.result_types());
    for (int i = 0; i < count; ++i) {
      HintSite site{.place = Place::kResult, .index = i, .type = entry_.result_types()[i]};
      const Op* giver = end ? end->operand(i)->op() : nullptr;
      if (list) {
        site.spelling = Spelling::kSdyList;
        site.text = list;
        site.part = i;
        site.parts = count;
      } else if (giver && is_call(*giver, call_targets::kFuncResultSharding)) {
        if (!said(giver->discardable_attributes(), site)) continue;
      } else if (!said(entry_.result_attrs(i), site)) {
        continue;
      }
      add(site);
    }
  }

  // --- ops

  static bool is_call(const Op& op, std::string_view target) {
    return op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == target;
  }

  void region(const Region& region, int manual) {
    for (const Op& op : region) {
      one_op(op, manual);
      if (!has_sharded_regions(op)) continue;
      int inner = op.is(OpKind::kManualComputation) ? static_cast<int>(out_.manual.size()) - 1 : manual;
      for (int i = 0; i < op.num_regions(); ++i) {
        this->region(op.region(i), inner);
        if (Attr all = op.discardable_attribute(kRegions); all && i < std::ssize(all.elements()))
          region_info(op.region(i), all.elements()[i], inner);
      }
    }
  }

  void one_op(const Op& op, int manual) {
    if (std::optional<AttrKey> key = placement_key(op)) return constraint(op, op.attr(*key), manual_of(op, manual));
    switch (op.kind()) {
      case OpKind::kShardingGroup: return group(op, op.int_attr(AttrKey::kGroupId), manual_of(op, manual));
      case OpKind::kManualComputation: return manual_computation(op, manual);
      case OpKind::kCustomCall: return custom_call(op, manual_of(op, manual));
      default: return on_results(op, Place::kOp, manual_of(op, manual));
    }
  }

  void constraint(const Op& op, Attr text, int manual) {
    if (!is_text(text)) return;
    add({.place = Place::kConstraint,
         .spelling = sdy_spelling(text),
         .value = op.result(),
         .op = &op,
         .type = op.result()->type(),
         .text = text,
         .manual = manual});
  }

  void group(const Op& op, int64_t id, int manual) {
    add({.place = Place::kOp,
         .spelling = Spelling::kGroup,
         .value = op.operand(0),
         .op = &op,
         .type = op.operand(0)->type(),
         .manual = manual,
         .group = id});
  }

  void on_results(const Op& op, Place place, int manual, Attr config = {}) {
    HintSite site{.place = place, .op = &op, .parts = op.num_results(), .manual = manual, .config = config};
    if (!said(op.discardable_attributes(), site)) return;
    for (int i = 0; i < op.num_results(); ++i) {
      site.index = site.part = i;
      site.value = op.result(i);
      site.type = op.result(i)->type();
      add(site);
    }
  }

  void custom_call(const Op& op, int manual) {
    std::string_view target = op.text_attr(AttrKey::kCallTargetName);
    Attr config = op.attr(AttrKey::kBackendConfig);
    if (target == call_targets::kSharding) return on_results(op, Place::kConstraint, manual, config);
    if (target == call_targets::kFullToShard || target == call_targets::kShardToFull)
      return on_results(op, Place::kOp, manual, config);
    if (target == call_targets::kFuncResultSharding) return;  // a hint of the function's result
    if (target == call_targets::kShardingGroup && op.num_operands() == 1) {
      int64_t id = 0;
      if (Attr text = sdy_frontend_attr(op.discardable_attributes(), sdy_names::kGroupId))
        std::from_chars(text.text().data(), text.text().data() + text.text().size(), id);
      return group(op, id, manual);
    }
    if (target == call_targets::kGlobalToLocal) return conversion(op, sdy_names::kInShardings, true, manual);
    if (target == call_targets::kLocalToGlobal) return conversion(op, sdy_names::kOutShardings, false, manual);
    on_results(op, Place::kOp, manual);
  }

  // --- manual code

  void manual_computation(const Op& op, int outer) {
    ManualSite site{
        &op, op.attr(AttrKey::kManualAxes), op.attr(AttrKey::kInShardings), op.attr(AttrKey::kOutShardings), outer, -1};
    out_.manual.push_back(site);
    boundaries(op, site.in, op.operands(), 0, outer);
    boundaries(op, site.out, op.results(), op.num_operands(), outer);
  }

  void boundaries(const Op& op, Attr list, std::span<const Value* const> values, int first, int manual) {
    if (!is_text(list)) return;
    for (int i = 0; i < std::ssize(values); ++i) {
      add({.place = Place::kManual,
           .spelling = Spelling::kSdyList,
           .index = first + i,
           .value = values[i],
           .op = &op,
           .type = values[i]->type(),
           .text = list,
           .part = i,
           .parts = static_cast<int>(values.size()),
           .manual = manual,
           .boundary = static_cast<int>(out_.manual.size()) - 1});
    }
  }

  // Calls that stand for the two ends of a manual computation, as sdy writes itself through HLO.
  void conversion(const Op& op, std::string_view list_name, bool entering, int manual) {
    Attr axes = sdy_frontend_attr(op.discardable_attributes(), sdy_names::kManualAxes);
    Attr list = sdy_frontend_attr(op.discardable_attributes(), list_name);
    if (!axes || !list) return;
    // Code that takes no value from outside, but the number of its device, has no call that enters it.
    const bool made_inside = !entering && manual < 0;
    int outer = entering ? manual : manual >= 0 ? out_.manual[manual].outer : made_inside ? code_of_uses(op) : -1;
    int number = std::ssize(out_.manual);
    out_.manual.push_back(
        {&op, axes, entering ? list : Attr(), entering ? Attr() : list, outer, entering ? -1 : manual});
    set_manual(op, entering ? number : outer);
    if (entering) boundaries(op, list, op.operands(), 0, outer);
    size_t first = out_.all.size();
    boundaries(op, list, op.results(), 0, entering ? number : outer);
    for (size_t i = first; i < out_.all.size(); ++i) {
      out_.all[i].place = Place::kOp;
      out_.all[i].inside = entering;
    }
    if (entering) return;
    // So it is with one of its values: a constant, the number of the device.
    for (int i = 0; i < op.num_operands(); ++i) {
      const size_t id = op.operand(i)->id();
      if (id < manual_values_.size() && manual_values_[id] >= 0) continue;
      add({.place = Place::kOp,
           .spelling = Spelling::kSdyList,
           .index = i,
           .value = op.operand(i),
           .op = &op,
           .type = op.operand(i)->type(),
           .text = list,
           .part = i,
           .parts = op.num_operands(),
           .manual = number,
           .boundary = number,
           .inside = true});
    }
  }

  // Backwards: by which call the code that uses a value is left; none outside of manual code. For what is made of
  // constants and the number of the device, and so follows from no call that enters.
  void find_leaving_calls(const Region& region) {
    for (const Op* op = region.last(); op != nullptr; op = op->previous()) {
      const Op* call = nullptr;
      for (const Value* result : op->results()) call = call != nullptr ? call : leaving_call(result);
      if (op->info().has(kTerminator) && region.parent_op() != nullptr) {
        for (int i = 0; i < std::min(op->num_operands(), region.parent_op()->num_results()); ++i) {
          leave_by(op->operand(i), leaving_call(region.parent_op()->result(i)));
        }
      }
      if (is_call(*op, call_targets::kLocalToGlobal)) {
        call = op;
      } else if (is_call(*op, call_targets::kGlobalToLocal) && call != nullptr) {
        call = leaving_call(call->result(0));
      }
      for (int r = 0; r < op->num_regions(); ++r) {
        find_leaving_calls(op->region(r));
        for (int i = 0; i < std::min(op->num_operands(), op->region(r).num_arguments()); ++i) {
          leave_by(op->operand(i), leaving_call(op->region(r).argument(i)));
        }
      }
      for (const Value* operand : op->operands()) leave_by(operand, call);
    }
  }

  void leave_by(const Value* value, const Op* call) {
    if (call == nullptr) return;
    if (leaving_calls_.empty()) leaving_calls_.resize(module_.num_value_ids(), nullptr);
    if (leaving_calls_[value->id()] == nullptr) leaving_calls_[value->id()] = call;
  }

  const Op* leaving_call(const Value* value) const {
    return value->id() < leaving_calls_.size() ? leaving_calls_[value->id()] : nullptr;
  }

  // The manual code that uses the results of an op; -1 outside of any.
  int code_of_uses(const Op& op, int depth = 0) {
    constexpr int kMostNested = 256;
    const Op* leaving = op.num_results() > 0 ? leaving_call(op.result(0)) : nullptr;
    if (leaving == nullptr || depth > kMostNested) return -1;
    if (auto known = codes_.find(leaving); known != codes_.end()) return known->second;
    Attr axes = sdy_frontend_attr(leaving->discardable_attributes(), sdy_names::kManualAxes);
    Attr list = sdy_frontend_attr(leaving->discardable_attributes(), sdy_names::kOutShardings);
    if (!axes || !list) return -1;
    const int outer = code_of_uses(*leaving, depth + 1);
    out_.manual.push_back({leaving, axes, Attr(), list, outer, -1});
    const int number = static_cast<int>(std::ssize(out_.manual)) - 1;
    codes_.emplace(leaving, number);
    return number;
  }

  // Values between the two calls are found by their operands; in a region by the region.
  int manual_of(const Op& op, int around) {
    const bool conversion = is_call(op, call_targets::kLocalToGlobal) || is_call(op, call_targets::kGlobalToLocal);
    const int found = manual_by_operands(op, around, conversion);
    return found < 0 && !conversion && !leaving_calls_.empty() ? code_of_uses(op) : found;
  }

  int manual_by_operands(const Op& op, int around, bool conversion) {
    int found = around;
    if (manual_values_.empty()) return found;
    for (int i = 0; i < op.num_operands(); ++i) {
      if (op.operand(i)->id() < manual_values_.size()) found = std::max(found, manual_values_[op.operand(i)->id()]);
    }
    if (found > around && !conversion) set_manual(op, found);
    return found;
  }

  void set_manual(const Op& op, int manual) {
    if (manual_values_.empty()) manual_values_.resize(module_.num_value_ids(), -1);
    for (int i = 0; i < op.num_results(); ++i) manual_values_[op.result(i)->id()] = manual;
  }

  // --- HLO computations: hints on parameters and roots

  void region_info(const Region& region, Attr said, int manual) {
    if (!said.is(AttrKind::kDict)) return;
    if (Attr shardings = said.get("sharding"); shardings.is(AttrKind::kArray)) {
      // Loops have one parameter, a tuple or bare; otherwise there is one text per argument.
      int texts = std::ssize(shardings.elements());
      for (int i = 0; i < region.num_arguments(); ++i) {
        if (texts != 1 && i >= texts) break;
        Attr text = shardings.elements()[texts == 1 ? 0 : i];
        if (!text.is(AttrKind::kString) || text.text().empty()) continue;
        HintSite site{.place = Place::kOp, .spelling = Spelling::kHlo, .index = i, .value = region.argument(i)};
        site.op = region.parent_op();
        site.type = region.argument(i)->type();
        site.text = text;
        site.part = texts == 1 ? i : 0;
        site.parts = texts == 1 ? region.num_arguments() : 1;
        site.manual = manual;
        add(site);
      }
    }
    Attr root = said.get("root_sharding");
    const Op* end = region.terminator();
    if (!root.is(AttrKind::kString) || root.text().empty() || end == nullptr) return;
    for (int i = 0; i < end->num_operands(); ++i) {
      HintSite site{.place = Place::kOp, .spelling = Spelling::kHlo, .index = i, .value = end->operand(i), .op = end};
      site.type = end->operand(i)->type();
      site.text = root;
      site.part = i;
      site.parts = end->num_operands();
      site.manual = manual;
      add(site);
    }
  }

  const Module& module_;
  const Function& entry_;
  HintSites out_;
  std::vector<int> manual_values_;        // by id; empty while no call has entered manual code
  std::vector<const Op*> leaving_calls_;  // by id; empty where no call leaves manual code
  PointerMap<const Op*, int> codes_;      // of leaving calls, where an op was asked for its code by its uses
};

}  // namespace

HintSites find_hint_sites(const Module& module, const Function& entry) { return SiteFinder(module, entry).find(); }

}  // namespace partita::core::complete
