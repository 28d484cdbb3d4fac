#include <ctime>

#include "judge/serve/views.hpp"
#include "judge/util/hash.hpp"
#include "judge/web/assets.hpp"

namespace judge {

namespace {

Html link_to(const std::string& address, const std::string& text, const std::string& current) {
  std::vector<Attribute> attributes{{"href", address}};
  if (address == current) attributes.push_back({"aria-current", "page"});
  return element("a", attributes, text);
}

}  // namespace

const std::string& assets_version() {
  static const std::string version = [] {
    Hasher hasher;
    for (const auto& asset : all_assets()) hasher.field(asset.name).field(asset.content);
    return hasher.finish().substr(0, 12);
  }();
  return version;
}

std::string asset_address(std::string_view name) { return fmt::format("/assets/{}?v={}", name, assets_version()); }

std::string page_text(const Shell& shell, const Html& content) {
  Html head;
  head += element("meta", {{"charset", "utf-8"}});
  head += element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  head += element("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  head += element("title", shell.title + " - judge");
  head += element("link", {{"rel", "icon"}, {"href", asset_address("icon.svg")}, {"type", "image/svg+xml"}});
  for (const auto& name : shell.styles) head += element("link", {{"rel", "stylesheet"}, {"href", asset_address(name)}});
  for (const char* name : {"style.css", "serve.css"})
    head += element("link", {{"rel", "stylesheet"}, {"href", asset_address(name)}});
  for (const auto& name : shell.scripts) head += element("script", {{"src", asset_address(name)}, {"defer", "defer"}});
  head += element("script", {{"src", asset_address("serve.js")}, {"defer", "defer"}});

  Html top = element("a", {{"class", "skip"}, {"href", "#main"}}, "Skip to the content");
  Html bar = element("a", {{"class", "brand"}, {"href", "/"}}, "judge");
  if (!shell.user.empty()) {
    bar += element("nav", {{"aria-label", "Site"}},
                   link_to("/", "Problems", shell.current) + link_to("/submissions", "Submissions", shell.current) +
                       link_to("/queue", "Queue", shell.current));
    bar += element("span", {{"class", "live"}, {"id", "live"}});
    Html who =
        element("span", {{"class", "user"}}, element("span", {{"class", "only-read"}}, "Signed in as ") + Html(shell.user));
    if (shell.is_signed_in_by_token)
      who += element("button", {{"type", "button"}, {"class", "quiet"}, {"id", "sign-out"}}, "Sign out");
    bar += who;
  }
  top += element("header", {{"class", "top"}}, bar);
  top += element("main", {{"id", "main"}, {"class", shell.is_wide ? "wide" : "page"}, {"tabindex", "-1"}}, content);
  top += element("div", {{"id", "announcer"}, {"class", "only-read"}, {"aria-live", "polite"}, {"role", "status"}});
  const Html document = element("html", {{"lang", "en"}}, element("head", head) + element("body", top));
  return "<!doctype html>\n" + document.markup();
}

Html message_view(std::string_view title, std::string_view text) {
  return element("h1", Html(title)) + element("p", Html(text)) + element("p", element("a", {{"href", "/"}}, "To the problems"));
}

Html notes_view(std::span<const std::string> notes) {
  constexpr std::size_t k_most = 5;
  Html view;
  for (const auto& note : notes.first(std::min(notes.size(), k_most))) view += element("p", {{"class", "note"}}, note);
  if (notes.size() > k_most)
    view += element("p", {{"class", "note"}}, fmt::format("and {} more of that kind", notes.size() - k_most));
  return view;
}

Html sign_in_view(std::string_view trouble) {
  Html form =
      element("label", {{"for", "name"}}, "Name") +
      element("input",
              {{"id", "name"}, {"name", "name"}, {"autocomplete", "username"}, {"required", "required"}, {"maxlength", "32"}}) +
      element("label", {{"for", "token"}}, "Token") +
      element("input", {{"id", "token"},
                        {"name", "token"},
                        {"type", "password"},
                        {"autocomplete", "current-password"},
                        {"required", "required"},
                        {"maxlength", "64"}}) +
      element("button", {{"type", "submit"}, {"class", "primary"}}, "Sign in");
  return element(
      "div", {{"class", "sign-in"}},
      element("h1", "Sign in") +
          element("p", {{"class", "faint"}}, "`judge serve` printed a link with name and token for each of its users.") +
          element("form", {{"id", "sign-in"}, {"autocomplete", "on"}}, form) +
          element("p", {{"class", "note bad"}, {"role", "alert"}, {"id", "trouble"}}, Html(trouble)));
}

std::string time_text(double seconds_since_1970) {
  if (seconds_since_1970 <= 0) return "-";
  const auto seconds = static_cast<std::time_t>(seconds_since_1970);
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return text;
}

std::string wait_text(double seconds) {
  if (seconds < 1.5) return "a moment";
  if (seconds < 90) return fmt::format("about {:.0f} s", seconds);
  return fmt::format("about {:.0f} min", seconds / 60);
}

}  // namespace judge
