#include <cstdlib>
#include <cstring>
#include <memory>

#include "capi/handles.h"
#include "partita/formats.h"

namespace capi = partita::capi;

namespace partita {
namespace capi {
namespace {

partita_program* new_program(Program program) { return new partita_program{std::move(program)}; }

Save save_named(const char* keep) {
  const std::pair<const char*, Save::Kind> kinds[] = {
      {"nothing", Save::kNothing}, {"dots", Save::kDots}, {"dots_no_batch", Save::kDotsNoBatch}, {"all", Save::kAll}};
  for (const auto& [name, kind] : kinds) {
    if (std::strcmp(name, keep) == 0) return kind;
  }
  refuse("'" + std::string(keep) + "' is none of nothing, dots, dots_no_batch, all");
}

ProgramGradOptions grad_options(const partita_grad_options& given) {
  ProgramGradOptions options;
  options.wrt = strings_of(given.wrt, given.num_wrt);
  options.of = strings_of(given.of, given.num_of);
  options.value = given.value != 0;
  options.segment = given.segment;
  if (given.keep != nullptr) options.save = save_named(given.keep);
  if (given.accumulate != nullptr) options.accumulate = dtype_named(given.accumulate);
  return options;
}

}  // namespace
}  // namespace capi
}  // namespace partita

extern "C" {

partita_program* partita_program_parse(const char* text, size_t size, const char* name, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_program*>(nullptr), [&] {
    return capi::new_program(
        partita::Program::parse({&capi::demand(text, "the text"), size}, name != nullptr ? name : "<text>"));
  });
}

partita_program** partita_program_parse_all(const char* text, size_t size, const char* name, int* count,
                                            partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_program**>(nullptr), [&] {
    capi::demand(count, "the count");
    std::vector<partita::Program> all =
        partita::Program::parse_all({&capi::demand(text, "the text"), size}, name != nullptr ? name : "<text>");
    std::vector<std::unique_ptr<partita_program>> made;
    for (partita::Program& program : all) made.emplace_back(capi::new_program(std::move(program)));
    auto** array = static_cast<partita_program**>(std::malloc(sizeof(partita_program*) * (made.size() + 1)));
    if (array == nullptr) throw std::bad_alloc();
    for (size_t i = 0; i < made.size(); ++i) array[i] = made[i].release();
    *count = static_cast<int>(made.size());
    return array;
  });
}

partita_program* partita_program_load(const char* path, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_program*>(nullptr),
                       [&] { return capi::new_program(partita::Program::load(&capi::demand(path, "the path"))); });
}

partita_program* partita_program_copy(const partita_program* program) {
  return capi::guarded(nullptr, static_cast<partita_program*>(nullptr),
                       [&] { return capi::new_program(capi::demand(program, "the program").program); });
}

void partita_program_free(partita_program* program) { delete program; }

char* partita_program_functions(const partita_program* program, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<char*>(nullptr), [&] {
    std::string names;
    for (const std::string& name : capi::demand(program, "the program").program.functions()) names += name + "\n";
    return capi::copy_of(names);
  });
}

int partita_program_use_function(partita_program* program, const char* name, partita_diagnostics** error) {
  return capi::status_of(
      error, [&] { capi::demand(program, "the program").program.use_function(&capi::demand(name, "the name")); });
}

partita_values* partita_program_values(const partita_program* program, int which, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_values*>(nullptr), [&] {
    const partita::Program& asked = capi::demand(program, "the program").program;
    switch (which) {
      case PARTITA_ARGUMENTS: return new partita_values{asked.arguments()};
      case PARTITA_RESULTS: return new partita_values{asked.results()};
      case PARTITA_VALUES: return new partita_values{asked.values()};
    }
    capi::refuse("'which' is none of arguments, results, values");
  });
}

int partita_values_count(const partita_values* values) {
  return values != nullptr ? static_cast<int>(values->all.size()) : 0;
}

partita_value partita_values_get(const partita_values* values, int index) {
  if (index < 0 || index >= partita_values_count(values)) return {"", "", 0, nullptr, 0};
  const partita::ValueInfo& value = values->all[index];
  if (value.type.is_empty()) return {value.name.c_str(), "", 0, nullptr, value.line};
  return {value.name.c_str(), partita::name_of(value.type.dtype()), value.type.shape().rank(),
          value.type.shape().dims().data(), value.line};
}

void partita_values_free(partita_values* values) { delete values; }

int partita_program_shard_argument(partita_program* program, int index, const char* sharding,
                                   partita_diagnostics** error) {
  return capi::status_of(error, [&] {
    capi::demand(program, "the program").program.shard_argument(index, &capi::demand(sharding, "the sharding"));
  });
}

int partita_program_shard_result(partita_program* program, int index, const char* sharding,
                                 partita_diagnostics** error) {
  return capi::status_of(error, [&] {
    capi::demand(program, "the program").program.shard_result(index, &capi::demand(sharding, "the sharding"));
  });
}

int partita_program_shard_value(partita_program* program, const char* name, const char* sharding,
                                partita_diagnostics** error) {
  return capi::status_of(error, [&] {
    capi::demand(program, "the program")
        .program.shard_value(&capi::demand(name, "the name"), &capi::demand(sharding, "the sharding"));
  });
}

char* partita_program_text(const partita_program* program, int format, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<char*>(nullptr), [&] {
    return capi::copy_of(capi::demand(program, "the program").program.text(capi::format_of(format)));
  });
}

char* partita_program_encode(const partita_program* program, const char* format, size_t* size,
                             partita_diagnostics** error) {
  return capi::guarded(error, static_cast<char*>(nullptr), [&] {
    capi::demand(size, "the size");
    const std::string bytes =
        partita::encode(capi::demand(program, "the program").program, &capi::demand(format, "the format"));
    *size = bytes.size();
    return capi::copy_of(bytes);
  });
}

partita_program* partita_program_specialize(const char* text, size_t length, const char* name,
                                            const char* const* shapes, int num_shapes, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_program*>(nullptr), [&] {
    return capi::new_program(partita::specialize({&capi::demand(text, "the text"), length},
                                                 capi::strings_of(shapes, num_shapes),
                                                 name != nullptr ? name : "<text>"));
  });
}

partita_diagnostics* partita_program_diagnostics(const partita_program* program) {
  return capi::guarded(nullptr, static_cast<partita_diagnostics*>(nullptr), [&] {
    return capi::diagnostics_of(capi::demand(program, "the program").program.diagnostics());
  });
}

partita_tensors* partita_program_random_arguments(const partita_program* program, uint64_t seed,
                                                  partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_tensors*>(nullptr), [&] {
    return capi::tensors_of(capi::demand(program, "the program").program.random_arguments(seed));
  });
}

partita_program* partita_program_grad(const partita_program* program, const partita_grad_options* options,
                                      partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_program*>(nullptr), [&] {
    const auto given = capi::options_of<partita_grad_options>(options, PARTITA_GRAD_OPTIONS);
    return capi::new_program(capi::demand(program, "the program").program.grad(capi::grad_options(given)));
  });
}

}  // extern "C"
