// partita propagate: writes programs with a sharding on every value, or shows and explains them.
#include "complete/attach.h"
#include "complete/completion.h"
#include "complete/listing.h"
#include "complete/unchanged_carries.h"
#include "complete/why.h"
#include "tools/invocation.h"

namespace partita {
namespace {

class Propagation {
 public:
  Propagation(Invocation& invocation, const Options& options) : invocation_(invocation), options_(options) {}

  // Writes the program to `out`, unless only an explanation was asked for. Errors go to `diagnostics`.
  Status run(std::unique_ptr<Module> module, std::string& out, Diagnostics& diagnostics) {
    PARTITA_ASSIGN(Function * entry, find_entry(*module, options_.entry));
    const bool hlo = options_.to.value_or(module->format()) == TextFormat::kHlo;
    const bool explains = options_.show || !options_.why.empty();
    const bool writes = !explains || options_.output != "-";
    if (hlo && writes) {
      // What is written as HLO is completed in HLO's ops, so that none of its instructions is left out.
      PARTITA_ASSIGN(std::unique_ptr<Module> prepared,
                     invocation_.pass("prepare", [&] { return as_hlo_ops(*module); }));
      entry = prepared->function(entry->name().text());
      module = std::move(prepared);
    }
    if (!hlo && writes) drop_unchanged_carries(*entry, module->meshes().empty());
    HintOptions hint_options{options_.mesh, options_.devices, options_.shard, options_.verbose};
    std::optional<Hints> hints =
        invocation_.pass("hints", [&] { return read_hints(*module, *entry, hint_options, diagnostics); });
    if (!hints) return {};
    PARTITA_ASSIGN(Completion completion, invocation_.pass("complete", [&] {
      return complete(*module, *entry, std::move(*hints), diagnostics);
    }));
    if (diagnostics.has_errors()) return {};
    if (explains) PARTITA_CHECK_OK(explain(*module, *entry, completion));
    if (!writes) return {};

    // Manual code and constraints of sdy are respelled by the writer; tiles are said by axes here, where the axes are
    // known.
    ShardingSpelling spelling = hlo ? ShardingSpelling::kTiles : own_spelling(*module, completion);
    WriteOptions write_options{options_.annotations, true};
    if (options_.annotations == Annotations::kSdy) {
      spelling = ShardingSpelling::kSdy;
      write_options.annotations = Annotations::kAsIs;
    } else if (spelling == ShardingSpelling::kTiles) {
      write_options.annotations = hlo ? Annotations::kMhlo : Annotations::kAsIs;
    }
    invocation_.pass("attach", [&] { attach(*module, *entry, completion, spelling); });
    invocation_.show("complete", *module);
    PARTITA_ASSIGN(std::string text, invocation_.pass("write", [&] {
      return hlo ? write_hlo(*module, write_options) : write_stablehlo(*module, write_options);
    }));
    out = std::move(text);
    return {};
  }

 private:
  Status explain(const Module& module, const Function& entry, const Completion& completion) {
    std::string text;
    if (options_.show) text += listing(module, entry, completion);
    for (const std::string& name : options_.why) {
      PARTITA_ASSIGN(NamedValue value, find_value(module, entry, name));
      text += why(module, entry, completion, value);
    }
    return invocation_.write("-", text);
  }

  Invocation& invocation_;
  const Options& options_;
};

}  // namespace

int run_propagate(const Options& options) {
  Invocation invocation(options);
  auto propagate = [&](const std::string& file, std::unique_ptr<Module> module, std::string& out) -> int {
    Diagnostics diagnostics;
    Status status = Propagation(invocation, options).run(std::move(module), out, diagnostics);
    if (!status.ok()) {
      Diagnostic d = status.error().diagnostic;
      if (d.file.empty()) d.file = file == "-" ? "<stdin>" : file;
      diagnostics.add(std::move(d));
    }
    for (const Diagnostic& d : diagnostics.all()) invocation.say(d);
    return diagnostics.has_errors() ? kUserError : kDone;
  };
  return invocation.finish(write_programs(invocation, propagate));
}

}  // namespace partita
