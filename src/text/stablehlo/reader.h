// The reader of StableHLO text: one class whose parts lie in several files. Every parse function leaves the cursor
// behind what it took. On a mistake it adds one diagnostic and returns false (or an empty value), and the caller goes
// on at the next op, so that independent errors are all reported.
//
//   lexer       characters to words                    values        what %names stand for
//   types       tensor<…>, tuple<…>, signatures        op            results, operands, the generic form, regions
//   attributes  all attributes                         pretty        the forms ops share
//   aliases     #a = …, !t = …, locations              pretty_region while, reduce, scan
//   literals    dense<…>, dense_resource<…>, array<…>  pretty_sdy    the sdy dialect
//   canonical   attributes as the op table wants them  broadcast     chlo.broadcast_*
//   structs     #stablehlo.dot<…> and its like         functions     in both forms
//   groups      of devices                             module        the rest, and going on after mistakes
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ir/elided.h"
#include "ir/program.h"
#include "text/stablehlo/lexer.h"
#include "text/stablehlo/values.h"

namespace partita::core::text::stablehlo {

// Regions, attributes and types may each nest this deep.
inline constexpr int kMaxDepth = 256;

// The types behind an op's colon.
struct Signature {
  std::vector<SpelledType> spelled_operands, spelled_results;
  std::vector<Type> operands, results;  // without tuples
  std::vector<const char*> operand_at;  // where each of `operands` is written
  bool has_arrow = false;
  const char* at = nullptr;  // null where there was none

  void clear();
};

struct ResultName {
  std::string_view name;
  int count;
  const char* at;
};

// An op while it is being read.
struct OpParts {
  OpKind kind{};
  const char* at = nullptr;       // where its name stands
  std::string_view broadcasting;  // the base op's name for chlo.broadcast_*
  std::vector<ResultName> names;
  std::vector<Value*> operands;
  std::vector<KeyedAttr> attrs;
  std::vector<NamedAttr> discardable;
  std::vector<int64_t> segments;  // operandSegmentSizes
  Signature signature;
  Attr location;
  Op* op = nullptr;        // set once it had to be made, for its regions
  size_t attrs_in_op = 0;  // how many of `attrs` it was made with

  void clear();
};

// dense_resource<NAME> without such a resource in the text.
inline constexpr std::string_view kElidedPrefix = "dense_resource<";
inline bool is_elided(Attr value) { return value.is(AttrKind::kOpaque) && value.text().starts_with(kElidedPrefix); }

// The integers of a literal, row by row; nothing where it has none, or one stands for more than an attribute has.
std::optional<std::vector<int64_t>> literal_ints(const Literal& literal);
// A list of integers however it was written.
std::optional<std::vector<int64_t>> ints_of(Attr value);

// Of a dictionary that is still a list.
Attr find_attr(const std::vector<NamedAttr>& attrs, std::string_view name);
void erase_attrs(std::vector<NamedAttr>& attrs, std::initializer_list<std::string_view> names);

class Reader {
 public:
  Reader(Context& context, std::shared_ptr<const SourceText> source, size_t begin, size_t end,
         Diagnostics& diagnostics);
  std::unique_ptr<Module> read();

 private:
  // --- Mistakes ------------------------------------------------------------------------------------------------------
  bool fail(const char* at, Code code, std::string message);  // always false
  bool fail_here(std::string_view expected);                  // "expected …, found …" at the next token
  bool fail_at_end(std::string_view what);                    // reported once
  bool expect(char c, std::string_view where);
  bool expect(std::string_view punctuation, std::string_view where);
  // Guards the stack: false, with a diagnostic, where `depth` has reached the limit.
  bool can_nest(int depth, std::string_view what);

  // --- types.cc ------------------------------------------------------------------------------------------------------
  bool parse_type(SpelledType& out);
  bool parse_plain_type(Type& out, std::string_view what);  // not a tuple
  bool parse_shaped_type(std::string_view keyword, SpelledType& out);
  bool parse_dialect_type(SpelledType& out);
  bool parse_type_list(char close, std::vector<SpelledType>& out);
  // Types behind the colon, which is taken already.
  bool parse_signature(Signature& out);
  bool parse_result_types(Signature& out);
  bool add_operand_type(Signature& out);
  SpelledType tuple_of(std::vector<SpelledType> parts);

  // --- attributes.cc -------------------------------------------------------------------------------------------------
  Attr parse_attribute();
  Attr parse_number_attribute();
  Attr parse_word_attribute();
  Attr parse_hash_attribute();
  Attr parse_array_attribute();
  bool parse_dict(std::vector<NamedAttr>& out);  // at the {
  bool parse_string(std::string& out);           // at the quote; escapes resolved
  bool parse_symbol(std::string& out);           // at the @; gives the text without it
  bool parse_integer(int64_t& out);
  bool parse_int_list(std::vector<int64_t>& out);  // [1, 2]
  bool parse_attr_name(std::string_view& out, std::string& storage);
  // From an opening bracket to its partner, both included.
  bool parse_balanced(std::string_view& out);
  // Text kept as written, but for aliases inside it, which are replaced by what they stand for.
  Attr opaque(std::string_view text, bool is_location = false);
  bool expand(std::string_view text, bool is_location, std::string& out);
  // A trailing loc(…), or nothing.
  bool parse_optional_location(Attr& out);
  Attr parse_location();  // behind `loc`

  // --- aliases, in attributes.cc
  // ---------------------------------------------------------------------------------------
  struct Alias {
    explicit Alias(const char* at) : definition(at) {}
    const char* definition;     // where its value starts
    const char* end = nullptr;  // where it ends, once read
    Attr attr;
    SpelledType type;
    bool busy = false;
    bool broken = false;
  };
  void find_aliases();
  bool parse_alias_definition();  // at the # or !
  Alias* resolve_alias(std::string_view name, const char* at);

  // --- literals.cc ---------------------------------------------------------------------------------------------------
  Attr parse_dense();                    // behind `dense`
  Attr parse_dense_resource();           // behind `dense_resource`
  Attr parse_dense_array();              // behind `array`
  Attr parse_dense_index(size_t count);  // layouts
  Attr make_dense(Type type, Blob elements);
  bool parse_elements(Type type, Blob& out, bool& splat);
  bool parse_element(ElementType type, std::byte* out);
  bool parse_hex_blob(Type type, std::string_view hex, const char* at, Blob& out, bool& splat);
  bool find_resource(std::string_view name, std::string_view& hex);

  // --- canonical.cc --------------------------------------------------------------------------------------------------
  // One attribute of an op, from a dictionary: an inherent one in canonical form, or a further one.
  bool add_attr(OpParts& parts, std::string_view name, Attr value, const char* at);
  bool add_key(OpParts& parts, AttrKey key, Attr value, const char* at);
  Attr canonical(AttrForm form, AttrKey key, Attr value);

  // --- groups.cc -----------------------------------------------------------------------------------------------------
  Attr canonical_groups(Attr value);
  void resolve_groups();

  // --- structs.cc ----------------------------------------------------------------------------------------------------
  using Fields = std::vector<KeyedAttr>;
  // The fields of #stablehlo.dot<…>, …; null where the text is not of that form.
  const Fields* struct_fields(Attr value);
  bool parse_conv_dims(Lexer& lexer, Fields& out);
  bool add_struct(OpParts& parts, Attr value, const char* at);

  // --- op.cc ---------------------------------------------------------------------------------------------------------
  bool parse_op(Region& region);
  bool parse_op_body(Region& region, OpParts& parts);
  bool parse_result_names(OpParts& parts);
  bool find_op(std::string_view name, OpParts& parts);
  bool parse_value_name(std::string_view& out, std::string_view what);  // %name
  bool parse_operand(std::vector<Value*>& out);
  bool parse_operands(char close, std::vector<Value*>& out);
  bool parse_generic(Region& region, OpParts& parts);
  bool parse_attr_dict(OpParts& parts);  // at the {
  bool parse_optional_attr_dict(OpParts& parts);
  // Makes the op as far as it is known, so that its regions can be read.
  Op* begin_op(Region& region, OpParts& parts);
  bool check_operands(OpParts& parts);
  bool finish_op(Region& region, OpParts& parts);
  bool finish_elided(OpParts& parts, Attr value);
  bool finish_tuple(OpParts& parts);
  bool finish_tuple_element(OpParts& parts);
  bool bind_results(OpParts& parts, Op& op);
  bool bind_group(OpParts& parts, Group group);
  bool define(std::string_view name, const char* at, Slot slot);

  // ({…}, {…}) behind the first parenthesis.
  bool parse_regions(OpParts& parts);
  bool parse_region(Region& region, bool isolated);  // at the {
  bool parse_block(Region& region);                  // behind the {, up to and with the }
  bool parse_block_arguments(Region& region);        // behind the (, up to and with the )
  bool define_argument(Region& region, std::string_view name, const char* at, const SpelledType& type);

  // --- pretty.cc -----------------------------------------------------------------------------------------------------
  bool parse_pretty(Region& region, OpParts& parts);
  struct Forms;  // the column: by which of the following an op is read
  bool parse_common(Region& region, OpParts& parts);
  bool parse_items(OpParts& parts);
  bool parse_item(OpParts& parts, bool& is_item);
  bool parse_keyword(OpParts& parts, std::string_view word);
  Attr parse_keyword_value(const AttrSpec& spec);
  bool parse_slice_ranges(OpParts& parts);
  bool parse_format(OpParts& parts);
  bool parse_dim_pairs(OpParts& parts, AttrKey lhs, AttrKey rhs);
  bool parse_enum_item(OpParts& parts, std::string_view word, const char* at);
  bool parse_tail(OpParts& parts);  // attributes, colon and types
  bool complete_signature(OpParts& parts);
  bool parse_constant(OpParts& parts);
  bool parse_call(OpParts& parts);
  bool parse_composite(OpParts& parts);
  bool parse_convolution(OpParts& parts);
  bool parse_window(OpParts& parts);

  // --- pretty_region.cc ----------------------------------------------------------------------------------------------
  bool parse_while(Region& region, OpParts& parts);
  bool parse_reduce(Region& region, OpParts& parts);
  bool parse_reducer(OpParts& parts);
  bool apply_reducer(OpParts& parts, std::string_view name, const char* at);
  bool parse_scan(Region& region, OpParts& parts);

  // --- pretty_sdy.cc -------------------------------------------------------------------------------------------------
  bool parse_computation(Region& region, OpParts& parts);  // manual and named
  bool parse_axes_item(OpParts& parts);
  Attr parse_stripped(std::string_view prefix, std::string_view suffix);

  // --- broadcast.cc --------------------------------------------------------------------------------------------------
  bool finish_broadcasting(Region& region, OpParts& parts);

  // --- functions.cc, module.cc
  // ----------------------------------------------------------------------------------------
  bool parse_top_level(bool in_module);
  bool parse_module();
  bool parse_generic_module();
  bool parse_module_body();
  bool parse_function();
  Attr name_of_location(Attr location);
  bool parse_function_arguments(Function& function);
  bool parse_function_results(Function& function);
  bool parse_generic_function();
  struct FunctionType {
    std::vector<SpelledType> arguments, results;
  };
  bool parse_function_dict(std::vector<NamedAttr>& attrs, FunctionType& type);
  bool parse_mesh();
  bool add_mesh(std::string_view name, Attr mesh, const std::vector<NamedAttr>& attrs, const char* at);
  bool parse_generic_mesh();
  bool skip_resources();
  Function* start_function(std::string_view name, const char* at);
  void set_module_attrs(std::vector<NamedAttr> attrs);
  void recover_op(const char* start);
  bool find_next_op(const char* start, bool outside_brackets);
  void recover_top_level(const char* start);
  bool check_symbols();

  OpParts& parts_at_depth();
  Context& context_;
  std::shared_ptr<const SourceText> source_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  const char* begin_;
  std::unique_ptr<Module> module_;

  Scopes scopes_;
  TextMap<SpelledType> types_;               // by their text
  TextMap<Alias> aliases_;                   // by their name, the # or ! included
  PointerMap<const void*, Fields> structs_;  // by the attribute
  TextMap<std::string_view> resources_;
  TextMap<const char*> functions_;
  TextMap<const char*> meshes_;
  bool resources_read_ = false;
  Type elided_type_;  // of the dense_resource read last whose elements are not in the text
  bool has_module_ = false;
  struct SymbolUse {
    Name name;
    const char* at;
  };
  std::vector<SymbolUse> symbol_uses_;
  std::vector<Op*> mesh_group_ops_;  // collectives whose groups are axes of a mesh
  std::deque<TupleType> tuples_;
  std::deque<Group> groups_;
  std::deque<OpParts> parts_;  // one per region depth
  int region_depth_ = 0;
  int attribute_depth_ = 0;
  int type_depth_ = 0;
  int blind_recoveries_ = 0;
  size_t expanded_ = 0;   // bytes that replaced aliases
  bool gave_up_ = false;  // the text came to its end inside something
};

}  // namespace partita::core::text::stablehlo
