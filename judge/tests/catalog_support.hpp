#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "judge/catalog/catalog.hpp"
#include "judge/util/files.hpp"

namespace judge {

inline const std::filesystem::path k_root = JUDGE_SOURCE_DIR;

/// The text of a small sound problem's files, for tests to change.
struct FolderText {
  std::string solve = "extern \"C\" void solve(const float* A, float* C, int N);\n";
  std::string problem = R"({"buffers": {"A": {"shape": ["N"], "fill": {"uniform": [0, 1]}}, "C": {"shape": ["N"]}}})";
  std::string tests = R"({"cases": [{"scalars": {"N": 10}}]})";
  std::string reference;  ///< empty = one that does nothing, with the parameters of `solve`
};

/// The interfaces of many problems, each with its files' texts: tests/data/catalog/interfaces.json.
inline nlohmann::json interfaces() {
  std::ifstream file(JUDGE_TEST_DATA "/catalog/interfaces.json");
  return nlohmann::json::parse(file);
}

/// `void solve(...);` becomes `extern "C" void reference(...) {}`.
inline std::string idle_reference(std::string solve) {
  const auto name = solve.find("solve("), end = solve.rfind(';');
  if (name == std::string::npos || end == std::string::npos) return "extern \"C\" void reference() {}\n";
  solve.replace(end, 1, " {}");
  solve.replace(name, 5, "reference");
  return (solve.contains("extern") ? "" : "extern \"C\" ") + solve;
}

inline std::filesystem::path write_folder(const std::filesystem::path& folder, const FolderText& text) {
  std::filesystem::create_directories(folder);
  EXPECT_TRUE(write_file(folder / "solve.h", text.solve));
  EXPECT_TRUE(write_file(folder / "problem.json", text.problem));
  EXPECT_TRUE(write_file(folder / "tests.json", text.tests));
  EXPECT_TRUE(write_file(folder / "reference.cpp", text.reference.empty() ? idle_reference(text.solve) : text.reference));
  return folder;
}

/// Loads the problem and gives its cases for a runtime.
inline Result<std::vector<Case>> cases_of_text(const FolderText& text, RuntimeKind runtime = RuntimeKind::cuda,
                                               const ExtraCases& wanted = {}) {
  JUDGE_TRY(const auto temporary, TemporaryDirectory::create("catalog"));
  JUDGE_TRY(const auto problem, load_problem(write_folder(temporary.path() / "probe", text)));
  return cases_of(problem, runtime, wanted);
}

/// Argument `i`, which is a buffer.
inline const BufferArgument& buffer(const Case& test, std::size_t i) { return std::get<BufferArgument>(test.arguments.at(i)); }

/// The message that loading gives, with the temporary folder cut off; "" if it loads.
inline std::string message_of(const FolderText& text) {
  const auto temporary = TemporaryDirectory::create("catalog");
  const auto folder = write_folder(temporary->path() / "probe", text);
  const auto problem = load_problem(folder);
  if (problem) return "";
  std::string message = problem.error().message;
  const std::string prefix = folder.string() + "/";
  for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) message.erase(at, prefix.size());
  return message;
}

}  // namespace judge
