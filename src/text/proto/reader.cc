#include "text/proto/reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/hlo/builder.h"
#include "text/hlo/writer_literals.h"
#include "text/proto/hlo_proto.h"

namespace partita::core::text::proto {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

// A module begins with its name, its entry's name and its computations.
bool looks_like_module(std::string_view bytes) {
  Message in(bytes);
  Field f;
  if (!in.next(f)) return false;
  if (f.number == 1) {
    if (!f.is_bytes || !is_name(f.bytes) || !in.next(f)) return false;
  }
  if (f.number == 2) {
    if (!f.is_bytes || !is_name(f.bytes)) return false;
    if (!in.next(f)) return in.failed();  // cut off behind its names
  }
  if (f.number != 3 || !f.is_bytes) return false;
  Message computation(f.bytes);
  Field part;
  return computation.next(part) && part.number <= 2 && part.is_bytes;
}

}  // namespace

bool Reader::broken(const char* at, std::string_view what) {
  failed_ = true;
  return reading_.error(at, Code::kHloSyntax, fmt::format("the HLO proto is damaged: {}", what));
}

void Reader::add(std::string_view name, std::string value) {
  attributes_.push_back({.name = name, .value = keep(value)});
}

std::span<hlo::Attribute> Reader::take_attributes() {
  hlo::Attribute* copy = reading_.arena.array<hlo::Attribute>(attributes_.size());
  std::copy(attributes_.begin(), attributes_.end(), copy);
  std::span<hlo::Attribute> out(copy, attributes_.size());
  attributes_.clear();
  return out;
}

std::string_view Reader::computation_name(int64_t id) {
  auto at = std::ranges::lower_bound(computations_, id, {}, &std::pair<int64_t, std::string_view>::first);
  return at != computations_.end() && at->first == id ? at->second : std::string_view("computation_that_is_missing");
}

bool Reader::read(std::string_view module) {
  std::vector<std::string_view> computations;
  Message in(module);
  Field f;
  while (in.next(f)) {
    if (f.number == 3 && f.is_bytes) computations.push_back(f.bytes);
    if (f.number == 6) entry_id_ = f.integer();
  }
  if (in.failed()) return broken(in.at(), "it ends inside a field");
  for (std::string_view message : computations) {
    int64_t id = 0;
    std::string_view name;
    Message fields(message);
    while (fields.next(f)) {
      if (f.number == 1) name = f.bytes;
      if (f.number == 5) id = f.integer();
    }
    if (fields.failed()) return broken(fields.at(), "a computation ends inside a field");
    if (!is_name(name)) return broken(message.data(), "a computation has no name");
    computations_.emplace_back(id, name);
  }
  std::ranges::stable_sort(computations_, {}, &std::pair<int64_t, std::string_view>::first);
  if (!header(module)) return false;
  for (std::string_view message : computations) {
    if (!computation(message)) return false;
  }
  if (syntax_.computations.empty()) return broken(module.data(), "it has no computation");
  if (syntax_.entry == nullptr) return broken(in.at(), "its entry computation is not there");
  for (const auto& each : syntax_.computations) syntax_.by_name.push_back(each.get());
  std::ranges::stable_sort(syntax_.by_name, {}, &hlo::Computation::name);
  return !reading_.failed();
}

bool Reader::header(std::string_view module) {
  bool failed = false, scheduled = false;
  std::string parameter_shardings;
  Message in(module);
  Field f;
  auto add_some = [&](std::string_view name, std::string text) {
    if (!text.empty()) add(name, std::move(text));
  };
  while (in.next(f)) {
    switch (f.number) {
      case 1: syntax_.name = f.bytes; break;
      case 7:
        scheduled = true;
        failed = !schedule(f.bytes);
        break;
      case 4: add_some("entry_computation_layout", program_shape_text(f.bytes, failed)); break;
      case 8: add_some("input_output_alias", alias_list_text(f.bytes, failed)); break;
      case 12: add("spmd_output_sharding", sharding_text(f.bytes, failed)); break;
      case 14: parameter_shardings += (parameter_shardings.empty() ? "" : ",") + sharding_text(f.bytes, failed); break;
      case 15: {
        int64_t counts[3] = {0, 1, 1};
        Message devices(f.bytes);
        Field part;
        while (devices.next(part)) {
          if (part.number == 1 || part.number == 2) counts[part.number] = part.integer();
        }
        if (counts[1] > 1) add("replica_count", std::to_string(counts[1]));
        if (counts[2] > 1) add("num_partitions", std::to_string(counts[2]));
        break;
      }
      case 17: syntax_.stack_frames = keep(stack_frames_text(f.bytes, failed)); break;
      case 18: add_some("buffer_donor", donor_list_text(f.bytes, failed)); break;
      case 19: add_some("frontend_attributes", map_text(f.bytes, failed)); break;
      default: break;
    }
    if (failed) return broken(in.at(), "a field of the module does not follow its format");
  }
  if (scheduled) add("is_scheduled", "true");
  if (!parameter_shardings.empty()) add("spmd_parameters_shardings", "{" + parameter_shardings + "}");
  syntax_.header = take_attributes();
  return true;
}

bool Reader::computation(std::string_view message) {
  auto made = std::make_unique<hlo::Computation>();
  made->at = message.data();
  int64_t root = 0, id = 0;
  instructions_.clear();
  ids_.clear();
  controlled_ = false;
  parameters_.clear();
  Message in(message);
  Field f;
  std::string_view thread;
  while (in.next(f)) {
    switch (f.number) {
      case 1: made->name = f.bytes; break;
      case 2:
        if (!f.is_bytes || !instruction(f.bytes, *made)) return failed_ ? false : broken(in.at(), "an instruction");
        break;
      case 5: id = f.integer(); break;
      case 6: root = f.integer(); break;
      case 8: thread = f.bytes; break;
      default: break;
    }
  }
  if (made->instructions.empty()) return broken(message.data(), "a computation is empty");
  auto found = instructions_.find(root);
  if (found == instructions_.end()) found = instructions_.find((id << 32) | root);
  made->root = found != instructions_.end() ? found->second : static_cast<int>(made->instructions.size()) - 1;
  std::ranges::stable_sort(parameters_);
  for (const auto& [number, index] : parameters_) {
    if (number != std::ssize(made->parameters)) return broken(message.data(), "the numbers of parameters have gaps");
    made->parameters.push_back(index);
  }
  put_in_order(*made, id);
  if (!thread.empty() && thread != "main") {
    add("execution_thread", quoted(thread));
    made->attributes = take_attributes();
  }
  if (id == entry_id_ && syntax_.entry == nullptr) syntax_.entry = made.get();
  syntax_.computations.push_back(std::move(made));
  return true;
}

bool Reader::instruction(std::string_view message, hlo::Computation& computation) {
  hlo::Instruction made;
  made.at = message.data();
  bool failed = false;
  int64_t id = 0, number = 0;
  std::vector<int64_t> operands;
  std::string_view literal;
  Message in(message);
  Field f;
  while (in.next(f)) {
    switch (f.number) {
      case 1: made.name = f.bytes; break;
      case 2: made.opcode = f.bytes; break;
      case 3: {
        const std::string_view text = keep(shape_text(f.bytes, failed));
        if (failed) return broken(made.at, "an instruction has a shape of no known type");
        hlo::Lexer lexer(reading_, text);
        made.shape = hlo::parse_shape(lexer);
        if (made.shape == nullptr) return failed_ = true, false;
        break;
      }
      case 8: literal = f.bytes; break;
      case 9: number = f.integer(); break;
      case 35: id = f.integer(); break;
      case 36: failed |= !append_ints(f, operands); break;
      case 37: controlled_ = true; break;
      default: break;
    }
  }
  if (in.failed() || failed) return broken(in.at(), "an instruction ends inside a field");
  if (!is_name(made.name) || !is_name(made.opcode)) return broken(made.at, "an instruction has no name or opcode");
  std::vector<hlo::Operand> list(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    auto found = instructions_.find(operands[i]);
    if (found == instructions_.end()) {
      return broken(made.at, fmt::format("{} has an operand that is no instruction before it", made.name));
    }
    list[i] = {.instruction = found->second, .path = {}, .shape = nullptr, .at = made.at};
  }
  made.operands = reading_.arena.copy(std::span<const hlo::Operand>(list));
  const auto index = static_cast<int>(computation.instructions.size());
  if (made.opcode == "parameter") {
    parameters_.emplace_back(number, index);
    made.payload = keep(std::to_string(number));
  }
  if (made.opcode == "constant") {
    std::vector<Attr> values;
    if (!literals(reading_.context, literal, values)) {
      return broken(made.at, fmt::format("the literal of {} does not have the elements of its shape", made.name));
    }
    std::vector<Type> types;
    if (made.shape != nullptr) append_leaf_types(*made.shape, types);
    const bool same = std::ranges::equal(values, types, [](Attr a, Type b) { return a.literal().type == b; });
    if (!same || values.empty()) return broken(made.at, fmt::format("the literal of {} has another shape", made.name));
    std::string text;
    for (const Attr& value : values) {
      if (!text.empty()) text += ", ";
      append_literal(text, value.literal());
    }
    made.payload = keep(made.shape->tuple ? "(" + text + ")" : text);
  }
  pred_branch_ = false;
  if (made.opcode == "conditional" && !list.empty()) {
    const hlo::Shape* shape = computation.instructions[static_cast<size_t>(list[0].instruction)].shape;
    pred_branch_ =
        shape != nullptr && shape->type && shape->type.is_tensor() && shape->type.element() == ElementType::kPred;
  }
  if (!attributes(message, made, computation)) return false;
  made.attributes = take_attributes();
  if (!instructions_.emplace(id, index).second) return broken(made.at, "two instructions have one number");
  ids_.push_back(id);
  computation.instructions.push_back(made);
  return true;
}

}  // namespace partita::core::text::proto

namespace partita::core::text {

std::optional<std::string_view> find_hlo_proto(std::string_view bytes) {
  constexpr int kMostWrapped = 2;  // a snapshot holds an HloProto, which holds a module
  for (int i = 0; i <= kMostWrapped; ++i) {
    if (proto::looks_like_module(bytes)) return bytes;
    proto::Message in(bytes);
    proto::Field f;
    if (!in.next(f) || f.number != 1 || !f.is_bytes) return std::nullopt;
    bytes = f.bytes;
  }
  return std::nullopt;
}

std::unique_ptr<Module> parse_hlo_proto(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                        size_t end, Diagnostics& diagnostics) {
  hlo::Reading reading(context, *source, diagnostics);
  hlo::Syntax syntax;
  const std::string_view bytes = source->text().substr(begin, end - begin);
  if (!proto::Reader(reading, syntax).read(find_hlo_proto(bytes).value_or(bytes))) return nullptr;
  auto module = std::make_unique<Module>(context);
  module->set_source(source);
  module->set_format(TextFormat::kHlo);
  return hlo::Builder(reading, syntax, *module).build() ? std::move(module) : nullptr;
}

}  // namespace partita::core::text
