#include "judge/serve/serve_options.hpp"

#include <cstdlib>

#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

// One argument, a JSON object: judge and judge-server are one build.
std::vector<std::string> server_arguments(const ServeOptions& options) {
  nlohmann::json json{{"listen", options.listen},
                      {"port", options.port},
                      {"users", options.users},
                      {"hosts", options.hosts},
                      {"solutions", options.solutions.string()},
                      {"data", options.data.string()}};
  if (options.common.root) json["root"] = options.common.root->string();
  if (options.common.cache) json["cache"] = options.common.cache->string();
  if (options.common.ledger) json["ledger"] = options.common.ledger->string();
  if (options.common.runtime) json["runtime"] = name_of(*options.common.runtime);
  return {json_text(json)};
}

Result<ServeOptions> options_of(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1) return fail("judge-server is started by `judge serve`");
  JUDGE_TRY(const auto json, parse_json(arguments.front()));
  ServeOptions options;
  const auto text = [&](const char* name) -> std::optional<std::string> {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
  };
  const auto list = [&](const char* name) {
    std::vector<std::string> texts;
    if (const auto found = json.find(name); found != json.end() && found->is_array())
      for (const auto& one : *found)
        if (one.is_string()) texts.push_back(one);
    return texts;
  };
  options.listen = text("listen").value_or(options.listen);
  if (const auto port = json.find("port"); port != json.end() && port->is_number_integer()) options.port = *port;
  options.users = list("users");
  options.hosts = list("hosts");
  options.solutions = text("solutions").value_or("");
  options.data = text("data").value_or("");
  options.common.root = text("root");
  options.common.cache = text("cache");
  options.common.ledger = text("ledger");
  if (const auto runtime = text("runtime"))
    options.common.runtime = *runtime == "cuda" ? RuntimeKind::cuda : RuntimeKind::emulated;
  return options;
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
