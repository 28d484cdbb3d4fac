#pragma once

#include <string>

#include "judge/model/record.hpp"
#include "judge/render/terminal.hpp"

namespace judge {

/// All that there is to say about one attempt's verdict: what happened, the case with its sizes, details, and how to
/// repeat it. Compiler diagnostics are not indented, so that editors find their file:line. For an accepted attempt only
/// its findings; empty where there are none.
std::string details_text(const Record& record, const TextStyle& style);

/// The same of one case that was tried alone: what is right in it is not "accepted" yet.
std::string tried_text(Record record, const TextStyle& style);

/// Where the time went, one line: "build 0.52 s, inputs 0.11 s, cases 0.20 s; 0.83 s in all".
std::string stages_text(const Record& record);

/// What somebody's code printed, after his name, each line behind a mark, so that none looks like the judge's own; of much output the first and the last lines. Empty where there is none.
std::string printed_text(const std::string& who, const std::string& printed);

}  // namespace judge
