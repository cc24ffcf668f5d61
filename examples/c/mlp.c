/* The C interface on one program: hints, a compilation for 8 devices, what they send and why, a run, and a mistake.
 *
 *   cc mlp.c $(pkg-config --cflags --libs partita) -o mlp && ./mlp ../embed/mlp.mlir */
#include <math.h>
#include <partita/c.h>
#include <stdio.h>
#include <string.h>

/* Prints what went wrong, and frees it. */
static int fail(partita_diagnostics* error) {
  fprintf(stderr, "%s\n", partita_diagnostics_text(error));
  partita_diagnostics_free(error);
  return 1;
}

static double largest_difference(const partita_tensor* a, const partita_tensor* b) {
  const float *x = partita_tensor_bytes(a), *y = partita_tensor_bytes(b);
  double largest = 0;
  for (size_t i = 0; i < partita_tensor_size(a) / sizeof(float); ++i) largest = fmax(largest, fabs(x[i] - y[i]));
  return largest;
}

int main(int argc, char** argv) {
  partita_diagnostics* error = NULL;
  partita_program* program = partita_program_load(argc > 1 ? argv[1] : "mlp.mlir", &error);
  if (program == NULL) return fail(error);
  if (partita_program_shard_argument(program, 0, "data,-", &error)) return fail(error);  /* the batch */
  if (partita_program_shard_argument(program, 1, "-,model", &error)) return fail(error); /* columns of the first weight */

  partita_compile_options options = PARTITA_COMPILE_OPTIONS;
  options.hardware = "tpu_v3";
  partita_compiled* compiled = partita_compile(program, "data=4,model=2", &options, &error);
  if (compiled == NULL) return fail(error);
  const partita_report report = partita_compiled_report(compiled);
  printf("Partita %s: %d devices, %.0f bytes sent by each\n", partita_version_text(), (int)report.devices,
         report.wire_bytes);
  for (int i = 0; i < report.num_collectives; ++i) {
    const partita_collective c = partita_compiled_collective(compiled, i);
    printf("  %s along %s: %.0f bytes\n    %s\n", c.kind, c.axes, c.bytes, c.cause);
  }

  partita_tensors* arguments = partita_program_random_arguments(program, 1, &error);
  partita_tensors* results = partita_run(compiled, arguments, NULL, &error);
  if (results == NULL) return fail(error);
  partita_tensors* alone = partita_evaluate(program, arguments, NULL, &error);
  if (alone == NULL) return fail(error);
  const double difference = largest_difference(partita_tensors_get(results, 0), partita_tensors_get(alone, 0));
  printf("all devices and one: %.1e apart\n", difference);

  /* Mistakes come back as data. */
  if (partita_program_shard_argument(program, 0, "data,-,-", &error) == 0) return 1;
  printf("a hint of another rank: %s\n", partita_diagnostics_get(error, 0).code);
  partita_diagnostics_free(error);

  partita_tensors_free(alone);
  partita_tensors_free(results);
  partita_tensors_free(arguments);
  partita_compiled_free(compiled);
  partita_program_free(program);
  return difference < 1e-5 ? 0 : 1;
}
