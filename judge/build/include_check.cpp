#include "judge/build/include_check.hpp"

#include <set>
#include <string>

#include "judge/util/c_lexer.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

struct Search {
  const std::vector<fs::path>& folders;
  std::set<fs::path> seen;

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

  Result<void> check(const fs::path& source, std::string_view content) {
    for (const std::string& name : included_names(content)) {
      const fs::path found = find(name, source.parent_path());
      if (found.empty() || !seen.insert(found.lexically_normal()).second) continue;
      const auto text = read_file(found);
      if (!text) return fail("{}: #include {}: {}", source.string(), name, text.error().message);
      JUDGE_CHECK(check(found, *text));
    }
    return {};
  }
};

}  // namespace

Result<void> check_includes(const fs::path& source, std::string_view content, const std::vector<fs::path>& include_dirs) {
  return Search{include_dirs, {}}.check(source, content);
}

}  // namespace judge
