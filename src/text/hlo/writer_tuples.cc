// Tuples that are only taken apart again: here they are nothing, but users look for their names (names.h, kTuples).
#include "ir/names.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

std::span<const Attr> list_of(Attr dictionary, std::string_view name) {
  Attr list = dictionary.is(AttrKind::kDict) ? dictionary.get(name) : Attr();
  return list.is(AttrKind::kArray) ? list.elements() : std::span<const Attr>();
}

}  // namespace

// Notes name values as the input did: they are looked up before names are made unique. What is not there any more has
// no note.
void HloWriter::find_passing_tuples(const Function& entry) {
  Attr discardable = entry.discardable_attributes();
  std::span<const Attr> notes = list_of(discardable, kTuples);
  if (notes.empty()) return;
  TextMap<const Value*> by_name;
  for (const Value* argument : entry.body().arguments()) by_name.try_emplace(argument->name().text(), argument);
  for (const Op& op : entry.body()) {
    for (int i = 0; i < op.num_results(); ++i) by_name.try_emplace(op.result(i)->name().text(), op.result(i));
  }
  Context& context = module_.context();
  for (Attr note : notes) {
    PassingTuple tuple;
    if (!note.is(AttrKind::kDict) || !is_hlo_identifier(text_of(note.get("name")))) continue;
    tuple.name = context.name(text_of(note.get("name")));
    bool found = true;
    for (Attr name : list_of(note, "of")) {
      auto at = by_name.find(text_of(name));
      found = found && at != by_name.end() && !text_of(name).empty();
      if (found) tuple.values.push_back(at->second);
    }
    if (!found) continue;
    for (Attr part : list_of(note, "parts")) {
      if (!part.is(AttrKind::kArray) || part.elements().size() != 2 || !part.elements()[1].is(AttrKind::kInt)) continue;
      int64_t index = part.elements()[1].as_int();
      std::string_view name = text_of(part.elements()[0]);
      if (!is_hlo_identifier(name) || index < 0 || index >= std::ssize(tuple.values)) continue;
      tuple.parts.push_back({context.name(name), static_cast<int>(index)});
    }
    passing_tuples_.push_back(std::move(tuple));
  }
}

// A name that something else has by now is that thing's.
void HloWriter::name_passing_tuples() {
  std::vector<PassingTuple> kept;
  for (PassingTuple& tuple : passing_tuples_) {
    if (!(instructions_.claim(tuple.name) == tuple.name)) continue;
    std::erase_if(tuple.parts, [&](const auto& part) { return !(instructions_.claim(part.first) == part.first); });
    kept.push_back(std::move(tuple));
  }
  passing_tuples_ = std::move(kept);
}

void HloWriter::passing_tuples() {
  for (const PassingTuple& passing : passing_tuples_) {
    bool all_written = true;
    for (const Value* value : passing.values) {
      bool alone = value->op() != nullptr && value->op()->num_results() == 1;
      bool part_of_root = value->op() != nullptr && value->op() == root_op_;
      all_written &= alone || (is_written(value) && !part_of_root);
    }
    if (!all_written) continue;
    Nesting nesting{true, 0, {}};
    for (int i = 0; i < std::ssize(passing.values); ++i) nesting.parts.push_back({false, i, {}});
    tuple(nesting, passing.values, passing.name);
    for (const auto& [name, index] : passing.parts) {
      begin(name);
      append_shape(out_, passing.values[index]->type());
      out_ += " get-tuple-element(%";
      out_ += passing.name.text();
      out_ += "), index=";
      append_int(out_, index);
      write_sharding(Nesting{false, index, {}}, passing.values);
      out_ += '\n';
    }
  }
}

}  // namespace partita::core::text
