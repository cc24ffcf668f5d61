// From the syntax tree to the Module. A computation becomes a Function where it is called, and a copy of it becomes a
// region where an op applies it:
//
//   add { … ROOT s = f32[] add(a, b) }
//   ENTRY e {
//     x = f32[4] parameter(0)                       func @main(%x: tensor<4xf32>) {
//     t = (f32[4], f32[4]) tuple(x, x)                (nothing: t is the bundle of the values x and x)
//     u = f32[4] get-tuple-element(t), index=1        (nothing: u is the value x)
//     z = f32[] constant(0)                           %z = constant dense<0.0>
//     ROOT r = f32[] reduce(u, z), …, to_apply=add    %r = reduce(%x, %z) { ^(%a, %b): %s = add %a, %b; return %s }
//   }                                                 return %r }
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/program.h"
#include "text/hlo/opcodes.h"
#include "text/hlo/syntax.h"

namespace partita::core::text::hlo {

// The values of one instruction: the leaves of its shape. An instruction that failed has no shape; who uses it fails in
// silence.
struct Bundle {
  enum class Kind : uint8_t {
    kValues,
    kAsync,  // one value, the future of an asynchronous start; shape is what its end gives
    kSend,   // one value, the token
    kRecv,   // what recv-done gives
  };
  const Shape* shape = nullptr;
  std::span<Value* const> values;
  Kind kind = Kind::kValues;
};

// A computation on its way to become a function's body or a region.
struct Body {
  const Computation& computation;
  Region& region;
  Function* function = nullptr;        // where it is a function's body
  std::span<const Bundle> parameters;  // what its parameters stand for
  std::vector<Bundle> bundles;         // of each instruction
  std::vector<std::string>
      argument_shardings;  // of a region's arguments, "" where none; empty where no argument has one
};

// An instruction on its way to become an op.
struct Call {
  const Instruction& in;
  const Opcode& opcode;
  Body& body;
  Region& region;
  std::vector<Bundle> operands;
  const Shape* shape = nullptr;  // of the result; null where it has to be inferred
  bool wrapped = false;          // inside an asynchronous start, which has the name and the discardable attributes
  std::vector<KeyedAttr> attrs;
  Bundle result;
};

class Builder {
 public:
  Builder(Reading& reading, const Syntax& syntax, Module& module);
  ~Builder();

  bool build();

  // Handlers of the opcode table. Each takes what it knows of the attributes; the rest is kept as discardable
  // attributes.
  bool simple(Call& call);  // operands, attributes and regions as the table says
  bool each_leaf(Call& call);
  bool parameter(Call& call);
  bool constant(Call& call);
  bool dynamic_slice(Call& call);
  bool rng_bit_generator(Call& call);
  bool tuple(Call& call);
  bool get_tuple_element(Call& call);
  bool barrier(Call& call);
  bool domain(Call& call);
  bool while_loop(Call& call);
  bool conditional(Call& call);
  bool call(Call& call);  // and fusion
  bool custom_call(Call& call);
  bool async_start(Call& call);
  bool async_update(Call& call);
  bool async_done(Call& call);
  bool all_to_all(Call& call);
  bool infeed(Call& call);
  bool outfeed(Call& call);
  bool send(Call& call);
  bool recv(Call& call);
  bool send_done(Call& call);
  bool recv_done(Call& call);

 private:
  struct Tables;

  // --- functions, regions, instructions (builder.cc)
  Function* build_function(const Computation& computation, const Shape** result);
  Bundle build_body(Body& body);
  bool build_instruction(Body& body, int index);
  bool dispatch(Call& call);
  bool gather_operands(Body& body, const Instruction& in, std::vector<Bundle>& out);
  bool part_of(const Operand& operand, Bundle& bundle);
  // Fills region i of op with a copy of the computation. Its parameters stand for `given`, or for new arguments of the
  // region.
  const Shape* build_region(Op* op, int i, const Computation& computation, const std::vector<Bundle>* given,
                            std::vector<Attr>& infos);
  bool check_parameters(const Computation& computation, std::span<const Bundle> given, const char* at);
  Attr passing_tuples(const Body& body) const;
  void finish_function(Function* function, const Body& body, const Bundle& root);
  Attr region_info(const Body& body);

  // --- ops (build_ops.cc)
  bool read_attrs(Call& call);
  bool read_attr(Call& call, const AttrRule& rule, const Attribute& attribute);
  bool default_attr(Call& call, const AttrRule& rule);
  bool flat_operands(Call& call, std::vector<Value*>& out, bool tuples = false);
  bool result_types(Call& call, std::span<Value* const> operands, std::vector<Type>& types);
  Op* emit(Call& call, OpKind kind, std::span<Value* const> operands, std::span<const Type> types, int regions = 0);
  // The op is complete: gives it its name and discardable attributes, and the call its result. The shape may be null:
  // that of the op's results.
  void finish(Call& call, Op* op, const Shape* shape);
  Bundle bundle_of(Op* op, const Shape* shape, int first = 0);
  const Shape* shape_of(std::span<const Type> types);
  const Computation* computation(Call& call, std::string_view attribute, bool required = true);

  // --- names and discardable attributes (build_discardable.cc)
  void decorate(Call& call, Op* op);
  void collect_discardable(const Instruction& in, bool config, std::vector<NamedAttr>& out);
  void add_layouts(const Shape& shape, std::vector<NamedAttr>& out);
  void add_tuple_names(const Call& call, std::vector<NamedAttr>& out);
  void argument_attributes(Body& body, const Instruction& in, const Bundle& bundle);
  // A sharding on a part of a tuple belongs to the value: it goes to what gives the value, or becomes a constraint
  // behind it.
  Value* hint(Call& call, Value* value, const std::string& sharding);
  void write_hints();
  Value* constrain(Call& call, Value* value, const std::string& sharding);

  // --- header.cc
  bool build_header();
  bool mark_aliases(const Shape& result);
  void give_back_frontend_attributes();

  bool fail(const Call& call, Code code, std::string message) {
    return reading_.error(call.in.at, code, std::move(message));
  }
  bool count_leaves(const char* at, int64_t leaves);
  Attr text(std::string_view value) { return context_.string(value); }
  Attr tidy_text(std::string_view value) {
    return context_.string(is_tidy(value) ? value : std::string_view(tidy(value)));
  }

  Reading& reading_;
  Context& context_;
  const Syntax& syntax_;
  Module& module_;
  std::unique_ptr<Tables> tables_;
};

// The attribute of an instruction, or null.
Attribute* find_attribute(const Instruction& in, std::string_view name);
// The same, taken: it will not be kept as an discardable attribute.
Attribute* take_attribute(const Instruction& in, std::string_view name);

// True for a tuple that no op gives in the end, and that only its name recalls: of `tuple`, and of calls, which go.
bool is_inlined_tuple(const Instruction& in);

// Follows all references from the entry: reports unknown names, circles, and programs that nest too deeply or would
// grow too large. `called` gets the computations that become functions, in the order of the text.
bool check_references(Reading& reading, const Syntax& syntax, std::vector<const Computation*>& called);

}  // namespace partita::core::text::hlo
