#include "judge/studies/scaled_problem.hpp"

#include <algorithm>
#include <sstream>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/problem_file.hpp"
#include "judge/catalog/resolve.hpp"
#include "judge/catalog/suggest.hpp"
#include "judge/catalog/tests_file.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

// The scalars of a case as they are on one runtime.
Json scalars_on(const Json& test, RuntimeKind runtime) {
  Json scalars = test.value("scalars", Json::object());
  if (runtime == RuntimeKind::emulated && test.contains("emulated")) scalars.update(test["emulated"]);
  return scalars;
}

const Json* find_test(const Json& document, const std::string& name) {
  for (const auto& test : document.at("cases"))
    if (test.value("name", "") == name && test.contains("scalars")) return &test;
  return nullptr;
}

Result<Json> read_tests(const Problem& problem) {
  JUDGE_TRY(const auto text, read_file(problem.folder / "tests.json"));
  return parse_json(text);
}

Json at_size(const Json& ranked, const ScaledCase& scaled, RuntimeKind runtime, std::int64_t size) {
  Json test = ranked;
  test["name"] = case_name_at(scaled, size);
  test["timed"] = true;
  test["scalars"] = scalars_on(ranked, runtime);
  for (const auto& parameter : scaled.parameters) test["scalars"][parameter] = size;
  for (const char* key : {"emulated", "runtime", "extra"}) test.erase(key);
  const double growth = static_cast<double>(size) / static_cast<double>(scaled.size);
  const double limit_ms = ranked.value("time_limit_ms", 10'000.0) * std::max(1.0, growth);
  test["time_limit_ms"] = static_cast<std::int64_t>(std::min(limit_ms, 3.6e6));
  return test;
}

Result<Case> resolved(const Problem& problem, const std::string& problem_text, const Json& test, RuntimeKind runtime) {
  const std::string name = (problem.folder / "problem.json").string();
  JUDGE_TRY(const auto file, parse_problem_file(problem_text, name, problem.signature));
  JUDGE_TRY(const auto specs, parse_tests_file(Json{{"cases", {test}}}.dump(), "the case", problem.signature));
  return resolve_case(problem.signature, file, specs.front(), runtime);
}

// Who scales a case has not written it: what an author could do is of no use.
std::string for_users(const std::string& message) { return message.substr(0, message.find(": make it smaller (")); }

}  // namespace

Result<ScaledCase> scaled_case(const Problem& problem, RuntimeKind runtime, std::string_view wanted) {
  JUDGE_TRY(const auto cases, cases_of(problem, runtime));
  const auto ranked = std::ranges::find(cases, Purpose::timed, &Case::purpose);
  if (ranked == cases.end()) return fail("{} has no timed case to scale", problem.name);
  JUDGE_TRY(const auto document, read_tests(problem));
  const Json* test = find_test(document, ranked->name);
  if (!test) return fail("{}: its ranked case '{}' has no \"scalars\" of its own to scale", problem.name, ranked->name);
  ScaledCase scaled{.name = ranked->name};
  std::vector<std::string> open;
  const Json scalars = scalars_on(*test, runtime);
  std::int64_t largest = 0;
  std::string largest_name;
  for (const auto& name : scalar_names(problem.signature)) {
    if (!scalars.contains(name) || !scalars[name].is_number_integer()) continue;
    open.push_back(name);
    if (const auto size = scalars[name].get<std::int64_t>(); size > largest) largest = size, largest_name = name;
  }
  if (largest == 0) return fail("{}: the case '{}' has no size to scale", problem.name, ranked->name);
  std::istringstream names{std::string(wanted.empty() ? largest_name : wanted)};
  for (std::string name; std::getline(names, name, ',');) {
    if (!contains(open, name))
      return fail("--parameter {}: '{}' is no size of the case '{}' of {}; it has: {}{}", wanted, name, ranked->name,
                  problem.name, fmt::join(open, ", "), did_you_mean(name, open));
    if (contains(scaled.parameters, name)) return fail("--parameter {}: {} is there twice", wanted, name);
    scaled.parameters.push_back(name);
    scaled.size = std::max(scaled.size, scalars[name].get<std::int64_t>());
  }
  return scaled;
}

std::string size_text(const ScaledCase& scaled, std::int64_t size) {
  return fmt::format("{}={}", fmt::join(scaled.parameters, "="), size);
}

std::string case_name_at(const ScaledCase& scaled, std::int64_t size) { return "size " + size_text(scaled, size); }

Result<std::string> tests_at_sizes(std::string_view tests, const ScaledCase& scaled, RuntimeKind runtime,
                                   const std::vector<std::int64_t>& sizes, UntimedCases untimed) {
  JUDGE_TRY(const Json document, parse_json(tests));
  const Json* ranked = find_test(document, scaled.name);
  if (!ranked) return fail("tests.json has no case '{}' any more", scaled.name);
  Json cases = Json::array();
  for (const auto& test : document.at("cases"))
    if (untimed == UntimedCases::with && !test.value("timed", false) && !test.value("extra", false) &&
        !test.contains("runtime"))
      cases.push_back(test);
  for (const auto size : sizes) cases.push_back(at_size(*ranked, scaled, runtime, size));
  return Json{{"cases", std::move(cases)}}.dump(1);
}

Result<ScaledProblem> scaled_problem(const Problem& problem, const ScaledCase& scaled, RuntimeKind runtime,
                                     const std::vector<std::int64_t>& sizes, const FreeMemory& free) {
  JUDGE_TRY(auto parent, TemporaryDirectory::create("scale"));
  ScaledProblem copy{.parent = std::move(parent)};
  JUDGE_TRY(const auto document, read_tests(problem));
  const Json* ranked = find_test(document, scaled.name);
  if (!ranked) return fail("{}: its files have changed meanwhile; try again", problem.folder.string());
  JUDGE_TRY(const auto problem_text, read_file(problem.folder / "problem.json"));
  for (const auto size : sizes) {
    const auto test = resolved(problem, problem_text, at_size(*ranked, scaled, runtime, size), runtime);
    const auto room = test ? check_room({*test}, free) : std::unexpected(test.error());
    if (room) copy.sizes.push_back(size);
    else copy.left_out.push_back(fmt::format("{} is left out: {}", size_text(scaled, size), for_users(room.error().message)));
  }
  if (copy.sizes.empty()) return fail("no size is left: {}", copy.left_out.front());
  copy.folder = copy.parent.path() / problem.name;
  std::error_code error;
  fs::copy(problem.folder, copy.folder, fs::copy_options::recursive, error);
  if (error) return fail("{}: cannot be copied to {}: {}", problem.folder.string(), copy.folder.string(), error.message());
  JUDGE_TRY(const auto tests, tests_at_sizes(document.dump(), scaled, runtime, copy.sizes));
  JUDGE_CHECK(write_file(copy.folder / "tests.json", tests));
  return copy;
}

}  // namespace judge
