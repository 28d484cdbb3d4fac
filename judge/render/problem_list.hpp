#pragma once

#include <span>
#include <string>
#include <string_view>

#include "judge/model/catalogue.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// What `judge list` shows, in the rows' order: the problems, and how one stands with each on `device`, with a line that says what
/// the columns mean. Without a device nothing was judged yet, and the problems stand alone.
std::string problem_list_text(std::span<const CatalogueRow* const> rows, std::string_view device, const TextStyle& style);

/// What `judge next` shows: the problem, why it is that one, and how to begin.
std::string proposal_text(const Proposal& proposal, const TextStyle& style);

}  // namespace judge
