// The program: a Module of Functions; a Function has a Region; a Region is a list of Ops that ends in a return; an Op
// uses Values, gives Values and may hold Regions. One region is one block, as in StableHLO.
//
//   func @f(%a: tensor<4xf32>) { %0 = add %a, %a; return %0 }
//
//   Function "f" ── body: Region ── arguments: [Value %a]
//                                └─ ops: Op add (operands [%a, %a], results [Value %0]) ⇄ Op return (operands [%0])
//
// Values know their uses, so that a pass may replace or erase. Ops and Values live in the Module's arena: erased ones
// are unlinked, their memory goes with the Module. A region may use the values of the regions around it.
//
// Constness is deep: from a const Op, Value, Region, Function or Module one reaches only const ones, whichever way one
// walks. Who takes a const Module& cannot change the program. The Context, which interns, is shared and never const.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/context.h"

namespace partita::core::ir {

class Function;
class Module;
class Op;
class Region;
class Value;

// One operand slot: a link in the list of uses of its value.
class Use {
 public:
  Value* value() { return value_; }
  const Value* value() const { return value_; }
  Op* op() { return op_; }
  const Op* op() const { return op_; }
  int index() const { return index_; }  // which operand of op()
  // The next use of the same value.
  Use* next() { return next_; }
  const Use* next() const { return next_; }

 private:
  friend class Op;
  friend class Value;
  Value* value_ = nullptr;
  Op* op_ = nullptr;
  Use* next_ = nullptr;
  Use** previous_ = nullptr;
  int index_ = 0;
};

class Value {
 public:
  Type type() const { return type_; }
  void set_type(Type type) { type_ = type; }

  // The op that gives it, or null for an argument of region().
  Op* op() { return op_; }
  const Op* op() const { return op_; }
  Region* region() { return region_; }  // set for arguments only
  const Region* region() const { return region_; }
  bool is_argument() const { return op_ == nullptr; }
  int index() const { return index_; }  // among the op's results or the region's arguments
  // Dense in the Module, in the order of creation: side tables are vectors indexed by it. Never reused.
  uint32_t id() const { return id_; }

  // What the input called it, without %; may be empty, need not be unique.
  Name name() const { return name_; }
  void set_name(Name name) { name_ = name; }

  bool has_uses() const { return first_use_ != nullptr; }
  bool has_one_use() const { return first_use_ != nullptr && first_use_->next() == nullptr; }
  Use* first_use() { return first_use_; }  // latest first; walk with next()
  const Use* first_use() const { return first_use_; }
  void replace_all_uses_with(Value* other);

 private:
  friend class Module;
  friend class Op;
  friend class Region;
  Type type_;
  Name name_;
  Op* op_ = nullptr;
  Region* region_ = nullptr;
  Use* first_use_ = nullptr;
  int index_ = 0;
  uint32_t id_ = 0;
};

class Op {
 public:
  OpKind kind() const { return kind_; }
  bool is(OpKind kind) const { return kind_ == kind; }
  const OpInfo& info() const { return op_info(kind_); }

  int num_operands() const { return num_operands_; }
  Value* operand(int i) { return operands_[i].value_; }
  const Value* operand(int i) const { return operands_[i].value_; }
  void set_operand(int i, Value* value);
  void set_operands(std::span<Value* const> values);
  std::vector<Value*> operands();
  std::vector<const Value*> operands() const;

  int num_results() const { return num_results_; }
  Value* result(int i = 0) { return &results_[i]; }
  const Value* result(int i = 0) const { return &results_[i]; }
  std::vector<Value*> results();
  std::vector<const Value*> results() const;
  // True where no result has a use.
  bool is_unused() const;

  int num_regions() const { return num_regions_; }
  Region& region(int i) { return *regions_[i]; }
  const Region& region(int i) const { return *regions_[i]; }

  // Inherent attributes, in canonical form.
  AttrList attrs() const { return attrs_; }
  Attr attr(AttrKey key) const;
  bool has_attr(AttrKey key) const { return static_cast<bool>(attr(key)); }
  void set_attr(AttrKey key, Attr value);  // an empty value removes it
  // With a default for optional ones that are not there.
  int64_t int_attr(AttrKey key, int64_t otherwise = 0) const;
  bool bool_attr(AttrKey key, bool otherwise = false) const;
  std::span<const int64_t> ints_attr(AttrKey key) const;  // empty where absent
  std::string_view text_attr(AttrKey key) const;          // empty where absent

  // Everything else the input carried: a dictionary or empty. mhlo.sharding, mhlo.frontend_attributes, … and unknown
  // ones.
  Attr discardable_attributes() const { return discardable_attributes_; }
  Attr discardable_attribute(std::string_view name) const {
    return discardable_attributes_ ? discardable_attributes_.get(name) : Attr();
  }
  void set_discardable_attributes(Attr dictionary) { discardable_attributes_ = dictionary; }
  void set_discardable_attribute(std::string_view name, Attr value);

  // The op's own name where the input has one apart from its results' (HLO: the instruction; StableHLO: the %4 of
  // %4:2).
  Name name() const { return name_; }
  void set_name(Name name) { name_ = name; }
  // Where it stands in the text that was read, and the location the program itself carries (loc(…), metadata), or
  // empty.
  SourceOffset offset() const { return offset_; }
  void set_offset(SourceOffset offset) { offset_ = offset; }
  Attr location() const { return location_; }
  void set_location(Attr location) { location_ = location; }

  Region* parent() { return parent_; }
  const Region* parent() const { return parent_; }
  Op* previous() { return previous_; }
  const Op* previous() const { return previous_; }
  Op* next() { return next_; }
  const Op* next() const { return next_; }
  // The op whose region holds this one, or null at the top of a function.
  Op* parent_op();
  const Op* parent_op() const;
  Function* function();
  const Function* function() const;
  Module& module() { return *module_; }
  const Module& module() const { return *module_; }

  // Unlinks it with all that its regions hold. Its results must have no uses.
  void erase();
  // Moves it before another op, or to the end of a region.
  void move_before(Op* other);
  void move_to_end(Region& region);

 private:
  friend class Module;
  friend class Region;
  void unlink();
  void drop_operands();

  OpKind kind_ = OpKind::kReturn;
  int num_operands_ = 0;
  int num_results_ = 0;
  int num_regions_ = 0;
  int operand_capacity_ = 0;
  SourceOffset offset_ = kNoOffset;
  Use* operands_ = nullptr;
  Value* results_ = nullptr;
  Region** regions_ = nullptr;
  AttrList attrs_;
  Attr discardable_attributes_;
  Attr location_;
  Name name_;
  Op* previous_ = nullptr;
  Op* next_ = nullptr;
  Region* parent_ = nullptr;
  Module* module_ = nullptr;
};

class Region {
 public:
  int num_arguments() const { return std::ssize(arguments_); }
  Value* argument(int i) { return arguments_[i]; }
  const Value* argument(int i) const { return arguments_[i]; }
  std::span<Value* const> arguments() { return arguments_; }
  std::span<const Value* const> arguments() const { return arguments_; }
  Value* add_argument(Type type, Name name = {});
  void erase_argument(int i);  // must have no uses

  bool empty() const { return first_ == nullptr; }
  Op* first() { return first_; }
  const Op* first() const { return first_; }
  Op* last() { return last_; }
  const Op* last() const { return last_; }
  // The return, or null while the region is being built.
  Op* terminator() { return has_terminator() ? last_ : nullptr; }
  const Op* terminator() const { return has_terminator() ? last_ : nullptr; }

  Op* parent_op() { return parent_op_; }  // null for a function's body
  const Op* parent_op() const { return parent_op_; }
  Function* function() { return const_cast<Function*>(std::as_const(*this).function()); }
  const Function* function() const;
  Module& module() { return *module_; }
  const Module& module() const { return *module_; }

  template <typename AnyOp>  // Op or const Op
  class OpIterator {
   public:
    explicit OpIterator(AnyOp* op) : op_(op) {}
    AnyOp& operator*() const { return *op_; }
    AnyOp* operator->() const { return op_; }
    OpIterator& operator++() {
      op_ = op_->next();
      return *this;
    }
    friend bool operator==(OpIterator a, OpIterator b) { return a.op_ == b.op_; }

   private:
    AnyOp* op_;
  };
  // A loop that erases the op it stands on must take next() first.
  OpIterator<Op> begin() { return OpIterator<Op>(first_); }
  OpIterator<Op> end() { return OpIterator<Op>(nullptr); }
  OpIterator<const Op> begin() const { return OpIterator<const Op>(first_); }
  OpIterator<const Op> end() const { return OpIterator<const Op>(nullptr); }

 private:
  friend class Function;
  friend class Module;
  friend class Op;
  bool has_terminator() const { return last_ != nullptr && last_->info().has(kTerminator); }
  std::vector<Value*> arguments_;
  Op* first_ = nullptr;
  Op* last_ = nullptr;
  Op* parent_op_ = nullptr;
  Function* function_ = nullptr;
  Module* module_ = nullptr;
};

class Function {
 public:
  Name name() const { return name_; }
  void set_name(Name name) { name_ = name; }
  bool is_private() const { return private_; }
  void set_private(bool value) { private_ = value; }

  Region& body() { return *body_; }
  const Region& body() const { return *body_; }
  int num_arguments() const { return body_->num_arguments(); }
  Value* argument(int i) { return body_->argument(i); }
  const Value* argument(int i) const { return body_->argument(i); }
  std::span<const Type> result_types() const { return result_types_; }
  void set_result_types(std::vector<Type> types);

  // Attribute dictionaries per argument and per result, empty where there are none.
  Attr argument_attrs(int i) const;
  void set_argument_attrs(int i, Attr dictionary);
  Attr result_attrs(int i) const;
  void set_result_attrs(int i, Attr dictionary);
  // The function's own further attributes.
  Attr discardable_attributes() const { return discardable_attributes_; }
  void set_discardable_attributes(Attr dictionary) { discardable_attributes_ = dictionary; }

  SourceOffset offset() const { return offset_; }
  void set_offset(SourceOffset offset) { offset_ = offset; }
  Attr location() const { return location_; }
  void set_location(Attr location) { location_ = location; }
  Module& module() { return *module_; }
  const Module& module() const { return *module_; }

 private:
  friend class Module;
  Name name_;
  bool private_ = false;
  Region* body_ = nullptr;
  std::vector<Type> result_types_;
  std::vector<Attr> argument_attrs_;
  std::vector<Attr> result_attrs_;
  Attr discardable_attributes_;
  Attr location_;
  SourceOffset offset_ = kNoOffset;
  Module* module_ = nullptr;
};

// A mesh declared in the module: sdy.mesh @name = <["x"=4]>. The attribute keeps its text until shardings read it.
struct MeshDeclaration {
  Name name;
  Attr mesh;                    // kOpaque: <["x"=4, "y"=2]>
  Attr discardable_attributes;  // the dictionary after it, or empty
  SourceOffset offset = kNoOffset;
};

enum class TextFormat : uint8_t { kStableHlo, kHlo };

class Module {
 public:
  explicit Module(Context& context);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  Context& context() const { return context_; }
  Name name() const { return name_; }
  void set_name(Name name) { name_ = name; }

  // The text it was read from, or null; op offsets point into it.
  const std::shared_ptr<const SourceText>& source() const { return source_; }
  void set_source(std::shared_ptr<const SourceText> source) { source_ = std::move(source); }
  TextFormat format() const { return format_; }  // what it was read from
  void set_format(TextFormat format) { format_ = format; }

  // Attributes of the module: mhlo.num_partitions, …; HLO's header fields under the same names StableHLO gives them.
  Attr discardable_attributes() const { return discardable_attributes_; }
  Attr discardable_attribute(std::string_view name) const {
    return discardable_attributes_ ? discardable_attributes_.get(name) : Attr();
  }
  void set_discardable_attributes(Attr dictionary) { discardable_attributes_ = dictionary; }
  void set_discardable_attribute(std::string_view name, Attr value);

  std::vector<MeshDeclaration>& meshes() { return meshes_; }
  const std::vector<MeshDeclaration>& meshes() const { return meshes_; }

  // In the order of the text.
  std::span<Function* const> functions() { return functions_; }
  std::span<const Function* const> functions() const { return functions_; }
  Function* function(std::string_view name) { return const_cast<Function*>(std::as_const(*this).function(name)); }
  const Function* function(std::string_view name) const;
  Function* add_function(Name name, std::span<const Type> arguments, std::span<const Type> results);
  // Erases all functions but these, with their ops; nothing may refer to them. Keeps the order.
  void keep_functions(std::span<Function* const> kept);
  // @main, or the only function, or null.
  Function* entry() { return const_cast<Function*>(std::as_const(*this).entry()); }
  const Function* entry() const;

  // A new op with its results and `regions` empty regions, at the end of `region` or before `before` (same region).
  Op* add_op(Region& region, OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
             std::span<const KeyedAttr> attrs = {}, int regions = 0, Op* before = nullptr);
  // For readers, which meet the regions of an op before its types: they make it without either, and add them.
  void add_results(Op& op, std::span<const Type> types);
  Region& add_region(Op& op);

  // A copy of `op` with its regions, before `before` or at the end of `region`. Operands are looked up in `map`, which
  // gets the new results; a value it does not have stands for itself, or must not occur where `op` is const (of another
  // module, say).
  class ValueMap;
  Op* clone_op(Op& op, Region& region, ValueMap& map, Op* before = nullptr);
  Op* clone_op(const Op& op, Region& region, ValueMap& map, Op* before = nullptr);
  // Appends copies of all ops of `from` to `to`; arguments must be in the map already or are taken from `to` by
  // position.
  void clone_region(Region& from, Region& to, ValueMap& map);
  void clone_region(const Region& from, Region& to, ValueMap& map);

  size_t bytes_reserved() const { return arena_.bytes_reserved(); }
  // Ops now linked into functions.
  size_t count_ops() const;
  // One more than the largest id of a value.
  uint32_t num_value_ids() const { return next_value_id_; }

  // Where an op stands, for a message.
  Diagnostic error_at_op(const Op& op, Code code, std::string message) const;

 private:
  friend class Op;
  friend class Region;
  Region* new_region(Op* parent, Function* function);
  Value* new_argument(Region& region, Type type, Name name, int index);
  template <typename AnyOp>
  Op* clone_any_op(AnyOp& op, Region& region, ValueMap& map, Op* before);
  template <typename AnyRegion>
  void clone_any_region(AnyRegion& from, Region& to, ValueMap& map);

  Context& context_;
  Arena arena_;
  std::vector<std::unique_ptr<Region>> regions_;
  std::vector<std::unique_ptr<Function>> owned_functions_;
  std::vector<Function*> functions_;
  std::vector<MeshDeclaration> meshes_;
  std::shared_ptr<const SourceText> source_;
  Name name_;
  Attr discardable_attributes_;
  TextFormat format_ = TextFormat::kStableHlo;
  uint32_t next_value_id_ = 0;
};

// From values of one program to values of another, as clone needs it.
class Module::ValueMap {
 public:
  ValueMap();
  ~ValueMap();
  void set(const Value* from, Value* to);
  bool has(const Value* from) const;
  Value* get(Value* from) const;        // `from` itself where unknown
  Value* get(const Value* from) const;  // must be known

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

// Calls `visit` on every op of the region and of the regions inside, an op before what it holds. `visit` must not
// erase.
template <typename Visit>
void walk(Region& region, const Visit& visit) {
  for (Op& op : region) {
    visit(op);
    for (int i = 0; i < op.num_regions(); ++i) walk(op.region(i), visit);
  }
}
template <typename Visit>
void walk(const Region& region, const Visit& visit) {
  for (const Op& op : region) {
    visit(op);
    for (int i = 0; i < op.num_regions(); ++i) walk(op.region(i), visit);
  }
}

}  // namespace partita::core::ir

namespace partita::core {
using ir::Function;
using ir::MeshDeclaration;
using ir::Module;
using ir::Op;
using ir::Region;
using ir::TextFormat;
using ir::Use;
using ir::Value;
}  // namespace partita::core
