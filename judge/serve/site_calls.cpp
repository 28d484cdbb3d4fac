#include <algorithm>

#include "judge/passes/judging_rules.hpp"
#include "judge/serve/line_diff.hpp"
#include "judge/serve/site.hpp"
#include "judge/serve/site_replies.hpp"
#include "judge/serve/views.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_attempts_of_one_problem = 200;
constexpr std::ptrdiff_t k_most_lines_of_a_diff = 20'000;
constexpr std::int64_t k_most_elements_of_a_trial = 1 << 16;

nlohmann::json conflict_json(const FileText& now) { return {{"conflict", true}, {"text", now.text}, {"version", now.version}}; }

}  // namespace

Answer<SiteReply> Site::get_file(const SiteRequest& request, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(request.parameter("problem")));
  const auto files = files_of(user);
  JUDGE_TRY(const auto attempt, file_of(request, *loaded, files));
  JUDGE_TRY(const auto file, read_attempt(files, attempt));
  return json_reply({{"attempt", attempt}, {"text", file.text}, {"version", file.version}});
}

Answer<SiteReply> Site::post_save(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(text_in(body, "problem")));
  const auto attempt = text_in(body, "file"), base = text_in(body, "base");
  const auto& prefix = loaded->problem.prefix;
  if (!Workspace::is_attempt_name(attempt, prefix))
    return fail_with(400, "A file of this problem is called {}_NAME, of letters, digits, - and _.", prefix);
  const auto files = files_of(user);
  if (base.empty() && files.attempts(prefix).size() >= k_most_attempts_of_one_problem)
    return fail_with(400, "You have {} files at this problem already.", k_most_attempts_of_one_problem);
  const auto text = body.find("text");
  if (text == body.end() || !text->is_string())
    return fail_with(400, "The request has no field \"text\", a string: nothing is saved.");
  const auto& content = text->get_ref<const std::string&>();
  if (const auto fits = check_text(content); !fits) return fail_with(400, "{}", fits.error().message);
  JUDGE_CHECK(read_attempt(files, attempt));  // what lies there and is no plain file is its owner's to mend
  JUDGE_TRY(const auto saved, files.save(attempt, base, content));
  if (saved.conflict) return json_reply(conflict_json(saved.now), 409);
  return json_reply({{"version", saved.now.version}});
}

Answer<SiteReply> Site::post_submit(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(text_in(body, "problem")));
  const auto kind = text_in(body, "kind");
  if (kind != "judge" && kind != "try") return fail_with(400, "The kind is judge or try.");
  const auto attempt = text_in(body, "file"), text = text_in(body, "text"), case_name = text_in(body, "case"),
             seed = text_in(body, "seed");
  if (!seed.empty() && !parse_seed(seed)) return fail_with(400, "The seed is a whole number from 0 to 2^64 - 1.");
  if (kind == "try" && !case_name.empty()) {
    const auto test = std::ranges::find(loaded->cases, case_name, &Case::name);
    if (test == loaded->cases.end()) return fail_with(400, "{} has no case {}.", loaded->problem.name, case_name);
    std::int64_t elements = 0;
    for (const auto& argument : test->arguments)
      if (const auto* buffer = std::get_if<BufferArgument>(&argument))
        elements += std::min(buffer->elements(), 2 * k_most_elements_of_a_trial);
    if (elements > 4 * k_most_elements_of_a_trial) return fail_with(400, "Case {} is too large to be shown.", case_name);
  }
  JUDGE_TRY(auto saved, post_save(body, user));
  if (saved.status != 200) return saved;
  const Order order{.user = user,
                    .problem = loaded->problem.name,
                    .attempt = attempt,
                    .path = files_of(user).path_of(attempt),
                    .kind = kind == "try" ? OrderKind::trial : OrderKind::judge,
                    .case_name = kind == "try" ? case_name : "",
                    .seed = kind == "try" ? seed : ""};
  auto reply = nlohmann::json::parse(saved.body);
  const auto id = m_dispatcher.add(order, text);
  if (!id) {
    log("/api/submit", id.error());
    reply["error"] = id.error().text;  // the text is saved, and the page is told its version
    return json_reply(reply, id.error().status);
  }
  reply["id"] = *id;
  return json_reply(reply);
}

Answer<SiteReply> Site::post_compare(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto a, own_order(text_in(body, "a"), user));
  JUDGE_TRY(const auto b, own_order(text_in(body, "b"), user));
  if (a.problem != b.problem || a.kind == OrderKind::compare || b.kind == OrderKind::compare)
    return fail_with(400, "These two cannot be compared.");
  JUDGE_TRY(const auto old_text, m_store.text(a.hash));
  JUDGE_TRY(const auto new_text, m_store.text(b.hash));
  const Order order{.user = user,
                    .problem = a.problem,
                    .attempt = a.attempt,
                    .path = a.path,
                    .kind = OrderKind::compare,
                    .note = fmt::format("A: number {}, {}.cu; B: number {}, {}.cu", a.id, a.attempt, b.id, b.attempt)};
  JUDGE_TRY(const auto id, m_dispatcher.add(order, old_text, new_text));
  return json_reply({{"id", id}});
}

Answer<SiteReply> Site::post_cancel(const nlohmann::json& body, const std::string& user) {
  const auto found = body.find("id");  // looked at in its place: a copy of what is nested deeply takes the stack
  if (found == body.end() || !found->is_number_integer()) return fail_with(400, "Which one?");
  const auto id = found->get<std::int64_t>();
  JUDGE_CHECK(m_dispatcher.cancel(id, user));
  return json_reply({{"cancelled", id}});
}

Answer<SiteReply> Site::post_diff(const nlohmann::json& body, const std::string& user) {
  JUDGE_TRY(const auto loaded, load(text_in(body, "problem")));
  const auto attempt = text_in(body, "file");
  if (!Workspace::is_attempt_name(attempt, loaded->problem.prefix))
    return fail_with(404, "A file of this problem is called {}_NAME, of letters, digits, - and _.", loaded->problem.prefix);
  JUDGE_TRY(const auto file, read_attempt(files_of(user), attempt));
  const auto text = text_in(body, "text");
  if (text.size() > k_most_source_bytes || std::ranges::count(text, '\n') > k_most_lines_of_a_diff)
    return fail_with(400, "A text of more than {} KiB or {} lines is not compared here.", k_most_source_bytes >> 10,
                     k_most_lines_of_a_diff);
  return SiteReply{.body = diff_view(diff_lines(file.text, text), "the file on the disk", "the editor").markup()};
}

}  // namespace judge
