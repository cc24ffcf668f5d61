#include "partita/program.h"

#include <fmt/format.h>

#include "api/impl.h"
#include "api/late_choices.h"
#include "base/read_file.h"
#include "ir/shown.h"
#include "run/arguments.h"
#include "text/unpack.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using detail::Access;
using detail::fail;
using detail::guarded;
using detail::ProgramImpl;
using detail::ReadProgram;

Program made(const ProgramImpl& like) {
  auto* impl = new ProgramImpl();
  impl->late = like.late;
  impl->entry = like.entry;
  impl->hints = like.hints;
  impl->diagnostics = like.diagnostics;
  impl->leaves = like.leaves;
  impl->manual_mesh = like.manual_mesh;
  return Access::make<Program>(impl);
}

std::vector<Program> programs_of(std::string text, std::string_view name) {
  auto source = std::make_shared<const core::SourceText>(std::string(name),
                                                         detail::take(core::text::unpack(std::move(text), name)));
  core::Diagnostics diagnostics;
  const std::vector<core::TextRange> ranges = core::text::split_programs(*source, diagnostics);
  if (diagnostics.has_errors()) fail(diagnostics);
  std::vector<Program> out;
  for (core::TextRange range : ranges) {
    ProgramImpl impl;
    impl.late = std::make_shared<detail::LateProgram>(detail::read_source(source, range, ""));
    out.push_back(made(impl));
  }
  return out;
}

Program only(std::vector<Program> programs, std::string_view name) {
  if (programs.size() != 1) {
    fail(Code::kUsage, fmt::format("{} holds {} programs; Program::parse_all reads them", name, programs.size()));
  }
  return std::move(programs[0]);
}

class ValueCollector {
 public:
  explicit ValueCollector(const core::Module& module) {
    if (module.source() != nullptr) lines_.emplace(*module.source());
  }

  void add(const core::Region& region) {
    for (const core::Op& op : region) {
      for (const core::Value* value : op.results()) add(*value, op.offset());
      if (!core::complete::has_sharded_regions(op)) continue;
      for (int r = 0; r < op.num_regions(); ++r) {
        for (const core::Value* argument : op.region(r).arguments()) add(*argument, op.offset());
        add(op.region(r));
      }
    }
  }
  void add(const core::Value& value, core::SourceOffset offset) {
    std::string name = core::ir::shown_name(&value);
    if (name == "%?") return;
    const int line = lines_ && offset != core::kNoOffset ? lines_->line(offset) : 0;
    values.push_back({std::move(name), detail::spec_of(value.type()), line});
  }

  std::vector<ValueInfo> values;

 private:
  std::optional<core::LineIndex> lines_;
};

}  // namespace

std::shared_ptr<const ReadProgram> detail::read_source(std::shared_ptr<const core::SourceText> source,
                                                       core::TextRange range, const std::string& entry,
                                                       const std::function<void(const core::Module&)>& before_import) {
  auto out = std::make_shared<ReadProgram>();
  core::CompileOptions options;
  options.goal = core::Goal::kEvaluate;
  options.entry = entry;
  core::Compilation compilation(out->context, source, range, std::move(options));
  if (before_import) {
    if (!compilation.run_until("read")) fail(compilation.diagnostics());
    before_import(compilation.module());
  }
  if (!compilation.run_until("import")) fail(compilation.diagnostics());
  out->source = std::move(source);
  out->range = range;
  out->module = compilation.take_module();
  return out;
}

Program detail::program_of(LateProgram::Read read, std::vector<Diagnostic> diagnostics, std::vector<int> leaves,
                           core::MeshPtr manual_mesh) {
  ProgramImpl impl;
  impl.late = std::make_shared<LateProgram>(std::move(read));
  impl.diagnostics = std::move(diagnostics);
  impl.leaves = std::move(leaves);
  impl.manual_mesh = std::move(manual_mesh);
  return made(impl);
}

const core::Function& detail::ProgramImpl::function() const {
  return *take(core::driver::find_entry(*read()->module, entry));
}

Program Program::parse(std::string_view text, std::string_view name) { return only(parse_all(text, name), name); }

std::vector<Program> Program::parse_all(std::string_view text, std::string_view name) {
  return guarded([&] { return programs_of(std::string(text), name); });
}

Program Program::load(const std::string& path) {
  return guarded([&] { return only(programs_of(detail::take(core::base::read_file(path)), path), path); });
}

const std::string& Program::name() const { return Access::get<ProgramImpl>(*this).read()->source->name(); }

std::vector<std::string> Program::functions() const {
  std::vector<std::string> names;
  for (const core::Function* function : Access::get<ProgramImpl>(*this).read()->module->functions()) {
    names.emplace_back(function->name().text());
  }
  return names;
}

Program& Program::use_function(const std::string& function) {
  return guarded([&]() -> Program& {
    const ProgramImpl& impl = Access::get<ProgramImpl>(*this);
    ProgramImpl other;
    const ReadProgram& read = *impl.read();
    other.late = std::make_shared<detail::LateProgram>(detail::read_source(read.source, read.range, function));
    other.entry = function;
    other.function();
    return *this = made(other);
  });
}

std::vector<ValueInfo> Program::arguments() const {
  const ProgramImpl& impl = Access::get<ProgramImpl>(*this);
  const core::Function& function = impl.function();
  std::vector<ValueInfo> out;
  for (int i = 0; i < function.num_arguments(); ++i) {
    const core::Value* argument = function.argument(i);
    const std::string name = core::ir::shown_name(argument);
    out.push_back({name == "%?" ? fmt::format("arg{}", i) : name, detail::spec_of(argument->type()), 0});
  }
  return out;
}

std::vector<ValueInfo> Program::results() const {
  const core::Function& function = Access::get<ProgramImpl>(*this).function();
  std::vector<ValueInfo> out;
  for (size_t i = 0; i < function.result_types().size(); ++i) {
    out.push_back({fmt::format("out{}", i), detail::spec_of(function.result_types()[i]), 0});
  }
  return out;
}

std::vector<ValueInfo> Program::values() const {
  const ProgramImpl& impl = Access::get<ProgramImpl>(*this);
  ValueCollector collector(*impl.read()->module);
  collector.add(impl.function().body());
  return std::move(collector.values);
}

Program& Program::shard_argument(int index, const Sharding& sharding) {
  const int count = Access::get<ProgramImpl>(*this).function().num_arguments();
  if (index < 0 || index >= count) {
    fail(Code::kNoSuchValue, fmt::format("there is no argument {}; the program has {}", index, count));
  }
  return shard_value(fmt::format("arg{}", index), sharding);
}

Program& Program::shard_result(int index, const Sharding& sharding) {
  const size_t count = Access::get<ProgramImpl>(*this).function().result_types().size();
  if (index < 0 || static_cast<size_t>(index) >= count) {
    fail(Code::kNoSuchValue, fmt::format("there is no result {}; the program has {}", index, count));
  }
  return shard_value(fmt::format("out{}", index), sharding);
}

Program& Program::shard_value(std::string_view name, const Sharding& sharding) {
  return guarded([&]() -> Program& {
    const ProgramImpl& impl = Access::get<ProgramImpl>(*this);
    const core::Function& function = impl.function();
    const core::NamedValue found = detail::take(core::complete::find_value(*impl.read()->module, function, name));
    const core::Type type = found.value != nullptr ? found.value->type() : function.result_types()[found.result];
    if (!type.is_tensor()) fail(Code::kShardingForm, fmt::format("{} is no tensor: it has no sharding", name));
    if (sharding.is_none()) fail(Code::kShardingForm, fmt::format("the sharding of {} says nothing", name));
    if (sharding.rank() != type.rank()) {
      fail(Code::kShardingRank, fmt::format("{} has {} dimensions, the sharding {} has {}", name, type.rank(),
                                            sharding.str(), sharding.rank()));
    }
    ProgramImpl other;
    other.late = impl.late;
    other.entry = impl.entry;
    other.hints = impl.hints;
    other.diagnostics = impl.diagnostics;
    other.leaves = impl.leaves;
    other.manual_mesh = impl.manual_mesh;
    std::erase_if(other.hints, [&](const ProgramImpl::PutHint& hint) { return hint.name == name; });
    other.hints.push_back({std::string(name), Access::get<detail::ShardingImpl>(sharding).sharding});
    return *this = made(other);
  });
}

const std::vector<Diagnostic>& Program::diagnostics() const { return Access::get<ProgramImpl>(*this).diagnostics; }

std::string Program::text(Format format) const { return text(TextOptions{.format = format}); }

std::string Program::text(const TextOptions& how) const {
  return guarded([&] {
    const ProgramImpl& given = Access::get<ProgramImpl>(*this);
    const ReadProgram& read = *given.read();
    core::Context context;
    core::CompileOptions options;
    options.goal = core::Goal::kConvert;
    if (how.format != Format::kAsRead) {
      options.to = how.format == Format::kHlo ? core::TextFormat::kHlo : core::TextFormat::kStableHlo;
    }
    core::Compilation compilation(context, read.source, read.range, std::move(options));
    if (!compilation.run()) fail(compilation.diagnostics());
    core::Module& module = compilation.module();
    if (!how.mesh.is_none() && module.meshes().empty()) {
      detail::declare_mesh(module, *Access::get<detail::MeshImpl>(how.mesh).mesh);
    }
    if (!how.donate.empty()) {
      detail::donate_arguments(*detail::take(compilation.find_entry()), given.leaves, how.donate);
    }
    return detail::take(compilation.program_text());
  });
}

std::vector<Tensor> Program::random_arguments(std::uint64_t seed) const {
  return guarded([&] {
    std::vector<Tensor> out;
    const std::vector<core::Type> types = core::run::argument_types(Access::get<ProgramImpl>(*this).function());
    for (const core::Tensor& tensor : core::run::random_arguments(types, seed)) {
      out.push_back(detail::public_tensor(tensor));
    }
    return out;
  });
}

}  // namespace v1
}  // namespace partita
