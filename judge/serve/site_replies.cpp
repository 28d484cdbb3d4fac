#include "judge/serve/site_replies.hpp"

#include <algorithm>
#include <charconv>

#include "judge/model/record_json.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

SiteReply json_reply(const nlohmann::json& document, int status) {
  return {.status = status, .type = "application/json", .body = json_text(document)};
}

static SiteReply trouble_page(int status, std::string_view title, std::string_view text, const std::string& user) {
  return {.status = status, .body = page_text({.title = std::string(title), .user = user}, message_view(title, text))};
}

SiteReply redirect_to(std::string address) {
  return {.status = 303, .type = "text/plain; charset=utf-8", .headers = {{"Location", std::move(address)}}};
}

bool is_for_a_script(std::string_view path) { return path.starts_with("/api/") || path == "/events"; }

SiteReply trouble(const SiteRequest& request, int status, std::string_view text, const std::string& user) {
  if (is_for_a_script(request.facts.path)) return json_reply({{"error", std::string(text)}}, status);
  const char* title = status == 404   ? "Not found"
                      : status == 429 ? "Too many requests"
                      : status >= 500 ? "The judge failed"
                                      : "Refused";
  return trouble_page(status, title, text, user);
}

Answer<FileText> read_attempt(const Workspace& files, std::string_view attempt) {
  auto file = files.read(attempt);
  if (!file) return fail_with(400, "{}", file.error().message);
  return *std::move(file);
}

std::string text_in(const nlohmann::json& body, const char* name) {
  const auto found = body.find(name);
  return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) return std::nullopt;
  return number;
}

bool is_problem_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

std::optional<Measurement> timing_in(const nlohmann::json& result) {
  const auto record = record_from_json(result);
  if (!record || record->verdict.kind != VerdictKind::accepted || record->measurements.empty()) return std::nullopt;
  return record->measurements.front();
}

}  // namespace judge
