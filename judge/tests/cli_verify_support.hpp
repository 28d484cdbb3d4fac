#pragma once

#include <filesystem>
#include <map>

#include "judge/model/record_json.hpp"
#include "judge/tests/cli_support.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// The files of a small sound problem, for tests to change.
struct ProblemText {
  std::string solve = "extern \"C\" void solve(const float* A, float* C, int N);\n";
  std::string problem =
      R"({"prefix": "d", "buffers": {"A": {"shape": "N", "fill": {"uniform": [1, 2]}}, "C": {"shape": "N"}},
          "work": {"bytes": "8 * N"}})";
  std::string tests = R"({"cases": [{"sweep": {"N": [1, 2, 7, 300]}},
                                    {"name": "large", "timed": true, "scalars": {"N": 5000}}]})";
  std::string reference =
      "extern \"C\" void reference(const float* A, float* C, int N) {\n"
      "  for (int i = 0; i < N; ++i) C[i] = 2 * A[i];\n"
      "}\n";
  std::string statement =
      "# Doubling\n\nEvery element of C is twice the element of A at the same index. For A = [1, 2] the answer is "
      "C = [2, 4].\n\nN is at least 1 and at most 1,000,000.\n";
};

/// A root with problems of these texts. Everything runs on the emulated runtime; what is built stays for the next run.
class VerifyRoot {
 public:
  void add(const std::string& name, const ProblemText& text) const {
    const auto folder = m_folder.path() / "problems" / name;
    std::filesystem::create_directories(folder);
    EXPECT_TRUE(write_file(folder / "solve.h", text.solve));
    EXPECT_TRUE(write_file(folder / "problem.json", text.problem));
    EXPECT_TRUE(write_file(folder / "tests.json", text.tests));
    EXPECT_TRUE(write_file(folder / "reference.cpp", text.reference));
    if (!text.statement.empty()) {
      EXPECT_TRUE(write_file(folder / "statement.md", text.statement));
    }
  }

  void add_attempt(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(m_folder.path() / "solutions");
    EXPECT_TRUE(write_file(m_folder.path() / "solutions" / file, text));
  }

  Ran verify(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--root", m_folder.path().string(), "--runtime", "emulated", "--cache",
                                 JUDGE_BINARY_DIR "/tests/cache", "verify"});
    return ran_judge(words);
  }

 private:
  TemporaryDirectory m_folder = *TemporaryDirectory::create("verify");
};

/// What one problem of this text gets: the state of each check by its name, "sound" among them.
inline std::map<std::string, std::string> states_of(const ProblemText& text) {
  const VerifyRoot root;
  root.add("probe", text);
  const auto ran = root.verify({"probe", "--json"});
  const auto document = parse_json(ran.out);
  EXPECT_TRUE(document.has_value()) << ran.err;
  if (!document) return {};
  EXPECT_EQ(document->at("schema"), "judge.verify/1");
  EXPECT_EQ(ran.status, document->at("sound") ? 0 : 1);
  std::map<std::string, std::string> states;
  for (const auto& check : document->at("problems").at(0).at("checks")) states[check.at("name")] = check.at("state");
  states["sound"] = document->at("sound") ? "ok" : "failed";
  return states;
}

inline std::vector<std::string> failed_checks(const ProblemText& text) {
  std::vector<std::string> names;
  for (const auto& [name, state] : states_of(text))
    if (state == "failed" && name != "sound") names.push_back(name);
  return names;
}

}  // namespace judge
