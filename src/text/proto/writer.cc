#include "text/proto/writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/hlo/hlo.h"
#include "text/hlo/literals.h"
#include "text/proto/fields.h"
#include "text/proto/hlo_proto.h"

namespace partita::core::text::proto {
namespace {

std::string_view find(std::span<const hlo::Attribute> attributes, std::string_view name) {
  const auto at = std::ranges::find(attributes, name, &hlo::Attribute::name);
  return at == attributes.end() ? std::string_view() : at->value;
}

// The computations of an instruction, in the order of the field.
constexpr std::string_view kCalls[] = {
    "body",    "condition", "true_computation",    "false_computation", "branch_computations", "select",
    "scatter", "calls",     "called_computations", "to_apply"};

}  // namespace

bool Writer::fail(std::string what) {
  if (what_.empty()) what_ = std::move(what);
  return false;
}

int64_t Writer::id_of(const hlo::Computation& computation) const { return ids_.at(&computation); }

Record Writer::program_shape(const hlo::Computation& computation) {
  Record out;
  for (int index : computation.parameters) {
    out.message(1, shape_record(*computation.instructions[static_cast<size_t>(index)].shape));
  }
  out.message(2, shape_record(*computation.instructions[static_cast<size_t>(computation.root)].shape));
  for (int index : computation.parameters) {
    out.text(3, computation.instructions[static_cast<size_t>(index)].name);
  }
  return out;
}

bool Writer::write(std::string& out) {
  for (const auto& computation : syntax_.computations) {
    ids_.emplace(computation.get(), static_cast<int64_t>(ids_.size()) + 1);
  }
  Record module;
  module.text(1, syntax_.name);
  module.text(2, syntax_.entry->name);
  for (const auto& each : syntax_.computations) {
    Record made;
    if (!computation(*each, made)) return false;
    module.message(3, made);
  }
  if (!entry_shape(module)) return false;
  module.number(6, id_of(*syntax_.entry));
  if (!header(module)) return false;
  out = module.bytes();
  return true;
}

// {(f32[2]{0})->f32[]}: the layouts that arguments and results have outside.
bool Writer::entry_shape(Record& out) {
  const std::string_view text = find(syntax_.header, "entry_computation_layout");
  if (text.empty()) {
    out.message(4, program_shape(*syntax_.entry));
    return true;
  }
  hlo::Lexer lexer(reading_, hlo::inside(text));
  const hlo::Shape* parameters = hlo::parse_shape(lexer);
  const bool arrow = lexer.eat("->");
  const hlo::Shape* result = arrow ? hlo::parse_shape(lexer) : nullptr;
  if (parameters == nullptr || result == nullptr || !parameters->tuple)
    return fail("the layout of the entry computation");
  Record made;
  for (const hlo::Shape* each : parameters->parts) made.message(1, shape_record(*each));
  made.message(2, shape_record(*result));
  for (int index : syntax_.entry->parameters) {
    made.text(3, syntax_.entry->instructions[static_cast<size_t>(index)].name);
  }
  out.message(4, made);
  return true;
}

// How many replicas and partitions there are, and that device 0, 1, … runs them in this order.
bool Writer::device_assignment(Record& out) {
  int64_t replicas = 1, partitions = 1;
  const std::string_view given[] = {find(syntax_.header, "replica_count"), find(syntax_.header, "num_partitions")};
  if (!given[0].empty() && !hlo::parse_int(reading_, given[0], replicas)) return false;
  if (!given[1].empty() && !hlo::parse_int(reading_, given[1], partitions)) return false;
  if (replicas == 1 && partitions == 1) return true;
  // A list of more devices than any machine has is left out.
  constexpr int64_t kMostDevices = int64_t{1} << 24;
  if (replicas < 1 || partitions < 1 || replicas > kMostDevices / partitions) return true;
  Record made;
  made.number(1, replicas);
  made.number(2, partitions);
  for (int64_t p = 0; p < partitions; ++p) {
    std::vector<int64_t> devices;
    for (int64_t r = 0; r < replicas; ++r) devices.push_back(r * partitions + p);
    Record computation;
    computation.numbers(1, devices);
    made.message(3, computation);
  }
  out.message(15, made);
  return true;
}

bool Writer::header(Record& out) {
  auto record = [&](uint32_t field, auto make) {
    Record made;
    if (!make(made)) return fail("a field of the module cannot be written");
    out.message(field, made);
    return true;
  };
  for (const hlo::Attribute& field : syntax_.header) {
    const std::string_view name = field.name, value = field.value;
    if (name == "input_output_alias" || name == "buffer_donor") {
      const bool alias = name == "input_output_alias";
      std::vector<hlo::AliasText> list;
      if (!hlo::parse_aliases(reading_, value, alias, list)) return false;
      Record made;
      size_t at = 0;
      for (const hlo::AliasText& each : list) {
        Record entry;
        if (alias) entry.numbers(1, each.output);
        entry.number(alias ? 2 : 1, each.parameter);
        entry.numbers(alias ? 3 : 2, each.index);
        if (alias) {
          at = value.find("-alias", at + 1);
          entry.number(4, at != std::string_view::npos && value.substr(0, at).ends_with("must") ? 2 : 1);
        }
        made.message(1, entry);
      }
      out.message(alias ? 8 : 18, made);
    } else if (name == "frontend_attributes") {
      if (!record(19, [&](Record& r) { return map_record(reading_, value, r); })) return false;
    } else if (name == "spmd_output_sharding") {
      if (!record(12, [&](Record& r) { return sharding_record(value, r); })) return false;
    } else if (name == "spmd_parameters_shardings") {
      Record all;
      if (!sharding_record(value, all)) return fail("the shardings of the parameters cannot be written");
      // A tuple's parts, each a field of the module.
      std::string_view rest = hlo::inside(value);
      while (!rest.empty()) {
        int depth = 0;
        size_t end = 0;
        do {
          depth += rest[end] == '{' ? 1 : rest[end] == '}' ? -1 : 0;
        } while (++end < rest.size() && depth > 0);
        if (!record(14, [&](Record& r) { return sharding_record(rest.substr(0, end), r); })) return false;
        rest.remove_prefix(std::min(rest.find('{', end), rest.size()));
      }
    } else if (name == "is_scheduled" && value == "true") {
      Record schedule;
      for (const auto& each : syntax_.computations) {
        std::vector<int64_t> ids;
        for (size_t i = 0; i < each->instructions.size(); ++i) ids.push_back(id_of(*each, static_cast<int>(i)));
        Record sequence, entry;
        sequence.numbers(1, ids);
        entry.number(1, id_of(*each));
        entry.message(2, sequence);
        schedule.message(1, entry);
      }
      out.message(7, schedule);
    }
  }
  if (!syntax_.stack_frames.empty() &&
      !record(17, [&](Record& r) { return stack_frames_record(reading_, syntax_.stack_frames, r); })) {
    return false;
  }
  return device_assignment(out);
}

bool Writer::computation(const hlo::Computation& computation, Record& out) {
  out.text(1, computation.name);
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    Record made;
    if (!instruction(computation, i, made)) return false;
    out.message(2, made);
  }
  out.message(4, program_shape(computation));
  out.number(5, id_of(computation));
  out.number(6, id_of(computation, computation.root));
  std::string thread;
  if (const std::string_view given = find(computation.attributes, "execution_thread"); !given.empty()) {
    if (!hlo::parse_string(reading_, given, thread)) return false;
  }
  if (!thread.empty()) out.text(8, thread);
  return true;
}

bool Writer::instruction(const hlo::Computation& computation, size_t index, Record& out) {
  const hlo::Instruction& in = computation.instructions[index];
  if (in.name.empty() || in.shape == nullptr) return fail("an instruction without a name or shape");
  out.text(1, in.name);
  out.text(2, in.opcode);
  out.message(3, shape_record(*in.shape));
  if (in.opcode == "parameter") {
    int64_t number = 0;
    if (!hlo::parse_int(reading_, in.payload, number)) return false;
    out.number(9, number);
  }
  if (in.opcode == "constant") {
    std::vector<Attr> leaves;
    if (in.payload.find("...") != std::string_view::npos) {
      return fail(fmt::format("the elements of {} were left out of the text", in.name));
    }
    if (!hlo::parse_literal(reading_, in.payload, *in.shape, leaves)) return false;
    std::span<const Attr> rest = leaves;
    out.message(8, literal_record(*in.shape, rest));
  }
  std::vector<int64_t> operands, called;
  for (const hlo::Operand& operand : in.operands) {
    if (!operand.path.empty()) return fail("a part of a tuple among the operands");
    operands.push_back(id_of(computation, operand.instruction));
  }
  for (const hlo::Attribute& given : in.attributes) {
    if (!attribute(computation, in, given, out)) {
      return fail(fmt::format("the attribute {} of {} has no field in a proto", given.name, in.name));
    }
  }
  if (!structured(in, out)) return fail(fmt::format("an attribute of {} has no field in a proto", in.name));
  for (std::string_view name : kCalls) {
    if (name == "scatter" && in.opcode != "select-and-scatter") continue;
    if (const std::string_view given = find(in.attributes, name); !given.empty() && !this->called(given, called)) {
      return false;
    }
  }
  constexpr int64_t kOriginal = 1;  // where nothing is said; 0 is a version nobody can call
  if (in.opcode == "custom-call" && find(in.attributes, "api_version").empty()) out.number(77, kOriginal);
  out.number(35, id_of(computation, static_cast<int>(index)));
  out.numbers(36, operands);
  out.numbers(38, called);
  return true;
}

}  // namespace partita::core::text::proto

namespace partita::core::text {

Result<std::string> write_hlo_proto(const Module& module, const WriteOptions& options, std::string_view entry) {
  PARTITA_ASSIGN(std::string text, write_hlo(module, options, entry));
  const SourceText source("", std::move(text));
  Diagnostics diagnostics;
  hlo::Reading reading(module.context(), source, diagnostics);
  hlo::Syntax syntax;
  std::string out;
  if (hlo::parse_syntax(reading, source.text(), syntax)) {
    proto::Writer writer(reading, syntax);
    if (writer.write(out)) return out;
    if (!writer.what().empty()) return Error{base::error_without_place(Code::kNoHloForm, writer.what())};
  }
  for (const Diagnostic& d : diagnostics.all()) return Error{d};
  return Error{base::error_without_place(Code::kNoHloForm, "the program cannot be written as an HLO proto")};
}

}  // namespace partita::core::text
