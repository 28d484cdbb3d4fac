#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/output.hpp"
#include "judge/report/gather.hpp"
#include "judge/report/report_json.hpp"
#include "judge/report/report_page.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace {

struct ReportOptions {
  ReportWish wish;
  std::string file;
  bool json = false;
};

Result<int> report(const CommonOptions& common, const ReportOptions& options) {
  if (!options.json && options.file.empty())
    return fail("which file? `judge report -o report.html` writes one; --json prints the data");
  JUDGE_TRY(const auto data, gather_report(common, options.wish));
  for (const auto& note : data.notes) say_error(note);
  const auto document = report_json(data);
  if (!options.file.empty()) {
    JUDGE_CHECK(write_file(options.file, report_page(document)));
    say(fmt::format("wrote {}: {} problem{} on {}", options.file, data.problems.size(), data.problems.size() == 1 ? "" : "s",
                    data.device.name));
  }
  if (options.json) JUDGE_CHECK(print(json_text(document, 2) + "\n"));
  return k_exit_fine;
}

}  // namespace

void add_report(CommandLine& line) {
  const auto options = std::make_shared<ReportOptions>();
  auto* command = line.app.add_subcommand("report", "Charts of what the ledger has, in one HTML file");
  command->add_option("problems", options->wish.problems, "Their names; none = all that were judged on the device")
      ->type_name("PROBLEM");
  command->add_option("-o,--output", options->file, "The file to write; it needs no other and no network")->type_name("FILE");
  command->add_option("--device", options->wish.device_id,
                      "Of this device: its id as in --json; default: the one judged on last");
  command->add_flag("--json", options->json, "Print the same data as one JSON document (docs/json.md)");
  command->footer(
      "Nothing is judged: all is from the ledger, and a report can be made anew at any time. For each problem it has the board "
      "with\n"
      "intervals, the ladder, time and bandwidth against size (`judge scale`), sweeps (`judge sweep`), the roofline, the "
      "distribution of\n"
      "samples, the history of attempts, the kernels of a call (`judge run --kernels`), and sources with findings.\n\n"
      "Examples:\n"
      "  judge report -o report.html\n"
      "  judge report vector-addition reduction -o two.html\n"
      "  judge report reduction --json >report.json");
  command->callback([&line, options] { line.action = [&line, options] { return report(line.common, *options); }; });
}

}  // namespace judge
