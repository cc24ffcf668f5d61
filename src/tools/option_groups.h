// Options that several verbs have, in groups.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>

#include "driver/stages.h"
#include "tools/options.h"

namespace partita::core::tools {

void add_common(CLI::App& verb, Options& options, std::initializer_list<Goal> goals);  // files, stages, times
void add_json_messages(CLI::App& verb, Options& options);                              // where nothing else is JSON
void add_output(CLI::App& verb, Options& options);
CLI::Option* add_top(CLI::App& verb, Options& options, const char* what);
void add_writing(CLI::App& verb, Options& options);  // programs
void add_async(CLI::App& verb, Options& options);
void add_running(CLI::App& verb, Options& options, const std::string& what_computes,
                 const std::vector<std::string>& engines);
void add_steps(CLI::App& verb, Options& options);  // of a run
void add_hints(CLI::App& verb, Options& options);
void add_verifying(CLI::App& verb, Options& options);
void add_machine(CLI::App& verb, Options& options);  // what programs run on
void add_partitioning(CLI::App& verb, Options& options);
void add_memory(CLI::App& verb, Options& options);
void add_budgets(CLI::App& verb, Options& options);
void add_local(CLI::App& verb, Options& options);     // for verbs that model a step
void add_variants(CLI::App& verb, Options& options);  // --a and --b: options of hints and of partitioning, as one text

}  // namespace partita::core::tools
