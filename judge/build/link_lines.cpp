#include "judge/build/link_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace judge {

namespace {

struct Library {
  std::string_view name;       // as in -lNAME; its functions begin so, too
  bool emulated;               // the emulated runtime has it
};

constexpr std::array libraries{Library{"cublas", true}, Library{"cublasLt", false}, Library{"cudnn", false},
                               Library{"cufft", false}, Library{"curand", true},    Library{"cusolver", false},
                               Library{"cusparse", false}};

std::string names() {
  std::string text;
  for (const Library& library : libraries) text += fmt::format("{}{}", text.empty() ? "" : ", ", library.name);
  return text;
}

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\r,";
  std::vector<std::string_view> words;
  for (auto begin = text.find_first_not_of(blanks); begin != text.npos; begin = text.find_first_not_of(blanks)) {
    text.remove_prefix(begin);
    words.push_back(text.substr(0, text.find_first_of(blanks)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

// The words behind "// judge:", or none.
std::vector<std::string_view> directive_of(std::string_view line) {
  for (const std::string_view part : {"//", "judge:"}) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(part)) return {};
    line.remove_prefix(part.size());
  }
  return words_of(line);
}

std::unexpected<LinkProblem> problem(int line, std::string message, bool unsupported = false) {
  return std::unexpected(LinkProblem{line, std::move(message), unsupported});
}

}  // namespace

std::expected<std::vector<std::string>, LinkProblem> linked_libraries(std::string_view source,
                                                                      Compiler::Family family) {
  std::vector<std::string> found;
  for (int number = 1; !source.empty(); ++number) {
    const std::string_view line = source.substr(0, source.find('\n'));
    source.remove_prefix(std::min(line.size() + 1, source.size()));
    const auto words = directive_of(line);
    if (words.empty() || words[0] != "link") continue;
    if (words.size() == 1) return problem(number, fmt::format("which library? There are {}", names()));
    for (const std::string_view name : std::span(words).subspan(1)) {
      const auto* library = std::ranges::find(libraries, name, &Library::name);
      if (library == libraries.end())
        return problem(number, fmt::format("'{}' is no library that can be linked; there are {}", name, names()));
      if (family == Compiler::Family::cucc && !library->emulated)
        return problem(number, fmt::format("linking {} is not supported by the emulated runtime", name), true);
      if (std::ranges::find(found, name) == found.end()) found.emplace_back(name);
    }
  }
  return found;
}

std::string link_advice(std::string_view messages) {
  std::string advice;
  for (const Library& library : libraries) {
    // ld: undefined reference to `cublasCreate_v2'. cublasLt's functions begin with cublas, too.
    const std::string missing = fmt::format("undefined reference to `{}", library.name);
    auto at = messages.find(missing);
    if (library.name == "cublas")
      while (at != messages.npos && messages.substr(at + missing.size()).starts_with("Lt")) at = messages.find(missing, at + 1);
    if (at == messages.npos) continue;
    advice += fmt::format("functions of {0} are used, but it is not linked: begin the file with '// judge: link {0}'\n",
                          library.name);
  }
  return advice;
}

}  // namespace judge
