#include "common/program.h"

#include <cstdlib>
#include <string>

#include "base/diagnostics.h"
#include "ir/verify.h"
#include "text/import/normalize.h"
#include "text/read.h"
#include "text/unpack.h"
#include "text/write.h"

namespace partita::core::fuzz {
namespace {

std::vector<std::unique_ptr<Module>> read(Context& context, std::string text, Diagnostics& diagnostics) {
  std::vector<std::unique_ptr<Module>> modules;
  auto source = std::make_shared<SourceText>("fuzz", std::move(text));
  for (TextRange range : text::split_programs(*source, diagnostics)) {
    if (diagnostics.full()) break;
    Diagnostics found;
    std::unique_ptr<Module> module = text::parse_program(context, source, range, found);
    if (module != nullptr && ir::verify(*module, found) && text::normalize(*module, found)) {
      modules.push_back(std::move(module));
    }
    for (const Diagnostic& d : found.all()) diagnostics.add(d);
  }
  return modules;
}

Result<std::string> write(const Module& module, TextFormat format) {
  return format == TextFormat::kHlo ? text::write_hlo(module) : text::write_stablehlo(module);
}

void expect_same_again(const std::string& text, TextFormat format) {
  Context context;
  Diagnostics diagnostics;
  auto modules = read(context, text, diagnostics);
  PARTITA_INVARIANT(!diagnostics.has_errors() && modules.size() == 1,
                    "what was written cannot be read: " + diagnostics.render_all() + "\n" + text);
  Result<std::string> again = write(*modules.front(), format);
  PARTITA_INVARIANT(again.ok(), "what was written and read cannot be written again:\n" + text);
  PARTITA_INVARIANT(again.value() == text, "written twice, differs:\n" + text + "\n----\n" + again.value());
}

}  // namespace

int run_binary(bool (*is_one)(std::string_view), const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!is_one(bytes)) return -1;
  Context context;
  Diagnostics diagnostics;
  auto modules = read(context, std::move(bytes), diagnostics);
  (void)diagnostics.render_all();
  PARTITA_INVARIANT(diagnostics.has_errors() || !modules.empty(), "neither a program nor an error");
  if (diagnostics.has_errors()) return 0;
  for (const auto& module : modules) {
    Result<std::string> text = text::write_stablehlo(*module);
    if (text.ok()) expect_same_again(text.value(), TextFormat::kStableHlo);
    (void)text::write_hlo(*module);
    // Bytes are read again, whatever they were read from.
    Result<std::string> bytecode = text::write_as(*module, TextFormat::kStableHlo, {.encoding = Encoding::kBytecode});
    PARTITA_INVARIANT(bytecode.ok(), "what was read cannot be written as bytecode");
    Diagnostics again;
    (void)read(context, std::move(bytecode).value(), again);
    PARTITA_INVARIANT(!again.has_errors(), "the bytecode that was written cannot be read: " + again.render_all());
    (void)text::write_as(*module, TextFormat::kHlo, {.encoding = Encoding::kProto});
  }
  return 0;
}

int run_program(TextFormat format, const uint8_t* data, size_t size) {
  static const bool round_trip = [] {
    const char* setting = std::getenv("PARTITA_FUZZ_ROUNDTRIP");
    return setting == nullptr || std::string_view(setting) != "0";
  }();
  std::string text(reinterpret_cast<const char*>(data), size);
  if (text::sniff_format(text) != format) return -1;
  Context context;
  Diagnostics diagnostics;
  auto modules = read(context, std::move(text), diagnostics);
  (void)diagnostics.render_all();
  if (diagnostics.has_errors()) return 0;
  for (const auto& module : modules) {
    Result<std::string> stablehlo = text::write_stablehlo(*module);
    Result<std::string> hlo = text::write_hlo(*module);
    const Result<std::string>& own = format == TextFormat::kHlo ? hlo : stablehlo;
    if (round_trip && own.ok()) expect_same_again(own.value(), format);
  }
  return 0;
}

int run_packed(const uint8_t* data, size_t size) {
  const std::string packed(reinterpret_cast<const char*>(data), size);
  Result<std::string> bytes = text::unpack(packed, "fuzz");
  if (!bytes.ok()) return 0;
  if (bytes.value() == packed) return -1;
  // What a few bytes of these expand to is nothing to read for long.
  constexpr size_t kLongest = 1 << 16;
  if (bytes.value().size() > kLongest) return 0;
  Context context;
  Diagnostics diagnostics;
  auto modules = read(context, std::move(bytes).value(), diagnostics);
  (void)diagnostics.render_all();
  PARTITA_INVARIANT(diagnostics.has_errors() || !modules.empty(), "neither a program nor an error");
  return 0;
}

}  // namespace partita::core::fuzz
