// The manual pages, made of what --help shows, so that a page has each command, option and example as soon as the parser has it. help2man
// would make them of --help's text: it knows neither of the groups of options nor of footers, and would guess what a line means. Here the options come from the parser itself; footers are text with a few fixed beginnings ("Examples:", "Exit
// status:", an indented line).
#include "judge/helptext/manual.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

using Lines = std::vector<std::string>;

/// The text as roff's input: each character comes out as it is, to be copied into a shell.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '`': result += "\\(ga"; break;
      case '"': result += "\\(dq"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += c;
    }
  return result;
}

/// A line of roff that is no instruction.
std::string line_of(std::string roff) { return (roff.starts_with('.') ? "\\&" : "") + roff + '\n'; }

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

/// Prose, in which what stands between backquotes is bold.
std::string prose(std::string_view text) {
  std::string result;
  bool is_code = false;
  for (const auto& part : CLI::detail::split(std::string(text), '`')) {
    if (!part.empty()) result += is_code ? bold(part) : escaped(part);
    is_code = !is_code;
  }
  return result;
}

/// "Build and test" -> "build and test"; "CSV files" as it is.
std::string uncapitalised(std::string text) {
  const auto is_upper = [&](std::size_t at) { return at < text.size() && std::isupper(static_cast<unsigned char>(text[at])); };
  if (is_upper(0) && !is_upper(1)) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (!text.empty() && !std::string_view(".:!?").contains(text.back())) text += '.';
  return text;
}

/// A literal block.
std::string example(const Lines& lines) {
  std::string text = ".EX\n";
  for (const auto& line : lines) text += line_of(escaped(line));
  return text + ".EE\n";
}

/// What a footer says: paragraphs and literal blocks, the examples, and the exit statuses ("0 all accepted").
struct Footer {
  std::string paragraphs;
  Lines examples;
  Lines exit_statuses;
};

std::string paragraphs_of(const Lines& lines) {
  std::string text, paragraph;
  Lines block;
  const auto flush = [&] {
    if (!paragraph.empty()) text += ".PP\n" + line_of(prose(paragraph));
    if (!block.empty()) text += ".PP\n" + example(block);
    paragraph.clear();
    block.clear();
  };
  for (const auto& line : lines) {
    const bool is_literal = line.starts_with(' ');
    if (line.empty() || (is_literal ? !paragraph.empty() : !block.empty())) flush();
    if (is_literal) block.push_back(line);
    else if (!line.empty()) paragraph += (paragraph.empty() ? "" : " ") + line;
  }
  flush();
  return text;
}

/// "0 all accepted, 1 some attempt not accepted." -> each of them; a comma that no number follows belongs to the text.
Lines exit_statuses_of(std::string_view text) {
  Lines statuses;
  for (const auto& part : CLI::detail::split(std::string(text), ',')) {
    auto words = CLI::detail::trim_copy(part);
    if (words.ends_with('.')) words.pop_back();
    if (statuses.empty() || (!words.empty() && std::isdigit(static_cast<unsigned char>(words.front()))))
      statuses.push_back(words);
    else statuses.back() += ", " + words;
  }
  return statuses;
}

Footer parsed_footer(const std::string& text) {
  constexpr std::string_view k_exit_status = "Exit status: ";
  Footer footer;
  Lines others;
  bool in_examples = false;
  for (const auto& line : CLI::detail::split(text, '\n')) {
    if (line == "Examples:" || line == "Example:") in_examples = true;
    else if (line.starts_with(k_exit_status)) footer.exit_statuses = exit_statuses_of(line.substr(k_exit_status.size()));
    else if (in_examples && line.starts_with("  ")) footer.examples.push_back(line.substr(2));
    else if (!in_examples || !line.empty()) others.push_back(line);
  }
  footer.paragraphs = paragraphs_of(others);
  return footer;
}

/// "INT in [1 - 100]" -> "from 1 to 100"; what is no range as it is.
std::string range_of(const std::string& limits) {
  const auto open = limits.find("in ["), middle = limits.find(" - "), close = limits.find(']');
  if (open == std::string::npos || middle == std::string::npos || close == std::string::npos) return limits;
  return "from " + limits.substr(open + 4, middle - open - 4) + " to " + limits.substr(middle + 3, close - middle - 3);
}

/// CLI11 says a type as "UINT:INT in [1 - 100]": what the value is called, and what limits it.
struct ValueType {
  std::string name;
  std::string limits;
};

ValueType value_type(const CLI::Option& option) {
  const auto type = option.get_type_name();
  const auto colon = type.find(':');
  if (colon == std::string::npos) return {type, ""};
  auto limits = type.substr(colon + 1);
  if (limits.starts_with('{')) {
    std::ranges::replace(limits, ',', '|');
    return {limits, ""};
  }
  return {type.substr(0, colon), range_of(limits)};
}

/// "--csv, --markdown", in the order of their names: the set's own is another in each process.
std::string names_of(const std::set<CLI::Option*>& options) {
  std::set<std::string> names;
  for (const auto* option : options) names.insert(option->get_name());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string description_of(const CLI::Option& option) {
  std::string text = prose(sentence(option.get_description()));
  if (const auto limits = value_type(option).limits; !limits.empty()) text += " " + escaped(sentence(limits));
  if (const auto value = option.get_default_str(); !value.empty()) text += " Default: " + escaped(value) + ".";
  if (option.get_required() && !option.get_positional()) text += " Required.";
  if (!option.get_excludes().empty()) text += " Not together with " + escaped(names_of(option.get_excludes())) + ".";
  return line_of(text);
}

/// "-h, --help", "--seed UINT", "--hint[=NUMBER]".
std::string tag_of(const CLI::Option& option) {
  const auto names = option.get_lnames();
  std::string tag;
  for (const auto& name : option.get_snames()) tag += (tag.empty() ? "" : ", ") + bold("-" + name);
  for (const auto& name : names) tag += (tag.empty() ? "" : ", ") + bold("--" + name);
  const bool has_optional_value = std::ranges::any_of(names, [&](auto& name) { return contains(option.get_fnames(), name); });
  if (has_optional_value) return tag + "[" + bold("=") + italic("NUMBER") + "]";
  if (option.get_items_expected_max() == 0) return tag;
  return tag + " " + italic(value_type(option).name);
}

/// Below each heading the options of a group, in the parser's order; of groups with a name of their own, with that.
std::string options_text(const CLI::App& app) {
  std::string text;
  for (const auto& group : app.get_groups()) {
    std::string of_group;
    for (const auto* option : app.get_options())
      if (!option->get_positional() && !group.empty() && option->get_group() == group)
        of_group += ".TP\n" + tag_of(*option) + '\n' + description_of(*option);
    if (of_group.empty()) continue;
    text += (group == "Options" ? "" : ".SS " + escaped(group) + '\n') + of_group;
  }
  return text;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string word_of(const CLI::Option& positional) {
  const auto word = italic(positional.get_name(true)) + (positional.get_items_expected_max() > 1 ? " ..." : "");
  return positional.get_required() ? word : "[" + word + "]";
}

std::string arguments_text(const CLI::App& app) {
  std::string text;
  for (const auto* positional : positionals_of(app))
    text += ".TP\n" + word_of(*positional) + '\n' + description_of(*positional);
  return text.empty() ? "" : ".SH ARGUMENTS\n" + text;
}

std::string exit_status_text(const Lines& statuses) {
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& status : statuses) {
    const auto space = std::min(status.find(' '), status.size());
    text += ".TP\n" + bold(status.substr(0, space)) + '\n' +
            prose(sentence(status.substr(std::min(space + 1, status.size())))) + '\n';
  }
  return text + ".TP\n\\fB128\\fR + \\fIN\\fR\nSignal \\fIN\\fR ended it: 130 after Ctrl\\-C.\n";
}

struct Entry {
  const char* name;
  const char* text;
};

constexpr Entry k_files[] = {
    {"$XDG_CACHE_HOME/judge, ~/.cache/judge",
     "Built attempts and references, limited in size. `--cache` names another folder."},
    {"$XDG_DATA_HOME/judge/ledger.sqlite, ~/.local/share/judge/ledger.sqlite",
     "The ledger: the results of all runs. `--ledger` names another file."},
    {"problems/, solutions/",
     "Problems and attempts, in the nearest parent folder that has `problems/`. Where there is none, those that are installed "
     "with the "
     "judge, in PREFIX/share/judge."},
    {"PREFIX/share/doc/judge/docs/",
     "What is named as docs/... here and in messages. PREFIX is /usr where a package installed the judge."},
};

constexpr Entry k_variables[] = {
    {"JUDGE_ROOT", "The folder with problems/ and solutions/; `--root` comes before it."},
    {"JUDGE_SHIPPED_ROOT",
     "The folder with the problems/ and solutions/ that come with the judge, which are seen beside others; by default the "
     "installation's."},
    {"XDG_CACHE_HOME, XDG_DATA_HOME", "See FILES."},
    {"CXX",
     "The C++ compiler of references. Default: g++, clang++ or c++, the first that is in PATH. Attempts on the emulated "
     "runtime are compiled by clang++ or g++ from PATH."},
    {"CPATH", "Folders of headers that attempts may include, with a colon between them."},
    {"CUDA_HOME, CUDA_PATH", "Where the CUDA Toolkit is, if its nvcc is not in PATH."},
    {"JUDGE_CUDART", "The libcudart.so of the CUDA Toolkit, if it is not found there."},
    {"NVCC_CCBIN", "The host compiler that nvcc uses."},
    {"JUDGE_EMULATED_THREADS", "Number of threads of the emulated runtime. Default: one for each processor."},
    {"JUDGE_EMULATED_MEMORY_MIB",
     "Device memory of the emulated runtime, in MiB. Default: three quarters of the machine's memory."},
    {"NO_COLOR, CLICOLOR, CLICOLOR_FORCE",
     "No colours if NO_COLOR is set or CLICOLOR is 0; colours in a file or pipe, too, if "
     "CLICOLOR_FORCE is set and not 0."},
};

std::string entries_text(const char* heading, std::span<const Entry> entries) {
  std::string text = fmt::format(".SH {}\n", heading);
  for (const auto& entry : entries) text += ".TP\n" + bold(entry.name) + '\n' + prose(entry.text) + '\n';
  return text;
}

/// What a page begins with. `synopsis` is roff.
std::string head_of(const std::string& name, const std::string& title, const std::string& synopsis, const std::string& date) {
  std::string upper = name;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  auto short_title = uncapitalised(title);
  if (short_title.ends_with('.')) short_title.pop_back();
  return fmt::format(".\\\" Made of the help of judge " JUDGE_VERSION ".\n.TH {} 1 \"{}\" \"judge " JUDGE_VERSION
                     "\" \"Manual of judge\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}\n.SH DESCRIPTION\n{}\n",
                     escaped(upper), date, escaped(name), prose(short_title), synopsis, prose(sentence(title)));
}

/// What a page ends with.
std::string tail_of(const Footer& footer, const Lines& exit_statuses, const std::string& see_also) {
  std::string text =
      exit_status_text(exit_statuses) + entries_text("ENVIRONMENT", k_variables) + entries_text("FILES", k_files);
  if (!footer.examples.empty()) text += ".SH EXAMPLES\n" + example(footer.examples);
  return text + ".SH SEE ALSO\n" + see_also;
}

std::string page_name(const CLI::App& command) { return "judge-" + command.get_name(); }

std::string page_of_command(const CLI::App& app, const CLI::App& command, const std::string& date) {
  const auto footer = parsed_footer(command.get_footer());
  std::string synopsis = bold("judge " + command.get_name()) + " [" + italic("OPTIONS") + "]";
  for (const auto* positional : positionals_of(command)) synopsis += " " + word_of(*positional);
  const auto statuses = footer.exit_statuses.empty() ? parsed_footer(app.get_footer()).exit_statuses : footer.exit_statuses;
  std::string common;
  for (const auto* option : app.get_options())
    if (option->get_group() != "Options") common += ".TP\n" + tag_of(*option) + '\n' + description_of(*option);
  return head_of(page_name(command), command.get_description(), synopsis, date) + footer.paragraphs + arguments_text(command) +
         ".SH OPTIONS\n" + options_text(command) + ".SS Options of every command\n" + common +
         tail_of(footer, statuses, ".BR judge (1)\n");
}

std::string page_of_program(const CLI::App& app, std::span<const CLI::App* const> commands, const std::string& date) {
  const auto footer = parsed_footer(app.get_footer());
  std::string list, see_also;
  for (const auto* command : commands) {
    list += ".TP\n" + bold(command->get_name()) + '\n' + prose(sentence(command->get_description())) + '\n';
    see_also += fmt::format("{}.BR {} (1)", see_also.empty() ? "" : ",\n", escaped(page_name(*command)));
  }
  const auto synopsis = bold("judge") + " " + italic("COMMAND") + " [" + italic("OPTIONS") + "] [" + italic("ARGUMENTS") + "]";
  return head_of("judge", app.get_description(), synopsis, date) + footer.paragraphs +
         ".PP\nA problem is a folder that declares \\fBsolve()\\fR, its cases and a reference. An attempt is one .cu file. The "
         "judge builds "
         "the attempt, runs it in a process of its own, compares each output with the reference, times it, and ranks it among "
         "all attempts "
         "so far. Without an NVIDIA GPU everything works on an emulated CUDA runtime.\n" +
         ".SH COMMANDS\nEach has a page of its own, such as\n.BR judge\\-run (1).\n" + list + ".SH OPTIONS\n" +
         options_text(app) + tail_of(footer, footer.exit_statuses, see_also + '\n');
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& app, const std::string& date) {
  // An empty group is how the parser hides a command.
  const auto commands = app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
  std::vector<ManualPage> pages{{"judge", page_of_program(app, commands, date)}};
  for (const auto* command : commands) pages.push_back({page_name(*command), page_of_command(app, *command, date)});
  return pages;
}

Result<void> write_manual(const std::filesystem::path& folder, const CLI::App& app, const std::string& date) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("{}: cannot be made: {}", folder.string(), error.message());
  for (const auto& page : manual_pages(app, date)) JUDGE_CHECK(write_file(folder / (page.name + ".1"), page.text));
  return {};
}

}  // namespace judge
