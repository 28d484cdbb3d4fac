#pragma once

#include <filesystem>
#include <string>

#include "judge/build/compile.hpp"
#include "judge/util/landlock.hpp"

namespace judge {

/// May another file than an attempt's own include this one, by its name? A header, as far as its ending tells: no text of the
/// user's, no reference.cpp, no tests.json, no other attempt.
bool is_header_name(const std::filesystem::path& file);

/// What a compiler may do with files while it compiles hostile text: read and run the toolchain, read the source's folder with all
/// below it, the headers of `job` and the folders in CPATH and its like, and write to `folder` alone. Whatever else the source
/// includes, by #include, #embed or .incbin, cannot be opened. Of a folder that many things lie in, such as /tmp or a home, it may
/// read the headers only. Errors: the kernel refuses.
Result<Landlock> compilers_cage(const Compiler& compiler, const CompileJob& job, const std::filesystem::path& folder);

/// Said below a compiler's message that a file may not be opened.
std::string what_may_be_included();

}  // namespace judge
