#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "judge/web/html.hpp"

namespace judge {

/// A page in one file, which needs no other and no network.
struct Page {
  std::string title;
  std::vector<std::string_view> styles;   ///< style sheets; the judge's own or a package's
  Html body;                              ///< no style="" and no handlers in it: the policy refuses them
  std::vector<std::string_view> scripts;  ///< run in this order when the body is there
};

/// The whole document. Its Content-Security-Policy allows the scripts and style sheets given, by their hashes, and nothing else:
/// no network, no other script, no form.
std::string standalone_page(const Page& page);

/// "sha256-...", as a Content-Security-Policy names a script or style sheet of this text.
std::string policy_hash(std::string_view text);

}  // namespace judge
