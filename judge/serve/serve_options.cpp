#include "judge/serve/serve_options.hpp"

#include <cstdlib>

#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

// One argument, a JSON object: judge and judge-server are one build.
std::vector<std::string> server_arguments(const ServeOptions& options) { return {json_text(encode(options))}; }

Result<ServeOptions> options_of(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1) return fail("judge-server is started by `judge serve`");
  JUDGE_TRY(const auto json, parse_json(arguments.front()));
  return decode<ServeOptions>(json, "the options");
}

std::filesystem::path solutions_folder(const ServeOptions& options, const std::filesystem::path& root,
                                       const Installation& installation) {
  if (!options.solutions.empty()) return std::filesystem::absolute(options.solutions);
  std::error_code error;
  if (!std::filesystem::equivalent(root, installation.share(), error)) return root / "solutions" / "mine";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::filesystem::path(home) / "judge" : default_data_dir() / "solutions";
}

}  // namespace judge
