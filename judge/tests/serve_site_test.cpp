#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/catalog/catalog.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/ledger/sqlite.hpp"
#include "judge/serve/marks.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/views.hpp"
#include "judge/tests/render_samples.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/files.hpp"

namespace judge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class IdleEngine : public Engine {
 public:
  Result<void> begin(const EngineJob&) override { return {}; }
  Result<std::optional<WorkerEvent::What>> next(std::chrono::milliseconds patience) override {
    std::this_thread::sleep_for(patience);
    return std::optional<WorkerEvent::What>();
  }
  void end() override {}
};

/// A site of one user, with no socket, on a queue where nothing is ever done.
class Sites : public testing::Test {
 protected:
  SiteRequest request(std::string method, const std::string& path) const {
    const auto at = path.find('?');
    SiteRequest made{.facts = {.method = std::move(method), .path = path.substr(0, at)}, .address = "127.0.0.1", .query = {}};
    for (auto rest = at == path.npos ? "" : path.substr(at + 1); !rest.empty();) {
      const auto one = rest.substr(0, rest.find('&'));
      rest.erase(0, one.size() + 1);
      made.query.emplace(one.substr(0, one.find('=')), one.substr(one.find('=') + 1));
    }
    return made;
  }
  SiteReply get(const std::string& path) { return m_site.answer(request("GET", path)); }
  SiteReply post(const std::string& path, const nlohmann::json& body) {
    auto made = request("POST", path);
    made.body = json_text(body);
    return m_site.answer(made);
  }
  /// As a broken disk would leave it.
  static void spoil(const std::filesystem::path& database, const char* sql) {
    const auto raw = SqliteDatabase::open(database, std::chrono::seconds(5));
    ASSERT_TRUE(raw) << raw.error().message;
    const auto done = (*raw)->execute(sql);
    ASSERT_TRUE(done) << done.error().message;
  }

  TemporaryDirectory m_folder = TemporaryDirectory::create("site-test-").value();
  std::filesystem::path m_ledger = m_folder.path() / "ledger.sqlite", m_queue = m_folder.path() / "serve.sqlite";
  std::unique_ptr<Store> m_store = Store::open(m_queue).value();
  Dispatcher m_dispatcher{*m_store, std::make_unique<IdleEngine>()};
  std::vector<std::string> m_log;
  Site m_site{{.common = {.root = JUDGE_SOURCE_DIR, .ledger = m_ledger, .runtime = RuntimeKind::emulated},
               .root = JUDGE_SOURCE_DIR,
               .solutions = m_folder.path() / "mine",
               .access = {.users = {"me"}},
               .log = [this](std::string_view line) { m_log.emplace_back(line); }},
              *m_store,
              m_dispatcher};
};

TEST_F(Sites, WhatDoesNotExistIsNotFoundAndNoFailure) {
  for (const char* path : {"/nothing", "/submissions/7", "/submissions/x", "/problems/nothing", "/problems/nothing/board",
                           "/api/file?problem=vector-addition&file=../x", "/compare?a=1&b=2"})
    EXPECT_EQ(get(path).status, 404) << path;
  EXPECT_EQ(post("/api/cancel", {{"id", 7}}).status, 404);
  EXPECT_EQ(post("/api/nothing", {{"id", 7}}).status, 404);
  EXPECT_THAT(m_log, IsEmpty());
}

TEST_F(Sites, AnAddressThatHasNoPageIsNamed) { EXPECT_THAT(get("/nothing").body, HasSubstr("no page /nothing")); }

TEST_F(Sites, AStoreThatFailsIsTheServersFailureAndIsLogged) {
  spoil(m_queue, "DROP TABLE orders");
  for (const char* path : {"/submissions", "/submissions/1"}) {
    m_log.clear();
    const auto reply = get(path);
    EXPECT_EQ(reply.status, 500) << path;
    EXPECT_THAT(reply.body, AllOf(HasSubstr("orders"), HasSubstr("Try again"))) << path;
    EXPECT_THAT(m_log, ElementsAre(AllOf(HasSubstr(path), HasSubstr("orders"))));
  }
  EXPECT_EQ(post("/api/cancel", {{"id", 7}}).status, 500);
  m_log.clear();
  const nlohmann::json submission{
      {"problem", "vector-addition"}, {"kind", "judge"}, {"file", "va_mine"}, {"base", ""}, {"text", "x"}};
  const auto submitted = post("/api/submit", submission);
  EXPECT_EQ(submitted.status, 500);
  EXPECT_THAT(submitted.body, HasSubstr("version")) << "the text is saved";
  EXPECT_EQ(m_log.size(), 1u);
}

TEST_F(Sites, ALedgerThatFailsIsTheServersFailure) {
  ASSERT_TRUE(write_file(m_ledger, "no database"));
  for (const char* path : {"/", "/problems/vector-addition/board"}) {
    const auto reply = get(path);
    EXPECT_EQ(reply.status, 500) << path;
    EXPECT_THAT(reply.body, HasSubstr("not a judge ledger")) << path;
  }
  EXPECT_EQ(m_log.size(), 2u);
}

TEST_F(Sites, TooManyOrdersAreTooManyRequests) {
  const auto submit = [&](int number) {
    return post(
        "/api/submit",
        {{"problem", "vector-addition"}, {"kind", "try"}, {"file", fmt::format("va_{}", number)}, {"base", ""}, {"text", "x"}});
  };
  for (int i = 0; i < 8; ++i) EXPECT_EQ(submit(i).status, 200);
  EXPECT_EQ(submit(8).status, 429);
}

TEST_F(Sites, ASeedIsANumberOf64Bits) {
  const auto submit = [&](const char* seed) {
    return post(
        "/api/submit",
        {{"problem", "vector-addition"}, {"kind", "try"}, {"file", "va_mine"}, {"base", ""}, {"text", "x"}, {"seed", seed}});
  };
  for (const char* seed : {"99999999999999999999", "18446744073709551616", "-1", "x"})
    EXPECT_EQ(submit(seed).status, 400) << seed;
  EXPECT_EQ(submit("18446744073709551615").status, 200);
}

TEST_F(Sites, ASaveWithoutATextWritesNothing) {
  for (const auto& text : {nlohmann::json(), nlohmann::json(7)}) {
    nlohmann::json save{{"problem", "vector-addition"}, {"file", "va_mine"}, {"base", ""}, {"kind", "judge"}};
    if (!text.is_null()) save["text"] = text;
    for (const char* path : {"/api/save", "/api/submit"}) {
      const auto reply = post(path, save);
      EXPECT_EQ(reply.status, 400);
      EXPECT_THAT(reply.body, HasSubstr("nothing is saved"));
    }
  }
  EXPECT_FALSE(std::filesystem::exists(m_folder.path() / "mine/va_mine.cu"));
}

TEST_F(Sites, TextsThatDifferInTheLastNewlineAloneAreNotTheSame) {
  const nlohmann::json file{{"problem", "vector-addition"}, {"file", "va_mine"}, {"base", ""}, {"text", "a\nb\n"}};
  ASSERT_EQ(post("/api/save", file).status, 200);
  auto other = file;
  EXPECT_THAT(post("/api/diff", other).body, HasSubstr("The two texts are the same."));
  other["text"] = "a\nb";
  EXPECT_THAT(post("/api/diff", other).body,
              AllOf(Not(HasSubstr("are the same")), HasSubstr("no newline at the end of the file")));
}

TEST_F(Sites, RecordsOfALaterJudgeAreToldOnTheBoardAndInTheCatalogue) {
  const auto problem = find_problem(JUDGE_SOURCE_DIR, "vector-addition").value();
  auto record = sample_record("mine", 73'100);
  record.problem = problem.name;
  record.problem_hash = problem.content_hash;
  record.device.runtime = RuntimeKind::emulated;
  ASSERT_TRUE(Ledger::open(m_ledger)->append(record));
  for (const char* path : {"/", "/problems/vector-addition/board"})
    EXPECT_THAT(get(path).body, Not(HasSubstr("is skipped"))) << path;
  spoil(m_ledger,
        "INSERT INTO records SELECT 2, run_id, time, problem, problem_hash, attempt, 'another', device_id, runtime, 99, "
        "device_median_ns, document, 'key' FROM records");
  for (const char* path : {"/", "/problems/vector-addition/board"})
    EXPECT_THAT(get(path).body, HasSubstr("record 2 is skipped: 99 is not the number of a verdict")) << path;
}

TEST(SourceView, SaysThatItIsCut) {
  std::string source;
  for (int i = 0; i < 20'000; ++i) source += "\n";
  EXPECT_THAT(source_view(source, {}).markup(), Not(HasSubstr("not shown")));
  source += "a\nb\n";
  EXPECT_THAT(source_view(source, {}).markup(), HasSubstr("2 more lines are not shown"));
}

}  // namespace
}  // namespace judge
