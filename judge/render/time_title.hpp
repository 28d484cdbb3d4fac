#pragma once

#include <algorithm>

#include "judge/model/record.hpp"

namespace judge {

/// What the column with the times of these rows is called; `record_of` gives a row's Record.
template <class Rows, class RecordOf>
const char* time_title(const Rows& rows, RecordOf record_of) {
  const auto is_emulated = [&](const auto& row) { return record_of(row).device.runtime == RuntimeKind::emulated; };
  return !rows.empty() && std::ranges::all_of(rows, is_emulated) ? "CPU time" : "device time";
}

}  // namespace judge
