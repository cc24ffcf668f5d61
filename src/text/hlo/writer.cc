#include "text/hlo/writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/copy_module.h"
#include "ir/names.h"
#include "text/hlo/async_pairs.h"
#include "text/hlo/decompose.h"
#include "text/hlo/hlo.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

Result<std::string> write_hlo(const Module& module, const WriteOptions& options, std::string_view entry) {
  PARTITA_ASSIGN(std::unique_ptr<Module> copy, copy_for_hlo(module, options.annotations, entry));
  if (options.async) {
    make_asynchronous(*copy);
    copy->set_discardable_attribute("hlo.is_scheduled", copy->context().string("true"));
  }
  return HloWriter(*copy, options.every_sharding).write();
}

Result<std::string> HloWriter::write() {
  Function* entry = entry_function(module_);

  // The entry's own names first: where two computations use one name, it is the entry's that users look for.
  std::vector<Function*> functions(module_.functions().begin(), module_.functions().end());
  std::stable_partition(functions.begin(), functions.end(), [&](Function* f) { return f == entry; });
  if (every_sharding_) give_root_its_sharding(*entry);
  for (Function* f : functions) describe(*f);
  find_passing_tuples(*entry);
  for (Function* f : functions) keep_names(f->body());
  name_passing_tuples();
  for (Function* f : functions) make_names(f->body());

  out_.reserve(module_.count_ops() * 128);
  header(*entry);
  function(*entry);  // and what it calls; nothing else can be reached
  out_.pop_back();   // the empty line behind the last computation
  return std::move(out_);
}

// --- computations ----------------------------------------------------------------------------------------------------

void HloWriter::function(const Function& function) {
  Computation& computation = regions_[&function.body()];
  if (computation.written) return;
  computation.written = true;
  // What it calls must stand before it.
  walk(function.body(), [&](const Op& op) {
    auto write_named = [&](Attr symbol) {
      if (!symbol.is(AttrKind::kSymbol)) return;
      if (const Function* callee = module_.function(symbol.text())) this->function(*callee);
    };
    if (op.is(OpKind::kCall)) write_named(op.attr(AttrKey::kCallee));
    if (Attr called = op.attr(AttrKey::kCalledComputations)) {
      for (Attr symbol : called.elements()) write_named(symbol);
    }
  });
  inner_computations(function.body());
  this->computation(function.body(), &function);
}

void HloWriter::inner_computations(const Region& region) {
  for (const Op& op : region) {
    for (int i = 0; i < op.num_regions(); ++i) {
      const Region* inner = &op.region(i);
      if (const Region* same = regions_[inner].same_as) inner = same;
      if (regions_[inner].written) continue;
      regions_[inner].written = true;
      inner_computations(*inner);
      if (!is_own_start(op)) computation(*inner, nullptr);
    }
  }
}

void HloWriter::computation(const Region& region, const Function* function) {
  const Computation& computation = regions_[&region];
  if (function && function == entry_function(module_)) out_ += "ENTRY ";
  out_ += '%';
  out_ += computation.name.text();
  out_ += " {\n";

  const Op* end = region.terminator();
  written_.clear();
  root_value_ = nullptr;
  root_op_ = nullptr;
  writing_shardings_ = says_shardings(region);
  if (end && end->num_operands() == 1 && !computation.root.is_tuple) root_value_ = end->operand(0);
  if (returns_one_op(region, computation, function)) root_op_ = end->operand(0)->op();

  parameters(region, computation, function);
  for (const Op& op : region) {
    if (!op.info().has(kTerminator)) instruction(op);
  }
  if (function && function == entry_function(module_)) passing_tuples();
  if (computation.root.is_tuple && root_op_ == nullptr) root(region, computation, function);
  out_ += '}';
  if (!computation.thread.empty()) attr_string("execution_thread", computation.thread);
  out_ += "\n\n";
}

// True where the op that gives all results in order can be the root itself: nobody named the parts or the tuple.
bool HloWriter::returns_one_op(const Region& region, const Computation& computation, const Function* function) const {
  const Op* end = region.terminator();
  if (!computation.root.is_tuple || !computation.root_name.empty() || end == nullptr || end->num_operands() < 2)
    return false;
  const Op* op = end->operand(0)->op();
  if (op == nullptr || op->parent() != &region || op->num_results() != end->num_operands()) return false;
  if (op->is(OpKind::kInfeed) || op->is(OpKind::kRecv)) return false;
  if (op->discardable_attribute(kResultTuple) ||
      (function && entry_of(function->discardable_attributes(), kResultTuple)))
    return false;
  for (int i = 0; i < op->num_results(); ++i) {
    const Value* value = op->result(i);
    bool made_up = value->name().text().starts_with(op->name().text());
    if (end->operand(i) != value || !value->has_one_use() || !made_up) return false;
    if (function && function->result_attrs(i)) return false;
  }
  return true;
}

namespace {

// One sharding for a tuple from those of its parts; empty where no part has one.
std::string tuple_sharding(const std::vector<Attr>& parts) {
  bool any = false;
  std::string out = "{";
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) out += ", ";
    std::string_view text = text_of(parts[i]);
    any |= !text.empty();
    out += text.empty() ? "{unknown}" : text;
  }
  return any ? out + "}" : "";
}

}  // namespace

void HloWriter::parameters(const Region& region, const Computation& computation, const Function* function) {
  std::vector<Type> types;
  std::vector<Attr> layouts;
  for (const Value* argument : region.arguments()) types.push_back(argument->type());
  if (function) {
    for (int i = 0; i < region.num_arguments(); ++i) {
      Attr layout = entry_of(function->argument_attrs(i), kLayout);
      layouts.push_back(layout ? layout : module_.context().string(""));
    }
  }
  Attr layout = layouts.empty() ? Attr() : module_.context().array(layouts);
  for (size_t i = 0; i < computation.parameters.size(); ++i) {
    const Parameter& parameter = computation.parameters[i];
    Name name = parameter.name;
    if (!parameter.nesting.is_tuple) {
      name = region.argument(parameter.nesting.leaf)->name();
    } else if (name.empty()) {
      name = instructions_.claim("arg_tuple");
    }
    begin(name, !parameter.nesting.is_tuple && root_value_ == region.argument(parameter.nesting.leaf));
    shape(parameter.nesting, types, layout);
    out_ += " parameter(";
    append_int(out_, static_cast<int64_t>(i));
    out_ += ')';
    if (region.parent_op() != nullptr && writing_shardings_) {
      write_sharding(parameter.nesting, region.arguments());
    } else if (parameter.sharding && !text_of(parameter.sharding).empty()) {
      attr_word("sharding", text_of(parameter.sharding));
    }
    if (function) argument_attributes(*function, parameter.nesting);
    bool said = !function || parameter.nesting.is_tuple ||
                entry_of(function->argument_attrs(parameter.nesting.leaf), kSharding);
    if (!said) write_sharding("{replicated}");
    out_ += '\n';
    if (parameter.nesting.is_tuple) elements(name, parameter.nesting, region.arguments());
  }
}

void HloWriter::argument_attributes(const Function& function, const Nesting& nesting) {
  if (!nesting.is_tuple) {
    discardable_attributes(function.argument_attrs(nesting.leaf));
    return;
  }
  const std::vector<int> leaves = leaves_of(nesting);
  std::vector<Attr> shardings;
  for (int leaf : leaves) shardings.push_back(entry_of(function.argument_attrs(leaf), kSharding));
  std::string sharding = tuple_sharding(shardings);
  if (!sharding.empty()) attr_word("sharding", sharding);
  // The rest is the tuple's own, kept on its first value.
  if (!leaves.empty()) {
    Attr rest = function.argument_attrs(leaves[0]);
    if (rest) rest = module_.context().with_entry(module_.context().with_entry(rest, kSharding, {}), kLayout, {});
    discardable_attributes(rest);
  }
}

void HloWriter::root(const Region& region, const Computation& computation, const Function* function) {
  const Op* end = region.terminator();
  std::vector<const Value*> values = end ? end->operands() : std::vector<const Value*>();
  std::vector<Name> parts;
  for (const Nesting& part : computation.root.parts) parts.push_back(tuple(part, values, {}));
  begin(computation.root_name.empty() ? instructions_.claim("tuple") : computation.root_name, true);
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type());
  shape(computation.root, types, {});
  out_ += " tuple(";
  for (size_t i = 0; i < parts.size(); ++i) {
    out_ += i ? ", %" : "%";
    out_ += parts[i].text();
  }
  out_ += ')';
  if (region.parent_op() != nullptr && writing_shardings_) {
    write_sharding(sharding_of_root(region, computation.root));
  } else if (computation.root_sharding && !text_of(computation.root_sharding).empty()) {
    attr_word("sharding", text_of(computation.root_sharding));
  }
  if (function) {
    std::vector<Attr> shardings;
    for (int i = 0; i < std::ssize(values); ++i) shardings.push_back(entry_of(function->result_attrs(i), kSharding));
    if (writing_shardings_) {
      for (Attr& part : shardings) part = part ? part : module_.context().string("{replicated}");
    }
    std::string sharding = tuple_sharding(shardings);
    if (sharding.empty() && writing_shardings_) sharding = "{replicated}";
    if (!sharding.empty()) attr_word("sharding", sharding);
  }
  if (computation.root_metadata) {
    out_ += ", metadata={";
    out_ += text_of(computation.root_metadata);
    out_ += '}';
  }
  out_ += '\n';
}

}  // namespace partita::core::text
