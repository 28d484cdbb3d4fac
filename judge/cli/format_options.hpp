#pragma once

#include <initializer_list>

#include "judge/render/format.hpp"

namespace CLI {
class App;
}

namespace judge {

struct FormatOption {
  Format format = Format::json;
  const char* help = "";
};

/// Adds --json, --csv or --markdown for each of `offered`, of which one may be given. `format` must outlive the parsing.
void add_format_options(CLI::App& command, Format& format, std::initializer_list<FormatOption> offered);

}  // namespace judge
