// The reader of StableHLO text: one class whose parts lie in several files. Every parse function leaves the cursor
// behind what it took. On a mistake it adds one diagnostic and returns false (or an empty value), and the caller goes
// on at the next op, so that independent errors are all reported.
//
//   lexer       characters to words                    values        what %names stand for
//   types       tensor<…>, tuple<…>, signatures        op            results, operands, the generic form, regions
//   attributes  all attributes                         pretty        the forms ops share
//   aliases     #a = …, !t = …, locations              pretty_region while, reduce, scan
//   literals    dense<…>, dense_resource<…>, array<…>  pretty_sdy    the sdy dialect
//   functions   in both forms                          module        the rest, and going on after mistakes
//
// What the parts of an op mean is the assembler's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/stablehlo/assembler.h"
#include "text/stablehlo/quantized.h"

namespace partita::core::text::stablehlo {

class Reader final : public Assembler {
 public:
  Reader(Context& context, std::shared_ptr<const SourceText> source, size_t begin, size_t end,
         Diagnostics& diagnostics);
  std::unique_ptr<Module> read();
  // One attribute or type that is a part of the source; an empty Attr or false, with a diagnostic, where it is not
  // whole.
  Attr read_attribute(std::string_view text);
  bool read_type(std::string_view text, SpelledType& out);
  bool read_quantized(std::string_view text, QuantizedElement& out);

 private:
  // --- Mistakes ------------------------------------------------------------------------------------------------------
  bool fail_here(std::string_view expected);  // "expected …, found …" at the next token
  bool fail_at_end(std::string_view what);    // reported once
  bool expect(char c, std::string_view where);
  bool expect(std::string_view punctuation, std::string_view where);
  // Guards the stack: false, with a diagnostic, where `depth` has reached the limit.
  bool can_nest(int depth, std::string_view what);

  // --- types.cc ------------------------------------------------------------------------------------------------------
  bool parse_type(SpelledType& out);
  bool parse_plain_type(Type& out, std::string_view what);  // not a tuple
  bool parse_shaped_type(std::string_view keyword, SpelledType& out);
  bool parse_bounds(std::vector<int64_t>& dims);
  bool parse_quantized_element(QuantizedElement& out);
  bool parse_dialect_type(SpelledType& out);
  bool parse_type_list(char close, std::vector<SpelledType>& out);
  // Types behind the colon, which is taken already.
  bool parse_signature(Signature& out);
  bool parse_result_types(Signature& out);
  bool add_operand_type(Signature& out);

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
  bool parse_elements(Type type, Blob& out, bool& splat);
  bool parse_element(ElementType type, std::byte* out);
  bool parse_hex_blob(Type type, std::string_view hex, const char* at, Blob& out, bool& splat);
  bool find_resource(std::string_view name, std::string_view& hex);

  // --- op.cc ---------------------------------------------------------------------------------------------------------
  bool parse_op(Region& region);
  bool parse_op_body(Region& region, OpParts& parts);
  bool parse_result_names(OpParts& parts);
  bool parse_value_name(std::string_view& out, std::string_view what);  // %name
  bool parse_operand(std::vector<Value*>& out);
  bool parse_operands(char close, std::vector<Value*>& out);
  bool parse_generic(Region& region, OpParts& parts);
  bool parse_attr_dict(OpParts& parts);  // at the {
  bool parse_optional_attr_dict(OpParts& parts);
  bool check_operands(OpParts& parts);
  bool finish_op(Region& region, OpParts& parts);
  bool bind_results(OpParts& parts, Op& op) override;
  bool bind_group(OpParts& parts, Group group) override;
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

  // --- functions.cc, module.cc
  // ----------------------------------------------------------------------------------------
  bool parse_top_level(bool in_module);
  bool parse_module();
  bool parse_generic_module();
  bool parse_module_body();
  bool parse_function();
  bool parse_function_arguments(Function& function);
  bool parse_function_results(Function& function);
  bool parse_generic_function();
  bool parse_function_dict(std::vector<NamedAttr>& attrs, FunctionType& type);
  bool parse_mesh();
  bool parse_generic_mesh();
  bool skip_resources();
  void recover_op(const char* start);
  bool find_next_op(const char* start, bool outside_brackets);
  void recover_top_level(const char* start);

  OpParts& parts_at_depth();
  Lexer lexer_;
  const char* begin_;

  Scopes scopes_;
  TextMap<SpelledType> types_;  // by their text
  TextMap<Alias> aliases_;      // by their name, the # or ! included
  TextMap<std::string_view> resources_;
  std::vector<Attr>* argument_locations_ = nullptr;  // where those of the next block's arguments are wanted
  bool resources_read_ = false;
  bool has_module_ = false;
  std::deque<OpParts> parts_;  // one per region depth
  int region_depth_ = 0;
  int attribute_depth_ = 0;
  int type_depth_ = 0;
  int blind_recoveries_ = 0;
  size_t expanded_ = 0;   // bytes that replaced aliases
  bool gave_up_ = false;  // the text came to its end inside something
};

}  // namespace partita::core::text::stablehlo
