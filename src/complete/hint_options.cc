#include "complete/hint_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "complete/find_values.h"
#include "complete/hint_texts.h"
#include "complete/value_names.h"
#include "shard/scanner.h"
#include "shard/spelling_axes.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"
#include "shard/unbound_sharding.h"

namespace partita::core::complete {
namespace {

Error usage(std::string message) { return Error{error_without_place(Code::kUsage, std::move(message))}; }

// A parser's error in part of an option, shown with the option.
Error in_option(const HintOptions& options, Error error, std::string_view option, std::string_view text,
                size_t skipped) {
  Diagnostic& d = error.diagnostic;
  size_t at = shard::offset_of(d);
  bool placed = d.place.column > 0 && at >= skipped && at - skipped < text.size();
  d.message = fmt::format("{} '{}': {}{}", option, text, d.message,
                          placed ? fmt::format(", at '{}'", text.substr(at - skipped)) : "");
  d.place = {};
  d.file = options.origin;
  return error;
}

}  // namespace

Result<MeshPtr> mesh_of_options(const HintOptions& options) {
  if (options.given_mesh != nullptr) return options.given_mesh;
  if (options.mesh.empty()) return MeshPtr();
  Scanner scan(options.mesh);
  std::vector<MeshAxis> axes;
  do {
    Result<std::string> name = scan.name();
    if (!name.ok()) return in_option(options, std::move(name).error(), options.mesh_label, options.mesh, 0);
    if (Status status = scan.expect('='); !status.ok()) {
      Error error = in_option(options, Error{status.error()}, options.mesh_label, options.mesh, 0);
      error.diagnostic.message += "; a mesh is NAME=SIZE for each of its axes, as in x=4,y=2";
      return error;
    }
    Result<int64_t> size = scan.integer();
    if (!size.ok()) return in_option(options, std::move(size).error(), options.mesh_label, options.mesh, 0);
    axes.push_back({std::move(*name), *size});
  } while (scan.eat(','));
  if (Status status = scan.finish(nullptr); !status.ok())
    return in_option(options, Error{status.error()}, options.mesh_label, options.mesh, 0);
  Result<Mesh> mesh = Mesh::make(std::move(axes));
  if (!mesh.ok()) return in_option(options, std::move(mesh).error(), options.mesh_label, options.mesh, 0);
  if (options.devices > 0 && options.devices != mesh->device_count()) {
    return usage(fmt::format("--mesh {} has {} devices, --devices says {}", options.mesh, mesh->device_count(),
                             options.devices));
  }
  return MeshPtr(std::make_shared<const Mesh>(std::move(*mesh)));
}

namespace {

// Inside of manual code its axes cannot be used; the shardings of its results are its out_shardings.
std::optional<std::string> against_manual_code(const Value& value, const Sharding& sharding, const Hints& hints) {
  if (value.op() != nullptr && value.op()->is(OpKind::kManualComputation)) {
    return "the results of a manual computation lie as its out_shardings say";
  }
  const Region* region = value.is_argument() ? value.region() : value.op()->parent();
  const Op* around = region == nullptr ? nullptr : region->parent_op();
  for (; around != nullptr; around = around->parent_op()) {
    if (!around->is(OpKind::kManualComputation)) continue;
    for (const ManualCode& code : hints.manual) {
      if (code.op != around || !same_mesh(code.mesh, sharding.mesh_ptr())) continue;
      for (const AxisRef& axis : code.all) {
        if (overlaps(sharding.sharded_axes(), axis)) {
          return fmt::format("axis \"{}\" is manual in the code that holds this value", to_string(*code.mesh, axis));
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of_option(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const size_t equals = text.find('=');
  std::string_view name = equals == std::string_view::npos ? std::string_view() : text.substr(0, equals);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  return name;
}

namespace {

class LineReader {
 public:
  LineReader(const HintOptions& options, const Module& module, const Function& entry, const HintLine& line,
             Hints& hints, std::vector<Diagnostic>& notes)
      : options_(options), module_(module), entry_(entry), line_(line), hints_(hints), notes_(notes) {}

  Result<std::vector<Hint>> read() {
    const std::string_view text = line_.text;
    const std::string_view name = name_of_option(text);
    if (name.empty()) {
      return refuse(Code::kUsage, fmt::format("{}expected NAME=[{{\"axis\"}}, {{}}] or NAME=axis,-, a name and one "
                                              "part for each dimension",
                                              shown(text)));
    }
    spec_ = text.substr(text.find('=') + 1);
    const size_t first = spec_.find_first_not_of(" \t");
    spec_.remove_prefix(first == std::string_view::npos ? spec_.size() : first);
    Result<std::vector<NamedValue>> found = find_values(module_, entry_, name);
    if (!found.ok()) return in_text(std::move(found).error(), text, 0);
    std::vector<Hint> out;
    std::string misfits;
    int fitting = 0;
    for (const NamedValue& named : *found) {
      const Type type = named.value ? named.value->type() : entry_.result_types()[named.result];
      if (!type.is_tensor()) {
        if (found->size() > 1) continue;
        return refuse(Code::kUsage, fmt::format("{}{} is no tensor", shown(text), name));
      }
      Result<const Sharding*> sharding = sharding_of(type.rank());
      if (!sharding.ok()) {
        if (found->size() == 1 || sharding.error().diagnostic.code != Code::kShardingRank) return sharding.error();
        misfits += fmt::format("{}{}: {}", misfits.empty() ? "" : ", ", called(named), type.to_string());
        continue;
      }
      ++fitting;
      if (named.value != nullptr) {
        if (std::optional<std::string> why = against_manual_code(*named.value, **sharding, hints_)) {
          return refuse(Code::kManualForm, shown(text) + *why);
        }
      }
      if (type.is_tensor()) note_uneven(named, type, **sharding);
      Hint hint;
      hint.place = Hint::Place::kCommandLine;
      hint.value = named.value;
      hint.index = named.value ? named.value->index() : named.result;
      hint.sharding = *sharding;
      out.push_back(hint);
    }
    if (misfits.empty()) return out;
    return refuse(Code::kShardingRank,
                  fmt::format("{}of {} values it names {} have another rank ({}); `...` stands for the dimensions that "
                              "are not named",
                              shown(text), found->size(), found->size() - fitting, misfits));
  }

 private:
  std::string shown(std::string_view text) const {
    return line_.line > 0 ? "" : fmt::format("{} '{}': ", options_.hint_label, text);
  }

  Error refuse(Code code, std::string message) const {
    Error error{error_without_place(code, std::move(message))};
    place(error.diagnostic, 0);
    return error;
  }

  // Lines of files are shown with a caret, the command line in the message itself.
  void place(Diagnostic& d, size_t at) const {
    d.place = {};
    d.file = options_.origin;
    if (line_.line == 0) return;
    d.file = line_.file;
    d.place = {line_.line, static_cast<int>(at) + 1};
    d.line_text = line_.text;
  }

  Error in_text(Error error, std::string_view text, size_t skipped) const {
    if (line_.line == 0) return in_option(options_, std::move(error), options_.hint_label, text, skipped);
    Diagnostic& d = error.diagnostic;
    const bool placed = d.place.column > 0 && shard::offset_of(d) >= skipped;
    const size_t at = placed ? shard::offset_of(d) - skipped : 0;
    place(d, static_cast<size_t>(text.data() - line_.text.data()) + at);
    return error;
  }

  std::string called(const NamedValue& named) const {
    if (named.value == nullptr) return friendly_result(entry_, named.result);
    return friendly_name(entry_, *named.value);
  }

  // Read once for each rank among the values.
  Result<const Sharding*> sharding_of(int rank) {
    for (const auto& [known, sharding] : by_rank_) {
      if (known == rank) return sharding;
    }
    PARTITA_ASSIGN(Sharding made, parse(rank));
    if (Status status = made.check_rank(rank); !status.ok()) return in_text(Error{status.error()}, whole(), 0);
    const Sharding* sharding = hints_.pool->intern(std::move(made));
    by_rank_.emplace_back(rank, sharding);
    return sharding;
  }

  std::string_view whole() const { return line_.text; }

  Result<Sharding> parse(int rank) {
    const char form = spec_.empty() ? '\0' : spec_.front();
    if (form == '{') {
      Result<HloSharding> leaf = shard::parse_hlo_sharding(spec_);
      if (!leaf.ok()) return in_text(std::move(leaf).error(), spec_, 0);
      if (leaf->is_tuple) return refuse(Code::kUsage, shown(whole()) + "a tuple of shardings for one value");
      Result<Sharding> made = to_sharding(leaf->leaves[0], rank, hints_.meshes.main());
      if (!made.ok()) return in_text(std::move(made).error(), whole(), 0);
      return made;
    }
    if (form == '<' || form == '#') return parse_sdy(spec_, 0);
    const std::string filled = with_all_dimensions(rank);
    const size_t inner = filled.find_first_not_of("[ \t");
    // […] alone is on the main mesh.
    if (form == '[' && inner != std::string::npos && filled[inner] == '{' && filled == spec_) {
      const std::string prefix = fmt::format("<@{}, ", shard::quoted(hints_.meshes.all().front().name));
      return parse_sdy(fmt::format("{}{}>", prefix, spec_), prefix.size());
    }
    Result<UnboundSharding> said = shard::parse_unbound_sharding(filled);
    if (!said.ok()) return in_text(std::move(said).error(), filled == spec_ ? spec_ : whole(), 0);
    PARTITA_CHECK_OK(known_axes(*said));
    return parse_sdy(fmt::format("<@{}, {}>", shard::quoted(hints_.meshes.all().front().name), sdy_text(*said)),
                     std::string_view::npos);
  }

  // `skipped`: characters before the text that was given; npos where positions say nothing about it.
  Result<Sharding> parse_sdy(std::string_view attribute, size_t skipped) {
    auto lookup = [&](std::string_view mesh) { return hints_.meshes.find(mesh); };
    Result<Sharding> made = shard::parse_sdy_sharding(attribute, lookup);
    if (made.ok()) return made;
    Error error = std::move(made).error();
    if (error.diagnostic.code == Code::kUnknownMesh)
      error.diagnostic.message += fmt::format("; there is {}", mesh_names(hints_.meshes));
    if (skipped == std::string_view::npos) {
      error.diagnostic.place = {};
      return in_text(std::move(error), spec_, 0);
    }
    return in_text(std::move(error), spec_, skipped);
  }

  // Axes that do not exist are told with the text as it was given.
  Status known_axes(const UnboundSharding& said) const {
    const Mesh& mesh = *hints_.meshes.main();
    auto check = [&](const std::vector<shard::UnboundAxis>& axes) -> Status {
      for (const shard::UnboundAxis& axis : axes) {
        if (mesh.axis_index(axis.name)) continue;
        Diagnostic d = error_without_place(
            Code::kUnknownAxis,
            fmt::format("the mesh has no axis \"{}\"; its axes are {}", axis.name, mesh_axes_text(mesh, '"', ", ")));
        const size_t at = spec_.find(axis.name);
        d.place = {0, static_cast<int>(at == std::string_view::npos ? 0 : at) + 1};
        return in_text(Error{std::move(d)}, spec_, 0);
      }
      return {};
    };
    for (const shard::UnboundDim& dim : said.dims) PARTITA_CHECK_OK(check(dim.axes));
    PARTITA_CHECK_OK(check(said.pinned));
    return check(said.unreduced);
  }

  // `...` becomes as many undivided dimensions as the rank leaves.
  std::string with_all_dimensions(int rank) const {
    const size_t at = spec_.find("...");
    if (at == std::string_view::npos) return std::string(spec_);
    const std::string_view filler = spec_.find('{') != std::string_view::npos ? "{}"
                                    : spec_.front() == 'P'                    ? "None"
                                                                              : "-";
    const std::string before(spec_.substr(0, at)), after(spec_.substr(at + 3));
    std::string out;
    for (int n = 0; n <= rank; ++n) {
      if (n == 0) {  // with the comma before it, or behind
        const size_t comma = before.rfind(','), other = after.find(',');
        const bool first = before.find_first_not_of("[(P \t") == std::string::npos;
        out = !first && comma != std::string::npos ? before.substr(0, comma) + after
              : other != std::string::npos         ? before + after.substr(other + 1)
                                                   : before + after;
      } else {
        out = before;
        for (int i = 0; i < n; ++i) out += fmt::format("{}{}", i == 0 ? "" : ", ", filler);
        out += after;
      }
      Result<UnboundSharding> read = shard::parse_unbound_sharding(out);
      if (read.ok() && std::ssize(read->dims) >= rank) return out;
    }
    return out;
  }

  void note_uneven(const NamedValue& named, Type type, const Sharding& sharding) {
    if (sharding.is_maximal()) return;
    for (int d = 0; d < sharding.rank(); ++d) {
      const int64_t size = type.dim(d), count = sharding.shard_count(d);
      if (count <= 1 || size % count == 0) continue;
      std::string others;
      for (const MeshAxis& axis : sharding.mesh().axes()) {
        if (axis.size > 1 && size % axis.size == 0)
          others += fmt::format("{}{}", others.empty() ? "" : ", ", axis.name);
      }
      Diagnostic note = refuse(Code::kUnevenHint,
                               fmt::format("{}dimension {} of {}, of size {}, is divided among {}: shards of {}, the "
                                           "last ones padded{}",
                                           shown(whole()), d, called(named), size, count, (size + count - 1) / count,
                                           others.empty() ? "" : "; evenly it divides along " + others))
                            .diagnostic;
      note.severity = Severity::kNote;
      notes_.push_back(std::move(note));
    }
  }

  const HintOptions& options_;
  const Module& module_;
  const Function& entry_;
  const HintLine& line_;
  Hints& hints_;
  std::vector<Diagnostic>& notes_;
  std::string_view spec_;
  std::vector<std::pair<int, const Sharding*>> by_rank_;
};

}  // namespace

Result<std::vector<Hint>> hints_of_line(const HintOptions& options, const Module& module, const Function& entry,
                                        const HintLine& line, Hints& hints, std::vector<Diagnostic>& notes) {
  return LineReader(options, module, entry, line, hints, notes).read();
}

std::optional<Sharding> on_other_mesh(const Sharding& sharding, const MeshPtr& mesh, std::vector<std::string>& lost) {
  bool fits = true;
  auto moved = [&](const AxisRefs& axes) {
    AxisRefs out;
    for (const AxisRef& axis : axes) {
      const MeshAxis& old = sharding.mesh().axis(axis.axis);
      const std::optional<int> at = mesh->axis_index(old.name);
      if (!at) {
        if (std::find(lost.begin(), lost.end(), old.name) == lost.end()) lost.push_back(old.name);
        continue;
      }
      const int64_t size = mesh->axis(*at).size;
      const bool whole = axis.pre == 1 && axis.size == old.size;
      if (!whole && size != old.size) fits = false;
      out.push_back(whole ? AxisRef{*at, 1, size} : AxisRef{*at, axis.pre, axis.size});
    }
    return out;
  };
  Sharding::Spec spec = sharding.spec();
  for (DimSharding& dim : spec.dims) {
    const bool had = !dim.axes.empty();
    dim.axes = moved(dim.axes);
    if (had && dim.axes.empty()) dim.priority.reset();
  }
  spec.replicated = moved(spec.replicated);
  spec.unreduced = moved(spec.unreduced);
  spec.manual = moved(spec.manual);
  if (!fits) return std::nullopt;
  Result<Sharding> made = Sharding::make(mesh, std::move(spec));
  if (!made.ok()) return std::nullopt;
  return std::move(*made);
}

}  // namespace partita::core::complete
