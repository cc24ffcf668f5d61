#include "cost/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "shard/device_order.h"

namespace partita::core::cost {
namespace {

using Json = nlohmann::json;

// Finds the places of everything in a text that is JSON: the parser does not keep them.
class PlaceScan {
 public:
  PlaceScan(std::string_view text, std::map<std::string, size_t>& places) : text_(text), places_(places) {}

  // The path of a name that its object has twice; empty where there is none.
  std::string run() {
    value("");
    return twice_;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }
  // Without the quotes, as it is written: names of fields have no escapes.
  std::string_view string() {
    const size_t begin = ++at_;
    while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    return text_.substr(begin, at_++ - begin);
  }
  void value(const std::string& path) {
    blanks();
    if (text_[at_] == '"') {
      string();
    } else if (text_[at_] == '{') {
      members(path, '}', [&](size_t) {
        const size_t place = at_;
        const std::string inside = path + "/" + std::string(string());
        if (!places_.emplace(inside, place).second && twice_.empty()) twice_ = inside, places_[inside] = place;
        blanks();
        ++at_;  // the colon
        value(inside);
      });
    } else if (text_[at_] == '[') {
      members(path, ']', [&](size_t index) {
        const std::string inside = path + "/" + std::to_string(index);
        places_.emplace(inside, at_);
        value(inside);
      });
    } else {
      while (at_ < text_.size() && std::string_view(",]} \t\n\r").find(text_[at_]) == std::string_view::npos) ++at_;
    }
    blanks();
  }
  template <typename Member>
  void members(const std::string& path, char end, Member member) {
    if (path.empty()) places_.emplace(path, at_);
    ++at_;
    blanks();
    for (size_t index = 0; text_[at_] != end; ++index) {
      member(index);
      blanks();
      if (text_[at_] == ',') ++at_;
      blanks();
    }
    ++at_;
  }

  std::string_view text_;
  std::map<std::string, size_t>& places_;
  size_t at_ = 0;
  std::string twice_;
};

// Deeper than any description; PlaceScan follows it by recursion.
constexpr int kMaxNesting = 64;
constexpr double kLeastNumber = 1e-18, kLargestNumber = 1e24;

// Where brackets are nested too deeply; the end where they are not.
size_t too_deep(std::string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      for (++at; text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    } else if (text[at] == '{' || text[at] == '[') {
      if (++depth > kMaxNesting) return at;
    } else if (text[at] == '}' || text[at] == ']') {
      --depth;
    }
  }
  return text.size();
}

// Where a number stands that is too large for the parser: it names it in quotes.
size_t place_of_number(std::string_view text, std::string_view message) {
  const size_t end = message.rfind('\''), begin = message.rfind('\'', end - 1);
  if (end == std::string_view::npos || begin == std::string_view::npos) return 0;
  const size_t at = text.find(message.substr(begin + 1, end - begin - 1));
  return at == std::string_view::npos ? 0 : at;
}

}  // namespace

Description::Description(std::string_view text, const std::string& file)
    : source_(file, std::string(text)), root_(std::make_unique<Json>(Json::object())) {
  parse();
}

void Description::parse() {
  const std::string_view text = source_.text();
  auto wrong = [&](size_t at, const char* message) {
    error_ = Error{error_at(source_, static_cast<SourceOffset>(at), Code::kDescription, message)};
  };
  try {
    Json json = Json::parse(text.begin(), text.end());
    if (!json.is_object()) return wrong(0, "expected an object, { … }");
    *root_ = std::move(json);
  } catch (const Json::parse_error& e) {
    // Bytes count from 1; the one behind the end is the end.
    return wrong(std::min(e.byte - 1, text.size()), "this is no JSON from here on");
  } catch (const Json::out_of_range& e) {
    return wrong(place_of_number(text, e.what()), "this number is too large");
  }
  if (const size_t at = too_deep(text); at < text.size()) return wrong(at, "no description is nested so deeply");
  if (const std::string twice = PlaceScan(text, places_).run(); !twice.empty()) {
    fail(twice, fmt::format("\"{}\" is there twice", twice.substr(twice.rfind('/') + 1)));
  }
}

Description::~Description() = default;

size_t Description::place(const std::string& path) const {
  for (std::string_view part = path;; part = part.substr(0, part.rfind('/'))) {
    if (auto found = places_.find(std::string(part)); found != places_.end()) return found->second;
    if (part.empty()) return 0;
  }
}

void Description::fail(const std::string& path, const std::string& message) {
  if (error_) return;
  error_ = Error{error_at(source_, static_cast<SourceOffset>(place(path)), Code::kDescription, message)};
}

Status Description::status() const {
  if (error_) return *error_;
  return {};
}

Fields::Fields(Description& file) : Fields(file, file.root(), "", "") {}
Fields::Fields(Description& file, const Json& object, std::string path, std::string what)
    : file_(&file), object_(&object), path_(std::move(path)), what_(std::move(what)) {}

bool Fields::has(const char* name) const { return object_->contains(name); }

const Json* Fields::find(const char* name) {
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
  auto at = object_->find(name);
  return at != object_->end() ? &*at : nullptr;
}

void Fields::fail(std::string_view name, std::string_view message) {
  file_->fail(fmt::format("{}/{}", path_, name),
              fmt::format("\"{}\"{}{} {}", name, what_.empty() ? "" : " of ", what_, message));
}

std::string Fields::text(const char* name) {
  const Json* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  fail(name, "must be a text");
  return {};
}

std::optional<double> Fields::number(const char* name, double least, bool open, const char* expected) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) {
    const auto found = value->get<double>();
    // What is computed from numbers of any machine stays far from where floats end.
    if (found != 0 && (std::abs(found) < kLeastNumber || std::abs(found) > kLargestNumber)) {
      fail(name, fmt::format("must be between {:g} and {:g}", kLeastNumber, kLargestNumber));
      return std::nullopt;
    }
    if (open ? found > least : found >= least) return found;
  }
  fail(name, expected);
  return std::nullopt;
}

double Fields::positive(const char* name) {
  if (!has(name)) fail(name, "is missing");
  return positive_or_none(name);
}
double Fields::positive_or_none(const char* name) {
  return number(name, 0, true, "must be a number above zero").value_or(0);
}
double Fields::not_negative(const char* name) {
  return number(name, 0, false, "must be a number, zero or above").value_or(0);
}
double Fields::fraction(const char* name) {
  constexpr const char* kExpected = "must be a number above zero and at most 1";
  const double found = number(name, 0, true, kExpected).value_or(1);
  if (found > 1) fail(name, kExpected);
  return found;
}

std::optional<int64_t> Fields::whole(const Json& value, int64_t least) const {
  if (!value.is_number()) return std::nullopt;
  const auto found = value.get<double>();
  if (found < static_cast<double>(least) || found > static_cast<double>(shard::kMaxDevices)) return std::nullopt;
  if (found != std::floor(found)) return std::nullopt;
  return static_cast<int64_t>(found);
}

int64_t Fields::count(const char* name, int64_t otherwise) {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (const std::optional<int64_t> found = whole(*value, 1)) return *found;
  fail(name, "must be a whole number above zero");
  return otherwise;
}

int64_t Fields::count_or_zero(const char* name, int64_t otherwise) {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (const std::optional<int64_t> found = whole(*value, 0)) return *found;
  fail(name, "must be a whole number, zero or above");
  return otherwise;
}

bool Fields::flag(const char* name, bool otherwise) {
  const Json* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  fail(name, "must be true or false");
  return otherwise;
}

std::vector<int64_t> Fields::counts(const char* name, size_t length) {
  const Json* value = find(name);
  if (value == nullptr) return {};
  std::vector<int64_t> found;
  for (const Json& each : value->is_array() ? *value : Json::array()) {
    if (const std::optional<int64_t> size = whole(each, 1)) found.push_back(*size);
  }
  if (!value->is_array() || found.empty() || found.size() != value->size() || (length != 0 && found.size() != length)) {
    fail(name, length == 0 ? "must be a list of whole numbers above zero"
                           : fmt::format("must be a list of {} whole numbers above zero", length));
    return {};
  }
  return found;
}

std::optional<Fields> Fields::object(const char* name) {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_object()) return Fields(*file_, *value, fmt::format("{}/{}", path_, name), name);
  fail(name, "must be an object, { … }");
  return std::nullopt;
}

std::vector<Fields> Fields::objects(const char* name, const std::string& what) {
  std::vector<Fields> found;
  const Json* value = find(name);
  if (value == nullptr) return found;
  for (size_t i = 0; value->is_array() && i < value->size() && (*value)[i].is_object(); ++i) {
    found.emplace_back(*file_, (*value)[i], fmt::format("{}/{}/{}", path_, name, i), what);
  }
  if (!value->is_array() || found.empty() || found.size() != value->size()) {
    fail(name, "must be a list of objects, not an empty one");
    found.clear();
  }
  return found;
}

void Fields::finish() {
  for (const auto& [name, value] : object_->items()) {
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
      fail(name, fmt::format("is no field; there are {}", fmt::join(known_, ", ")));
    }
  }
}

}  // namespace partita::core::cost
