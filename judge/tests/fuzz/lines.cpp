#include "judge/tests/fuzz/lines.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "judge/batch/results.hpp"
#include "judge/cluster/json_file.hpp"
#include "judge/cluster/shared_results.hpp"
#include "judge/cluster/slurm.hpp"
#include "judge/model/documents.hpp"
#include "judge/model/record_json.hpp"
#include "judge/nvidia/cuobjdump.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/nvidia/sanitizer_findings.hpp"
#include "judge/render/details.hpp"
#include "judge/render/history.hpp"
#include "judge/render/operations_table.hpp"
#include "judge/serve/marks.hpp"
#include "judge/util/files.hpp"
#include "judge/verdict/one_line_reason.hpp"
#include "judge/worker/messages.hpp"

namespace judge::fuzz {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_below(std::string_view folder) {
  std::vector<std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(JUDGE_SOURCE_DIR) / folder))
    if (entry.is_regular_file())
      if (auto text = read_file(entry.path()); text && text->size() <= 8192) texts.push_back(*std::move(text));
  return texts;
}

// What was read and is written again has the same text: nothing is lost on the way. Ends the process where it is not so.
template <class T, class Write, class Read>
void comes_back(const T& value, Write write, Read read) {
  const std::string first = write(value);
  const auto again = read(first);
  if (again && write(*again) == first) return;
  std::fprintf(stderr, "it was written as %s\nand is read as %s\n", first.c_str(),
               again ? write(*again).c_str() : again.error().message.c_str());
  std::abort();
}

template <class T>
void described(std::string_view text, const char* what) {
  if (const auto value = parse_described<T>(text, what))
    comes_back(
        *value, [](const T& one) { return json_text(encode(one)); },
        [&](std::string_view line) { return parse_described<T>(line, what); });
}

}  // namespace

void jobs(std::string_view text) {
  const auto write = [](const auto& value) { return line_of(value); };
  if (const auto job = parse_job(text)) comes_back(*job, write, parse_job);
  if (const auto event = parse_event(text)) comes_back(*event, write, parse_event);
}

std::vector<std::string> job_seeds() {
  std::vector<std::string> lines{line_of(WorkerJob{.problem = "reduction", .path = "a.cu", .source = "int x;", .seed = "7"})};
  for (WorkerEvent::What what : std::vector<WorkerEvent::What>{
           WorkerEvent::Started{}, WorkerEvent::Stage{"building"}, WorkerEvent::CaseDone{.name = "N=4", .done = 3, .of = 21},
           WorkerEvent::Message{"a line"}, WorkerEvent::Judged{{{"id", 1}}}, WorkerEvent::Tried{{{"id", 1}}},
           WorkerEvent::Failed{"no such problem"}, WorkerEvent::Ready{Device{.id = "emulated:a"}}})
    lines.push_back(line_of({.id = "1", .what = std::move(what)}));
  return lines;
}

void results(std::string_view text) {
  if (const auto result = parse_result(text))
    comes_back(
        *result, [](const BatchResult& value) { return line_of(value); }, parse_result);
  described<FrozenJob>(text, "the job");
  described<DoneFile>(text, "the result");
  described<NodeNote>(text, "the note");
  described<SlurmArray>(text, "the array");
  if (const auto note = parse_described<NodeNote>(text, "the note")) {
    const std::vector<NodeNote> notes{*note};
    (void)sickness(note->reading, best_rates(notes, note->reading.device_name));
  }
}

std::vector<std::string> result_seeds() {
  const BatchResult result{
      .id = "1", .problem = "p", .key = "k", .verdict = VerdictKind::accepted, .time_ns = 1.5, .record = {{"a", 1}}};
  return {line_of(result),
          line_of(BatchResult{.id = "2", .error = "no such file"}),
          json_text(encode(FrozenJob{.id = "1", .path = "a.cu", .rules = {.problem = "p"}})),
          json_text(encode(DoneFile{.key = "k", .node = "n", .rates = {1e12, 2e12}})),
          json_text(encode(NodeNote{.node = "n", .reading = {.other_processes = {3}}, .reasons = {"hot"}})),
          json_text(encode(SlurmArray{.name = "judge", .shares = 3, .tasks = {1, 2}}))};
}

void records(std::string_view text) {
  const auto document = parse_json(text);
  if (!document) return;
  const auto record = record_from_json(*document);
  if (!record) return;
  comes_back(
      *record, [](const Record& one) { return json_text(to_json(one)); },
      [](std::string_view line) -> Result<Record> {
        JUDGE_TRY(const auto again, parse_json(line));
        return record_from_json(again);
      });
  const TextStyle style;
  const std::vector<Record> both{*record, *record};
  (void)(details_text(*record, style) + stages_text(*record) + operations_text(*record, style) + operations_markdown(*record));
  (void)(history_text(both, style) + history_markdown(both) + one_line_reason(*record));
  (void)marks_of(*record);
}

std::vector<std::string> record_seeds() {
  const auto text = read_file(fs::path(JUDGE_SOURCE_DIR) / "judge/tests/data/record.json").value();
  return {json_text(parse_json(text).value()), json_text(to_json(Record{}))};
}

void studies(std::string_view text) {
  described<RunDocument>(text, "the run");
  described<CompareDocument>(text, "the study");
  described<LadderDocument>(text, "the study");
  described<SweepStudy>(text, "the study");
  described<ScaleStudy>(text, "the study");
  described<BoardDocument>(text, "the board");
}

std::vector<std::string> study_seeds() {
  return {json_text(encode(RunDocument{.records = {{}}})),  json_text(encode(CompareDocument{.pairs = {{}}})),
          json_text(encode(LadderDocument{.rungs = {{}}})), json_text(encode(SweepStudy{.combinations = {{}}})),
          json_text(encode(ScaleStudy{.points = {{}}})),    json_text(encode(BoardDocument{.entries = {{}}}))};
}

void queue(std::string_view text) {
  (void)parse_queue(text);
  (void)highest_index(text);
  (void)parse_share(std::string(text));
}

std::vector<std::string> queue_seeds() {
  return {"judge-a|1|17_1|RUNNING|node1|None\njudge-a|2-5%2|17_[2-5%2]|PENDING||Priority\n",
          "MaxArraySize            = 1001\nMaxJobCount             = 10000\n", "3/8"};
}

void nvidia(std::string_view text) {
  static const std::vector<PlacedBuffer> buffers{
      {.name = "A", .address = 0x7f0000000000, .bytes = 64},
      {.name = "", .address = 0x7f0000001000, .bytes = 16, .is_own = true, .offset = 7}};
  (void)findings_of(read_sanitizer(text), buffers);
  (void)read_ncu_raw(text);
  (void)read_resource_usage(text);
  (void)short_kernel_name(text);
  (void)diagnostics_in(text, "a.cu");
}

std::vector<std::string> nvidia_seeds() {
  auto seeds = files_below("judge/tests/data/sanitizer");
  seeds.emplace_back(
      "\"ID\",\"Kernel Name\",\"launch__grid_size\"\n\"\",\"\",\"\"\n\"0\",\"void add<(bool)1>(const float *)\",\"12\"\n");
  seeds.emplace_back(
      " Function _Z3addPf:\n  REG:12 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:376 TEXTURE:0 SURFACE:0 SAMPLER:0\n");
  seeds.emplace_back("a.cu:3:5: error: no such name\na.cu(7): error: x\n");
  return seeds;
}

}  // namespace judge::fuzz
