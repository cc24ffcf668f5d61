#include "ir/infer.h"

#include "ir/device_pairs.h"
#include "ir/type_rules.h"

namespace partita::core::ir {

Attr OpFacts::attr(AttrKey key) const {
  for (const KeyedAttr& a : attrs) {
    if (a.key == key) return a.value;
  }
  return {};
}
int64_t OpFacts::integer(AttrKey key, int64_t otherwise) const {
  Attr a = attr(key);
  return a ? a.as_int() : otherwise;
}
std::span<const int64_t> OpFacts::ints(AttrKey key) const {
  Attr a = attr(key);
  return a ? a.ints() : std::span<const int64_t>();
}
std::string_view OpFacts::text(AttrKey key) const {
  Attr a = attr(key);
  return a ? a.text() : std::string_view();
}

InferredTypes known(std::vector<Type> types) { return {InferredTypes::State::kKnown, std::move(types), {}}; }
InferredTypes known(Type type) { return known(std::vector<Type>{type}); }
InferredTypes free_choice() { return {}; }
InferredTypes type_error(std::string_view label, std::string why) {
  std::string text = label.empty() ? "" : "(" + std::string(label) + "): ";
  return {InferredTypes::State::kInvalid, {}, text + std::move(why)};
}
InferredTypes wrong_element_type(std::string_view label, std::string why) {
  InferredTypes out = type_error(label, std::move(why));
  out.element_type = true;
  return out;
}

bool has_form(Attr attr, AttrForm form) {
  auto all = [&](AttrKind kind) {
    for (Attr element : attr.elements()) {
      if (!element.is(kind)) return false;
    }
    return attr.is(AttrKind::kArray);
  };
  switch (form) {
    case AttrForm::kBool: return attr.is(AttrKind::kBool);
    case AttrForm::kInt: return attr.is(AttrKind::kInt);
    case AttrForm::kFloat: return attr.is(AttrKind::kFloat);
    case AttrForm::kInts:
    case AttrForm::kBools: return attr.is(AttrKind::kInts);
    case AttrForm::kPairs:
      return attr.is(AttrKind::kInts) ? attr.ints().size() % 2 == 0 : DeviceMoves::of(attr).has_value();
    case AttrForm::kString:
    case AttrForm::kEnum: return attr.is(AttrKind::kString);
    case AttrForm::kEnums: return all(AttrKind::kString);
    case AttrForm::kSymbol: return attr.is(AttrKind::kSymbol);
    case AttrForm::kSymbols: return all(AttrKind::kSymbol);
    case AttrForm::kDense: return attr.is(AttrKind::kDense);
    case AttrForm::kGroups: return all(AttrKind::kInts) || attr.is(AttrKind::kDict);
    case AttrForm::kAny: return true;
  }
  return false;
}

InferredTypes infer_types(Context& context, OpKind kind, std::span<const Type> operands, AttrList attrs,
                          std::span<const Region* const> regions) {
  const OpInfo& info = op_info(kind);
  const OpFacts facts{context, kind, operands, attrs, regions, {}, true};
  int count = std::ssize(operands);
  if (count < info.min_operands || count > info.max_operands) return type_error("", "the number of operands is wrong");
  for (const AttrSpec& spec : info.attrs) {
    Attr value = facts.attr(spec.key);
    if (value ? has_form(value, spec.form) : !spec.required) continue;
    return type_error("", "the attribute " + std::string(attr_key_text(spec.key)) +
                              (value ? " has the wrong kind of value" : " is missing"));
  }
  return type_rule_for(kind)(facts);
}

namespace {

constexpr OpColumn<TypeRule> kColumn = make_type_rule_column();
static_assert(is_total<kColumn>());

}  // namespace

TypeRule type_rule_for(OpKind kind) { return kColumn[kind]; }

}  // namespace partita::core::ir
