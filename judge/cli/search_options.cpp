#include "judge/cli/search_options.hpp"

namespace judge {

void add_search_options(CLI::App& command, ProblemSearch& search) {
  command.add_option("word", search.words, "Only those with each of these in their name, title, tags or group; or a number")
      ->type_name("WORD ...");
  command.add_flag("--easy", search.easy, "Only easy ones");
  command.add_flag("--medium", search.medium, "Only medium ones");
  command.add_flag("--hard", search.hard, "Only hard ones");
}

}  // namespace judge
