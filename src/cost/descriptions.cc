// Reading the JSON files that users write: hardware and budgets. Every error has a position and says what is
// expected.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cost/budget.h"
#include "cost/hardware.h"

namespace partita::core::cost {
namespace {

using Json = nlohmann::json;

// The document, an object. kDescription at the line and column where it stops being JSON.
Result<Json> parse_json_object(std::string_view text, const std::string& file) {
  const SourceText source(file, std::string(text));
  try {
    Json json = Json::parse(text.begin(), text.end());
    if (json.is_object()) return json;
    return Error{error_at(source, 0, Code::kDescription, "expected an object, { … }")};
  } catch (const Json::parse_error& e) {
    const size_t at = std::min(e.byte - 1, text.size());  // bytes count from 1; the one behind the end is the end
    return Error{error_at(source, static_cast<SourceOffset>(at), Code::kDescription, "this is no JSON from here on")};
  }
}

// Takes fields out of an object, one by one; remembers the first mistake. At the end nothing may be left.
class Fields {
 public:
  Fields(const Json& object, std::string_view text, std::string file, std::string inside = {})
      : object_(object), text_(text), file_(std::move(file)), inside_(std::move(inside)) {}

  const Json* find(const char* name) {
    known_.emplace_back(name);
    auto at = object_.find(name);
    return at != object_.end() ? &*at : nullptr;
  }
  bool has(const char* name) const { return object_.contains(name); }

  std::string text(const char* name) {
    const Json* value = find(name);
    if (value == nullptr) return {};
    if (!value->is_string()) return fail(name, "must be a text"), std::string();
    return value->get<std::string>();
  }
  // Above zero; 0 where there is none.
  double positive(const char* name) {
    if (!has(name)) fail(name, "is missing");
    return positive_or_none(name);
  }
  double positive_or_none(const char* name) {
    const Json* value = find(name);
    if (value == nullptr) return 0;
    if (!value->is_number() || value->get<double>() <= 0) return fail(name, "must be a number above zero"), 0;
    return value->get<double>();
  }
  void fail(std::string_view name, std::string_view what) {
    if (failed_) return;
    failed_ = true;
    const SourceText source(file_, std::string(text_));
    const size_t at = text_.find(fmt::format("\"{}\"", name));
    const std::string message = fmt::format("\"{}\"{} {}", name, inside_.empty() ? "" : " of " + inside_, what);
    error_ = at == std::string_view::npos
                 ? error_without_place(Code::kDescription, message)
                 : error_at(source, static_cast<SourceOffset>(at), Code::kDescription, message);
    error_.file = file_;
  }
  Status finish() {
    for (const auto& [name, value] : object_.items()) {
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
        fail(name, fmt::format("is no field; there are {}", fmt::join(known_, ", ")));
      }
    }
    if (failed_) return Error{error_};
    return {};
  }

 private:
  const Json& object_;
  std::string_view text_;
  std::string file_;
  std::string inside_;
  std::vector<std::string> known_;
  bool failed_ = false;
  Diagnostic error_;
};

}  // namespace

Result<Hardware> parse_hardware(std::string_view text, const std::string& file) {
  PARTITA_ASSIGN(const Json json, parse_json_object(text, file));
  Hardware out;
  Fields fields(json, text, file);
  out.name = fields.text("name");
  fields.text("source");
  out.memory = fields.positive_or_none("memory");
  out.memory_bandwidth = fields.positive("memory_bandwidth");
  out.vector_flops = fields.positive("vector_flops");
  out.op_latency = fields.positive_or_none("op_latency");
  const Json* rates = fields.find("matrix_flops");
  if (rates == nullptr || !rates->is_object() || !rates->contains("f32")) {
    fields.fail("matrix_flops", "must be an object with a rate for each element type, f32 among them");
  } else {
    for (const auto& [type, rate] : rates->items()) {
      if (!rate.is_number() || rate.get<double>() <= 0) fields.fail(type, "must be a number above zero");
      if (rate.is_number()) out.matrix_flops.emplace_back(type, rate.get<double>());
    }
  }
  const Json* levels = fields.find("levels");
  if (levels == nullptr || !levels->is_array() || levels->empty()) {
    fields.fail("levels", "must be a list of the networks between devices, the innermost first");
  }
  PARTITA_CHECK_OK(fields.finish());
  int64_t inner = 1;
  for (const Json& each : *levels) {
    if (!each.is_object()) {
      fields.fail("levels", "must be a list of objects");
      return Error{fields.finish().error()};
    }
    Fields level(each, text, file, "a level");
    NetworkLevel made;
    made.name = level.text("name");
    made.devices = static_cast<int64_t>(level.positive_or_none("devices"));
    made.bandwidth = level.positive("bandwidth");
    made.latency = level.positive("latency");
    const bool last = &each == &levels->back();
    if (!last && made.devices < inner) level.fail("devices", "must say how many devices are in a block of the level");
    if (last) made.devices = 0;
    inner = std::max(inner, made.devices);
    PARTITA_CHECK_OK(level.finish());
    out.levels.push_back(std::move(made));
  }
  return out;
}

Status parse_budget(std::string_view text, const std::string& file, Budget& budget) {
  PARTITA_ASSIGN(const Json json, parse_json_object(text, file));
  Fields fields(json, text, file);
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
  return fields.finish();
}

}  // namespace partita::core::cost
