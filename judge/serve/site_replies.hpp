#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "judge/model/record.hpp"
#include "judge/serve/site_messages.hpp"

/// What the parts of the site share.
namespace judge {

SiteReply json_reply(const nlohmann::json& document, int status = 200);
SiteReply redirect_to(std::string address);

/// A page, or for a script JSON with "error".
SiteReply trouble(const SiteRequest& request, int status, std::string_view text, const std::string& user = {});
bool is_for_a_script(std::string_view path);

/// A member that is a text; else empty.
std::string text_in(const nlohmann::json& body, const char* name);
/// A whole number above 0.
std::optional<std::int64_t> number_in(std::string_view text);
bool is_problem_name(std::string_view name);

/// Of a record, as the store keeps it: the time that ranks, where it was accepted and timed.
std::optional<Measurement> timing_in(const nlohmann::json& result);

}  // namespace judge
