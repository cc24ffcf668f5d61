// The command line, from its words to an exit status. verbs.cc has the verbs; what each does is in a file of its own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/internal_error.h"
#include "partita/version.h"
#include "tools/command_line_text.h"
#include "tools/message_text.h"
#include "tools/options.h"
#include "tools/suggestions.h"
#include "tools/verbs.h"

namespace partita::core::tools {
namespace {

// What CLI11 says of a wrong command line, with what may have been meant.
std::string better_words(const CLI::App& app, int argc, char** argv, const CLI::ParseError& e) {
  if (argc < 2) return "a verb is missing: " + fmt::format("{}", fmt::join(verb_names(app), ", "));
  const std::vector<std::string> verbs = verb_names(app);
  const std::string first = argv[1];
  const bool is_verb = std::find(verbs.begin(), verbs.end(), first) != verbs.end();
  if (!is_verb && !first.starts_with('-')) {
    return fmt::format("no verb is called '{}'{}", first, did_you_mean(first, verbs));
  }
  if (!is_verb || dynamic_cast<const CLI::ExtrasError*>(&e) == nullptr) return e.what();
  std::vector<std::string> known = option_names(*app.get_subcommand(first));
  for (int i = 2; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string_view(argv[i]).find('='));
    if (word.size() < 2 || !word.starts_with('-') || std::find(known.begin(), known.end(), word) != known.end())
      continue;
    if (std::string(e.what()).find(word) == std::string::npos) continue;
    return fmt::format("{} has no option '{}'{}", first, word, did_you_mean(word, known));
  }
  return e.what();
}

int run(int argc, char** argv) {
  CLI::App app("Partita partitions tensor programs over meshes of devices.", "partita");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("partita ") + version());
  app.get_formatter()->column_width(34);
  app.footer(
      "Results go to -o or standard output, everything else to standard error. Exit status: 0 done; 1 an error in the "
      "input\n"
      "or on the command line; 2 a check, comparison or budget failed; 70 a bug of ours.");
  Options options;
  int status = 0;

  add_verbs(app, options, status);

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForAllHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForVersion& e) {  // a text to print, and nothing else to do
    std::string text = e.what();
    if (!text.ends_with('\n')) text += '\n';
    std::fputs(text.c_str(), stdout);
    return kDone;
  } catch (const CLI::ParseError& e) {
    const bool json =
        std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
    if (json) {
      Diagnostic d = error_without_place(Code::kUsage, better_words(app, argc, argv, e));
      d.file = "command line";
      std::fprintf(stderr, "%s\n", diagnostic_json(d).c_str());
      return kUserError;
    }
    std::fprintf(stderr,
                 "partita: error: %s [P500]\nRun 'partita --help', or 'partita VERB --help', for the options.\n",
                 better_words(app, argc, argv, e).c_str());
    return kUserError;
  }
  return status;
}

}  // namespace
}  // namespace partita::core::tools

// A compilation takes and gives back blocks of some hundred kilobytes by the dozen. As glibc comes, each goes back to
// the kernel, and its pages are cleared again for the next: a tenth of the time of a small program.
static void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int main(int argc, char** argv) {
  keep_freed_memory();
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond a limit is an error of write()
#endif
  try {
    return partita::core::tools::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "partita: error: out of memory [P407]\n");
    return partita::core::tools::kUserError;
  } catch (const partita::core::InternalError& e) {
    std::fprintf(stderr,
                 "partita: internal error: %s [P900]\n"
                 "This is a bug of partita. Please report it with the command line and the input.\n",
                 e.what());
    return partita::core::tools::kOurBug;
  } catch (const std::exception& e) {
    std::fprintf(stderr,
                 "partita: internal error: %s [P900]\nThis is a bug of partita. Please report it with the input.\n",
                 e.what());
    return partita::core::tools::kOurBug;
  }
}
