// From the syntax tree of HLO text to an HloModuleProto: the way of reader.h back. A program is written as text first,
// so that both say the same.
//
//   writer      module, computations, instructions        write_values     shapes, literals
//   write_attributes  attributes as fields                 write_texts      shardings, groups of devices, metadata, …
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "text/hlo/attributes.h"
#include "text/hlo/syntax.h"
#include "text/proto/record.h"

namespace partita::core::text::proto {

// Messages from their texts; false where a text does not follow the format.
bool sharding_record(std::string_view text, Record& out);
bool mesh_record(std::string_view& text, std::vector<std::string>& names, Record& out);  // mesh['a'=2], device_ids=(…)
bool axis_records(std::string_view text, const std::vector<std::string>& names, uint32_t field, Record& out);
bool metadata_record(hlo::Reading& reading, std::string_view text, Record& out);
bool map_record(hlo::Reading& reading, std::string_view text, Record& out);
bool groups_records(hlo::Reading& reading, std::string_view text, Record& out);  // fields of an instruction
bool stack_frames_record(hlo::Reading& reading, std::string_view text, Record& out);

int64_t primitive_number(std::string_view name);
Record shape_record(const hlo::Shape& shape);
// The literals of the leaves of a shape, in order.
Record literal_record(const hlo::Shape& shape, std::span<const Attr>& leaves);

class Writer {
 public:
  Writer(hlo::Reading& reading, const hlo::Syntax& syntax) : reading_(reading), syntax_(syntax) {}
  // Nothing where the program has what a proto has no field for: what() says what.
  bool write(std::string& out);
  const std::string& what() const { return what_; }

 private:
  bool fail(std::string what);
  bool header(Record& out);
  bool entry_shape(Record& out);
  bool device_assignment(Record& out);
  Record program_shape(const hlo::Computation& computation);
  bool computation(const hlo::Computation& computation, Record& out);
  bool instruction(const hlo::Computation& computation, size_t index, Record& out);
  bool attribute(const hlo::Computation& computation, const hlo::Instruction& instruction, const hlo::Attribute& given,
                 Record& out);
  bool structured(const hlo::Instruction& instruction, Record& out);
  bool called(std::string_view text, std::vector<int64_t>& ids);
  int64_t id_of(const hlo::Computation& computation) const;
  int64_t id_of(const hlo::Computation& computation, int instruction) const {
    return id_of(computation) << 32 | (instruction + 1);
  }

  hlo::Reading& reading_;
  const hlo::Syntax& syntax_;
  PointerMap<const void*, int64_t> ids_;  // of computations
  std::string what_;
};

}  // namespace partita::core::text::proto
