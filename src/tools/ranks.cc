#include "tools/ranks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#ifdef PARTITA_MPI
#include "api/wire.h"
#include "partita/mpi.h"
#endif

namespace partita::core::tools {
namespace {

// How many processes were started together; the starters of the common kinds say so.
int64_t started_together() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"}) {
    if (const char* value = std::getenv(name)) return std::atoll(value);
  }
  return 1;
}

std::string alike_text(const std::string& program, const Options& options) {
  const auto given = [](const std::string& path) { return path.empty() ? "" : "a file"; };
  return fmt::format(
      "the program {}\n--steps {}\n--random {}\n--feed {}\n--engine {}\n--check-nans {}\n--save-every {}\n--keep {}\n"
      "--save-to {}\n--resume {}\n--outputs {}\n--expect {}\n--dump-local {}\n",
      program, options.steps ? fmt::format("{}", *options.steps) : "",
      options.random_seed ? fmt::format("{}", *options.random_seed) : "", fmt::join(options.feed, ","), options.engine,
      options.check_nans ? "on" : "off", options.save_every, options.keep, given(options.save_to),
      given(options.resume), given(options.outputs), given(options.expect), given(options.dump_local));
}

std::string first_difference(const std::string& text, const std::string& other) {
  size_t begin = 0;
  while (begin < text.size() && begin < other.size()) {
    const size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    const std::string others = other.substr(begin, other.find('\n', begin) - begin);
    if (line != others) {
      return line.starts_with("the program") ? "another program" : fmt::format("'{}' instead of '{}'", others, line);
    }
    begin = end + 1;
  }
  return "other options";
}

}  // namespace

// Standard output and error of a rank that does not speak go nowhere, unless there is something that only it knows.
class Crew::Silence {
 public:
  Silence() : output_(dup(STDOUT_FILENO)), error_(dup(STDERR_FILENO)), said_(memfd_create("said", MFD_CLOEXEC)) {
    std::fflush(nullptr);
    if (said_ < 0) return;
    dup2(said_, STDOUT_FILENO);
    dup2(said_, STDERR_FILENO);
  }
  ~Silence() { end(); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

  void end() {
    if (ended_) return;
    ended_ = true;
    std::fflush(nullptr);
    dup2(output_, STDOUT_FILENO);
    dup2(error_, STDERR_FILENO);
  }
  void tell() {
    end();
    char buffer[4096];
    lseek(said_, 0, SEEK_SET);
    for (ssize_t size = 0; (size = read(said_, buffer, sizeof buffer)) > 0;) {
      if (write(STDERR_FILENO, buffer, static_cast<size_t>(size)) != size) break;
    }
  }

 private:
  bool ended_ = false;
  int output_, error_, said_;
};

Crew::Crew() = default;
Crew::~Crew() = default;

Result<std::unique_ptr<Crew>> Crew::join([[maybe_unused]] const Options& options) {
  const int64_t count = started_together();
  if (count <= 1) return std::unique_ptr<Crew>();
#ifdef PARTITA_MPI
  // mpirun ends the others with SIGTERM when one has died: they are to say so first. No thread but the watch takes it.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGPIPE);  // a connection to one that has died
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // More ranks here than cores: those that wait inside MPI must let the others go on.
  const char* here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (here != nullptr && std::atoll(here) > static_cast<int64_t>(std::thread::hardware_concurrency())) {
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  }
  std::unique_ptr<Crew> crew(new Crew());
  engine::RanksOptions how{.deadline_seconds = options.deadline, .abandon = {}, .takes_sigterm = true};
  how.abandon = [one = crew.get()](const Diagnostic& failure) {
    if (one->silence_ != nullptr) one->silence_->end();
    std::fputs(render(failure).c_str(), stderr);
    std::fflush(nullptr);
    std::_Exit(kCheckFailed);
  };
  try {
    crew->transport_ = std::make_unique<MpiTransport>();
  } catch (const std::exception& error) {
    return base::failure(Code::kUsage, error.what());
  }
  PARTITA_ASSIGN(crew->ranks_, engine::Ranks::join(api::wire_of(*crew->transport_), std::move(how)));
  if (!crew->speaks()) crew->silence_ = std::make_unique<Silence>();
  return crew;
#else
  return base::failure(
      Code::kUsage, fmt::format("{} processes were started together, but this partita was built without MPI; build it "
                                "where CMake finds MPI (libopenmpi-dev), or run it without mpirun",
                                count));
#endif
}

bool Crew::speaks() const { return ranks_->rank() == 0; }

Status Crew::check_alike(const std::string& program, const Options& options) {
  PARTITA_ASSIGN(const std::vector<std::string> texts, ranks_->gather(alike_text(program, options)));
  for (size_t r = 1; r < texts.size(); ++r) {
    if (texts[r] == texts[0]) continue;
    return base::failure(Code::kUsage,
                         fmt::format("all ranks run the same program with the same options, but rank {} has {}", r,
                                     first_difference(texts[0], texts[r])));
  }
  return {};
}

bool Crew::all_could(bool could) {
  const Result<std::vector<std::string>> said = ranks_->gather(could ? "could" : "could not");
  if (!said.ok()) return false;
  const auto first = std::ranges::find(*said, "could not");
  if (first == said->end()) return true;
  if (could) {
    if (silence_ != nullptr) silence_->end();
    std::fprintf(stderr, "error: rank %d could not read its program; what it says tells why\n",
                 static_cast<int>(first - said->begin()));
  } else if (std::ranges::count(*said, "could not") < std::ssize(*said) && silence_ != nullptr) {
    silence_->tell();
  }
  return false;
}

void Crew::report(Invocation& invocation, const Diagnostic& why, const std::string& file) {
  Diagnostic shown = why;
  if (shown.file.empty()) shown.file = shown_path(file);
  if (silence_ != nullptr) silence_->end();
  invocation.report(shown);
  std::fflush(nullptr);
  ranks_->fail(why);  // the others name the program themselves
}

int Crew::finish(int status) {
  if (!ranks_->failed()) {
    const Result<std::vector<std::string>> all = ranks_->gather(fmt::format("{}", status));
    if (all.ok()) {
      // What one has found wrong makes the run wrong.
      for (const std::string& one : *all) {
        if (status == kDone) status = std::atoi(one.c_str());
      }
      if (ranks_->finish().ok()) {
        ranks_ = nullptr;
        transport_ = nullptr;
        if (silence_ != nullptr) silence_->end();
        return status;
      }
    }
    if (silence_ != nullptr) silence_->end();
    const Status why = ranks_->failure();
    if (!why.ok()) {
      std::fputs(render(why.error().diagnostic).c_str(), stderr);
      const Code code = why.error().diagnostic.code;
      status = code == Code::kDeadline || code == Code::kCheckFailed ? kCheckFailed : kUserError;
    }
  }
  // Time for the others to look at what is on the board, and for a beat to other hosts.
  std::this_thread::sleep_for(std::chrono::milliseconds(ranks_->on_one_host() ? 100 : 700));
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace partita::core::tools
