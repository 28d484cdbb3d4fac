#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/judging/run_rows.hpp"
#include "judge/model/attempt_labels.hpp"
#include "judge/serve/views.hpp"
#include "judge/tests/render_samples.hpp"

namespace judge {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string board_of(std::vector<Record> records) {
  tell_apart(records);
  return board_view(board_rows(records, {}, std::nullopt), "NVIDIA H200").markup();
}

TEST(BoardView, HasSharedRanksAndTheChartOfTheSameTimes) {
  const auto view = board_of({sample_record("fast", 73'100), sample_record("same", 73'150), sample_record("<slow>", 146'200)});
  EXPECT_THAT(view, HasSubstr("<td class=\"number\">1=</td><td class=\"name\">fast</td><td class=\"number\">73.1 us</td>"));
  EXPECT_THAT(view, HasSubstr("<td class=\"number\">3</td><td class=\"name\">&lt;slow&gt;</td>"));
  EXPECT_THAT(view, HasSubstr("<td class=\"number\">2.00</td>"));
  EXPECT_THAT(view, HasSubstr("\"title\":\"Times on NVIDIA H200\""));
  EXPECT_THAT(view, HasSubstr("\"median_ns\":73150.0"));
}

TEST(BoardView, TextsOfOneNameAreToldApart) {
  auto old = sample_record("mine", 80'000), now = sample_record("mine", 70'000);
  old.attempt.content_hash = "1234567890";
  now.attempt.content_hash = "abcdefabcd";
  const auto view = board_of({now, old, sample_record("other", 90'000)});
  EXPECT_THAT(view, HasSubstr("<td class=\"name\">mine (abcdefa)</td>"));
  EXPECT_THAT(view, HasSubstr("<td class=\"name\">mine (1234567)</td>"));
  EXPECT_THAT(view, HasSubstr("\"name\":\"mine (1234567)\"")) << "in the chart, too";
  EXPECT_THAT(view, HasSubstr("<td class=\"name\">other</td>"));
}

TEST(BoardView, IsOfThoseThatHaveATime) {
  auto untimed = sample_record("untimed", 1);
  untimed.measurements.clear();
  EXPECT_THAT(board_of({untimed, sample_record("timed", 73'100)}), Not(HasSubstr("untimed")));
  EXPECT_THAT(board_of({untimed}), HasSubstr("No attempt was accepted here yet"));
  EXPECT_THAT(board_of({}), HasSubstr("No attempt was accepted here yet"));
}

}  // namespace
}  // namespace judge
