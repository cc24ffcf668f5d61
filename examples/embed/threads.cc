// Two programs in two threads, and one program in both.
#include <partita/partita.h>

#include <cstdio>
#include <string>
#include <thread>

namespace {

// "" where the partitioned program gives what one device gives.
std::string check(partita::Program program, const char* mesh, const char* hint) try {
  program.shard_argument(0, hint);
  const partita::Compiled compiled = partita::compile(program, mesh);
  const std::vector<partita::Tensor> arguments = program.random_arguments(7);
  const std::vector<double> many = compiled.run(arguments)[0].to_doubles();
  const std::vector<double> one = partita::evaluate(program, arguments)[0].to_doubles();
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (many[i] - one[i] > 1e-5 || one[i] - many[i] > 1e-5) return "results differ";
  }
  return "";
} catch (const partita::Error& error) {
  return error.what();
}

}  // namespace

int main(int argc, char** argv) try {
  const partita::Program shared = partita::Program::load(argc > 1 ? argv[1] : "mlp.mlir");
  std::string first, second;
  std::thread a([&] {
    for (int i = 0; i < 10 && first.empty(); ++i) first = check(shared, "x=4", "x,-");
  });
  std::thread b([&] {
    for (int i = 0; i < 10 && second.empty(); ++i) second = check(shared, "x=2,y=4", "y,x");
  });
  a.join();
  b.join();
  std::printf("%s\n", first.empty() && second.empty() ? "both agree" : (first + second).c_str());
  return first.empty() && second.empty() ? 0 : 1;
} catch (const partita::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
