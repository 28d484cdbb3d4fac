#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/serve/access.hpp"
#include "judge/serve/serve_options.hpp"
#include "judge/util/child_setting.hpp"
#include "judge/util/installation.hpp"

namespace judge {

// This process becomes the server: what stops the one stops the other.
static Result<int> become_server(ServeOptions options, const CommonOptions& common) {
  for (const auto& user : options.users)
    if (!is_user_name(user))
      return fail("--user {}: a name is of lower-case letters, digits, - and _, begins with a letter, and has at most 32",
                  user);
  options.common = common;
  std::vector<std::string> words{find_installation().prefix / "libexec/judge/judge-server"};
  for (auto& argument : server_arguments(options)) words.push_back(std::move(argument));
  const auto argv = pointers_to(words);
  execv(argv[0], argv.data());
  if (errno == ENOENT)
    return fail("{} is not there: in a clone, `tools/judge serve` builds it, and so does `cmake --build build/release`",
                words.front());
  return fail("{}: cannot be started: {}", words.front(), std::strerror(errno));
}

void add_serve(CommandLine& line) {
  const auto options = std::make_shared<ServeOptions>();
  auto* command = line.app.add_subcommand("serve", "Problems, editor, verdicts and boards in a browser, from this machine");
  command->add_option("--port", options->port, "Where it listens; 0 = any that is free")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  command
      ->add_option("--listen", options->listen,
                   "The IP address to listen at; another than this machine's own needs users' tokens")
      ->capture_default_str()
      ->check(CLI::ValidIPV4 | CLI::IsMember({"::1", "::"}));
  command->add_option("--user", options->users, "A user with a link of its own; once for each");
  command->add_option("--host", options->hosts, "A name by which browsers may reach it, beside IP addresses; once for each");
  command
      ->add_option("--solutions", options->solutions,
                   "Where the attempts are, plain files; default: ROOT/solutions/mine, of an installed judge ~/judge")
      ->type_name("FOLDER");
  command
      ->add_option("--data", options->data, "Where queue, history and secret are; default: beside the ledger's default place")
      ->type_name("FOLDER");
  command->footer(
      "It prints its address. Only this machine reaches it, unless --listen says otherwise; docs/serve.md has how to open it\n"
      "to others. Ctrl-C ends it, and what waits goes on at the next start.\n\n"
      "Examples:\n"
      "  judge serve\n"
      "  judge serve --port 9000 --solutions ~/cuda\n"
      "  judge serve --listen 192.168.1.5 --user anna --user ben");
  command->callback([&line, options] { line.action = [&line, options] { return become_server(*options, line.common); }; });
}

}  // namespace judge
