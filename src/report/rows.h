// The values of a program as rows of a table: arguments, what ops give, those of regions inside, and results.
//
//   depth  op           name   type    sharding  stored   operands
//   0      argument 0   %x     8x16    [x, -]    [x, -]
//   0      dot_general  %h     8x32    [x, y]    [x, y]   rows of %x and %w
//   0      result 0     out0   8x32    [x, -]    [x, -]   row of %h
//
// The rows of a program that was partitioned here are those of the global program; of one that came partitioned, its
// own.
#pragma once

#include <map>
#include <vector>

#include "base/maps.h"
#include "cost/report_rows.h"
#include "report/report.h"
#include "report/tables.h"

namespace partita::core::report {

class ProgramRows {
 public:
  ProgramRows(const ReportProgram& program, SharedTables& tables, size_t limit);

  int of(const Value* value) const;  // -1 where it has none
  // The rows of what the text has at an op's place: where code was inlined several times, there are several.
  const std::vector<int>& at_place_of(const Op& op) const;
  // A row for an op of the local program: the first with its place; -1 where there is none.
  int of_local(const Op& op) const;
  size_t size() const { return names_.size(); }

  // Adds what a kernel or a collective of the local program takes to the rows it stands for, in equal parts.
  void add_seconds(const Op& local, double compute, double communication, double bytes);
  Json json() const;

 private:
  void list(const Function& entry);
  void list(const Region& region, int depth);
  void add(int depth, std::string_view op, std::string_view name, const Value* value, const Op* made_by);
  void add_result(const Function& entry, int i, const Value* value);
  void push(int depth, std::string_view op, std::string_view name, Type type);
  std::string place_of(const Op& op) const;

  const ReportProgram& program_;
  SharedTables& tables_;
  const size_t limit_;
  const Function& function_;
  cost::SourceLines lines_;
  const Completion* completion_ = nullptr;
  size_t left_out_ = 0;
  std::vector<int> depths_, ops_, names_, types_, lines_of_, scopes_, places_, shardings_, stored_, hints_;
  std::vector<std::vector<int>> operands_;
  std::vector<double> compute_, communication_, bytes_;
  std::vector<int> row_of_;  // by id of value
  std::map<SourceOffset, std::vector<int>> at_offset_;
};

// What an op is part of, as its location says: "jit(step)/layer_0" of loc("jit(step)/layer_0/dot_general"), or of
// metadata's op_name; and the place in the user's own text, "model.py:12". Either may be empty.
struct Scope {
  std::string path, place;
};
Scope scope_of(const Op& op);

}  // namespace partita::core::report
