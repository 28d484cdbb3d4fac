#pragma once

#include <span>
#include <string>

#include "judge/model/record.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// Every judgement of one attempt or of many, in the order given. "change" is against the record before it of the same
/// attempt name and device that was timed on the same case: "-3.1%" is faster now.
std::string history_text(std::span<const Record> records, const TextStyle& style);
std::string history_markdown(std::span<const Record> records);

}  // namespace judge
