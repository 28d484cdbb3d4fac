#pragma once

#include <string>

#include "judge/model/documents.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// A line a point, in their order: time, bytes and operations of the task a second, share of the peak.
Table scale_table(const ScaleStudy& study);

/// The same for a program: numbers are raw, in nanoseconds, bytes and operations.
std::string scale_csv(const ScaleStudy& study);

}  // namespace judge
