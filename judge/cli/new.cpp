#include <memory>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/cli/commands.hpp"
#include "judge/render/output.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

/// --root may name a folder that has no problems/ yet: this makes it.
Result<fs::path> root_for_new(const CommonOptions& common) {
  if (!common.root) {
    const auto installation = find_installation();
    JUDGE_TRY(const auto root, find_root(std::nullopt, installation));
    std::error_code error;
    if (!fs::equivalent(root, installation.share(), error)) return root;
    return fail(
        "there is no problems/ folder here or above, and the installed problems are not changed; name a folder of your own: "
        "--root DIR makes DIR/problems");
  }
  std::error_code error;
  fs::create_directories(*common.root / "problems", error);
  if (error) return fail("{}: cannot be made: {}", (*common.root / "problems").string(), error.message());
  return *common.root;
}

/// "The format: ...", where a file describes it.
std::string format_line(const fs::path& root) {
  std::error_code error;
  for (const auto& folder : {root, find_installation().share()})
    if (const auto file = folder / "problems/README.md"; fs::exists(file, error)) return " The format: " + file.string();
  return "";
}

Result<int> make_problem(const CommonOptions& common, const NewProblem& options) {
  JUDGE_TRY(const auto root, root_for_new(common));
  JUDGE_TRY(const auto folder, create_problem(root, options));
  JUDGE_TRY(const auto problem, load_problem(folder));
  JUDGE_CHECK(
      print(fmt::format("{0}: made, with {1}_starter.cu in solutions/. Next:\n"
                        "  problem.json   correct the shapes of the buffers, how inputs are filled, the tolerance\n"
                        "  reference.cpp  compute what is right\n"
                        "  tests.json     add the cases that matter\n"
                        "  statement.md   say what is to be solved\n"
                        "  {2}  fill in the kernel\n"
                        "then `judge verify {3}{4}` says whether it is sound.{5}\n",
                        folder.string(), problem.prefix, (root / "solutions" / (problem.prefix + "_starter.cu")).string(),
                        problem.name, common.root ? " --root " + common.root->string() : "", format_line(root))));
  return k_exit_fine;
}

}  // namespace

void add_new(CommandLine& line) {
  const auto options = std::make_shared<NewProblem>();
  auto* command = line.app.add_subcommand("new", "Make a new problem folder that already builds, to fill in");
  command->add_option("name", options->name, "The folder's name, such as matrix-multiply")->required();
  command->add_option("--signature", options->signature, "The declaration of solve(); const pointers are inputs")->required();
  command->add_option("--prefix", options->prefix, "Attempts are solutions/PREFIX_*.cu; default: the initials of the name");
  command->footer(
      "Examples:\n"
      "  judge new matrix-multiply \\\n"
      "    --signature 'void solve(const float* A, const float* B, float* C, int M, int N, int K)'\n"
      "  judge new my-scan --prefix scan --root ~/my-problems --signature 'void solve(const int* in, int* out, int N)'");
  command->callback([&line, options] { line.action = [&line, options] { return make_problem(line.common, *options); }; });
}

}  // namespace judge
