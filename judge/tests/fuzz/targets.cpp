#include "judge/tests/fuzz/targets.hpp"

#include <sys/socket.h>

#include <array>
#include <filesystem>

#include "judge/build/judge_lines.hpp"
#include "judge/build/link_lines.hpp"
#include "judge/catalog/attempt_signature.hpp"
#include "judge/catalog/expression.hpp"
#include "judge/catalog/fill_buffer.hpp"
#include "judge/catalog/problem_file.hpp"
#include "judge/catalog/resolve.hpp"
#include "judge/catalog/signature.hpp"
#include "judge/catalog/tests_file.hpp"
#include "judge/emulator/lowering/lowering.hpp"
#include "judge/model/protocol.hpp"
#include "judge/model/reference_protocol.hpp"
#include "judge/tests/fuzz/lines.hpp"
#include "judge/util/channel.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_called(std::string_view folder, std::string_view ending, std::size_t most_bytes) {
  std::vector<std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(JUDGE_SOURCE_DIR) / folder))
    if (entry.path().filename().string().ends_with(ending))
      if (auto text = read_file(entry.path()); text && text->size() <= most_bytes) texts.push_back(*std::move(text));
  return texts;
}

const Signature& signature() {
  static const auto parsed =
      parse_signature("void solve(const float* A, const float* B, float* C, int N, float x, bool flag);", "solve.h").value();
  return parsed;
}

// Of the two files the other one is this.
constexpr std::string_view k_problem = R"({"title": "t", "difficulty": "easy", "tags": ["a"], "prefix": "va",
  "buffers": {"A": {"shape": ["N", 2], "fill": {"uniform": [-1, "N * x"]}}, "B": {"shape": "N // 2 + 1", "fill": "permutation"},
    "C": {"shape": "N"}},
  "scalars": {"x": 0.5, "flag": true}, "checker": {"tolerance": {"absolute": 1e-5}}, "work": {"bytes": "12 * N"},
  "limits": {"time_limit_ms": 100}})";
constexpr std::string_view k_tests = R"({"cases": [{"scalars": {"N": 2}, "fill": {"A": [1, 2, 3, "nan"]}, "timed": true},
  {"sweep": {"N": [1, 2], "x": [0.5, "N / 3"]}, "emulated": {"N": 5}}]})";

void fill_small(const Case& test) {
  for (const auto& argument : test.arguments)
    if (const auto* buffer = std::get_if<BufferArgument>(&argument); buffer && buffer->bytes() <= 4096) {
      std::vector<std::byte> memory(buffer->bytes());
      (void)fill_buffer(*buffer, 1, memory);
    }
}

void both_files(const Result<ProblemFile>& problem, const Result<std::vector<CaseSpec>>& tests) {
  if (!problem || !tests) return;
  for (std::size_t i = 0; i < std::min<std::size_t>(tests->size(), 8); ++i)
    if (const auto test = resolve_case(signature(), *problem, (*tests)[i], RuntimeKind::emulated)) fill_small(*test);
}

void declarations(std::string_view text) {
  static const Problem problem{.name = "p", .signature = signature()};
  (void)parse_signature(text, "solve.h");
  (void)check_attempt_signature(problem, text, "a.cu");
}

void problem_json(std::string_view text) {
  static const auto tests = parse_tests_file(k_tests, "tests.json", signature());
  both_files(parse_problem_file(text, "problem.json", signature()), tests);
  (void)parse_problem_head(text, "problem.json");
}
void tests_json(std::string_view text) {
  static const auto problem = parse_problem_file(k_problem, "problem.json", signature());
  both_files(problem, parse_tests_file(text, "tests.json", signature()));
}

void formulas(std::string_view text) {
  const auto expression = Expression::parse(text, {"f", 1, 1});
  if (!expression) return;
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{7}, std::int64_t{1} << 40, INT64_MIN})
    (void)expression->evaluate({{"N", n}, {"M", std::int64_t{3}}, {"x", 0.5}});
  (void)expression->c_source();
}

void lowering_of(std::string_view text) {
  const std::string source(text);
  (void)lowering::lower("# 1 \"a.cu\"\n" + source, [&](std::string_view) { return std::optional(source); });
}

void judge_lines_of(std::string_view text) {
  (void)judge_lines(text);
  (void)linked_libraries(text, Compiler::Family::nvcc);
  (void)linked_libraries(text, Compiler::Family::cucc);
}

// As it arrives: through a socket.
template <class... Bodies>
void message(std::string_view bytes) {
  static const auto pair = Channel::create_pair().value();
  if (bytes.size() > 60'000 || ::send(pair.theirs.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0 || bytes.empty()) return;
  const auto received = pair.ours.receive();
  const auto* json = received ? std::get_if<nlohmann::json>(&*received) : nullptr;
  if (!json) return;
  (void)(decode<Bodies>(*json, "the message").has_value() + ... + 0);
}

template <class T>
std::string sent(const T& value) {
  std::string bytes(1, 'J');
  nlohmann::json::to_msgpack(encode(value), bytes);
  return bytes;
}

void requests(std::string_view bytes) {
  message<protocol::Request, protocol::Start, protocol::Load, protocol::OpenSlabs, protocol::Call, protocol::MeasureEmpty,
          reference_protocol::Load, reference_protocol::Call>(bytes);
}
void answers(std::string_view bytes) {
  message<protocol::Answer, protocol::Ready, protocol::Returned, reference_protocol::Loaded, reference_protocol::Returned>(
      bytes);
}

std::vector<std::string> small_sources() { return files_called("testcases", ".cu", 6000); }

constexpr std::array<FuzzTarget, 15> k_targets{{
    {"declarations", declarations, [] { return files_called("problems", "solve.h", 4000); }},
    {"problem.json", problem_json,
     [] {
       auto texts = files_called("problems", "problem.json", 4000);
       texts.emplace_back(k_problem);
       return texts;
     }},
    {"tests.json", tests_json,
     [] {
       auto texts = files_called("problems", "tests.json", 4000);
       texts.emplace_back(k_tests);
       return texts;
     }},
    {"formulas", formulas,
     [] {
       return std::vector<std::string>{"(N + 2 * M - 3) // 7 + ceil_div(N, 4) * min(N, 5, M) % 9", "max(N / 2, x)"};
     }},
    {"lowering", lowering_of, small_sources},
    {"judge-lines", judge_lines_of,
     [] { return std::vector<std::string>{"// judge: link cublas, curand\n// judge: rung 3\n// judge: yardstick\n"}; }},
    {"requests", requests,
     [] {
       return std::vector{sent(protocol::Request{}),
                          sent(protocol::Start{}),
                          sent(protocol::Load{}),
                          sent(protocol::OpenSlabs{.slabs = {{}}}),
                          sent(protocol::Call{.arguments = {{}}}),
                          sent(protocol::MeasureEmpty{}),
                          sent(reference_protocol::Load{}),
                          sent(reference_protocol::Call{.arguments = {{}}})};
     }},
    {"answers", answers,
     [] {
       return std::vector{sent(protocol::Answer{}), sent(protocol::Ready{}), sent(protocol::Returned{}),
                          sent(reference_protocol::Loaded{}), sent(reference_protocol::Returned{})};
     }},
    {"jobs", fuzz::jobs, fuzz::job_seeds},
    {"results", fuzz::results, fuzz::result_seeds},
    {"records", fuzz::records, fuzz::record_seeds},
    {"studies", fuzz::studies, fuzz::study_seeds},
    {"queue", fuzz::queue, fuzz::queue_seeds},
    {"nvidia", fuzz::nvidia, fuzz::nvidia_seeds},
    {"site", fuzz::site, fuzz::site_seeds},
}};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return k_targets; }

}  // namespace judge
