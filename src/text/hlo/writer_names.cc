// What every instruction and computation is called, and what a computation looks like.
#include <fmt/format.h>

#include "ir/names.h"
#include "text/hlo/writer.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

bool is_number(std::string_view text) {
  for (char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

// Ops whose computations are given their arguments one by one, and do nothing but combine them.
bool takes_reduction(const Op& op) {
  switch (op.kind()) {
    case OpKind::kReduce:
    case OpKind::kReduceWindow:
    case OpKind::kScatter:
    case OpKind::kSelectAndScatter:
    case OpKind::kSort:
    case OpKind::kMap:
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter:
    case OpKind::kCollectiveReduce: return true;
    default: return false;
  }
}

std::string_view region_role(const Op& op, int region) {
  switch (op.kind()) {
    case OpKind::kWhile: return region == 0 ? "cond" : "body";
    case OpKind::kIf: return region == 0 ? "true" : "false";
    case OpKind::kCase: return "branch";
    case OpKind::kSort: return "comparator";
    case OpKind::kSelectAndScatter: return region == 0 ? "select" : "scatter";
    case OpKind::kMap: return "map";
    case OpKind::kAsyncStart: return "wrapped";
    default: return "computation";
  }
}

}  // namespace

// --- names -----------------------------------------------------------------------------------------------------------

std::string_view HloWriter::base_name(const Op& op) const {
  if (op.is(OpKind::kCustomCall)) return "custom-call";
  return op.info().hlo.empty() ? "instruction" : op.info().hlo;
}

bool HloWriter::is_written(const Value* value) const {
  // A name alone keeps a value of a HLO text: someone may look for it.
  return value->has_uses() || (module_.format() == TextFormat::kHlo && !value->name().empty());
}

void HloWriter::keep_name(Value* value, std::string_view base) {
  std::string_view text = value->name().text();
  if (text.empty()) return;
  value->set_name(is_hlo_identifier(text) ? instructions_.claim(value->name())
                                          : instructions_.claim(hlo_identifier(text, base)));
}

void HloWriter::keep_names(Region& region) {
  Computation& computation = regions_[&region];
  for (Parameter& parameter : computation.parameters) {
    if (!parameter.name.empty())
      parameter.name = instructions_.claim(hlo_identifier(parameter.name.text(), "arg_tuple"));
  }
  if (!computation.root_name.empty())
    computation.root_name = instructions_.claim(hlo_identifier(computation.root_name.text(), "tuple"));
  for (const Parameter& parameter : computation.parameters) {
    for (int leaf : leaves_of(parameter.nesting)) {
      Value* argument = region.argument(leaf);
      if (parameter.nesting.is_tuple && !is_written(argument)) argument->set_name({});
      keep_name(argument, "arg");
    }
  }

  for (Op& op : region) {
    std::string_view base = base_name(op);
    if (op.num_results() == 1 && !is_tuple_of_one(op)) {
      Name own = op.name();
      if (op.result()->name().empty()) op.result()->set_name(own);
      bool has_own = !own.empty() && !(own == op.result()->name());
      keep_name(op.result(), base);
      // The result of a send is its send-done.
      if (op.is(OpKind::kSend)) op.set_name(has_own ? instructions_.claim(hlo_identifier(own.text(), base)) : Name());
    } else {
      Name own = op.name();
      if (own.empty() && op.num_results() == 1) own = op.result()->name();
      if (!own.empty()) op.set_name(instructions_.claim(hlo_identifier(own.text(), base)));
      for (int i = 0; i < op.num_results(); ++i) {
        Value* value = op.result(i);
        // StableHLO's %4:2 gives both results one name; theirs follow from the op's.
        if (value->name() == own || is_number(value->name().text()) || !is_written(value)) value->set_name({});
        keep_name(value, base);
      }
    }
    if (op.discardable_attributes()) keep_tuple_names(op);
  }
  for (Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) {
      describe(op, i);
      if (!regions_[&op.region(i)].same_as) keep_names(op.region(i));
    }
  }
}

void HloWriter::keep_tuple_names(Op& op) {
  if (std::string_view done = text_of(op.discardable_attribute(kDoneName)); !done.empty() && op.is(OpKind::kRecv))
    op.set_discardable_attribute(kDoneName,
                                 module_.context().string(instructions_.claim(hlo_identifier(done, "done")).text()));
  Attr names = op.discardable_attribute(kTupleName);
  if (!names) return;
  std::span<const Attr> list = names.is(AttrKind::kArray) ? names.elements() : std::span<const Attr>(&names, 1);
  std::vector<Name> kept(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    bool passed = false;
    switch (op.kind()) {
      case OpKind::kWhile:
      case OpKind::kOptimizationBarrier: passed = i == 0 && result_nesting(op).is_tuple; break;
      case OpKind::kIf:
      case OpKind::kCase:
        passed =
            i > 0 && static_cast<int>(i) <= op.num_regions() && op.region(static_cast<int>(i) - 1).num_arguments() != 1;
        break;
      case OpKind::kOutfeed:
      case OpKind::kSend: passed = i == 0 && op.num_operands() != 2; break;
      default: break;
    }
    std::string_view text = text_of(list[i]);
    if (passed && !text.empty()) kept[i] = instructions_.claim(hlo_identifier(text, "tuple"));
  }
  tuple_names_[&op] = std::move(kept);
}

// One value that HLO has inside a tuple: the instruction and the value need two names.
bool HloWriter::is_tuple_of_one(const Op& op) const {
  if (op.num_results() != 1) return false;
  if (op.is(OpKind::kInfeed) || op.is(OpKind::kRecv)) return true;
  return op.discardable_attributes() && op.discardable_attribute(kResultTuple) && result_nesting(op).is_tuple;
}

void HloWriter::make_names(Region& region) {
  auto make = [&](Value* value, std::string_view wanted) {
    if (value->name().empty()) value->set_name(instructions_.claim(wanted));
  };
  const Computation& computation = regions_[&region];
  for (const Parameter& parameter : computation.parameters) {
    if (!parameter.nesting.is_tuple) make(region.argument(parameter.nesting.leaf), "arg");
  }
  for (Value* argument : region.arguments()) {
    if (is_written(argument)) make(argument, "arg");
  }
  for (Op& op : region) {
    if (op.info().has(kTerminator)) continue;
    if (op.num_results() == 1 && !is_tuple_of_one(op)) {
      make(op.result(), base_name(op));
      continue;
    }
    if (op.name().empty()) op.set_name(instructions_.claim(base_name(op)));
    for (int i = 0; i < op.num_results(); ++i) {
      if (is_written(op.result(i))) make(op.result(i), fmt::format("{}_{}", op.name().text(), i));
    }
  }
  for (Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) {
      Region& inner = op.region(i);
      Computation& described = regions_[&inner];
      if (described.same_as) continue;
      if (described.name.empty()) {
        bool bare = op.num_results() == 1 && !is_tuple_of_one(op);
        std::string_view own = bare ? op.result()->name().text() : op.name().text();
        std::string wanted = fmt::format("{}_{}", own, region_role(op, i));
        if (described.reduction)
          wanted = fmt::format("{}_{}", base_name(*inner.first()), hlo_spelling(inner.argument(0)->type().element()));
        described.name = computations_.claim(wanted);
      }
      make_names(inner);
    }
  }
}

// --- what a computation looks like -----------------------------------------------------------------------------------

void HloWriter::describe_parameters(Computation& computation, const Region& region, std::string_view text,
                                    bool one_tuple) {
  Context& context = module_.context();
  int count = region.num_arguments();
  if (!text.empty()) {
    if (auto remembered = parse_tuple_parameters(text, count)) {
      for (TupleParameter& parameter : *remembered) {
        Name name = parameter.nesting.is_tuple ? context.name(parameter.name) : Name();
        computation.parameters.push_back({name, std::move(parameter.nesting), {}});
      }
      if (!one_tuple || computation.parameters.size() == 1) return;
      computation.parameters.clear();
    }
  }
  if (one_tuple) {
    Parameter parameter{{}, default_nesting(count), {}};
    if (parameter.nesting.is_tuple) parameter.name = context.name(text.substr(0, text.find_first_of("=,")));
    computation.parameters.push_back(std::move(parameter));
    return;
  }
  for (int i = 0; i < count; ++i) computation.parameters.push_back({{}, Nesting{false, i, {}}, {}});
}

void HloWriter::describe(const Function& function) {
  Computation& computation = regions_[&function.body()];
  Attr discardable = function.discardable_attributes();
  std::string_view name = text_of(entry_of(discardable, kName));
  computation.name = computations_.claim(hlo_identifier(name.empty() ? function.name().text() : name, "computation"));
  describe_parameters(computation, function.body(), text_of(entry_of(discardable, kTupleParameters)), false);
  int results = std::ssize(function.result_types());
  computation.root = default_nesting(results);
  if (std::string_view nesting = text_of(entry_of(discardable, kResultTuple)); !nesting.empty()) {
    if (auto remembered = parse_nesting(nesting, results)) computation.root = std::move(*remembered);
  }
  std::string_view root = text_of(entry_of(discardable, kRootTuple));
  computation.root_name = module_.context().name(root);
  if (!root.empty() && !computation.root.is_tuple) computation.root = Nesting{true, 0, {Nesting{}}};
  computation.root_metadata = entry_of(discardable, kRootMetadata);
  computation.thread = text_of(entry_of(discardable, kExecutionThread));

  // A single result with a sharding of its own: only a tuple around it can say it.
  if (results == 1 && !computation.root.is_tuple) {
    Attr sharding = entry_of(function.result_attrs(0), kSharding);
    const Op* end = function.body().terminator();
    const Value* value = end && end->num_operands() == 1 ? end->operand(0) : nullptr;
    Attr own = value == nullptr                  ? sharding
               : value->is_argument()            ? entry_of(function.argument_attrs(value->index()), kSharding)
               : value->op()->num_results() == 1 ? value->op()->discardable_attribute(kSharding)
                                                 : Attr();
    if (sharding && !(sharding == own)) computation.root = Nesting{true, 0, {Nesting{}}};
  }
}

void HloWriter::describe(const Op& op, int index) {
  const Region& region = op.region(index);
  Computation& computation = regions_[&region];
  computation.same_as = takes_reduction(op) ? equal_reduction(region) : nullptr;
  if (computation.same_as) return;
  bool state = op.is(OpKind::kWhile) || op.is(OpKind::kIf) || op.is(OpKind::kCase);
  Attr said;
  if (Attr all = op.discardable_attribute(kRegions); all && index < std::ssize(all.elements()))
    said = all.elements()[index];
  std::string_view name = text_of(entry_of(said, "name"));
  if (!name.empty()) computation.name = computations_.claim(hlo_identifier(name, "computation"));
  std::string_view parameters = text_of(entry_of(said, "parameters"));
  bool branch = op.is(OpKind::kIf) || op.is(OpKind::kCase);
  // What a branch is passed is found anew (decompose_captures.cc): only the name of its tuple is of use.
  if (branch) parameters = parameters.substr(0, parameters.find_first_of("=,"));
  describe_parameters(computation, region, parameters, state);
  if (Attr shardings = entry_of(said, "sharding"); shardings && !branch) {
    for (size_t i = 0; i < shardings.elements().size() && i < computation.parameters.size(); ++i)
      computation.parameters[i].sharding = shardings.elements()[i];
  }
  const Op* end = region.terminator();
  int results = end ? end->num_operands() : 0;
  bool condition = op.is(OpKind::kWhile) && index == 0;
  computation.root = state && !condition && results == op.num_results() ? result_nesting(op) : default_nesting(results);
  if (computation.root.is_tuple) computation.root_name = module_.context().name(text_of(entry_of(said, "root")));
  computation.root_sharding = entry_of(said, "root_sharding");
  computation.thread = text_of(entry_of(said, "execution_thread"));
  if (computation.thread.empty() && op.is(OpKind::kAsyncStart)) {
    std::string_view thread = op.text_attr(AttrKey::kExecutionThread);
    if (thread != "main") computation.thread = thread;
  }
}

// Programs hold the same `add` a hundred times: one computation serves all reductions that are a single op of their two
// arguments.
const Region* HloWriter::equal_reduction(const Region& region) {
  const Op* op = region.first();
  if (region.num_arguments() != 2 || op == nullptr || op->next() == nullptr || op->next() != region.terminator())
    return nullptr;
  const Op* end = region.terminator();
  if (op->num_operands() != 2 || op->num_results() != 1 || op->num_regions() != 0 || op->discardable_attributes() ||
      op->location())
    return nullptr;
  if (end->num_operands() != 1 || end->operand(0) != op->result()) return nullptr;
  const Value *a = region.argument(0), *b = region.argument(1);
  bool swapped = op->operand(0) == b;
  if (!(a->type() == b->type()) || op->operand(swapped ? 1 : 0) != a || op->operand(swapped ? 0 : 1) != b)
    return nullptr;
  Reduction key{op->kind(), a->type(), op->attrs().data(), swapped, &region};
  for (const Reduction& known : reductions_) {
    if (known.kind == key.kind && known.type == key.type && known.attrs == key.attrs && known.swapped == key.swapped)
      return known.region == &region ? nullptr : known.region;
  }
  reductions_.push_back(key);
  regions_[&region].reduction = true;
  return nullptr;
}

}  // namespace partita::core::text
