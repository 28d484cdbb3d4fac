#include "judge/build/include_check.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "judge/build/cage.hpp"
#include "judge/util/c_lexer.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// Behind each of these words, in code or not, must come (<NAME, with no path from the root.
bool asks_for_files(std::string_view content) {
  constexpr std::string_view blank = " \t";
  for (const std::string_view word : {"__has_include", "__has_embed"})
    for (auto at = content.find(word); at != content.npos; at = content.find(word, at + 1)) {
      std::string_view rest = content.substr(at + word.size());
      if (rest.starts_with("_next")) rest.remove_prefix(5);
      rest.remove_prefix(std::min(rest.find_first_not_of(blank), rest.size()));
      if (!rest.starts_with('(')) return true;
      rest.remove_prefix(1);
      rest.remove_prefix(std::min(rest.find_first_not_of(blank), rest.size()));
      if (!rest.starts_with('<') || rest.starts_with("</") || rest.starts_with("<.")) return true;
    }
  return false;
}

struct Found {
  std::string name;
  fs::path file, includer;
};

struct Search {
  const std::vector<fs::path>& folders;
  std::set<fs::path> seen;
  std::vector<Found> waiting;
  Includes includes;

  // Where the compiler will find `name`, in its quotes or angle brackets; empty = elsewhere.
  fs::path find(const std::string& name, const fs::path& beside) const {
    const bool is_quoted = name.starts_with('"');
    const std::size_t end = is_quoted ? name.find('"', 1) : name.starts_with('<') ? name.find('>') : name.npos;
    if (end == name.npos) return {};  // a macro
    const fs::path plain = name.substr(1, end - 1);
    std::error_code error;
    if (is_quoted && fs::exists(beside / plain, error)) return beside / plain;
    for (const auto& folder : folders)
      if (fs::exists(folder / plain, error)) return folder / plain;
    return {};
  }

  // A chain of headers may be long.
  Result<void> check(const fs::path& source, std::string_view content) {
    note_includes_of(source, content);
    while (!waiting.empty()) {
      const auto [name, file, includer] = std::move(waiting.back());
      waiting.pop_back();
      const auto text = read_file(file);
      if (!text) return fail("{}: #include {}: {}", includer.string(), name, text.error().message);
      if (is_header(file) && !name.starts_with("\"/") && !name.starts_with("</")) includes.headers.push_back(file);
      note_includes_of(file, *text);
    }
    return {};
  }

  void note_includes_of(const fs::path& source, std::string_view content) {
    includes.asks_for_files |= asks_for_files(content);
    for (const std::string& name : included_names(content)) {
      const fs::path found = find(name, source.parent_path());
      if (!found.empty() && seen.insert(found.lexically_normal()).second) waiting.push_back({name, found, source});
    }
  }
};

}  // namespace

Result<Includes> check_includes(const fs::path& source, std::string_view content, const std::vector<fs::path>& include_dirs) {
  Search search{include_dirs, {}, {}, {}};
  JUDGE_CHECK(search.check(source, content));
  return std::move(search.includes);
}

}  // namespace judge
