// Modules, functions, regions and names of the StableHLO writer. One line per op, in StableHLO's own pretty form where
// it has one; writer_ops.cc has those.
#include "text/stablehlo/writer.h"

#include <algorithm>

#include "ir/names.h"
#include "text/sharding/respell.h"
#include "text/stablehlo/stablehlo.h"

namespace partita::core::text::stablehlo {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Whether MLIR takes it after the %.
bool is_value_name(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || c == '-';
  });
}

// Results that the input named one by one are written one by one: %q, %r = …
bool has_own_names(const Op& op) {
  if (op.num_results() < 2) return true;
  for (int i = 0; i < op.num_results(); ++i) {
    if (op.result(i)->name()) return true;
  }
  return false;
}

}  // namespace

// --- names -----------------------------------------------------------------------------------------------------------

std::string_view Writer::unique(std::string_view hint) {
  if (taken_.insert(hint).second) return hint;
  int& suffix = next_suffix_.try_emplace(hint, 0).first.value();
  std::string candidate;
  for (;;) {
    candidate.assign(hint);
    candidate += '_';
    candidate += std::to_string(suffix++);
    if (taken_.find(candidate) != taken_.end()) continue;
    std::string_view owned = arena_.copy(candidate);
    taken_.insert(owned);
    return owned;
  }
}

void Writer::hint(const Value* value) {
  std::string_view text = value->name().text();
  if (is_value_name(text)) {
    name(value) = {unique(text), -1};
  } else if (is_number(text) && taken_.insert(text).second) {
    name(value) = {text, -1};
  }
}

void Writer::hint_results(const Op& op) {
  if (has_own_names(op)) {
    for (int i = 0; i < op.num_results(); ++i) hint(op.result(i));
    return;
  }
  std::string_view text = op.name().text();
  std::string_view group;
  if (is_value_name(text))
    group = unique(text);
  else if (is_number(text) && taken_.insert(text).second)
    group = text;
  if (group.empty()) return;
  for (int i = 0; i < op.num_results(); ++i) name(op.result(i)) = {group, i};
}

void Writer::hint_region(const Region& region) {
  for (const Value* argument : region.arguments()) hint(argument);
  for (const Op& op : region) {
    hint_results(op);
    for (int i = 0; i < op.num_regions(); ++i) {
      // Both regions of a pretty while share the names of the first one's arguments.
      if (op.is(OpKind::kWhile) && i == 1) {
        for (int k = 0; k < op.region(1).num_arguments(); ++k) {
          name(op.region(1).argument(k)) = name(op.region(0).argument(k));
        }
        for (const Op& inner : op.region(1)) {
          hint_results(inner);
          for (int r = 0; r < inner.num_regions(); ++r) hint_region(inner.region(r));
        }
        continue;
      }
      hint_region(op.region(i));
    }
  }
}

void Writer::number(const Value* value) {
  if (!name(value).text.empty()) return;
  for (;;) {
    std::string text = std::to_string(next_number_++);
    if (taken_.find(text) != taken_.end()) continue;
    std::string_view owned = arena_.copy(text);
    taken_.insert(owned);
    if (value->op() != nullptr && !has_own_names(*value->op())) {
      for (int i = 0; i < value->op()->num_results(); ++i) name(value->op()->result(i)) = {owned, i};
    } else {
      name(value) = {owned, -1};
    }
    return;
  }
}

void Writer::number_region(const Region& region) {
  for (const Value* argument : region.arguments()) number(argument);
  for (const Op& op : region) {
    for (int i = 0; i < op.num_results(); ++i) number(op.result(i));
    for (int i = 0; i < op.num_regions(); ++i) {
      if (op.is(OpKind::kWhile) && i == 1) {
        for (int k = 0; k < op.region(1).num_arguments(); ++k) {
          name(op.region(1).argument(k)) = name(op.region(0).argument(k));
        }
      }
      number_region(op.region(i));
    }
  }
}

void Writer::name_function(const Function& function) {
  taken_ = {};
  next_suffix_ = {};
  next_number_ = 0;
  hint_region(function.body());
  number_region(function.body());
}

// --- structure -------------------------------------------------------------------------------------------------------

void Writer::line(int indent) {
  out_ += '\n';
  out_.append(2 * static_cast<size_t>(indent), ' ');
}

void Writer::value(const Value* value) {
  const ValueName& name = this->name(value);
  out_ += '%';
  out_ += name.text;
  if (name.index >= 0) {
    out_ += '#';
    attrs_.integer(name.index);
  }
}

void Writer::operands(const Op& op, int from) {
  for (int i = from; i < op.num_operands(); ++i) {
    if (i > from) out_ += ", ";
    value(op.operand(i));
  }
}

void Writer::function_type(const Op& op) {
  out_ += '(';
  for (int i = 0; i < op.num_operands(); ++i) {
    if (i) out_ += ", ";
    attrs_.type(op.operand(i)->type());
  }
  out_ += ") -> ";
  if (op.num_results() != 1) out_ += '(';
  for (int i = 0; i < op.num_results(); ++i) {
    if (i) out_ += ", ";
    attrs_.type(op.result(i)->type());
  }
  if (op.num_results() != 1) out_ += ')';
}

void Writer::location(Attr location) {
  if (!location) return;
  out_ += " loc(";
  attrs_.attr(location);
  out_ += ')';
}

// What an HLO program leaves out about its arguments and results means that they are not open to completion; in
// StableHLO it would mean that they are. So it has to be written.
Attr written_attributes(const Module& module) {
  Attr discardable = module.discardable_attributes();
  if (module.format() != TextFormat::kHlo) return discardable;
  for (std::string_view name : {hlo_names::kOpenParameters, hlo_names::kOpenOutput}) {
    if (!module.discardable_attribute(name))
      discardable = module.context().with_entry(discardable, name, module.context().string(hlo_names::kNoneOpen));
  }
  return discardable;
}

void Writer::module(const Module& module) {
  names_.resize(module.num_value_ids());
  out_ += "module";
  if (module.name()) {
    out_ += ' ';
    attrs_.symbol(module.name().text());
  }
  if (Attr discardable = written_attributes(module)) {
    out_ += " attributes";
    attrs_.braced(discardable);
  }
  out_ += " {";
  for (const MeshDeclaration& mesh : module.meshes()) {
    line(1);
    out_ += "sdy.mesh ";
    attrs_.symbol(mesh.name.text());
    out_ += " = ";
    attrs_.attr(mesh.mesh);
    attrs_.braced(mesh.discardable_attributes);
  }
  for (const Function* f : module.functions()) function(*f);
  out_ += "\n}\n";
}

void Writer::function(const Function& function) {
  name_function(function);
  line(1);
  out_ += function.is_private() ? "func.func private " : "func.func public ";
  attrs_.symbol(function.name().text());
  out_ += '(';
  for (int i = 0; i < function.num_arguments(); ++i) {
    if (i) out_ += ", ";
    value(function.argument(i));
    out_ += ": ";
    attrs_.type(function.argument(i)->type());
    attrs_.braced(function.argument_attrs(i));
  }
  out_ += ')';
  std::span<const Type> results = function.result_types();
  if (!results.empty()) {
    bool alone = results.size() == 1 && !function.result_attrs(0);
    out_ += alone ? " -> " : " -> (";
    for (size_t i = 0; i < results.size(); ++i) {
      if (i) out_ += ", ";
      attrs_.type(results[i]);
      attrs_.braced(function.result_attrs(i));
    }
    if (!alone) out_ += ')';
  }
  if (function.discardable_attributes()) {
    out_ += " attributes";
    attrs_.braced(function.discardable_attributes());
  }
  out_ += " {";
  region_ops(function.body(), 2);
  line(1);
  out_ += '}';
  location(function.location());
}

void Writer::region_ops(const Region& region, int indent) {
  for (const Op& op : region) {
    line(indent);
    this->op(op, indent);
  }
}

void Writer::op(const Op& op, int indent) {
  if (op.is(OpKind::kRng)) rng_shape(op, indent);
  if (op.num_results() > 0) {
    const ValueName& name = this->name(op.result(0));
    if (name.index >= 0) {
      out_ += '%';
      out_ += name.text;
      out_ += ':';
      attrs_.integer(op.num_results());
    } else {
      for (int i = 0; i < op.num_results(); ++i) {
        if (i) out_ += ", ";
        value(op.result(i));
      }
    }
    out_ += " = ";
  }
  if (!pretty(op, indent)) generic(op, indent);
  location(op.location());
}

void Writer::op_name(const Op& op) {
  if (op.is(OpKind::kTopK) && op.has_attr(AttrKey::kLargest)) {
    out_ += "mhlo.topk";  // CHLO's always takes the largest
  } else {
    out_ += op.info().mlir;
  }
}

void Writer::generic(const Op& op, int indent) {
  out_ += '"';
  op_name(op);
  out_ += "\"(";
  operands(op);
  out_ += ')';
  size_t before = out_.size();
  out_ += " <{";
  if (attrs_.inherent(op)) {
    out_ += "}>";
  } else {
    out_.resize(before);
  }
  if (op.num_regions() > 0) {
    out_ += " (";
    for (int i = 0; i < op.num_regions(); ++i) {
      if (i) out_ += ", ";
      generic_region(op.region(i), indent);
    }
    out_ += ')';
  }
  attrs_.braced(attrs_.further(op));
  out_ += " : ";
  function_type(op);
}

void Writer::generic_region(const Region& region, int indent) {
  out_ += '{';
  if (region.num_arguments() > 0) {
    line(indent);
    out_ += "^bb0(";
    for (int i = 0; i < region.num_arguments(); ++i) {
      if (i) out_ += ", ";
      value(region.argument(i));
      out_ += ": ";
      attrs_.type(region.argument(i)->type());
    }
    out_ += "):";
  }
  region_ops(region, indent + 1);
  line(indent);
  out_ += '}';
}

}  // namespace partita::core::text::stablehlo

namespace partita::core::text {

Result<std::string> write_stablehlo(const Module& module, const WriteOptions& options) {
  std::string out;
  if (module.source()) out.reserve(module.source()->text().size() * 5 / 4);
  if (options.annotations == Annotations::kAsIs) {
    stablehlo::Writer(out).module(module);
  } else {
    PARTITA_ASSIGN(std::unique_ptr<Module> respelled, respell_shardings(module, options.annotations));
    stablehlo::Writer(out).module(*respelled);
  }
  return out;
}

}  // namespace partita::core::text
