#include "complete/value_names.h"

#include "ir/names.h"
#include "ir/shown.h"

namespace partita::core::complete {
namespace {

std::string_view text_in(Attr dictionary, std::string_view name) {
  Attr said = dictionary ? dictionary.get(name) : Attr();
  return said.is(AttrKind::kString) ? said.text() : std::string_view();
}

}  // namespace

std::string_view argument_label(const Function& entry, int i) {
  if (const std::string_view said = text_in(entry.argument_attrs(i), "jax.arg_info"); !said.empty()) return said;
  return {};
}

std::string_view result_label(const Function& entry, int i) {
  return text_in(entry.result_attrs(i), "jax.result_info");
}

std::string_view location_name(const Op& op) {
  if (Attr location = op.location(); location && (location.is(AttrKind::kOpaque) || location.is(AttrKind::kString))) {
    const std::string_view text = location.text();
    const size_t open = text.find('"');
    const size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
    // "file.py":3:1 is a place, not a name.
    if (close != std::string_view::npos && text.substr(close + 1, 1) != ":") {
      return text.substr(open + 1, close - open - 1);
    }
  }
  const Attr metadata = op.discardable_attribute(hlo_names::kMetadata);
  if (!metadata.is(AttrKind::kString)) return {};
  constexpr std::string_view kKey = "op_name=\"";
  const size_t at = metadata.text().find(kKey);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = metadata.text().substr(at + kKey.size());
  return rest.substr(0, rest.find('"'));
}

std::string friendly_name(const Function& entry, const Value& value) {
  if (!value.is_argument() || value.region() != &entry.body()) return ir::shown_name(&value);
  const std::string number = "arg" + std::to_string(value.index());
  const std::string_view label = argument_label(entry, value.index());
  if (!label.empty()) return number + " " + std::string(label);
  const std::string_view own = value.name().text();
  return own.empty() || own == number ? number : number + " %" + std::string(own);
}

std::string friendly_result(const Function& entry, int i) {
  const std::string_view label = result_label(entry, i);
  return "out" + std::to_string(i) + (label.empty() ? "" : " " + std::string(label));
}

}  // namespace partita::core::complete
