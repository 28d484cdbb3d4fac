#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "judge/model/record.hpp"
#include "judge/serve/answer.hpp"
#include "judge/serve/site_messages.hpp"
#include "judge/serve/workspace.hpp"

/// What the parts of the site share.
namespace judge {

/// As a script gets it.
SiteReply json_reply(const nlohmann::json& document, int status = 200);
/// Status 303: the browser asks for `address` by GET.
SiteReply redirect_to(std::string address);

/// A page, or for a script JSON with "error".
SiteReply trouble(const SiteRequest& request, int status, std::string_view text, const std::string& user = {});
/// A path whose replies no person reads: errors are JSON.
bool is_for_a_script(std::string_view path);

/// The file as Workspace::read() has it; its errors are of status 400, since the file is the user's own.
Answer<FileText> read_attempt(const Workspace& files, std::string_view attempt);

/// A member that is a text; else empty.
std::string text_in(const nlohmann::json& body, const char* name);
/// A whole number above 0.
std::optional<std::int64_t> number_in(std::string_view text);
/// Lower-case letters, digits and '-', at most 64: a name or a number. It need not exist.
bool is_problem_name(std::string_view name);

/// Of a record, as the store keeps it: the time that ranks, where it was accepted and timed.
std::optional<Measurement> timing_in(const nlohmann::json& result);

}  // namespace judge
