#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "judge/emulator/lowering/unsupported.hpp"
#include "judge/util/files.hpp"
#include "judge/util/result.hpp"

namespace judge::cucc {

/// A header of the CUDA Toolkit that the emulated runtime does not have.
struct ToolkitHeader {
  std::string name;             ///< "cufft.h", as it is included
  lowering::Unsupported place;  ///< of the #include
};

/// The one that a fatal error in what a compiler said is about.
std::optional<ToolkitHeader> missing_toolkit_header(const std::string& diagnostics);

/// One that was read, though not ours: a package has put it among the system's. It would not go with ours. `include` is
/// the folder of the emulated runtime's headers.
std::optional<ToolkitHeader> foreign_toolkit_header(std::string_view preprocessed, const std::filesystem::path& include);

/// Empty files in place of such headers. Many attempts include a header whose library they do not use: they compile with
/// nothing in it. One that does not compile needs what is not there.
class StandIns {
 public:
  Result<void> add(const ToolkitHeader& header);
  /// Where they are; empty before the first.
  std::filesystem::path folder() const { return m_folder ? m_folder->path() : std::filesystem::path(); }
  /// The first one's place; none if there are none.
  const std::optional<lowering::Unsupported>& first() const { return m_first; }

 private:
  std::optional<TemporaryDirectory> m_folder;
  std::optional<lowering::Unsupported> m_first;
};

}  // namespace judge::cucc
