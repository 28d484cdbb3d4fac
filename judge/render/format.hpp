#pragma once

namespace judge {

/// The form of what a command prints to stdout.
enum class Format { text, json, csv, markdown };

/// A program reads it: notes for people go to stderr.
constexpr bool is_for_programs(Format format) { return format == Format::json || format == Format::csv; }

}  // namespace judge
