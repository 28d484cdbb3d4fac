#include "judge/serve/site.hpp"

#include <algorithm>

#include "judge/catalog/folders.hpp"
#include "judge/serve/site_replies.hpp"
#include "judge/serve/views.hpp"
#include "judge/util/described_json.hpp"
#include "judge/web/assets.hpp"

// A request passes refuse() (where it comes from), the rate limits and user_of() (whose it is), and then goes by its path to one
// function, which returns a page, or what a script asked for.

namespace judge {

namespace {

constexpr std::size_t k_most_body_bytes = 1 << 20;

// So that a page shows nothing of one user to the next, and no other site shows it in a frame or reads of it.
void add_headers(SiteReply& reply, bool is_kept) {
  reply.headers.insert(reply.headers.end(), {{"Content-Security-Policy",
                                              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                              "connect-src 'self'; form-action 'self'; "
                                              "base-uri 'none'; frame-ancestors 'none'"},
                                             {"X-Content-Type-Options", "nosniff"},
                                             {"Referrer-Policy", "same-origin"},
                                             {"Cross-Origin-Resource-Policy", "same-origin"},
                                             {"Cross-Origin-Opener-Policy", "same-origin"},
                                             {"Cache-Control", is_kept ? "public, max-age=31536000, immutable" : "no-store"}});
}

}  // namespace

Site::Site(Options options, Store& store, Dispatcher& dispatcher)
    : m_options(std::move(options)), m_store(store), m_dispatcher(dispatcher) {}

std::optional<SiteReply> Site::refuse(const SiteRequest& request) {
  auto reply = [&]() -> std::optional<SiteReply> {
    if (const auto refusal = refusal_of(request.facts, m_options.access))
      return trouble(request, refusal->status, refusal->reason);
    if (!m_visits.allow(limit_key_of(request.address))) return trouble(request, 429, "Too many requests. Wait a moment.");
    return std::nullopt;
  }();
  if (reply) add_headers(*reply, false);
  return reply;
}

SiteReply Site::answer(const SiteRequest& request) {
  const auto& path = request.facts.path;
  if (path.starts_with("/assets/")) {
    const auto* asset = find_asset(std::string_view(path).substr(8));
    SiteReply reply = asset ? SiteReply{.type = std::string(asset->content_type), .body = std::string(asset->content)}
                            : trouble(request, 404, "There is no such file.");
    add_headers(reply, asset != nullptr && request.parameter("v") == assets_version());
    return reply;
  }
  auto reply = [&] {
    if (path == "/api/sign-in" && request.facts.method == "POST") return sign_in(request);
    const auto user = user_of(request.facts, m_options.access);
    if (!user && path == "/sign-in") return SiteReply{.body = page_text({.title = "Sign in"}, sign_in_view(""))};
    if (!user) return is_for_a_script(path) ? trouble(request, 401, "Sign in first.") : redirect_to("/sign-in");
    if (request.facts.method == "POST") return call(request, *user);
    return page(request, *user);
  }();
  add_headers(reply, false);
  return reply;
}

SiteReply Site::sign_in(const SiteRequest& request) {
  // By address and over all: a token is guessed once in 2^128 attempts, and nobody needs many.
  if (!m_sign_ins.allow(limit_key_of(request.address)))
    return trouble(request, 429, "Too many attempts to sign in. Wait a minute.");
  const auto body = parse_json(request.body);
  const auto name = body ? text_in(*body, "name") : "", token = body ? text_in(*body, "token") : "";
  if (!may_sign_in(m_options.access, name, token))
    return trouble(request, 403, "This name and this token do not belong together.");
  auto reply = json_reply({{"name", name}});
  const bool is_secure = request.facts.origin.starts_with("https://");
  reply.headers.emplace_back("Set-Cookie", fmt::format("judge={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000{}",
                                                       cookie_of(m_options.access, name), is_secure ? "; Secure" : ""));
  return reply;
}

SiteReply Site::page(const SiteRequest& request, const std::string& user) {
  const std::string_view path = request.facts.path;
  const auto reply = [&]() -> Answer<SiteReply> {
    if (path == "/") return catalogue_page(request, user);
    if (path == "/sign-in") return redirect_to("/");
    if (path == "/queue") return queue_page(user);
    if (path == "/submissions") return history_page(user, "");
    if (path == "/compare") return compare_page(request, user);
    if (path == "/api/file") return get_file(request, user);
    if (path.starts_with("/submissions/")) {
      const auto rest = path.substr(13);
      return rest.ends_with("/result") ? submission_page(user, rest.substr(0, rest.size() - 7), true)
                                       : submission_page(user, rest, false);
    }
    if (path.starts_with("/problems/")) {
      const auto rest = path.substr(10);
      const auto name = rest.substr(0, rest.find('/')), part = rest.substr(name.size());
      if (is_problem_name(name) && part.empty()) return problem_page(request, user, name);
      if (is_problem_name(name) && part == "/history") return history_page(user, name);
      if (is_problem_name(name) && part == "/board") return board_page(user, name);
    }
    return fail_with(404, "This server has no page {}. The problems are on /.", path);
  }();
  return reply ? *reply : failed(request, reply.error(), user);
}

SiteReply Site::call(const SiteRequest& request, const std::string& user) {
  if (!m_changes.allow(user)) return trouble(request, 429, "Too many changes at once. Wait a moment.");
  if (request.body.size() > k_most_body_bytes) return trouble(request, 413, "This is too large.");
  const auto body = parse_json(request.body);
  if (!body || !body->is_object()) return trouble(request, 400, "The body is no JSON object.");
  const std::string_view path = request.facts.path;
  const auto reply = [&]() -> Answer<SiteReply> {
    if (path == "/api/save") return post_save(*body, user);
    if (path == "/api/submit") return post_submit(*body, user);
    if (path == "/api/compare") return post_compare(*body, user);
    if (path == "/api/cancel") return post_cancel(*body, user);
    if (path == "/api/diff") return post_diff(*body, user);
    if (path == "/api/sign-out") {
      auto bye = json_reply({{"name", ""}});
      bye.headers.emplace_back("Set-Cookie", "judge=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
      return bye;
    }
    return fail_with(404, "This server has no call {}.", path);
  }();
  return reply ? *reply : failed(request, reply.error());
}

void Site::log(std::string_view what, const Failure& failure) const {
  if (failure.status >= 500 && m_options.log) m_options.log(fmt::format("{}: {}", what, failure.text));
}

SiteReply Site::failed(const SiteRequest& request, const Failure& failure, const std::string& user) const {
  if (failure.status < 500) return trouble(request, failure.status, failure.text, user);
  log(request.facts.path, failure);
  return trouble(request, failure.status,
                 failure.text +
                     " (The server failed at this, and not your request. Try again; if it stays so, tell whoever runs "
                     "the server: its terminal has this line, too.)",
                 user);
}

Workspace Site::files_of(std::string_view user) const {
  return Workspace(m_options.access.with_tokens ? m_options.solutions / user : m_options.solutions);
}

Answer<Site::LoadedPtr> Site::load(std::string_view name) {
  if (!is_problem_name(name)) return fail_with(404, "There is no such problem; the page / lists all.");
  LoadedPtr known;
  {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_loaded.find(name); found != m_loaded.end()) known = found->second;
  }
  if (known)
    if (const auto hash = content_hash_of(known->problem.folder); hash && *hash == known->hash) return known;
  auto found = find_problem(m_options.root, name);
  if (!found) {
    const auto folders = visible_problems(m_options.root);
    const bool is_there = !folders || folders->contains(std::string(name));
    return fail_with(is_there ? 500 : 404, "{}", found.error().message);
  }
  auto& problem = *found;
  JUDGE_TRY(auto cases, cases_of(problem, m_options.runtime, {.all = true}));
  const auto key = problem.name;
  auto loaded = std::make_shared<Loaded>(Loaded{problem.content_hash, std::move(problem), std::move(cases)});
  const std::lock_guard lock(m_mutex);
  return m_loaded[key] = std::move(loaded);
}

Answer<std::string> Site::file_of(const SiteRequest& request, const Loaded& loaded, const Workspace& files) const {
  const auto& prefix = loaded.problem.prefix;
  if (auto asked = request.parameter("file"); !asked.empty()) {
    if (!Workspace::is_attempt_name(asked, prefix))
      return fail_with(404, "A file of this problem is called {}_NAME, of letters, digits, - and _.", prefix);
    return asked;
  }
  const auto present = files.attempts(prefix);
  if (present.empty()) return prefix + "_mine";
  // The one that was submitted last, or else the one that was changed last.
  const auto changed_at = [&](const std::string& name) {
    std::error_code ignored;
    return std::filesystem::last_write_time(files.path_of(name), ignored);
  };
  return *std::ranges::max_element(present, {}, changed_at);
}

}  // namespace judge
