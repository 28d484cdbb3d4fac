#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/record_json.hpp"

/// What commands print with --json, and what the ledger keeps of studies, one struct a document. docs/json.md describes them field by
/// field. encode() and decode() (util/described_json.hpp) write and read them.
namespace judge {

/// All attempts that were judged in one command.
struct RunDocument {
  static constexpr const char* schema = "judge.run/1";
  std::vector<Record> records;

  static constexpr auto fields() { return field_list(field("records", &RunDocument::records)); }
};

/// All records at one problem, oldest first.
struct HistoryDocument {
  static constexpr const char* schema = "judge.history/1";
  std::vector<Record> records;

  static constexpr auto fields() { return field_list(field("records", &HistoryDocument::records)); }
};

/// How one attempt stands to another that was timed side by side with it.
struct ComparedPair {
  std::string a, b;           ///< names of attempts
  double ratio = 1;           ///< A's time / B's
  double low = 0, high = 0;   ///< the ratio's 95% interval
  bool is_different = false;  ///< a difference is claimed
  std::uint64_t blocks = 0;   ///< of calls, in which both were called
  std::string words;          ///< "faster by 1.8% +- 0.2%"

  static constexpr auto fields() {
    return field_list(field("a", &ComparedPair::a), field("b", &ComparedPair::b), field("ratio", &ComparedPair::ratio),
                      field("low", &ComparedPair::low), field("high", &ComparedPair::high),
                      field("distinguishable", &ComparedPair::is_different), field("blocks", &ComparedPair::blocks),
                      field("text", &ComparedPair::words));
  }
};

struct CompareDocument {
  static constexpr const char* schema = "judge.compare/1";
  std::vector<Record> records;
  std::vector<ComparedPair> pairs;

  static constexpr auto fields() {
    return field_list(field("records", &CompareDocument::records), field("pairs", &CompareDocument::pairs));
  }
};

/// How many times as fast an attempt is as the one before it.
struct LadderStep {
  double gain = 1;
  double low = 0, high = 0;  ///< the gain's 95% interval
  std::string words;

  static constexpr auto fields() {
    return field_list(field("gain", &LadderStep::gain), field("low", &LadderStep::low), field("high", &LadderStep::high),
                      field("text", &LadderStep::words));
  }
};

/// One accepted attempt of a ladder.
struct LadderRung {
  std::string attempt;
  int rung = 0;  ///< 0 = none of its own
  bool is_yardstick = false;
  std::string idea;
  double device_median_ns = 0;
  double gain_over_first = 1;
  /// Against the accepted attempt before it, for a yardstick against the last rung. None for the first.
  std::optional<LadderStep> step;
  std::optional<double> percent_of_peak;  ///< of what the device can do
  std::optional<double> percent_of_copy;  ///< 100 = as fast as a copy that moves as many bytes

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("attempt", &LadderRung::attempt), field("rung", &LadderRung::rung),
                      field("yardstick", &LadderRung::is_yardstick), field("idea", &LadderRung::idea),
                      field("device_median_ns", &LadderRung::device_median_ns),
                      field("gain_over_first", &LadderRung::gain_over_first), field<when_set>("step", &LadderRung::step),
                      field<when_set>("percent_of_limit", &LadderRung::percent_of_peak),
                      field<when_set>("percent_of_copy", &LadderRung::percent_of_copy));
  }
};

/// What copying took: the better of cudaMemcpyAsync and the judge's own kernel.
struct CopyTime {
  double bytes = 0;  ///< read and written together
  double median_ns = 0;
  std::string attempt;  ///< of judge/device/copy

  static constexpr auto fields() {
    return field_list(field("bytes", &CopyTime::bytes), field("device_median_ns", &CopyTime::median_ns),
                      field("by", &CopyTime::attempt));
  }
};

struct LadderDocument {
  static constexpr const char* schema = "judge.ladder/1";
  std::vector<Record> records;
  std::vector<LadderRung> rungs;  ///< of what was timed, in the ladder's order
  std::optional<CopyTime> copy;   ///< a copy that moves as many bytes

  static constexpr auto fields() {
    return field_list(field("records", &LadderDocument::records), field("rungs", &LadderDocument::rungs),
                      field<Form::when_set>("copy", &LadderDocument::copy));
  }
};

/// One combination of a sweep's parameters.
struct SweepCombination {
  std::map<std::string, std::string> parameters;  ///< their values
  std::string attempt;
  VerdictKind verdict = VerdictKind::accepted;
  std::optional<int> rank;                 ///< 1 = fastest; shared if the difference is not significant
  std::optional<double> device_median_ns;  ///< if it was timed
  std::string reason;                      ///< why it was not accepted

  static constexpr auto fields() {
    return field_list(field("parameters", &SweepCombination::parameters), field("attempt", &SweepCombination::attempt),
                      field("verdict", &SweepCombination::verdict), field("rank", &SweepCombination::rank),
                      field<Form::when_set>("device_median_ns", &SweepCombination::device_median_ns),
                      field("reason", &SweepCombination::reason));
  }
};

struct SweepStudy {
  static constexpr const char* schema = "judge.sweep/1";
  std::vector<std::string> parameters;  ///< their names
  std::vector<SweepCombination> combinations;
  std::vector<Record> records;

  static constexpr auto fields() {
    return field_list(field("parameters", &SweepStudy::parameters), field("combinations", &SweepStudy::combinations),
                      field("records", &SweepStudy::records));
  }
};

/// One attempt at one size.
struct ScalePoint {
  std::int64_t size = 0;
  std::string attempt;
  double median_ns = 0, low_ns = 0, high_ns = 0;
  double work_bytes = 0, work_flops = 0;
  std::optional<double> percent_of_peak;

  static constexpr auto fields() {
    return field_list(field("size", &ScalePoint::size), field("attempt", &ScalePoint::attempt),
                      field("median_ns", &ScalePoint::median_ns), field("low_ns", &ScalePoint::low_ns),
                      field("high_ns", &ScalePoint::high_ns), field("work_bytes", &ScalePoint::work_bytes),
                      field("work_flops", &ScalePoint::work_flops), field("percent_of_limit", &ScalePoint::percent_of_peak));
  }
};

struct ScaleStudy {
  static constexpr const char* schema = "judge.scale/1";
  std::string parameter;              ///< what the sizes are of: "N", "M=N=K"
  std::string case_name;              ///< the ranked case, which they change
  std::vector<ScalePoint> points;     ///< by size; attempts in the order they were named
  std::vector<std::string> left_out;  ///< why sizes were, a line each
  std::vector<Record> records;        ///< with a measurement for each size

  static constexpr auto fields() {
    return field_list(field("parameter", &ScaleStudy::parameter), field("case", &ScaleStudy::case_name),
                      field("points", &ScaleStudy::points), field("left_out", &ScaleStudy::left_out),
                      field("records", &ScaleStudy::records));
  }
};

/// One attempt on a board.
struct BoardEntry {
  std::optional<int> rank;                   ///< none = it was not timed
  bool tied = false;                         ///< it shares its rank
  std::optional<int> best_rank, worst_rank;  ///< that its interval allows; the same = certain
  std::optional<double> percentile;          ///< so many percent of all on this device are slower
  std::optional<double> percent_of_peak;
  std::vector<std::string> also;  ///< other names under which the same content was judged
  Record record;

  static constexpr auto fields() {
    return field_list(field("rank", &BoardEntry::rank), field("tied", &BoardEntry::tied),
                      field("best_place", &BoardEntry::best_rank), field("worst_place", &BoardEntry::worst_rank),
                      field("percentile", &BoardEntry::percentile), field("percent_of_limit", &BoardEntry::percent_of_peak),
                      field<Form::sparse>("also", &BoardEntry::also), field("record", &BoardEntry::record));
  }
};

struct BoardDocument {
  static constexpr const char* schema = "judge.board/1";
  std::string problem, device_id;
  std::vector<BoardEntry> entries;  ///< fastest first

  static constexpr auto fields() {
    return field_list(field("problem", &BoardDocument::problem), field("device_id", &BoardDocument::device_id),
                      field("entries", &BoardDocument::entries));
  }
};

/// One parameter of `solve`.
struct ProblemParameter {
  std::string name, spelling;  ///< "A", "const float*"
  DType type = DType::f32;     ///< of the element of a pointer
  bool is_pointer = false, is_const = false;

  static constexpr auto fields() {
    return field_list(field("name", &ProblemParameter::name), field("spelling", &ProblemParameter::spelling),
                      field("type", &ProblemParameter::type), field("pointer", &ProblemParameter::is_pointer),
                      field("const", &ProblemParameter::is_const));
  }
};

struct ProblemSignature {
  std::string text;
  std::vector<ProblemParameter> parameters;

  static constexpr auto fields() {
    return field_list(field("text", &ProblemSignature::text), field("parameters", &ProblemSignature::parameters));
  }
};

/// A buffer of a case, or a scalar, which has a value and nothing else.
struct ProblemArgument {
  std::string name;
  DType type = DType::f32;
  std::optional<Direction> direction;
  std::optional<MemoryPlace> memory;
  std::optional<std::optional<Arrival>> arrival;  ///< of a buffer; empty inside = null, no pure output; not read back
  std::optional<std::vector<std::int64_t>> shape;
  std::optional<nlohmann::json> value;  ///< an integer or a floating-point number

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("name", &ProblemArgument::name), field("type", &ProblemArgument::type),
                      field<when_set>("direction", &ProblemArgument::direction),
                      field<when_set>("memory", &ProblemArgument::memory),
                      field<when_set>("arrives", &ProblemArgument::arrival), field<when_set>("shape", &ProblemArgument::shape),
                      field<when_set>("value", &ProblemArgument::value));
  }
};

struct ProblemCase {
  std::string name;
  bool is_timed = false, is_extra = false;
  std::vector<ProblemArgument> arguments;  ///< in the signature's order
  double work_bytes = 0, work_flops = 0;
  Arithmetic arithmetic = Arithmetic::fp32;
  std::int64_t time_limit_ms = 0;

  static constexpr auto fields() {
    return field_list(field("name", &ProblemCase::name), field("timed", &ProblemCase::is_timed),
                      field("extra", &ProblemCase::is_extra), field("arguments", &ProblemCase::arguments),
                      field("work_bytes", &ProblemCase::work_bytes), field("work_flops", &ProblemCase::work_flops),
                      field("arithmetic", &ProblemCase::arithmetic), field("time_limit_ms", &ProblemCase::time_limit_ms));
  }
};

/// A problem, and its cases as they are on one runtime.
struct ProblemDocument {
  static constexpr const char* schema = "judge.problem/1";
  std::string name, title;
  std::optional<int> number;  ///< LeetGPU's
  std::string difficulty;
  std::vector<std::string> tags;
  std::string prefix;
  std::filesystem::path folder;
  std::string content_hash, statement;
  std::vector<std::string> hints;
  ProblemSignature signature;
  RuntimeKind runtime = RuntimeKind::emulated;
  std::vector<ProblemCase> cases;

  static constexpr auto fields() {
    return field_list(field("name", &ProblemDocument::name), field("title", &ProblemDocument::title),
                      field("number", &ProblemDocument::number), field("difficulty", &ProblemDocument::difficulty),
                      field("tags", &ProblemDocument::tags), field("prefix", &ProblemDocument::prefix),
                      field("folder", &ProblemDocument::folder), field("content_hash", &ProblemDocument::content_hash),
                      field("statement", &ProblemDocument::statement), field("hints", &ProblemDocument::hints),
                      field("signature", &ProblemDocument::signature), field("runtime", &ProblemDocument::runtime),
                      field("cases", &ProblemDocument::cases));
  }
};

enum class SoundnessState : int {
  ok,
  warning,  ///< the problem is sound, but see the advice
  failed,   ///< the problem is not sound
  not_tested,
};

constexpr auto names_of(SoundnessState) {
  using enum SoundnessState;
  return named<SoundnessState>({{ok, "ok"}, {warning, "warning"}, {failed, "failed"}, {not_tested, "not-checked"}});
}

/// The result of one test of a problem.
struct SoundnessResult {
  using State = SoundnessState;
  State state = State::ok;
  std::string name;                ///< "zeros in C"
  std::string found;               ///< one line, or for a failure some more
  std::string advice;              ///< what to do next; of warnings and failures
  std::vector<std::string> cases;  ///< that a warning or failure is about

  static constexpr auto fields() {
    return field_list(field("state", &SoundnessResult::state), field("name", &SoundnessResult::name),
                      field("found", &SoundnessResult::found), field("advice", &SoundnessResult::advice),
                      field("cases", &SoundnessResult::cases));
  }
};

struct SoundnessOfProblem {
  std::string problem;
  RuntimeKind runtime = RuntimeKind::emulated;
  bool is_sound = true;
  std::vector<SoundnessResult> results;

  static constexpr auto fields() {
    return field_list(field("problem", &SoundnessOfProblem::problem), field("runtime", &SoundnessOfProblem::runtime),
                      field("sound", &SoundnessOfProblem::is_sound), field("checks", &SoundnessOfProblem::results));
  }
};

struct SoundnessDocument {
  static constexpr const char* schema = "judge.verify/1";
  bool is_sound = true;  ///< all of them
  std::vector<SoundnessOfProblem> problems;

  static constexpr auto fields() {
    return field_list(field("sound", &SoundnessDocument::is_sound), field("problems", &SoundnessDocument::problems));
  }
};

}  // namespace judge
