#include "sweep.h"

#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <vector>

#include "base/diagnostics.h"
#include "generate.h"

namespace partita::core::fuzz {
namespace {

constexpr int kHangSeconds = 60;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// A forked process and what it says.
class Child {
 public:
  explicit Child(const std::function<void(int out)>& work) {
    int ends[2];
    PARTITA_INVARIANT(pipe(ends) == 0, "no pipe to a process");
    errors_ = std::tmpfile();
    PARTITA_INVARIANT(errors_ != nullptr, "no temporary file for what a process says");
    std::fflush(nullptr);
    pid_ = fork();
    PARTITA_INVARIANT(pid_ >= 0, "no process for random programs");
    if (pid_ == 0) {
#ifdef __linux__
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // brothers hold the pipe open: writing to it would not end it
#endif
      close(ends[0]);
      dup2(fileno(errors_), STDERR_FILENO);
      work(ends[1]);
      _exit(0);
    }
    close(ends[1]);
    in_ = ends[0];
  }
  ~Child() {
    std::fclose(errors_);
    close(in_);
    if (!over_) {
      kill(pid_, SIGKILL);
      wait();
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Exactly so many bytes; false at the end, or where nothing comes for so long.
  bool read(void* to, size_t size, int seconds, bool& hangs) {
    hangs = false;
    auto* at = static_cast<char*>(to);
    while (size > 0) {
      pollfd one{in_, POLLIN, 0};
      int ready = poll(&one, 1, seconds * 1000);
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) {
        hangs = true;
        return false;
      }
      ssize_t got = ::read(in_, at, size);
      if (got <= 0) return false;
      at += got;
      size -= static_cast<size_t>(got);
    }
    return true;
  }

  // How it ended: "signal 6", "exit 70".
  std::string wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    over_ = true;
    return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                               : "exit " + std::to_string(WEXITSTATUS(status));
  }

  // The beginning of its output before it ended.
  std::string last_words() {
    std::string text(4000, ' ');
    const bool at_begin = std::fseek(errors_, 0, SEEK_SET) == 0;
    text.resize(at_begin ? std::fread(text.data(), 1, text.size(), errors_) : 0);
    return text;
  }

 private:
  pid_t pid_ = 0;
  int in_ = -1;
  std::FILE* errors_ = nullptr;
  bool over_ = false;
};

void send(int out, const void* bytes, size_t size) {
  const auto* at = static_cast<const char*>(bytes);
  while (size > 0) {
    ssize_t put = write(out, at, size);
    if (put <= 0) _exit(1);
    at += put;
    size -= static_cast<size_t>(put);
  }
}

void send(int out, const std::string& text) {
  uint64_t size = text.size();
  send(out, &size, sizeof size);
  send(out, text.data(), text.size());
}

void send(int out, const Finding& finding) {
  int64_t fallbacks = finding.fallbacks;
  send(out, &fallbacks, sizeof fallbacks);
  send(out, finding.stage);
  if (finding.bad()) send(out, finding.message);
}

bool hear(Child& child, std::string& text, int seconds, bool& hangs) {
  uint64_t size = 0;
  if (!child.read(&size, sizeof size, seconds, hangs)) return false;
  text.resize(size);
  return child.read(text.data(), size, seconds, hangs);
}

// What the child found; its death or silence otherwise.
Finding hear(Child& child, int seconds, bool& alive) {
  Finding finding;
  int64_t fallbacks = 0;
  bool hangs = false;
  alive = child.read(&fallbacks, sizeof fallbacks, seconds, hangs) && hear(child, finding.stage, seconds, hangs) &&
          (!finding.bad() || hear(child, finding.message, seconds, hangs));
  finding.fallbacks = static_cast<int>(fallbacks);
  if (alive) return finding;
  if (hangs) return {"hang", "nothing for " + std::to_string(seconds) + " s", 0};
  std::string how = child.wait(), words = child.last_words();
  // "… (src/complete/step.cc:155) [P900]": crashes at one place are one stage.
  const size_t end = words.find(") [P"), begin = words.rfind('(', end);
  const std::string place = end != std::string::npos ? words.substr(begin, end - begin + 1) : how;
  return {"crash " + place, how + "\n" + words, 0};
}

}  // namespace

Finding check_apart(const std::string& program, uint64_t seed, int seconds, Engine engine) {
  Child child([&](int out) { send(out, check_program(program, seed, engine)); });
  bool alive = false;
  return hear(child, seconds, alive);
}

SweepResult sweep(const SweepOptions& options) {
  SweepResult result{options.begin, 0, 0};
  const double start = now();
  auto is_over = [&] {
    return result.next >= options.end || result.findings >= options.max_findings ||
           (options.seconds > 0 && now() - start > options.seconds);
  };
  double last_progress = start;
  // Each takes every jobs-th seed, and is heard in turn; they run ahead by as much as a pipe holds.
  std::vector<std::unique_ptr<Child>> workers(std::max(options.jobs, 1U));
  while (!is_over()) {
    const uint64_t seed = result.next++;
    std::unique_ptr<Child>& worker = workers[(seed - options.begin) % workers.size()];
    if (worker == nullptr) {
      worker = std::make_unique<Child>([&, seed](int out) {
        for (uint64_t s = seed; s < options.end; s += workers.size()) send(out, check_seed(s, options.engine));
      });
    }
    bool alive = true;
    Finding finding = hear(*worker, kHangSeconds, alive);
    if (!alive) worker.reset();
    result.with_fallbacks += finding.fallbacks > 0 ? 1 : 0;
    if (finding.bad()) {
      ++result.findings;
      if (options.found) options.found(seed, finding);
    }
    if (options.progress && now() - last_progress > 5) {
      last_progress = now();
      options.progress(result.next, result.findings);
    }
  }
  return result;
}

}  // namespace partita::core::fuzz
