// The parsers on hostile text: valid files cut, doubled, shuffled and sprinkled with bytes that mean something. They
// may refuse or accept, but must come back, quickly, and without touching memory that is not theirs (the asan preset
// looks).
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>

#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/expression.hpp"
#include "judge/catalog/fill_buffer.hpp"
#include "judge/catalog/json_tree.hpp"
#include "judge/catalog/problem_file.hpp"
#include "judge/catalog/resolve.hpp"
#include "judge/catalog/signature.hpp"
#include "judge/catalog/tests_file.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

/// JUDGE_FUZZ_ROUNDS in the environment asks for others: code under sanitizers is slow.
int rounds() {
  const char* wanted = std::getenv("JUDGE_FUZZ_ROUNDS");
  return wanted ? std::atoi(wanted) : 4000;
}

class Mutator {
 public:
  /// The same texts in every run, others with JUDGE_FUZZ_SEED in the environment.
  explicit Mutator(std::string_view tokens) {
    if (const char* seed = std::getenv("JUDGE_FUZZ_SEED")) m_random.seed(static_cast<unsigned>(std::atoi(seed)));
    std::string word;
    for (const char c : tokens) {
      if (c != '\n') {
        word += c;
        continue;
      }
      m_words.push_back(word);
      word.clear();
    }
  }

  std::string operator()(std::string text) {
    for (std::size_t times = 1 + m_random() % 6; times > 0; --times) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n ? m_random() % n : 0; }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1), length = below(std::min<std::size_t>(text.size() - at + 1, 40));
    switch (m_random() % 6) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, text.substr(at, length)); break;
      case 2: text.insert(at, m_words[below(m_words.size())]); break;
      case 3: text.replace(at, length, m_words[below(m_words.size())]); break;
      case 4: text.insert(at, 1, static_cast<char>(m_random())); break;
      case 5: text.resize(at); break;
    }
  }

  std::mt19937 m_random;
  std::vector<std::string> m_words;
};

constexpr std::string_view k_c_words =
    "(\n)\n{\n}\n[\n]\n<\n>\n,\n;\n*\n&\n::\n...\n/*\n*/\n//\n\\\n\"\n'\nR\"(\n#if 0\n#endif\n#include "
    "\"solve.h\"\nsolve(\n"
    "void solve(\nextern \"C\"\nextern \"C\" {\nnamespace\ntemplate <\nconst\nunsigned\nlong long\nfloat*\nint "
    "N\n=\n.5e+\n0x\n";
constexpr std::string_view k_json_words =
    "{\n}\n[\n]\n,\n:\n\"\n\\\nnull\ntrue\n-0\n1e999\n1e308\n-1\n99999999999999999999\n9223372036854775807\n\"N * N * "
    "N * N * N\"\n"
    "\"nan\"\n\"-inf\"\n\"N // 0\"\n\"ceil_div(N, -1)\"\n\"sweep\": {\"N\": [1, "
    "2]},\n\"literal\"\n\"repeat\"\n\"permutation\"\n\"\\u0000\"\n\"\\ud800\"\n";
constexpr std::string_view k_expression_words =
    "(\n)\n+\n-\n*\n/\n//\n%\n,\nmin(\nmax(\nceil_div(\nN\nM\n9223372036854775807\n1e308\n0\n.\ne\n-1\n";

std::string project_file(const char* path) { return read_file(std::string(JUDGE_SOURCE_DIR) + "/" + path).value(); }

TEST(Fuzz, CSource) {
  const auto problem_signature = parse_signature(project_file("problems/elementwise/vector-addition/solve.h"), "solve.h");
  Problem problem;
  problem.name = "vector-addition";
  problem.signature = problem_signature.value();
  const std::string source = project_file("judge/tests/data/catalog/attempt.cu");
  Mutator mutate(k_c_words);
  int fits = 0;
  for (int i = 0; i < rounds(); ++i) {
    const auto text = mutate(source);
    fits += check_attempt_signature(problem, text, "a.cu").has_value();
    (void)parse_signature(text, "solve.h");
  }
  EXPECT_GT(fits, 0);
  EXPECT_LT(fits, rounds());
}

TEST(Fuzz, Expressions) {
  const Expression::Scalars scalars{{"N", std::int64_t{1} << 40}, {"M", std::int64_t{0}}};
  Mutator mutate(k_expression_words);
  int fine = 0;
  for (int i = 0; i < 20 * rounds(); ++i) {
    const auto expression = Expression::parse(mutate("(N + 2 * M - 3) // 7 + ceil_div(N, 4) * min(N, 5, M) % 9"), {"f", 1, 1});
    if (!expression) continue;
    const auto value = expression->evaluate(scalars);
    fine += value.has_value();
    const double number = value && std::holds_alternative<double>(*value) ? std::get<double>(*value) : 0;
    EXPECT_TRUE(std::isfinite(number));
    (void)expression->c_source();
  }
  EXPECT_GT(fine, 0);
}

// Everything from text to filled buffers, the latter where they are small.
void run_whole(const Signature& signature, std::string_view problem_text, std::string_view tests_text, int& resolved) {
  const auto problem = parse_problem_file(problem_text, "problem.json", signature);
  const auto tests = parse_tests_file(tests_text, "tests.json", signature);
  if (!problem || !tests) return;
  for (const auto& spec : *tests) {
    const auto test = resolve_case(signature, *problem, spec, RuntimeKind::emulated);
    if (!test) continue;
    ++resolved;
    for (const auto& argument : test->arguments) {
      const auto* buffer = std::get_if<BufferArgument>(&argument);
      if (!buffer || buffer->bytes() > 100'000 || resolved % 10) continue;
      std::vector<std::byte> memory(buffer->bytes());
      (void)fill_buffer(*buffer, 1, memory);
    }
  }
}

TEST(Fuzz, ProblemFiles) {
  const auto signature =
      parse_signature("void solve(const float* A, int* B, unsigned char* C, int N, float x, bool flag);", "solve.h").value();
  const std::string problem = R"({"title": "t", "difficulty": "easy", "tags": ["a"], "prefix": "va",
    "buffers": {"A": {"shape": ["N", 2], "fill": {"uniform": [-1, "N * x"]}},
                "B": {"shape": "N // 2 + 1", "checker": {"ulp": 3}},
                "C": {"shape": "N", "direction": "inout", "fill": {"integers": [0, 256]}}},
    "scalars": {"x": 0.5, "flag": true}, "checker": {"tolerance": {"absolute": 1e-5}}, "work": {"bytes": "12 * N"},
    "limits": {"time_limit_ms": 100}})";
  const std::string tests =
      R"({"cases": [{"scalars": {"N": 2}, "fill": {"A": [1, 2, 3, "nan"], "C": {"repeat": [1, 2]}}, "timed": true},
    {"sweep": {"N": [1, 2], "x": [0.5, "N / 3"]}, "emulated": {"N": 5}},
    {"scalars": {"N": 9}, "fill": {"A": "permutation"}},
    {"name": "s", "scalars": {"N": 7}, "fill": {"A": {"sorted": [0, 1]}, "C": {"iota": [0, 1]}}},
    {"name": "c", "scalars": {"N": 7}, "fill": {"A": {"sparse": [0.3, 0, 1]}, "C": {"choice": [0, 1]}}}]})";
  Mutator mutate(k_json_words);
  int resolved = 0;
  for (int i = 0; i < rounds(); ++i) {
    run_whole(signature, mutate(problem), tests, resolved);
    run_whole(signature, problem, mutate(tests), resolved);
  }
  EXPECT_GT(resolved, 0);
}

TEST(Fuzz, LargeHostileTextEndsSoon) {
  const auto start = std::chrono::steady_clock::now();
  const auto signature = parse_signature("void solve(float* A, int N);", "solve.h").value();
  Problem problem;
  problem.signature = signature;
  const auto repeated = [](std::string_view text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
  };
  for (const std::string_view text : {"void solve(", "(", "{", "extern \"C\" {", "solve(a)", "void solve(int a) {", "/*",
                                      "#if 0\n", "R\"(", "a<", "void solve(int (", "\\\n"})
    (void)check_attempt_signature(problem, repeated(text, 20'000), "a.cu");
  for (const std::string_view text : {"[", "{\"a\":", "[1,", "\"", "{\"a\":1,", "-", "1"}) {
    EXPECT_FALSE(parse_problem_file(repeated(text, 100'000), "problem.json", signature));
    EXPECT_FALSE(parse_tests_file(repeated(text, 100'000), "tests.json", signature));
  }
  std::string members = "{\"a\": 1";
  for (int i = 0; i < 100'000; ++i) members += fmt::format(", \"k{}\": 1", i);
  EXPECT_FALSE(parse_json_tree(members + "}", "f"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

}  // namespace
}  // namespace judge
