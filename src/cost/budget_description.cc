// A file of limits, read from its JSON.
#include <nlohmann/json.hpp>

#include "cost/budget.h"
#include "cost/description.h"

namespace partita::core::cost {

Status parse_budget(std::string_view text, const std::string& file, Budget& budget) {
  using Json = nlohmann::json;
  Description description(text, file);
  PARTITA_CHECK_OK(description.status());
  Fields fields(description);
  auto size = [&](const char* name, std::optional<double>& out) {
    const Json* value = fields.find(name);
    if (value == nullptr) return;
    if (value->is_number() && value->get<double>() >= 0) {
      out = value->get<double>();
    } else if (value->is_string()) {
      Result<double> parsed = parse_size(value->get<std::string>());
      if (parsed.ok()) {
        out = *parsed;
      } else {
        fields.fail(name, "is wrong: " + parsed.error().diagnostic.message);
      }
    } else {
      fields.fail(name, "must be a number of bytes, or a text such as \"100M\"");
    }
  };
  size("max_bytes", budget.max_bytes);
  size("max_memory", budget.max_memory);
  if (const Json* list = fields.find("forbid")) {
    if (!list->is_array()) fields.fail("forbid", "must be a list of texts such as \"all-gather@x\"");
    for (const Json& each : list->is_array() ? *list : Json::array()) {
      Result<Forbidden> parsed = parse_forbidden(each.is_string() ? each.get<std::string>() : each.dump());
      if (parsed.ok()) {
        budget.forbidden.push_back(std::move(*parsed));
      } else {
        fields.fail("forbid", "is wrong: " + parsed.error().diagnostic.message);
      }
    }
  }
  fields.finish();
  return description.status();
}

}  // namespace partita::core::cost
