// Internal to the StableHLO writer: the state of one writing, and its parts (attributes, ops, regions).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "ir/program.h"
#include "text/common/attr_writer.h"

namespace partita::core::text::stablehlo {

// What a return is called: by the op whose region it ends.
std::string_view return_name(const Op& op);
// Of the module, with what HLO means where it says nothing.
Attr written_attributes(const Module& module);

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out), attrs_(out) {}
  void module(const Module& module);

 private:
  void function(const Function& function);
  void region_ops(const Region& region, int indent);
  void op(const Op& op, int indent);
  void body(const Op& op, int indent);
  bool pretty(const Op& op, int indent);
  struct Forms;  // the column: by which of the following each op is written
  void listed(const Op& op);
  void under_own_names(const Op& op);
  void return_op(const Op& op);
  void call(const Op& op);
  bool constant(const Op& op);
  bool check_constant(const Op& op);
  void check_equal(const Op& op);
  void compare(const Op& op);
  void reduce_precision(const Op& op);
  bool pointwise(const Op& op);
  void slice(const Op& op);
  void rng(const Op& op);
  bool top_k(const Op& op);
  void barrier(const Op& op);
  void sharded(const Op& op);
  void sharding_group(const Op& op);
  void name_and_operands(const Op& op);
  void item(std::string_view words, const Op& op, AttrKey key);
  void types_behind(const Op& op, bool one_type);
  void generic(const Op& op, int indent);
  void generic_region(const Region& region, int indent);
  void reduce(const Op& op, int indent);
  void while_loop(const Op& op, int indent);
  void dot_general(const Op& op);
  void convolution(const Op& op);
  void elided_constant(const Op& op);
  void custom_call(const Op& op);
  void manual_computation(const Op& op, int indent);
  void scan(const Op& op, int indent);
  void rng_shape(const Op& op, int indent);

  void line(int indent);
  void value(const Value* value);
  void operands(const Op& op, int from = 0);
  void function_type(const Op& op);  // (T, T) -> T
  void op_name(const Op& op);
  void location(Attr location);
  // True where all operands and results have one type.
  static bool same_types(const Op& op);

  // Names: hints first, so that what the input named keeps its name; numbers for the rest.
  void name_function(const Function& function);
  void hint_region(const Region& region);
  void hint(const Value* value);
  void hint_results(const Op& op);
  void number_region(const Region& region);
  void number(const Value* value);
  std::string_view unique(std::string_view hint);
  struct ValueName {
    std::string_view text;  // empty until it is numbered
    int index = -1;         // of a group: %4#1
  };

  std::string& out_;
  AttrWriter attrs_;
  Arena arena_;
  ValueName& name(const Value* value) { return names_[value->id()]; }
  std::vector<ValueName> names_;  // by the value's id
  TextSet taken_;
  TextMap<int> next_suffix_;    // of a hint that was met before
  std::string_view rng_shape_;  // the name of the constant written for the rng that follows
  int64_t next_number_ = 0;
};

}  // namespace partita::core::text::stablehlo
