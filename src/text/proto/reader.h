// From an HloModuleProto to the syntax tree that HLO text gives, so that instructions become ops in one place. Names
// and strings stay in the input; values of attributes get the text that HLO has for them.
//
//   {1 "r", 2 "reduce", 3 shape, 14 [1], 36 [4, 5], 38 [2]}
//     ──►  Instruction r: reduce(#4, #5), dimensions={1}, to_apply=add
//
//   reader       module, computations, instructions      texts       windows, slices, shardings, groups, …
//   values       shapes, literals                        wire        fields
//   order        the order of instructions
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "text/hlo/syntax.h"
#include "text/proto/wire.h"

namespace partita::core::text::proto {

// Texts of sub-messages as HLO writes them; failed is set where one does not follow the format.
std::string ints_text(const std::vector<int64_t>& values);  // {0,1}
std::string quoted(std::string_view text);
std::string window_text(std::string_view message, bool& failed);
std::string dim_labels_text(std::string_view message, bool& failed);
std::string slice_text(std::string_view message, bool& failed);  // of one dimension: [0:4:2]
std::string padding_text(std::string_view message, bool& failed);
std::string sharding_text(std::string_view message, bool& failed, int depth = 0);
std::string metadata_text(std::string_view message, bool& failed);
std::string map_text(std::string_view message, bool& failed);  // {a="b",c="d"}
std::string iota_groups_text(std::string_view message, bool& failed);
std::string mesh_groups_text(std::string_view message, bool& failed);
std::string group_lists_text(const std::vector<std::string_view>& groups, bool& failed);
std::string alias_list_text(std::string_view message, bool& failed);  // of a module
std::string donor_list_text(std::string_view message, bool& failed);
std::string stack_frames_text(std::string_view message, bool& failed);

// The spelling of a PrimitiveType in HLO text, empty where there is none; TUPLE, OPAQUE, TOKEN and BUFFER included.
std::string_view primitive_name(int64_t type);
// f32[2,3]{1,0}
std::string shape_text(std::string_view message, bool& failed, int depth = 0);
// {(f32[2]{0})->f32[]}
std::string program_shape_text(std::string_view message, bool& failed);
// One for each leaf; false where the literal does not have the elements of its shape.
bool literals(Context& context, std::string_view message, std::vector<Attr>& out, int depth = 0);

class Reader {
 public:
  Reader(hlo::Reading& reading, hlo::Syntax& syntax) : reading_(reading), syntax_(syntax) {}
  bool read(std::string_view module);

 private:
  bool broken(const char* at, std::string_view what);
  bool header(std::string_view module);
  bool computation(std::string_view message);
  bool instruction(std::string_view message, hlo::Computation& computation);
  // order.cc
  bool schedule(std::string_view message);
  void put_in_order(hlo::Computation& computation, int64_t id);
  bool attributes(std::string_view message, hlo::Instruction& made, const hlo::Computation& computation);
  void called(const hlo::Instruction& made, const std::vector<int64_t>& ids);
  void add(std::string_view name, std::string value);
  std::string_view keep(const std::string& text) { return reading_.arena.copy(std::string_view(text)); }
  std::string_view computation_name(int64_t id);
  std::span<hlo::Attribute> take_attributes();

  hlo::Reading& reading_;
  hlo::Syntax& syntax_;
  std::vector<std::pair<int64_t, std::string_view>> computations_;  // ids and names, sorted
  std::vector<hlo::Attribute> attributes_;
  tsl::robin_map<int64_t, int> instructions_;  // of the computation that is read, by id
  std::vector<int64_t> ids_;                   // of its instructions
  bool controlled_ = false;                    // some of them wait for others
  std::vector<std::pair<int64_t, int>> parameters_;
  tsl::robin_map<int64_t, std::vector<int64_t>> schedules_;  // ids in order, by computation
  bool failed_ = false;
  int64_t entry_id_ = 0;
  bool pred_branch_ = false;
};

}  // namespace partita::core::text::proto
