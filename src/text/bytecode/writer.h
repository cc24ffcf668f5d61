// The writer of MLIR bytecode: ops as the generic form of StableHLO text has them. Attributes go through that text,
// once for each list of them, so that text and bytecode cannot differ in what an op's attributes are called and look
// like.
//
//   writer      module, functions, ops, values by their number      tables   strings, ops, entries; the file
//   write_vhlo  the same as ops and attributes of VHLO              encoder  attributes, types, locations
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "ir/program.h"
#include "text/bytecode/encoder.h"
#include "text/bytecode/properties.h"
#include "text/common/write_options.h"

namespace partita::core::text::bytecode {

class Writer {
 public:
  explicit Writer(const Module& module) : module_(module), context_(module.context()), encoder_(tables_) {}
  virtual ~Writer() = default;
  std::string write(std::string_view producer);

 protected:
  struct FunctionParts {
    const Function& function;
    uint64_t type;
    std::vector<Attr> argument_attrs, result_attrs;  // a dictionary each, maybe an empty one
  };
  // What differs between StableHLO and VHLO. Of an op: its name, mask, location and attributes; `more` is what else
  // there is.
  virtual uint64_t type_of(Type type) { return encoder_.type(type); }
  virtual uint64_t type_of_function(std::span<const Type> arguments, std::span<const Type> results) {
    return encoder_.function_type(arguments, results);
  }
  virtual void write_op(const Op& op, uint8_t more, uint64_t location, std::string_view segments, Bytes& out);
  virtual void write_constant(uint64_t location, Attr further, Attr value, Bytes& out);
  virtual void write_elided(const Op& op, uint64_t location, Bytes& out);
  virtual void write_function_head(const FunctionParts& parts, Bytes& out);

  std::vector<NamedAttr> further_attributes(const Op& op);
  void head(std::string_view name, uint8_t more, uint64_t location, const std::vector<NamedAttr>& inherent,
            std::vector<NamedAttr> further, std::string_view segments, Bytes& out);

  const Module& module_;
  Context& context_;
  Tables tables_;
  Encoder encoder_;

 private:
  // A region that is being written.
  struct Body {
    Bytes ops;
    uint64_t num_ops = 0;
    uint64_t num_values = 0;
  };

  std::vector<NamedAttr> inherent_attributes(const Op& op);
  void spell_shardings(std::vector<NamedAttr>& attrs);
  void function(const Function& function, Body& out);
  void mesh(const MeshDeclaration& mesh, Body& out);
  void region_ops(const Region& region, Body& out);
  void region(const Region& region, Bytes& out);
  void op(const Op& op, Body& out);
  void rng_shape(const Op& op, Body& out);
  void region_head(const Body& body, std::span<const Value* const> arguments, Bytes& out);
  std::string property_fields(const PropertyList& list, const std::vector<NamedAttr>& given,
                              std::vector<NamedAttr>& further);
  const PropertyList& properties_of(std::string_view name);
  void number(const Value* value) { numbers_[value->id()] = next_number_++; }

  std::vector<uint64_t> numbers_;  // of values, by their id
  uint64_t next_number_ = 0;
  uint64_t reserved_ = 0;   // numbers that the regions which are open have
  uint64_t rng_shape_ = 0;  // the value made for the rng that follows
  struct Known {
    OpKind kind;
    std::vector<NamedAttr> attrs;
  };
  PointerMap<const void*, std::vector<Known>> known_attrs_;  // by the list
  TextMap<PropertyList> lists_;                              // by an interned name
};

}  // namespace partita::core::text::bytecode
