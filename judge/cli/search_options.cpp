#include "judge/cli/search_options.hpp"

namespace judge {

void add_search_options(CLI::App& command, ProblemSearch& search) {
  command.add_option("word", search.words, "Only problems with all these words in name, title, tags or group; or a number")
      ->type_name("WORD ...");
  command.add_flag("--easy", search.easy, "Only easy problems");
  command.add_flag("--medium", search.medium, "Only medium problems");
  command.add_flag("--hard", search.hard, "Only hard problems");
}

}  // namespace judge
