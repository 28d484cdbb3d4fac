#include "judge/cli/options.hpp"

#include <CLI/CLI.hpp>

#include "judge/ledger/ledger.hpp"

namespace judge {

namespace fs = std::filesystem;

static void add_path(CLI::App& app, const char* name, const char* type, const char* text, std::optional<fs::path>& path) {
  const auto take = [&path](const std::string& value) { path = value; };
  app.add_option_function<std::string>(name, take, text)->type_name(type)->group("Options of every command");
}

Result<fs::path> ledger_to_read(const CommonOptions& options) {
  const auto place = options.ledger_path();
  std::error_code error;
  if (options.ledger && Ledger::is_file(place) && !fs::exists(place, error))
    return fail("--ledger {}: no such file; `judge run` makes it", place.string());
  return place;
}

void add_common_options(CLI::App& app, CommonOptions& options) {
  add_path(app, "--root", "FOLDER",
           "Folder with problems/ and solutions/; default: $JUDGE_ROOT, or the nearest parent folder with them", options.root);
  add_path(app, "--cache", "FOLDER", "Where built attempts and references are kept", options.cache);
  add_path(app, "--ledger", "FILE", "Where results are kept: a file, or postgresql://USER@HOST/DATABASE", options.ledger);
  const auto take = [&options](const std::string& value) {
    options.runtime = value == name_of(RuntimeKind::cuda) ? RuntimeKind::cuda : RuntimeKind::emulated;
  };
  app.add_option_function<std::string>("--runtime", take,
                                       "Judge on a GPU or on the emulated runtime (default: a GPU if there is one)")
      ->check(CLI::IsMember({name_of(RuntimeKind::cuda), name_of(RuntimeKind::emulated)}))
      ->group("Options of every command");
}

}  // namespace judge
