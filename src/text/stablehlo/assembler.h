// From the parts of an op, however they were written, to the op: attributes in their canonical form, tuples flattened,
// old spellings understood. The reader of text and the reader of bytecode both end here.
//
//   "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<…>, …}> : …      text, in any form
//   06 4b 5b 05 01 …                                                                   bytecode
//     ──► OpParts {kGather, operands, attrs [offset_dims = [1], …], signature}  ──► Op in a Region
//
//   assembler   ops, tuples, functions, meshes          canonical     attributes as the op table wants them
//   dense       elements of literals from bytes         structs       #stablehlo.dot<…> and its like
//   broadcast   chlo.broadcast_*                        groups        of devices
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
std::string elided_text(std::string_view name);  // __elided__ where NAME is no word
inline bool is_elided(Attr value) { return value.is(AttrKind::kOpaque) && value.text().starts_with(kElidedPrefix); }

// An element below 8 bits in the form tensors store it: signed ones with their sign, others with zeros above.
void narrow_element(ElementType type, std::byte* element);

// The integers of a literal, row by row; nothing where it has none, or one stands for more than an attribute has.
std::optional<std::vector<int64_t>> literal_ints(const Literal& literal);
// A list of integers however it was written.
std::optional<std::vector<int64_t>> ints_of(Attr value);

// Of a dictionary that is still a list.
Attr find_attr(const std::vector<NamedAttr>& attrs, std::string_view name);
void erase_attrs(std::vector<NamedAttr>& attrs, std::initializer_list<std::string_view> names);

// Gives dynamic dimensions the bounds of #stablehlo.bounds<16, ?>; false where it is another encoding, or of another
// rank.
bool add_bounds(Attr encoding, std::span<int64_t> dims);
// Whether memory could hold it, dynamic dimensions apart.
bool has_possible_size(std::span<const int64_t> dims);

class Assembler {
 public:
  Assembler(Context& context, std::shared_ptr<const SourceText> source, Diagnostics& diagnostics);

 protected:
  ~Assembler() = default;

  // What an op gives becomes known to whatever names or numbers its uses: an op's results, or values in tuples.
  virtual bool bind_results(OpParts& parts, Op& op) = 0;
  virtual bool bind_group(OpParts& parts, Group group) = 0;

  // Always false. `at` points into the source, as all places here do.
  bool fail(const char* at, Code code, std::string message);
  SourceOffset offset_of(const char* at) const { return static_cast<SourceOffset>(at - source_->text().data()); }

  // --- canonical.cc: one attribute of an op, an inherent one in canonical form, or a further one.
  bool add_attr(OpParts& parts, std::string_view name, Attr value, const char* at);
  bool add_key(OpParts& parts, AttrKey key, Attr value, const char* at);
  Attr canonical(AttrForm form, AttrKey key, Attr value);

  // --- groups.cc
  Attr canonical_groups(Attr value);
  void resolve_groups();

  // --- structs.cc
  using Fields = std::vector<KeyedAttr>;
  // The fields of #stablehlo.dot<…>, …; null where the text is not of that form.
  const Fields* struct_fields(Attr value);
  bool parse_conv_dims(Lexer& lexer, Fields& out);
  bool add_struct(OpParts& parts, Attr value, const char* at);

  // --- dense.cc: elements as bytes, one for all as one. i1 has a bit or a byte each.
  Attr make_dense(Type type, Blob elements);
  bool take_elements(Type type, Blob bytes, const char* at, Blob& out, bool& splat);

  // --- broadcast.cc
  bool finish_broadcasting(Region& region, OpParts& parts);

  // --- assembler.cc
  bool find_op(std::string_view name, OpParts& parts);
  // Makes the op as far as it is known, so that its regions can be read.
  Op* begin_op(Region& region, OpParts& parts);
  // Whether the regions of the op that was begun see no names from around it.
  bool is_isolated(const OpParts& parts) const;
  // The op, complete, at the end of the region.
  bool assemble(Region& region, OpParts& parts);
  bool finish_elided(OpParts& parts, Attr value);
  bool finish_tuple(OpParts& parts);
  bool finish_tuple_element(OpParts& parts);
  SpelledType tuple_of(std::vector<SpelledType> parts);
  // An argument of a region, or the parts of one that is a tuple: group is set then.
  Value* add_argument(Region& region, std::string_view name, const SpelledType& type, const Group** group);

  // --- module_parts.cc
  struct FunctionType {
    std::vector<SpelledType> arguments, results;
    std::vector<Attr> locations{};  // of the arguments; fewer where they are not known
  };
  // The attributes of an argument with what JAX calls it, which it says in the location: an attribute is written again,
  // a location would be lost.
  Attr with_name_of(Attr attrs, Attr location);
  Function* start_function(std::string_view name, const char* at);
  // From its attributes in generic form, once its body is there.
  bool finish_function(Function& function, std::vector<NamedAttr> attrs, const FunctionType& type, Attr location,
                       const char* at);
  bool add_mesh(std::string_view name, Attr mesh, const std::vector<NamedAttr>& attrs, const char* at);
  void set_module_attrs(std::vector<NamedAttr> attrs);
  bool check_symbols();
  Attr attrs_of_part(Attr attrs, size_t index);  // of one part of a tuple

  Context& context_;
  std::shared_ptr<const SourceText> source_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Module> module_;
  TextMap<const char*> functions_;
  TextMap<const char*> meshes_;
  PointerMap<const void*, Type> elided_types_;  // of literals whose elements are not there, by the attribute
  std::deque<Group> groups_;

 private:
  struct SymbolUse {
    Name name;
    const char* at;
  };
  std::vector<SymbolUse> symbol_uses_;
  std::vector<Op*> mesh_group_ops_;          // collectives whose groups are axes of a mesh
  PointerMap<const void*, Fields> structs_;  // by the attribute
  std::deque<TupleType> tuples_;
};

}  // namespace partita::core::text::stablehlo
