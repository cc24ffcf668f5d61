/* Partita from C, and from every language that calls C: programs, hints, compilation, reports, runs, arrays in files.
 *
 *   partita_diagnostics* error = NULL;
 *   partita_program* program = partita_program_load("mlp.mlir", &error);
 *   if (program == NULL) { fputs(partita_diagnostics_text(error), stderr); ... }
 *   partita_program_shard_argument(program, 0, "data,-", &error);
 *   partita_compiled* compiled = partita_compile(program, "data=4,model=2", NULL, &error);
 *   partita_tensors* results = partita_run(compiled, arguments, NULL, &error);
 *
 * Conventions. Handles are pointers to incomplete types; whoever is given one by a function without "borrowed" in its
 * comment frees it, with the function of its type; freeing NULL does nothing. What a function says is borrowed belongs
 * to the handle it came from and lives as long. Functions that can fail take `error` last: it may be NULL, else it is
 * set when they fail, and left alone when they do not. They give NULL, or a status other than 0. char* results are
 * freed with partita_free. Texts are UTF-8. No exception leaves a function, none prints or ends the process.
 *
 * Structs of options begin with their size, so that a library of a later version knows what an earlier program has set:
 *
 *   partita_compile_options options = PARTITA_COMPILE_OPTIONS;
 *   options.hardware = "tpu_v3";
 *
 * Different threads may use different handles at the same time, and the same partita_program as long as none changes
 * it. The C++ side (partita/run.h and its neighbours) says in full what each function does. */
#ifndef PARTITA_C_H
#define PARTITA_C_H

#include <stddef.h>
#include <stdint.h>

#include "partita/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of this interface: raised when something that was there changes. The number of the library that runs is that of the
 * headers unless a program runs with another one than it was compiled for. */
#define PARTITA_C_VERSION 1
PARTITA_API int partita_c_version(void);
PARTITA_API const char* partita_version_text(void); /* "0.2.0" */

/* Memory that a function gave: char*, and arrays. */
PARTITA_API void partita_free(void* memory);

/* ---- what went wrong, or is worth knowing ------------------------------------------------------------------------ */

typedef struct partita_diagnostics partita_diagnostics;

enum { PARTITA_ERROR = 0, PARTITA_WARNING = 1, PARTITA_NOTE = 2 };

typedef struct partita_diagnostic {
  int severity;        /* PARTITA_ERROR, ... */
  int depth;           /* 0; notes of a diagnostic follow it, one deeper */
  const char* code;    /* "P203" */
  const char* message; /* without the place */
  const char* file;    /* as the program was named; "" where there is none */
  int line;            /* from 1; 0 where there is no place */
  int column;
} partita_diagnostic;

PARTITA_API int partita_diagnostics_count(const partita_diagnostics* diagnostics);
/* Borrowed. An index out of range gives one of empty texts. */
PARTITA_API partita_diagnostic partita_diagnostics_get(const partita_diagnostics* diagnostics, int index);
/* All of them as a person reads them, a line each and more. Borrowed. */
PARTITA_API const char* partita_diagnostics_text(const partita_diagnostics* diagnostics);
PARTITA_API void partita_diagnostics_free(partita_diagnostics* diagnostics);

/* ---- tensors ------------------------------------------------------------------------------------------------------
 */

/* Element types by their names in HLO: "f32", "s32", "bf16", "pred", ... */
/* Bytes of one element as a tensor holds it (those below 8 bits take a byte each); 0 of an unknown name. */
PARTITA_API int partita_dtype_bytes(const char* dtype);

typedef struct partita_tensor partita_tensor;

/* A copy of `size` bytes, row-major and dense. Without bytes: a type only, for programs that are asked about. */
PARTITA_API partita_tensor* partita_tensor_create(const char* dtype, int rank, const int64_t* dims, const void* bytes,
                                                  size_t size, partita_diagnostics** error);
/* Rounded to the type, to nearest even where it is a float, towards zero where it is an integer. */
PARTITA_API partita_tensor* partita_tensor_from_doubles(const char* dtype, int rank, const int64_t* dims,
                                                        const double* elements, size_t count,
                                                        partita_diagnostics** error);
/* Another handle of the same elements, which never change. */
PARTITA_API partita_tensor* partita_tensor_copy(const partita_tensor* tensor);
PARTITA_API const char* partita_tensor_dtype(const partita_tensor* tensor); /* borrowed; "" of a token */
PARTITA_API int partita_tensor_rank(const partita_tensor* tensor);
PARTITA_API const int64_t* partita_tensor_dims(const partita_tensor* tensor); /* borrowed */
PARTITA_API size_t partita_tensor_size(const partita_tensor* tensor);         /* in bytes; 0 without elements */
PARTITA_API const void* partita_tensor_bytes(const partita_tensor* tensor);   /* borrowed; NULL without elements */
PARTITA_API void partita_tensor_free(partita_tensor* tensor);

/* A list of tensors, which may have names: arguments, results, what is in a file. */
typedef struct partita_tensors partita_tensors;

PARTITA_API partita_tensors* partita_tensors_create(void);
/* Shares the elements; the handle that is given stays the caller's. `name` may be NULL. */
PARTITA_API void partita_tensors_add(partita_tensors* tensors, const char* name, const partita_tensor* tensor);
PARTITA_API int partita_tensors_count(const partita_tensors* tensors);
PARTITA_API const partita_tensor* partita_tensors_get(const partita_tensors* tensors, int index); /* borrowed */
PARTITA_API const char* partita_tensors_name(const partita_tensors* tensors, int index);          /* borrowed */
PARTITA_API void partita_tensors_free(partita_tensors* tensors);

/* .npy, .npz and .safetensors: recognised by content when read, by the path's end when written. Read are the index of
 * several .safetensors files and the folder of a checkpoint, too. `mapped` other than 0
 * leaves elements in the file until they are looked at, where they lie in it as in memory. */
PARTITA_API partita_tensors* partita_load(const char* path, int mapped, partita_diagnostics** error);
PARTITA_API int partita_save(const char* path, const partita_tensors* tensors, partita_diagnostics** error);

/* ---- programs -----------------------------------------------------------------------------------------------------
 */

typedef struct partita_program partita_program;

enum { PARTITA_AS_READ = 0, PARTITA_STABLEHLO = 1, PARTITA_HLO = 2 };

/* `name` stands for the text in messages. */
PARTITA_API partita_program* partita_program_parse(const char* text, size_t size, const char* name,
                                                   partita_diagnostics** error);
/* What `// -----` separates: an array of *count programs, itself freed with partita_free. */
PARTITA_API partita_program** partita_program_parse_all(const char* text, size_t size, const char* name, int* count,
                                                        partita_diagnostics** error);
PARTITA_API partita_program* partita_program_load(const char* path, partita_diagnostics** error);
PARTITA_API partita_program* partita_program_copy(const partita_program* program);
PARTITA_API void partita_program_free(partita_program* program);

/* Names of the functions that can be an entry, one a line. */
PARTITA_API char* partita_program_functions(const partita_program* program, partita_diagnostics** error);
PARTITA_API int partita_program_use_function(partita_program* program, const char* name, partita_diagnostics** error);

enum { PARTITA_ARGUMENTS = 0, PARTITA_RESULTS = 1, PARTITA_VALUES = 2 };

typedef struct partita_values partita_values;
typedef struct partita_value {
  const char* name;  /* "%x", "arg0" */
  const char* dtype; /* "" of what is no tensor */
  int rank;
  const int64_t* dims;
  int line; /* of the text; 0 where it is not known */
} partita_value;

PARTITA_API partita_values* partita_program_values(const partita_program* program, int which,
                                                   partita_diagnostics** error);
PARTITA_API int partita_values_count(const partita_values* values);
PARTITA_API partita_value partita_values_get(const partita_values* values, int index); /* borrowed */
PARTITA_API void partita_values_free(partita_values* values);

/* Hints, in all spellings that listings and the command line know: "x,-", "[x, -]", "[{\"x\"}, {}]", "P('x', None)". */
PARTITA_API int partita_program_shard_argument(partita_program* program, int index, const char* sharding,
                                               partita_diagnostics** error);
PARTITA_API int partita_program_shard_result(partita_program* program, int index, const char* sharding,
                                             partita_diagnostics** error);
PARTITA_API int partita_program_shard_value(partita_program* program, const char* name, const char* sharding,
                                            partita_diagnostics** error);

/* The program as text, without the hints that were put on. */
PARTITA_API char* partita_program_text(const partita_program* program, int format, partita_diagnostics** error);
/* In any format that `partita --to` takes: "bytecode", "vhlo", "vhlo=1.9", "proto", "stablehlo", "hlo". `*size` bytes,
 * and a NUL behind them. */
PARTITA_API char* partita_program_encode(const partita_program* program, const char* format, size_t* size,
                                         partita_diagnostics** error);
/* Reads a program with dynamic dimensions, and gives its arguments sizes, each as "arg0=8x128". */
PARTITA_API partita_program* partita_program_specialize(const char* text, size_t length, const char* name,
                                                        const char* const* shapes, int num_shapes,
                                                        partita_diagnostics** error);
PARTITA_API partita_diagnostics* partita_program_diagnostics(const partita_program* program);
/* Made up from a seed, the same on every machine. */
PARTITA_API partita_tensors* partita_program_random_arguments(const partita_program* program, uint64_t seed,
                                                              partita_diagnostics** error);

typedef struct partita_grad_options {
  size_t struct_size;
  const char* const* wrt; /* arguments, as "arg0" or by their names; none: all of floats */
  int num_wrt;
  const char* const* of; /* results, as "out0"; none: all of floats */
  int num_of;
  int value;        /* other than 0: the program's own results come first */
  int64_t segment;  /* steps of a loop between those it keeps; 0: all */
  const char* keep; /* what loops keep: "nothing", "dots", "dots_no_batch", "all"; NULL: what the gradient needs */
  const char* accumulate; /* element type of sums of gradients; NULL: their own */
} partita_grad_options;
#define PARTITA_GRAD_OPTIONS {sizeof(partita_grad_options), NULL, 0, NULL, 0, 0, 0, NULL, NULL}

/* The program of its gradients; `options` may be NULL. */
PARTITA_API partita_program* partita_program_grad(const partita_program* program, const partita_grad_options* options,
                                                  partita_diagnostics** error);

/* ---- custom calls of the host -------------------------------------------------------------------------------------
 */

typedef struct partita_call_site {
  const char* target;
  const char* backend_config;
  const partita_tensors* operands; /* types only */
  const partita_tensors* results;
} partita_call_site;

/* Any function may be NULL. Texts and lists they give are allocated with partita_copy_text and partita_tensors_create,
 * and become the library's. */
typedef struct partita_custom_call {
  size_t struct_size;
  void* user;                                                        /* the first argument of each */
  char* (*sharding_rule)(void* user, const partita_call_site* site); /* "i k, k j -> i j"; NULL: none is known */
  char* (*lower)(void* user, const partita_call_site* site); /* text of a program on a device's shards; NULL: stays */
  /* Threads of several devices may ask at once. NULL: it failed. */
  partita_tensors* (*evaluate)(void* user, const partita_call_site* site, const partita_tensors* operands);
  /* A program that takes operands, results and cotangents; NULL: that of `lower`, or none. */
  partita_program* (*gradient)(void* user, const partita_call_site* site);
} partita_custom_call;

PARTITA_API char* partita_copy_text(const char* text);

typedef struct partita_custom_calls partita_custom_calls;
PARTITA_API partita_custom_calls* partita_custom_calls_create(void);
/* The struct is copied; what `user` points at must outlive all that is compiled with the calls. */
PARTITA_API void partita_custom_calls_add(partita_custom_calls* calls, const char* target,
                                          const partita_custom_call* call);
/* Compiled programs that use them keep what they need. */
PARTITA_API void partita_custom_calls_free(partita_custom_calls* calls);

/* ---- compiled programs --------------------------------------------------------------------------------------------
 */

enum { PARTITA_CHOSEN = 0, PARTITA_ANNOTATED = 1 };                           /* plan */
enum { PARTITA_FOR_TIME = 0, PARTITA_FOR_BYTES = 1, PARTITA_FOR_MEMORY = 2 }; /* objective */

typedef struct partita_compile_options {
  size_t struct_size;
  int strict;               /* other than 0: an op that has to be gathered is an error */
  int plan;                 /* PARTITA_CHOSEN or PARTITA_ANNOTATED */
  int objective;            /* PARTITA_FOR_TIME, ... */
  int devices_are_replicas; /* as pmap has them */
  const char* hardware;     /* a name that `partita hardware list` has, or the path of a description */
  const char* layout;       /* how the mesh lies on a torus, "x=0,y=1c"; NULL: best, of an annotated plan "usual" */
  const char* const* skip;  /* passes that are left out */
  int num_skip;
  double max_bytes; /* budgets; below 0: none */
  double max_memory;
  const char* const* forbid; /* "all-gather", "@x", "all-gather@x" */
  int num_forbid;
  const int* donate; /* arguments whose memory results may take over */
  int num_donate;
  const partita_custom_calls* calls; /* or NULL */
  const char* hints; /* further hints, as in a file for --hints: "recipe fsdp\n*emb* = x,-"; NULL: none */
} partita_compile_options;
#define PARTITA_COMPILE_OPTIONS     \
  {sizeof(partita_compile_options), \
   0,                               \
   PARTITA_CHOSEN,                  \
   PARTITA_FOR_TIME,                \
   0,                               \
   "h100",                          \
   NULL,                            \
   NULL,                            \
   0,                               \
   -1,                              \
   -1,                              \
   NULL,                            \
   0,                               \
   NULL,                            \
   0,                               \
   NULL,                            \
   NULL}

typedef struct partita_compiled partita_compiled;

/* `mesh`: "x=4,y=2"; NULL or "": the program's own. `options` may be NULL. */
PARTITA_API partita_compiled* partita_compile(const partita_program* program, const char* mesh,
                                              const partita_compile_options* options, partita_diagnostics** error);
PARTITA_API void partita_compiled_free(partita_compiled* compiled);

PARTITA_API int64_t partita_compiled_num_devices(const partita_compiled* compiled);
PARTITA_API const char* partita_compiled_mesh(const partita_compiled* compiled); /* borrowed: "x=4, y=2" */
PARTITA_API char* partita_compiled_text(const partita_compiled* compiled, int format, partita_diagnostics** error);
PARTITA_API char* partita_compiled_encode(const partita_compiled* compiled, const char* format, size_t* size,
                                          partita_diagnostics** error);
/* Shardings as listings print them: "[x, -]". */
PARTITA_API char* partita_compiled_sharding(const partita_compiled* compiled, const char* name,
                                            partita_diagnostics** error);
/* PARTITA_ARGUMENTS or PARTITA_RESULTS, by number. */
PARTITA_API char* partita_compiled_sharding_at(const partita_compiled* compiled, int which, int index,
                                               partita_diagnostics** error);
PARTITA_API char* partita_compiled_listing(const partita_compiled* compiled, partita_diagnostics** error);
/* All hints that it was completed from, as partita_compile_options takes them. */
PARTITA_API char* partita_compiled_hints(const partita_compiled* compiled, partita_diagnostics** error);
PARTITA_API partita_diagnostics* partita_compiled_diagnostics(const partita_compiled* compiled);

/* For one device and one run of the program. */
typedef struct partita_report {
  int64_t devices;
  double wire_bytes;
  double matrix_operations;
  double operations;
  double argument_bytes;
  double result_bytes;
  double peak_bytes;
  double time_least; /* seconds: all communication overlaps with computing, none does, event by event */
  double time_most;
  double time_step;
  int num_collectives;
  int num_fallbacks;   /* ops that had to be gathered */
  int num_over_budget; /* budgets that are exceeded */
} partita_report;

typedef struct partita_collective {
  int number;       /* from 1, in the order of the program */
  const char* kind; /* "all-gather" */
  const char* name; /* "%y"; "" where it has none */
  const char* axes; /* "x,y" */
  double bytes;     /* that a device sends, all times together */
  double times;     /* per run of the program */
  const char* cause;
  int line;
} partita_collective;

PARTITA_API partita_report partita_compiled_report(const partita_compiled* compiled);
PARTITA_API partita_collective partita_compiled_collective(const partita_compiled* compiled, int index); /* borrowed */
PARTITA_API partita_diagnostics* partita_compiled_fallbacks(const partita_compiled* compiled);
PARTITA_API partita_diagnostics* partita_compiled_over_budget(const partita_compiled* compiled);
PARTITA_API char* partita_compiled_report_table(const partita_compiled* compiled, partita_diagnostics** error);
PARTITA_API char* partita_compiled_report_json(const partita_compiled* compiled, partita_diagnostics** error);

/* A step on a described machine, as `partita simulate --json` has it. `hardware` is a name or the path of a
 * description, `layout` as of the options; NULL or "": what it was compiled for, the best. */
PARTITA_API char* partita_compiled_simulation_json(const partita_compiled* compiled, const char* hardware,
                                                   const char* layout, partita_diagnostics** error);
/* A page to look at, HTML that needs nothing else, as `partita report` writes it. */
PARTITA_API char* partita_compiled_report_page(const partita_compiled* compiled, partita_diagnostics** error);
/* Machines whose descriptions come with the library, one a line. */
PARTITA_API char* partita_hardware_names(partita_diagnostics** error);

/* Why a value lies as it does; why a collective (its index in the report) is there, and hints that were tried. */
PARTITA_API char* partita_compiled_explain(const partita_compiled* compiled, const char* name,
                                           partita_diagnostics** error);

typedef struct partita_why partita_why;
typedef struct partita_trial {
  const char* name;     /* of the value, as partita_program_shard_value takes it */
  const char* sharding; /* the hint on it */
  int compiles;         /* 0: the program contradicts it, and nothing more is known */
  int avoids;           /* other than 0: the collective is gone */
  double wire_bytes;
  double peak_bytes;
} partita_trial;

PARTITA_API partita_why* partita_compiled_why(const partita_compiled* compiled, int collective,
                                              partita_diagnostics** error);
PARTITA_API const char* partita_why_text(const partita_why* why); /* borrowed */
PARTITA_API int partita_why_num_trials(const partita_why* why);
PARTITA_API partita_trial partita_why_trial(const partita_why* why, int index); /* borrowed */
PARTITA_API void partita_why_free(partita_why* why);

typedef struct partita_run_options {
  size_t struct_size;
  uint64_t random_seed;              /* where rng ops start */
  int64_t threads;                   /* devices that run at the same time; 0: one for each core */
  double deadline_seconds;           /* without any op that ends; 0: none */
  const partita_custom_calls* calls; /* of partita_evaluate; a compiled program has its own */
} partita_run_options;
#define PARTITA_RUN_OPTIONS {sizeof(partita_run_options), 0, 0, 0, NULL}

/* On all devices, in this process: global tensors. `options` may be NULL. */
PARTITA_API partita_tensors* partita_run(const partita_compiled* compiled, const partita_tensors* arguments,
                                         const partita_run_options* options, partita_diagnostics** error);
/* On one device: what a compiled program must give, too. */
PARTITA_API partita_tensors* partita_evaluate(const partita_program* program, const partita_tensors* arguments,
                                              const partita_run_options* options, partita_diagnostics** error);

#ifdef __cplusplus
}
#endif

#endif /* PARTITA_C_H */
