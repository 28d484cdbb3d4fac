#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "judge/emulator/lowering/unsupported.hpp"

namespace judge::cucc {

/// A fatal error about a header of the CUDA Toolkit that the emulated runtime does not have, in what a compiler said.
std::optional<lowering::Unsupported> missing_toolkit_header(const std::string& diagnostics);

/// A header of the CUDA Toolkit that was read, though not ours: one that a package has put among the system's. It would
/// not go with ours. `include` is the folder of the emulated runtime's headers.
std::optional<lowering::Unsupported> foreign_toolkit_header(std::string_view preprocessed,
                                                            const std::filesystem::path& include);

}  // namespace judge::cucc
