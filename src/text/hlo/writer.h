// Internal to the HLO writer: the state of one writing, and its parts.
//
//   writer_header.cc        the line HloModule …
//   writer_names.cc         what instructions and computations are called, and what a computation looks like
//   writer.cc               the module: functions, computations in the order HLO wants them (used after written)
//   writer_instructions.cc  one instruction each, tuples and get-tuple-elements around it
//   writer_attributes.cc    what stands behind the operands; writer_own_attributes.cc: by op; writer_parts.cc: windows,
//   … writer_literals.h       numbers, strings, shapes, literals
//
// The module is a copy made for writing (decompose.h): every op has an opcode, regions use only what is passed to them,
// and names are changed in place to the unique ones that are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "base/result.h"
#include "ir/program.h"
#include "text/hlo/nesting.h"
#include "text/hlo/unique_names.h"

namespace partita::core::text {

namespace hlo {
struct AttrRule;  // text/hlo/opcodes.h
}

// What a dictionary has under a name, and a string's text; empty where there is no dictionary or no string.
inline Attr entry_of(Attr dictionary, std::string_view name) { return dictionary ? dictionary.get(name) : Attr(); }
inline std::string_view text_of(Attr attr) { return attr.is(AttrKind::kString) ? attr.text() : std::string_view(); }

class HloWriter {
 public:
  HloWriter(Module& module, bool every_sharding)
      : module_(module),
        every_sharding_(every_sharding),
        instructions_(module.context()),
        computations_(module.context()) {}

  Result<std::string> write();

 private:
  struct Parameter {
    Name name;  // of a tuple; a bare value has its own
    Nesting nesting;
    Attr sharding;
  };
  // A region or a function's body as a HLO computation.
  struct Computation {
    Name name;
    std::vector<Parameter> parameters;
    Nesting root;
    Name root_name;  // of the tuple; empty where none is remembered
    Attr root_sharding;
    Attr root_metadata;
    std::string_view thread;
    const Region* same_as = nullptr;  // an equal reduction was met before: that one is written
    bool reduction = false;           // one op of two arguments: serves all that are equal
    bool written = false;
  };

  // --- writer_header.cc
  void header(const Function& entry);
  void entry_layout(const Function& entry);
  void aliases(const Function& entry);

  // --- writer.cc
  void keep_names(Region& region);
  void make_names(Region& region);
  void keep_name(Value* value, std::string_view base);
  void keep_tuple_names(Op& op);
  bool is_tuple_of_one(const Op& op) const;
  void describe(const Function& function);
  void describe(const Op& op, int region);
  void describe_parameters(Computation& computation, const Region& region, std::string_view text, bool one_tuple);
  const Region* equal_reduction(const Region& region);
  bool is_written(const Value* value) const;
  // What a single result or a parameter is called where the input did not say.
  std::string_view base_name(const Op& op) const;

  void function(const Function& function);
  void inner_computations(const Region& region);
  void computation(const Region& region, const Function* entry);
  void parameters(const Region& region, const Computation& computation, const Function* function);
  void argument_attributes(const Function& function, const Nesting& nesting);
  void root(const Region& region, const Computation& computation, const Function* function);
  bool returns_one_op(const Region& region, const Computation& computation, const Function* function) const;

  // --- writer_instructions.cc
  void instruction(const Op& op);
  void simple(const Op& op, std::string_view opcode);
  void constant(const Op& op);
  void with_tuple_operand(const Op& op);
  void conditional(const Op& op);
  void infeed(const Op& op);
  void outfeed(const Op& op);
  void send(const Op& op);
  void recv(const Op& op);
  void async_start(const Op& op);
  void own_start(const Op& op, const Op& inner);
  void async_update(const Op& op);
  void async_done(const Op& op);
  void future_shape(const Value* future);
  // Whether the start, or the start of a done, has an opcode of its own in HLO: all-gather-start, … It is written
  // without a computation.
  bool is_own_start(const Op& op) const;

  Nesting result_nesting(const Op& op) const;
  // `  %name = ` or `  ROOT %name = `
  void begin(Name name, bool root = false);
  void operand(const Value* value);
  void operands(const Op& op, int from, int to);
  void result_shape(const Op& op, const Nesting& nesting);
  // A program has few types, each written many times.
  void type(Type type, std::string_view layout = {});
  void shape(const Nesting& nesting, std::span<const Type> types, Attr layout);
  // Writes a tuple of values, inner ones first, and gives its name; a bare value is not written, its name is given.
  // Without a name, one is made.
  Name tuple(const Nesting& nesting, std::span<const Value* const> values, Name name);
  // Writes get-tuple-elements of those values that are needed.
  void elements(Name tuple, const Nesting& nesting, std::span<const Value* const> values);
  Name tuple_name(const Op& op, int operand) const;

  // --- writer_tuples.cc: tuples of the entry that belong to no op
  void find_passing_tuples(const Function& entry);
  void name_passing_tuples();
  void passing_tuples();

  // --- writer_shardings.cc: where every instruction carries its sharding
  bool says_shardings(const Region& region) const;
  std::string sharding_of(const Value* value);
  std::string sharding_of(const Nesting& nesting, std::span<const Value* const> values);
  std::string sharding_of_root(const Region& region, const Nesting& nesting);
  std::string sharding_of_future(const Value* future);
  std::string sharding_with_number(std::span<const Value* const> values, int data);
  // These write nothing in computations whose shardings are only written as they were given.
  void write_sharding(std::string_view text);
  void write_sharding(const Nesting& nesting, std::span<const Value* const> values);
  void give_root_its_sharding(Function& function);

  // --- writer_attributes.cc
  void attributes(const Op& op);
  void attributes(const Op& op, std::string_view sharding);  // in place of the op's own, where all are written
  void inherent_attributes(const Op& op);
  struct Attributes;            // the column: by which of the following an op's own attributes are written
  void by_rules(const Op& op);  // those they are read by
  void by_rule(const Op& op, const hlo::AttrRule& rule);
  void compare(const Op& op);
  void map(const Op& op);
  void slice(const Op& op);
  void padding(const Op& op);
  void scan(const Op& op);
  void sort(const Op& op);
  void top_k(const Op& op);
  void rng(const Op& op);
  void call(const Op& op);
  void branches(const Op& op);
  void while_loop(const Op& op);
  void domain(const Op& op);
  void message(const Op& op);
  void async(const Op& op);
  void control_predecessors(Attr names);
  void discardable_attributes(Attr discardable);
  void frontend_attributes(Attr dictionary);
  void called(std::string_view key, const Region& region);
  void attr_ints(std::string_view key, std::span<const int64_t> values);
  void attr_int(std::string_view key, int64_t value);
  void attr_word(std::string_view key, std::string_view value);
  void attr_string(std::string_view key, std::string_view value);
  void attr_flag(std::string_view key, bool value);  // written where true
  void window(const Op& op);
  void dim_labels(const Op& op);
  void dot(const Op& op);
  void precision(const Op& op);
  void gather(const Op& op);
  void scatter(const Op& op);
  void collective(const Op& op);
  void groups(Attr groups);
  void pairs(std::string_view key, std::span<const int64_t> values);
  void custom_call(const Op& op);
  void backend_config(std::string_view text);

  Module& module_;
  const bool every_sharding_;
  std::string out_;
  UniqueNames instructions_;
  UniqueNames computations_;
  PointerMap<const Region*, Computation> regions_;
  PointerMap<const void*, std::string> type_texts_;
  PointerMap<const Op*, std::vector<std::string>> parts_of_;  // shardings of the results of an op
  PointerMap<const Op*, std::vector<Name>> tuple_names_;      // remembered ones, and those of done ops
  struct Reduction {
    OpKind kind;
    Type type;
    const void* attrs;
    bool swapped;
    const Region* region;
  };
  std::vector<Reduction> reductions_;
  struct PassingTuple {
    Name name;
    std::vector<const Value*> values;
    std::vector<std::pair<Name, int>> parts;
  };
  std::vector<PassingTuple> passing_tuples_;
  PointerSet<const void*> written_;    // names of the instructions of the computation that is being written, so far
  const Value* root_value_ = nullptr;  // the value whose line says ROOT
  const Op* root_op_ = nullptr;        // the op whose line says ROOT
  bool writing_shardings_ = false;     // of every instruction of the computation that is being written
};

}  // namespace partita::core::text
