#include <memory>

#include "judge/serve/line_diff.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/statement.hpp"
#include "judge/tests/fuzz/lines.hpp"
#include "judge/util/files.hpp"

namespace judge::fuzz {

namespace {

/// Takes every order and never comes to an end with it.
class IdleEngine : public Engine {
 public:
  Result<void> begin(const EngineJob&) override { return fail("it judges nothing"); }
  Result<std::optional<WorkerEvent::What>> next(std::chrono::milliseconds) override { return std::nullopt; }
  void end() override {}
};

// A root with one problem: the pages read all there are, again and again.
void write_root(const std::filesystem::path& root) {
  const auto problem = root / "problems" / "reduction";
  std::filesystem::create_directories(problem);
  const auto write = [&](const char* name, std::string_view text) { write_file(problem / name, text).value(); };
  write("solve.h", "extern \"C\" void solve(const float* A, float* B, int N);\n");
  write("problem.json", R"({"title": "Reduction", "number": 4, "difficulty": "easy", "tags": ["a"], "prefix": "red",
    "buffers": {"A": {"shape": "N", "fill": {"uniform": [0, 1]}}, "B": {"shape": 1}}})");
  write("tests.json", R"({"cases": [{"scalars": {"N": 2}, "timed": true}]})");
  write("statement.md", "# Reduction\n\n`B[0]` is the sum of *A*.\n");
  write("reference.cpp", "void solve(const float*, float*, int) {}\n");
}

/// judge-server without its sockets, in a folder of its own.
struct Server {
  Server() { write_root(folder.path()); }

  TemporaryDirectory folder = TemporaryDirectory::create("fuzz").value();
  std::unique_ptr<Store> store = Store::open(folder.path() / "queue.sqlite").value();
  Dispatcher dispatcher{*store, std::make_unique<IdleEngine>(), {.most_waiting = 0}};
  std::unique_ptr<Site> site;
  int requests = 0;

  // A new one where the limit of a user's requests comes near.
  Site& at_hand() {
    if (requests++ % 25 == 0)
      site = std::make_unique<Site>(Site::Options{.common = {.root = folder.path(),
                                                             .cache = folder.path() / "cache",
                                                             .ledger = folder.path() / "ledger.sqlite",
                                                             .runtime = RuntimeKind::emulated},
                                                  .root = folder.path(),
                                                  .solutions = folder.path() / "mine",
                                                  .access = {.users = {"anna"}}},
                                    *store, dispatcher);
    return *site;
  }
};

std::string_view next_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

/// Method, path, a parameter's name, its value, host, cookie: a line each; then the body.
void site(std::string_view text) {
  static Server server;
  SiteRequest request{.address = "127.0.0.1"};
  request.facts = {.method = std::string(next_line(text)), .path = std::string(next_line(text)), .hosts = 1};
  const std::string parameter(next_line(text));
  request.query.emplace(parameter, next_line(text));
  request.facts.host = next_line(text);
  request.facts.cookie = next_line(text);
  request.facts.origin = "http://" + request.facts.host;
  request.facts.content_type = "application/json";
  request.facts.content_length = std::to_string(text.size());
  request.facts.content_lengths = 1;
  request.body = text;
  auto& at_hand = server.at_hand();
  (void)at_hand.refuse(request);
  (void)at_hand.answer(request);
  (void)markdown_html(text);
  (void)diff_lines(text.substr(0, text.size() / 2), text.substr(text.size() / 2));
}

std::vector<std::string> site_seeds() {
  std::vector<std::string> seeds;
  const auto add = [&](std::string_view method, std::string_view path, std::string_view parameter, std::string_view body) {
    seeds.push_back(fmt::format("{}\n{}\n{}\nlocalhost:80\njudge=anna.0\n{}", method, path, parameter, body));
  };
  for (const auto* page : {"/", "/queue", "/submissions", "/submissions/1", "/problems/reduction", "/problems/reduction/board"})
    add("GET", page, "file\nred_a", "");
  add("GET", "/compare", "a\n1", "");
  add("GET", "/api/file", "problem\nreduction", "");
  add("POST", "/api/save", "\n", R"({"problem": "reduction", "file": "red_a", "base": "", "text": "int x;"})");
  add("POST", "/api/submit", "\n",
      R"({"problem": "reduction", "kind": "try", "file": "red_a", "text": "x", "case": "", "seed": "1"})");
  add("POST", "/api/compare", "\n", R"({"a": "1", "b": "2"})");
  add("POST", "/api/cancel", "\n", R"({"id": 1})");
  add("POST", "/api/diff", "\n", R"({"problem": "reduction", "file": "red_a", "text": "int x;"})");
  add("POST", "/api/sign-in", "\n", R"({"name": "anna", "token": "0"})");
  add("POST", "/api/sign-out", "\n", "{}");
  add("GET", "/", "\n", "# Title\n\n* a **b** `c` [d](e)\n\n| x | y |\n|---|---|\n| 1 | 2 |\n<b>\n$$a_1$$\n");
  return seeds;
}

}  // namespace judge::fuzz
