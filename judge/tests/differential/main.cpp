// judge-differential: random CUDA kernels, and whether two runtimes agree about them. tools/differential drives it.

#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "judge/tests/differential/kernel.hpp"
#include "judge/tests/differential/run_library.hpp"

namespace judge::differential {

namespace {

constexpr const char* usage =
    "judge-differential file FAMILY SEED FIRST COUNT       prints a .cu file of COUNT kernels from number FIRST on;\n"
    "                                                      FAMILY: arithmetic or people\n"
    "judge-differential file FAMILY SEED NUMBER,NUMBER,... prints one of these kernels\n"
    "judge-differential kernel FAMILY SEED NUMBER          prints one kernel\n"
    "judge-differential run LIBRARY RESULTS [RUNTIME] [NUMBER]\n"
    "                                                      runs a built file, appends a line for each kernel to "
    "RESULTS\n"
    "                                                      (of kernel NUMBER: each word). RUNTIME: a library, or -\n"
    "judge-differential compare RESULTS RESULTS            names the lines that differ\n";

/// What a results file says of each "SEED KERNEL".
std::map<std::string, std::string> read_results(const std::string& path) {
  std::map<std::string, std::string> results;
  std::ifstream file(path);
  for (std::string seed, kernel, result; file >> seed >> kernel >> result;) results[seed + " " + kernel] = result;
  return results;
}

int compare(const std::string& path, const std::string& other_path) {
  const auto results = read_results(path), others = read_results(other_path);
  std::size_t same = 0, different = 0;
  for (const auto& [kernel, result] : results) {
    const auto other = others.find(kernel);
    if (other == others.end()) continue;
    if (result == other->second) {
      ++same;
      continue;
    }
    if (++different <= 50) fmt::print("seed and kernel {}: {} and {}\n", kernel, result, other->second);
  }
  const std::size_t alone = results.size() + others.size() - 2 * (same + different);
  fmt::print("{} agree, {} differ, {} are in one file only\n", same, different, alone);
  return same > 0 && different == 0 && alone == 0 ? 0 : 1;
}

std::optional<Family> family_of(const std::string& name) {
  if (name == "arithmetic") return Family::arithmetic;
  if (name == "people") return Family::people;
  return std::nullopt;
}

std::vector<unsigned> range(unsigned first, unsigned count) {
  std::vector<unsigned> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// "3,5,8"
std::vector<unsigned> list(const std::string& text) {
  std::vector<unsigned> numbers;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');)
    numbers.push_back(static_cast<unsigned>(std::strtoul(word.c_str(), nullptr, 10)));
  return numbers;
}

}  // namespace

}  // namespace judge::differential

int main(int argc, char** argv) {
  using namespace judge::differential;
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string command = words.empty() ? "" : words[0];
  const auto number = [&](std::size_t i) { return static_cast<unsigned>(std::strtoul(words[i].c_str(), nullptr, 10)); };
  const std::optional<Family> family = words.size() > 1 ? family_of(words[1]) : std::nullopt;
  if (command == "file" && words.size() >= 4 && words.size() <= 5 && family) {
    fmt::print("{}", make_file(*family, number(2), words.size() == 5 ? range(number(3), number(4)) : list(words[3])));
  } else if (command == "kernel" && words.size() == 4 && family) {
    fmt::print("{}", make_kernel(*family, number(2), number(3)).source);
  } else if (command == "run" && words.size() >= 3) {
    const std::string runtime = words.size() > 3 ? words[3] : "-";
    const long shown = words.size() > 4 ? std::atol(words[4].c_str()) : -1;
    return run_library({words[1], words[2], runtime, shown});
  } else if (command == "compare" && words.size() == 3) {
    return compare(words[1], words[2]);
  } else {
    fmt::print(stderr, "{}", usage);
    return 2;
  }
  return 0;
}
