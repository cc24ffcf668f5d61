// HLO text as a tree: what parsing gives and building takes. Views point into the source, nodes live in the Reading's
// arena.
//
//   ENTRY e {                                       Computation "e", entry
//     p = (f32[2], f32[]) parameter(0)                Instruction 0: shape a tuple of two, payload "0"
//     ROOT n = f32[2] negate(f32[2] copy(p#0))        Instruction 1, no name: copy, operand {0, path [0]}
//   }                                                 Instruction 2: negate, operand {1}; the root
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "ir/type.h"
#include "text/hlo/lexer.h"

namespace partita::core::text::hlo {

struct Shape {
  Type type;  // of a leaf
  bool tuple = false;
  std::string_view layout;              // of a leaf, "{1,0}", empty where none was written
  std::span<const Shape* const> parts;  // of a tuple
  std::span<const int> starts;          // of a tuple: the first leaf of each part
  int leaves = 1;
  int depth = 0;  // tuples inside of tuples
};

struct Operand {
  int instruction = -1;           // of the same computation, defined before; -1 after an error
  std::span<const int64_t> path;  // %t#0: which part of it
  const Shape* shape = nullptr;   // as written before the operand, or null
  const char* at = nullptr;
};

struct Attribute {
  std::string_view name;
  std::string_view value;
  bool used = false;  // by the op that is being built
};

struct Instruction {
  std::string_view name;  // empty for one that stands inside another's operands
  std::string_view opcode;
  const char* at = nullptr;
  const Shape* shape = nullptr;  // or null where it was left out
  std::span<const Operand> operands;
  std::string_view payload;  // of parameter and constant: what stands in the parentheses
  std::span<Attribute> attributes;
};

struct Computation {
  std::string_view name;
  const char* at = nullptr;
  std::vector<Instruction> instructions;
  int root = -1;
  std::vector<int> parameters;      // the instruction of each parameter, by its number
  const Shape* result = nullptr;    // as its head declares it, or null
  std::span<Attribute> attributes;  // after its body: execution_thread
};

struct Syntax {
  std::string_view name;
  std::span<Attribute> header;
  std::string_view stack_frames;
  std::vector<std::unique_ptr<Computation>> computations;
  const Computation* entry = nullptr;

  // By name, or by its own text for one that is written where it is applied: see parse_names(). After parsing.
  const Computation* find(std::string_view name) const;

  std::vector<const Computation*> by_name;
  PointerMap<const char*, const Computation*> written_inside;  // by where the text begins
};

// Reads the whole text; false where errors were reported.
bool parse_syntax(Reading& reading, std::string_view text, Syntax& syntax);

// A shape, layouts included: f32[2,3]{1,0}, (f32[], s32[4]), token[], b(f32[8]).
const Shape* parse_shape(Lexer& lexer, int depth = 0);
// True where the next thing is a shape rather than a name or an opcode.
bool at_shape(Lexer& lexer);

bool same_types(const Shape& a, const Shape& b);
const Shape* leaf_shape(Reading& reading, Type type);
const Shape* tuple_shape(Reading& reading, std::span<const Shape* const> parts);
void append_leaf_types(const Shape& shape, std::vector<Type>& types);
// The dimensions in the order that a layout gives, minor ones first: 1, 0 of {1,0:T(8,128)}; -1 for what is no number.
std::vector<int64_t> layout_order(std::string_view layout);
// Whether HLO takes it behind this type: in braces, with each dimension once, or empty.
bool is_layout_of(Type type, std::string_view layout);
void append_leaf_layouts(const Shape& shape, std::vector<std::string_view>& layouts);
// As HLO writes it, without layouts; for messages.
std::string to_string(const Shape& shape);
// "1", "(2)", "((1),2)": see names.h.
std::string nesting_of(const Shape& shape);

}  // namespace partita::core::text::hlo
