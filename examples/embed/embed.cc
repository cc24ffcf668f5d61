// Reads a program, says how three of its tensors lie on 4 by 2 devices, and looks at what came of it.
#include <partita/partita.h>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) try {
  partita::Program program = partita::Program::load(argc > 1 ? argv[1] : "mlp.mlir");
  program.shard_argument(0, "data,-");                                  // the batch
  program.shard_argument(1, partita::Sharding(2).split(1, {"model"}));  // columns of the first weight
  program.shard_value("b", partita::Sharding(2).split(0, {"data"}).open(1));

  const partita::Compiled compiled = partita::compile(program, partita::Mesh({{"data", 4}, {"model", 2}}));
  std::printf("Partita %s: %lld devices, %.0f bytes sent by each\n", partita::version(),
              static_cast<long long>(compiled.num_devices()), compiled.report().wire_bytes);
  for (const partita::Collective& c : compiled.report().collectives) {
    std::printf("  %s along %s: %.0f bytes\n    %s\n", c.kind.c_str(), c.axes.empty() ? "" : c.axes[0].c_str(), c.bytes,
                c.cause.c_str());
  }
  std::printf("%s", compiled.explain("h").text.c_str());

  const std::vector<partita::Tensor> arguments = program.random_arguments(1);
  const partita::Tensor result = compiled.run(arguments)[0], alone = partita::evaluate(program, arguments)[0];
  double difference = 0;
  for (int i = 0; i < result.num_elements(); ++i) {
    difference = std::fmax(difference, std::fabs(result.data<float>()[i] - alone.data<float>()[i]));
  }
  std::printf("%s of all devices, and of one: %.1e apart\n", result.type_text().c_str(), difference);
  return difference < 1e-5 ? 0 : 1;
} catch (const partita::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
