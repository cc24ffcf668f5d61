// Reading JSON files that users write: hardware and budgets. Every error has a position and says what is expected.
//
//   {"memory": 1e9, "levels": [{"latency": -1}]}      mine.json:1:28: error: "latency" of a level must be a number …
//
// A Description is the file; Fields ask for what an object of it should have, and finish() finds what nobody asked for.
// The first mistake is remembered for status(); what is read after it is of no use.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"

namespace partita::core::cost {

class Description {
 public:
  // An object; status() says where it is none, is no JSON, or has a name twice.
  Description(std::string_view text, const std::string& file);
  ~Description();
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;

  const nlohmann::json& root() const { return *root_; }
  // kDescription at the value or name of this path ("/levels/0/latency"), or at the object that lacks it.
  void fail(const std::string& path, const std::string& message);
  Status status() const;

 private:
  void parse();
  size_t place(const std::string& path) const;

  SourceText source_;
  std::unique_ptr<nlohmann::json> root_;
  std::map<std::string, size_t> places_;  // of names and of elements of lists, by path
  std::optional<Error> error_;
};

// The fields of an object, asked for one by one. A value of another kind is a mistake, and so is a required one that is
// missing; the value is then the default.
class Fields {
 public:
  explicit Fields(Description& file);
  // The object at this path; messages say that it is of `what`: "a level".
  Fields(Description& file, const nlohmann::json& object, std::string path, std::string what);

  bool has(const char* name) const;
  const nlohmann::json* find(const char* name);
  std::string text(const char* name);
  double positive(const char* name);                           // required
  double positive_or_none(const char* name);                   // 0 where there is none
  double not_negative(const char* name);                       // 0 where there is none
  double fraction(const char* name);                           // above 0, at most 1; 1 where there is none
  int64_t count(const char* name, int64_t otherwise);          // at least 1
  int64_t count_or_zero(const char* name, int64_t otherwise);  // at least 0
  bool flag(const char* name, bool otherwise);
  // A list of counts, of this length where it is not 0; empty where there is none.
  std::vector<int64_t> counts(const char* name, size_t length = 0);
  // Nothing where it is not there, or no object.
  std::optional<Fields> object(const char* name);
  // The objects of a list, each as `what`; it must have at least one. Nothing where it is not there.
  std::vector<Fields> objects(const char* name, const std::string& what);

  // The message begins with the name.
  void fail(std::string_view name, std::string_view message);
  // Fields that nobody asked for are mistakes.
  void finish();
  const std::vector<std::string>& names() const { return known_; }

 private:
  std::optional<double> number(const char* name, double least, bool open, const char* expected);
  std::optional<int64_t> whole(const nlohmann::json& value, int64_t least) const;

  Description* file_;
  const nlohmann::json* object_;
  std::string path_;
  std::string what_;
  std::vector<std::string> known_;
};

}  // namespace partita::core::cost
