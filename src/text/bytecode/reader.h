// The reader of MLIR bytecode. Sections are found first; attributes and types are decoded when something first asks for
// them, so that what nothing uses may be of any dialect; ops go to the assembler, as those of the text do.
//
//   sections         the file, strings, dialects, resources     heads, ops    op by op, values by their number
//   entries          attributes and types on demand             properties    attributes without their names
//   builtin, _types  what MLIR itself has, locations            functions     module, functions, meshes
//   …_attrs          of the dialects                            vhlo_ops      old ops of portable artifacts
//
// The first mistake ends the reading: behind it bytes mean nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/bytecode/cursor.h"
#include "text/bytecode/layouts.h"
#include "text/bytecode/properties.h"
#include "text/stablehlo/assembler.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::bytecode {

using stablehlo::Group;
using stablehlo::OpParts;
using stablehlo::QuantizedElement;
using stablehlo::SpelledType;

class Reader final : public stablehlo::Assembler {
 public:
  Reader(Context& context, std::shared_ptr<const SourceText> source, size_t begin, size_t end,
         Diagnostics& diagnostics);
  std::unique_ptr<Module> read();

 private:
  // An attribute or a type. Types stand behind all attributes in one list.
  struct Entry {
    enum class State : uint8_t { kUnread, kBusy, kDone };
    enum class What : uint8_t { kNothing, kAttr, kLocation, kValueType, kElement, kIndex, kNone, kFunction, kRefused };
    std::string_view bytes;
    uint32_t dialect = 0;
    bool custom = false;  // coded; text otherwise
    State state = State::kUnread;
    What what = What::kNothing;
    ElementType element{};
    QuantizedElement* quantized = nullptr;  // of an element type
    int depth = 0;                          // of arrays, dictionaries and types in it
    int64_t weight = 1;                     // and how many they are when each is counted where it is used
    int64_t count = 0;                      // of a tensor of indices
    uint32_t type = kNoEntry;               // of an attribute that is a type
    Attr attr;                              // of a type: its text as kOpaque
    std::string_view why;                   // of a type that no value here can have: kRefused
    SpelledType spelled;
    std::vector<uint32_t> arguments, results;  // of a function type
  };
  static constexpr uint32_t kNoEntry = UINT32_MAX;

  struct Dialect {
    std::string_view name;
  };
  struct OpName {
    std::string name;
    bool registered = true;
    bool known = false;  // whether the following are filled in
    bool vhlo = false;
    OpKind kind{};
    std::string_view broadcasting;
    bool has_lists = false;
    std::vector<PropertyList> lists;
  };
  struct Resource {
    std::string_view key, value;
  };
  // Of one isolated op: values by their number.
  struct ValueSlot {
    Value* value = nullptr;
    const Group* group = nullptr;
  };
  using ValueTable = std::vector<ValueSlot>;
  struct Scope {
    ValueTable* values;
    size_t next;  // the number of the value that is defined next
    size_t end;
    std::vector<uint32_t>* locations = nullptr;  // where those of the next block's arguments are wanted
  };
  // What stands in front of an op's regions.
  struct OpHead {
    const char* at = nullptr;
    OpName* name = nullptr;
    uint8_t mask = 0;
    uint32_t location = kNoEntry;
    std::vector<std::pair<std::string_view, uint32_t>> attrs;  // names, and entries
    std::vector<int64_t> segments;
    std::vector<uint32_t> results;
    std::vector<size_t> operands;
  };

  // --- sections.cc
  bool broken(const char* at, std::string_view what);  // always false
  bool read_sections();
  bool check_producer(std::string_view producer, const char* at);
  bool read_section(Cursor& in, uint8_t& id, std::string_view& data);
  bool read_strings();
  bool read_dialects();
  bool read_offsets();
  bool read_resources();
  bool read_properties();
  std::string_view string(uint64_t index, Cursor& in);

  // --- entries.cc
  uint32_t attr_ref(Cursor& in);
  uint32_t type_ref(Cursor& in);
  uint32_t optional_attr_ref(Cursor& in);
  bool resolve(uint32_t index);
  bool decode(uint32_t index);
  bool decode_text(uint32_t index);
  // Of entries that are decoded; where one is not it is asked for, and gives nothing now.
  const Entry* entry(uint32_t index);
  Attr attr(uint32_t index);
  std::string_view attr_text(uint32_t index);
  std::string_view type_text(uint32_t index);
  std::string location_text(uint32_t index);
  std::vector<Attr> attrs(Cursor& in);
  std::string joined(Cursor& in, std::string_view strip = {});  // the texts of a list
  bool waiting() const { return !needs_.empty(); }
  // True at once where something that the entry needs is still missing.
  bool set_attr(Entry& out, Attr value);
  bool set_text(Entry& out, std::string text);
  bool set_nested(Entry& out);
  bool unknown_code(const Entry& out, uint64_t code);

  // --- builtin.cc, builtin_types.cc
  bool decode_builtin_attr(Entry& out, Cursor& in);
  bool decode_location(Entry& out, uint64_t code, Cursor& in);
  bool decode_integer(Entry& out, Cursor& in);
  bool decode_float(Entry& out, Cursor& in);
  bool decode_dense_array(Entry& out, Cursor& in);
  bool set_dictionary(Entry& out, std::span<const NamedAttr> entries);
  bool decode_elements(Entry& out, uint32_t type, Cursor& in);
  bool decode_dense(Entry& out, const Entry& type, std::string_view bytes);
  bool decode_resource(Entry& out, Cursor& in);
  std::optional<uint64_t> apint(Cursor& in, int bits);
  bool decode_builtin_type(Entry& out, Cursor& in);
  bool set_tensor(Entry& out, std::span<const int64_t> dims, uint32_t element, std::string_view encoding, bool buffer);
  bool set_element(Entry& out, ElementType element);
  bool refuse(Entry& out, const std::string& text, std::string_view why);
  bool set_function(Entry& out, Cursor& in);
  bool set_tuple(Entry& out, Cursor& in);
  bool set_future(Entry& out, Cursor& in);
  bool set_complex(Entry& out, uint32_t part);
  bool set_index(Entry& out);
  bool decode_quantized(Entry& out, bool per_axis, Cursor& in);

  // --- stablehlo_attrs.cc, sdy_attrs.cc, vhlo_attrs.cc
  bool decode_struct(Entry& out, const StructLayout& layout, Cursor& in);
  bool decode_bounds(Entry& out, Cursor& in);
  bool decode_stablehlo_attr(Entry& out, Cursor& in);
  bool decode_stablehlo_type(Entry& out, Cursor& in);
  bool decode_chlo_attr(Entry& out, Cursor& in);
  bool decode_sdy_attr(Entry& out, Cursor& in);
  bool decode_vhlo_attr(Entry& out, Cursor& in);
  bool decode_vhlo_type(Entry& out, Cursor& in);
  std::string accuracy_text(Cursor& in, bool vhlo);
  std::string mesh_ids_text(Attr ids);
  static std::string_view attr_name(Attr value);

  // --- heads.cc, ops.cc
  bool read_head(Cursor& in, OpHead& head);
  bool read_attributes(Cursor& in, OpHead& head);
  bool read_property_fields(Cursor& in, OpHead& head);
  const PropertyList* find_properties(OpName& name, std::string_view blob, const char* at);
  bool read_op(Region& region, Cursor& in, Scope& scope, OpHead& head, int depth);
  // regions.h: calls visit(cursor, scope, is_empty) for each, at its first block.
  template <typename Visit>
  bool read_regions(const OpHead& head, Cursor& in, Scope& scope, const Visit& visit);
  bool read_block(Region& region, Cursor& in, Scope& scope, int depth);
  bool read_arguments(Region& region, Cursor& in, Scope& scope);
  bool skip_use_lists(Cursor& in, size_t values);
  bool find_kind(OpName& name, OpParts& parts, const char* at);
  bool bind_results(OpParts& parts, Op& op) override;
  bool bind_group(OpParts& parts, Group group) override;
  OpParts& parts_at(int depth);
  // The type of a value; an error at `at` where it is none.
  bool value_type(uint32_t index, const char* at, SpelledType& out);
  Attr location_attr(uint32_t index);
  static void forget_same_locations(Op& reduce, Attr location);
  bool ready(uint32_t index) { return entries_[index].state == Entry::State::kDone || resolve(index); }

  // --- functions.cc
  bool read_module(Cursor& in);
  bool read_module_ops(const OpHead& module, Cursor& in, Scope& scope);
  bool read_function(const OpHead& head, Cursor& in, Scope& scope);
  bool read_mesh(const OpHead& head);
  bool named_attrs(const OpHead& head, std::vector<NamedAttr>& out);

  // --- vhlo_ops.cc
  bool add_attrs(OpParts& parts, const OpHead& head);
  bool add_vhlo_attrs(OpParts& parts, const OpHead& head);
  void clean_vhlo_function(std::vector<NamedAttr>& attrs);
  bool check_vhlo_version(std::string_view name, std::string_view& base, const char* at);

  const char* begin_;
  const char* end_;
  uint64_t version_ = 0;
  std::string_view sections_[9];
  bool has_section_[9] = {};
  std::vector<std::string_view> strings_;
  std::vector<Dialect> dialects_;
  std::vector<OpName> op_names_;
  std::vector<Entry> entries_;
  uint32_t attr_count_ = 0;
  std::vector<Resource> resources_;
  std::vector<std::string_view> properties_;
  std::vector<uint32_t> needs_;
  size_t values_left_ = 0;  // that may still be reserved: each has a byte of its own
  bool damaged_ = false;    // what follows means nothing
  int nested_ = 0;          // of what the entry that is being decoded refers to: the deepest,
  int64_t held_ = 0;        // and the sum of the weights
  stablehlo::Reader text_;  // attributes and types that are kept as text
  std::deque<OpParts> parts_;
  std::deque<QuantizedElement> quantized_;
  Scope* binding_ = nullptr;  // where the results of the op that is assembled go
  size_t bind_from_ = 0;
};

}  // namespace partita::core::text::bytecode
