#include <memory>

#include "capi/handles.h"
#include "partita/formats.h"

namespace partita {
namespace capi {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
  return all;
}

template <typename Enum>
Enum choice_of(int given, int last, const char* what) {
  if (given < 0 || given > last) refuse("no " + std::string(what) + " has the number " + std::to_string(given));
  return static_cast<Enum>(given);
}

CompileOptions compile_options(const partita_compile_options& given) {
  CompileOptions options;
  options.strict = given.strict != 0;
  options.plan = choice_of<Plan>(given.plan, PARTITA_ANNOTATED, "plan");
  options.objective = choice_of<Objective>(given.objective, PARTITA_FOR_MEMORY, "objective");
  options.devices_are_replicas = given.devices_are_replicas != 0;
  if (given.hardware != nullptr) options.hardware = given.hardware;
  options.layout = text_or_empty(given.layout);
  options.skip = strings_of(given.skip, given.num_skip);
  options.budgets.max_bytes = given.max_bytes;
  options.budgets.max_memory = given.max_memory;
  options.budgets.forbid = strings_of(given.forbid, given.num_forbid);
  if (given.num_donate < 0 || (given.num_donate > 0 && given.donate == nullptr)) refuse("'donate' is NULL");
  for (int i = 0; i < given.num_donate; ++i) options.donate.push_back(given.donate[i]);
  options.calls = calls_of(given.calls);
  options.hints = text_or_empty(given.hints);
  return options;
}

RunOptions run_options(const partita_run_options* options) {
  const auto given = options_of<partita_run_options>(options, PARTITA_RUN_OPTIONS);
  RunOptions made;
  made.random_seed = given.random_seed;
  made.threads = given.threads;
  made.deadline_seconds = given.deadline_seconds;
  made.calls = calls_of(given.calls);
  return made;
}

const Compiled& of(const partita_compiled* compiled) { return demand(compiled, "the compiled program").compiled; }

// Texts of a compiled program.
template <typename F>
char* text_of(const partita_compiled* compiled, partita_diagnostics** error, F&& f) {
  return guarded(error, static_cast<char*>(nullptr), [&] { return copy_of(f(of(compiled))); });
}

template <typename F>
partita_diagnostics* list_of(const partita_compiled* compiled, F&& f) {
  return guarded(nullptr, static_cast<partita_diagnostics*>(nullptr), [&] { return diagnostics_of(f(of(compiled))); });
}

}  // namespace
}  // namespace capi
}  // namespace partita

namespace capi = partita::capi;

extern "C" {

partita_compiled* partita_compile(const partita_program* program, const char* mesh,
                                  const partita_compile_options* options, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_compiled*>(nullptr), [&] {
    const auto given = capi::options_of<partita_compile_options>(options, PARTITA_COMPILE_OPTIONS);
    const std::string axes = capi::text_or_empty(mesh);
    auto made = std::make_unique<partita_compiled>(
        partita_compiled{partita::compile(capi::demand(program, "the program").program,
                                          axes.empty() ? partita::Mesh() : partita::Mesh(std::string_view(axes)),
                                          capi::compile_options(given)),
                         "",
                         {},
                         capi::kept_calls(given.calls)});
    made->mesh = made->compiled.mesh().str();
    for (const partita::Collective& c : made->compiled.report().collectives) made->axes.push_back(capi::joined(c.axes));
    return made.release();
  });
}

void partita_compiled_free(partita_compiled* compiled) { delete compiled; }

int64_t partita_compiled_num_devices(const partita_compiled* compiled) {
  return capi::guarded(nullptr, int64_t{0}, [&] { return capi::of(compiled).num_devices(); });
}

const char* partita_compiled_mesh(const partita_compiled* compiled) {
  return compiled != nullptr ? compiled->mesh.c_str() : "";
}

char* partita_compiled_text(const partita_compiled* compiled, int format, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [&](const auto& c) { return c.text(capi::format_of(format)); });
}

char* partita_compiled_encode(const partita_compiled* compiled, const char* format, size_t* size,
                              partita_diagnostics** error) {
  return capi::text_of(compiled, error, [&](const auto& c) {
    capi::demand(size, "the size");
    std::string bytes = partita::encode(c, &capi::demand(format, "the format"));
    *size = bytes.size();
    return bytes;
  });
}

char* partita_compiled_sharding(const partita_compiled* compiled, const char* name, partita_diagnostics** error) {
  return capi::text_of(compiled, error,
                       [&](const auto& c) { return c.sharding(&capi::demand(name, "the name")).str(); });
}

char* partita_compiled_sharding_at(const partita_compiled* compiled, int which, int index,
                                   partita_diagnostics** error) {
  return capi::text_of(compiled, error, [&](const auto& c) {
    if (which != PARTITA_ARGUMENTS && which != PARTITA_RESULTS)
      capi::refuse("'which' is neither arguments nor results");
    return (which == PARTITA_ARGUMENTS ? c.argument_sharding(index) : c.result_sharding(index)).str();
  });
}

char* partita_compiled_listing(const partita_compiled* compiled, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [](const auto& c) { return c.listing(); });
}

char* partita_compiled_hints(const partita_compiled* compiled, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [](const auto& c) { return c.hints(); });
}

char* partita_compiled_report_table(const partita_compiled* compiled, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [](const auto& c) { return c.report_table(); });
}

char* partita_compiled_report_json(const partita_compiled* compiled, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [](const auto& c) { return c.report_json(); });
}

char* partita_compiled_simulation_json(const partita_compiled* compiled, const char* hardware, const char* layout,
                                       partita_diagnostics** error) {
  return capi::text_of(compiled, error, [&](const partita::Compiled& c) {
    return c.simulation_json(capi::text_or_empty(hardware), capi::text_or_empty(layout));
  });
}

char* partita_compiled_report_page(const partita_compiled* compiled, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [](const partita::Compiled& c) { return c.report_page(); });
}

char* partita_hardware_names(partita_diagnostics** error) {
  return capi::guarded(error, static_cast<char*>(nullptr), [] {
    std::string names;
    for (const std::string& name : partita::hardware_names()) names += name + "\n";
    return capi::copy_of(names);
  });
}

char* partita_compiled_explain(const partita_compiled* compiled, const char* name, partita_diagnostics** error) {
  return capi::text_of(compiled, error, [&](const auto& c) { return c.explain(&capi::demand(name, "the name")).text; });
}

partita_diagnostics* partita_compiled_diagnostics(const partita_compiled* compiled) {
  return capi::list_of(compiled, [](const auto& c) { return c.diagnostics(); });
}

partita_diagnostics* partita_compiled_fallbacks(const partita_compiled* compiled) {
  return capi::list_of(compiled, [](const auto& c) { return c.report().fallbacks; });
}

partita_diagnostics* partita_compiled_over_budget(const partita_compiled* compiled) {
  return capi::list_of(compiled, [](const auto& c) { return c.report().over_budget; });
}

partita_report partita_compiled_report(const partita_compiled* compiled) {
  return capi::guarded(nullptr, partita_report{}, [&] {
    const partita::Report& report = capi::of(compiled).report();
    return partita_report{report.devices,
                          report.wire_bytes,
                          report.matrix_operations,
                          report.operations,
                          report.argument_bytes,
                          report.result_bytes,
                          report.peak_bytes,
                          report.time_least,
                          report.time_most,
                          report.time_step,
                          static_cast<int>(report.collectives.size()),
                          static_cast<int>(report.fallbacks.size()),
                          static_cast<int>(report.over_budget.size())};
  });
}

partita_collective partita_compiled_collective(const partita_compiled* compiled, int index) {
  const partita_collective none{0, "", "", "", 0, 0, "", 0};
  if (compiled == nullptr || index < 0 || index >= static_cast<int>(compiled->axes.size())) return none;
  return capi::guarded(nullptr, none, [&] {
    const partita::Collective& c = capi::of(compiled).report().collectives[index];
    return partita_collective{c.number, c.kind.c_str(), c.name.c_str(),  compiled->axes[index].c_str(),
                              c.bytes,  c.times,        c.cause.c_str(), c.line};
  });
}

partita_why* partita_compiled_why(const partita_compiled* compiled, int collective, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_why*>(nullptr), [&] {
    const auto& collectives = capi::of(compiled).report().collectives;
    if (collective < 0 || collective >= static_cast<int>(collectives.size()))
      capi::refuse("no collective has this index");
    auto why = std::make_unique<partita_why>(partita_why{capi::of(compiled).why(collectives[collective]), {}});
    for (const auto& trial : why->explanation.trials) why->shardings.push_back(trial.sharding.str());
    return why.release();
  });
}

const char* partita_why_text(const partita_why* why) { return why != nullptr ? why->explanation.text.c_str() : ""; }

int partita_why_num_trials(const partita_why* why) {
  return why != nullptr ? static_cast<int>(why->shardings.size()) : 0;
}

partita_trial partita_why_trial(const partita_why* why, int index) {
  if (index < 0 || index >= partita_why_num_trials(why)) return {"", "", 0, 0, 0, 0};
  const auto& trial = why->explanation.trials[index];
  return {trial.name.c_str(), why->shardings[index].c_str(), trial.compiles, trial.avoids, trial.wire_bytes,
          trial.peak_bytes};
}

void partita_why_free(partita_why* why) { delete why; }

partita_tensors* partita_run(const partita_compiled* compiled, const partita_tensors* arguments,
                             const partita_run_options* options, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_tensors*>(nullptr), [&] {
    return capi::tensors_of(
        capi::of(compiled).run(capi::demand(arguments, "the list of arguments").plain(), capi::run_options(options)));
  });
}

partita_tensors* partita_evaluate(const partita_program* program, const partita_tensors* arguments,
                                  const partita_run_options* options, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_tensors*>(nullptr), [&] {
    return capi::tensors_of(partita::evaluate(capi::demand(program, "the program").program,
                                              capi::demand(arguments, "the list of arguments").plain(),
                                              capi::run_options(options)));
  });
}

}  // extern "C"
