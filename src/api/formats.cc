#include "partita/formats.h"

#include <memory>

#include "api/impl.h"
#include "text/read.h"
#include "text/unpack.h"
#include "text/write.h"
#include "text/written_format.h"

namespace partita {
inline namespace v1 {

using detail::Access;
using detail::guarded;

namespace {

// The program through import, as its format has it.
template <typename Use>
std::string imported(const std::shared_ptr<const core::SourceText>& source, core::TextRange range,
                     const std::string& entry, std::vector<std::string> shapes, const Use& use) {
  core::Context context;
  core::CompileOptions options;
  options.goal = core::Goal::kConvert;
  options.entry = entry;
  options.shapes = std::move(shapes);
  core::Compilation compilation(context, source, range, std::move(options));
  if (!compilation.run_before("write")) detail::fail(compilation.diagnostics());
  return use(compilation);
}

std::string written(const core::Module& module, const core::text::WrittenFormat& asked, std::string_view entry = {}) {
  return detail::take(
      core::text::write_as(module, asked.format, {.encoding = asked.encoding, .artifact = asked.artifact}, entry));
}

}  // namespace

std::string encode(const Program& program, std::string_view format) {
  return guarded([&] {
    const core::text::WrittenFormat asked = detail::take(core::text::written_format(format));
    const detail::ProgramImpl& impl = Access::get<detail::ProgramImpl>(program);
    const detail::ReadProgram& read = *impl.read();
    return imported(read.source, read.range, impl.entry, {}, [&](const core::Compilation& compilation) {
      return written(compilation.program(), asked, impl.entry);
    });
  });
}

std::string encode(const Compiled& compiled, std::string_view format) {
  return guarded([&] {
    const detail::CompiledImpl& impl = Access::get<detail::CompiledImpl>(compiled);
    const std::lock_guard lock(impl.mutex);
    return written(impl.compilation->program(), detail::take(core::text::written_format(format)));
  });
}

Program specialize(std::string_view text, const std::vector<std::string>& shapes, std::string_view name) {
  return guarded([&] {
    auto source = std::make_shared<const core::SourceText>(std::string(name),
                                                           detail::take(core::text::unpack(std::string(text), name)));
    core::Diagnostics diagnostics;
    const std::vector<core::TextRange> ranges = core::text::split_programs(*source, diagnostics);
    if (diagnostics.has_errors()) detail::fail(diagnostics);
    if (ranges.size() != 1) {
      detail::fail(core::Code::kUsage, std::string(name) + " holds several programs, and sizes are those of one");
    }
    const std::string made = imported(source, ranges[0], "", shapes, [](const core::Compilation& compilation) {
      return detail::take(compilation.program_text());
    });
    return Program::parse(made, name);
  });
}

}  // namespace v1
}  // namespace partita
