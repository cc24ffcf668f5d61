#include "tools/command_line_text.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

namespace partita::core::tools {
namespace {

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  std::vector<const CLI::App*> out = app.get_subcommands([](const CLI::App*) { return true; });
  return out;
}

// The words that an option takes where it takes certain ones: those in braces of its description.
std::vector<std::string> words_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t open = type.find('{'), close = type.find('}', open == std::string::npos ? 0 : open);
  std::vector<std::string> out;
  if (open == std::string::npos || close == std::string::npos) return out;
  std::string word;
  for (size_t i = open + 1; i <= close; ++i) {
    if (type[i] == ',' || type[i] == '}') {
      out.push_back(std::move(word));
      word.clear();
    } else {
      word += type[i];
    }
  }
  return out;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0 && !option.get_positional(); }
bool is_flag(const CLI::Option& option) {
  return option.get_type_size_max() == 0 || option.get_items_expected_min() == 0;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> out;
  for (const std::string& name : option.get_lnames()) out.push_back("--" + name);
  for (const std::string& name : option.get_snames()) out.push_back("-" + name);
  return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

// Within single quotes of a shell.
std::string quoted(std::string_view text, bool is_zsh) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (is_zsh && (c == '[' || c == ']' || c == ':' || c == '\\')) {
      out += fmt::format("\\{}", c);
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

// The first clause: all there is room for.
std::string brief(const std::string& description) {
  const size_t end = std::min(description.find(':'), description.find(';'));
  return description.substr(0, end);
}

std::string bash(const CLI::App& app) {
  std::string options, values;
  for (const CLI::App* verb : verbs_of(app)) {
    std::vector<std::string> words = option_names(*verb);
    for (const CLI::App* action : verbs_of(*verb)) words.push_back(action->get_name());
    options += fmt::format("    {}) words='{}' ;;\n", verb->get_name(), joined(words));
    for (const CLI::Option* option : verb->get_options()) {
      if (const std::vector<std::string> known = words_of(*option); !known.empty() && !option->get_positional()) {
        values += fmt::format("    {}:{}) words='{}' ;;\n", verb->get_name(),
                              joined(names_of(*option), "|" + verb->get_name() + ":"), joined(known));
      }
    }
  }
  return fmt::format(
      "# Completion of partita for bash: source this file, or put it where bash-completion looks.\n"
      "_partita() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=${{COMP_WORDS[1]}} words=\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $verb:$before in\n"
      "{}"
      "  esac\n"
      "  if [ -n \"$words\" ]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $verb in\n"
      "{}"
      "  esac\n"
      "  case $verb:$word in\n"
      "    *:-* | hardware:* | help:* | completion:*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _partita partita\n",
      joined(verb_names(app)), values, options);
}

std::string zsh(const CLI::App& app) {
  std::string verbs, cases;
  for (const CLI::App* verb : verbs_of(app)) {
    verbs += fmt::format("    '{}:{}'\n", verb->get_name(), quoted(brief(verb->get_description()), true));
    cases += fmt::format("    {})\n      _arguments \\\n", verb->get_name());
    for (const CLI::Option* option : verb->get_options()) {
      if (option->get_positional()) continue;
      for (const std::string& name : names_of(*option)) {
        cases += fmt::format("        '*{}[{}]", name, quoted(brief(option->get_description()), true));
        if (takes_value(*option) && !is_flag(*option)) {
          const std::vector<std::string> known = words_of(*option);
          cases += known.empty() ? ":value:_files" : fmt::format(":value:({})", joined(known));
        }
        cases += "' \\\n";
      }
    }
    std::vector<std::string> actions;
    for (const CLI::App* action : verbs_of(*verb)) actions.push_back(action->get_name());
    cases +=
        actions.empty() ? "        '*:file:_files' ;;\n" : fmt::format("        '*:action:({})' ;;\n", joined(actions));
  }
  return fmt::format(
      "#compdef partita\n"
      "# Completion of partita for zsh: put this as _partita into a folder of $fpath.\n"
      "local -a verbs\n"
      "verbs=(\n{})\n"
      "if (( CURRENT == 2 )); then\n"
      "  _describe 'verb' verbs\n"
      "else\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $verb in\n{}"
      "  esac\n"
      "fi\n",
      verbs, cases);
}

std::string fish(const CLI::App& app) {
  std::string out = "# Completion of partita for fish: put this into ~/.config/fish/completions.\n";
  for (const CLI::App* verb : verbs_of(app)) {
    out += fmt::format("complete -c partita -n __fish_use_subcommand -f -a {} -d '{}'\n", verb->get_name(),
                       quoted(brief(verb->get_description()), false));
    for (const CLI::App* action : verbs_of(*verb)) {
      out += fmt::format("complete -c partita -n '__fish_seen_subcommand_from {}' -f -a {}\n", verb->get_name(),
                         action->get_name());
    }
    for (const CLI::Option* option : verb->get_options()) {
      if (option->get_positional()) continue;
      out += fmt::format("complete -c partita -n '__fish_seen_subcommand_from {}'", verb->get_name());
      for (const std::string& name : option->get_lnames()) out += " -l " + name;
      for (const std::string& name : option->get_snames()) out += " -s " + name;
      if (takes_value(*option) && !is_flag(*option)) out += " -r";
      if (const std::vector<std::string> known = words_of(*option); !known.empty())
        out += " -f -a '" + joined(known) + "'";
      out += fmt::format(" -d '{}'\n", quoted(brief(option->get_description()), false));
    }
  }
  return out;
}

// Text of troff: a dash is one, and no line begins with a command.
std::string troff(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    begins = c == '\n';
  }
  return out;
}

std::string option_page(const CLI::Option& option) {
  std::vector<std::string> names = names_of(option);
  std::string head = names.empty() ? option.get_name() : joined(names, ", ");
  std::string type = option.get_type_name();
  if (const std::vector<std::string> known = words_of(option); !known.empty()) type = joined(known, "|");
  const bool shows_type = !names.empty() && takes_value(option) && !is_flag(option) && !type.empty();
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", troff(head), shows_type ? " \\fI" + troff(type) + "\\fR" : "",
                     troff(option.get_description()));
}

}  // namespace

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* verb : verbs_of(app)) out.push_back(verb->get_name());
  return out;
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> out;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_positional()) continue;
    for (std::string& name : names_of(*option)) out.push_back(std::move(name));
  }
  return out;
}

std::string completion_script(const CLI::App& app, std::string_view shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  if (shell == "fish") return fish(app);
  return {};
}

std::string manual_page(const CLI::App& app, std::string_view version) {
  std::string out = fmt::format(
      ".TH PARTITA 1 \"\" \"partita {}\" \"User Commands\"\n.SH NAME\npartita \\- {}\n"
      ".SH SYNOPSIS\n.B partita\n\\fIVERB FILE\\fR... [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n{}\n{}\n.SH VERBS\n",
      version, troff("partitions tensor programs over meshes of devices"), troff(app.get_description()),
      troff(app.get_footer()));
  for (const CLI::App* verb : verbs_of(app)) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", verb->get_name(), troff(verb->get_description()));
  }
  for (const CLI::App* verb : verbs_of(app)) {
    out += fmt::format(".SH partita {}\n{}.\n", verb->get_name(), troff(verb->get_description()));
    for (const CLI::App* action : verbs_of(*verb)) {
      out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", action->get_name(), troff(action->get_description()));
    }
    for (const CLI::Option* option : verb->get_options()) out += option_page(*option);
  }
  return out;
}

}  // namespace partita::core::tools
