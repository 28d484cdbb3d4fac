#include "judge/build/link_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/build/judge_lines.hpp"
#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

struct Library {
  std::string_view name;  // as in -lNAME; its functions begin so, too
  bool emulated;          // the emulated runtime has it
};

constexpr std::array k_libraries{Library{"cublas", true},   Library{"cublasLt", false}, Library{"cudnn", false},
                                 Library{"cufft", false},   Library{"curand", true},    Library{"cusolver", false},
                                 Library{"cusparse", false}};

std::string names() {
  std::string text;
  for (const Library& library : k_libraries) text += fmt::format("{}{}", text.empty() ? "" : ", ", library.name);
  return text;
}

// cublas_v2.h, cusolverDn.h, cufftXt.h; but cublasLt.h is cublasLt's, and curand_kernel.h needs no library.
bool belongs_to(std::string_view header, const Library& library) {
  if (!header.starts_with(library.name) || !header.ends_with(".h")) return false;
  const std::string_view rest = header.substr(library.name.size());
  if (library.name == "curand") return rest == ".h";
  return library.name != "cublas" || !rest.starts_with("Lt");
}

std::unexpected<LinkProblem> problem(int line, std::string message, bool unsupported = false) {
  return std::unexpected(LinkProblem{line, std::move(message), unsupported});
}

}  // namespace

std::expected<std::vector<std::string>, LinkProblem> linked_libraries(std::string_view source, Compiler::Family family) {
  const auto lines = judge_lines(source);
  if (!lines) return problem(lines.error().line, lines.error().message);
  std::vector<std::string> found;
  for (const JudgeLine& line : *lines) {
    if (line.key != JudgeLine::Key::link) continue;
    if (line.words.empty()) return problem(line.line, fmt::format("which library? There are {}", names()));
    for (const std::string& name : line.words) {
      const auto* library = std::ranges::find(k_libraries, name, &Library::name);
      if (library == k_libraries.end())
        return problem(line.line, fmt::format("'{}' is no library that can be linked; there are {}", name, names()));
      if (family == Compiler::Family::cucc && !library->emulated)
        return problem(line.line, fmt::format("linking {} is not supported by the emulated runtime", name), true);
      if (!contains(found, name)) found.emplace_back(name);
    }
  }
  return found;
}

std::vector<std::string> libraries_of_headers(std::string_view source) {
  std::vector<std::string> found;
  for (const std::string& name : included_names(source)) {
    const std::string_view header = std::string_view(name).substr(0, name.find_last_of(">\"")).substr(name.empty() ? 0 : 1);
    for (const Library& library : k_libraries)
      if (belongs_to(header, library) && !contains(found, library.name)) found.emplace_back(library.name);
  }
  return found;
}

std::vector<std::string> missing_libraries(std::string_view messages) {
  std::vector<std::string> missing;
  for (const Library& library : k_libraries) {
    // ld: undefined reference to `cublasCreate_v2'. cublasLt's functions begin with cublas, too.
    const std::string reference = fmt::format("undefined reference to `{}", library.name);
    auto at = messages.find(reference);
    if (library.name == "cublas")
      while (at != messages.npos && messages.substr(at + reference.size()).starts_with("Lt"))
        at = messages.find(reference, at + 1);
    if (at != messages.npos) missing.emplace_back(library.name);
  }
  return missing;
}

}  // namespace judge
