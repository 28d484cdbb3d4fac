#pragma once

#include <filesystem>

namespace judge {

/// Where the parts of this judge lie. The build tree and the installed tree have one shape, so one rule finds both:
///   PREFIX/bin/judge   PREFIX/libexec/judge/{judge-player, judge-reference}
///   PREFIX/lib/judge/libjudge-cudart.so
///   PREFIX/share/judge/{include/emulated, include/reference, device, problems, solutions}
struct Installation {
  std::filesystem::path prefix;

  std::filesystem::path player() const { return prefix / "libexec/judge/judge-player"; }
  std::filesystem::path reference() const { return prefix / "libexec/judge/judge-reference"; }
  std::filesystem::path emulated_runtime() const { return prefix / "lib/judge/libjudge-cudart.so"; }
  /// cuda_runtime.h and friends of the emulated runtime: on the include path of attempts built for it.
  std::filesystem::path emulated_include() const { return prefix / "share/judge/include/emulated"; }
  /// judge/reference.h: what reference.cpp may include.
  std::filesystem::path reference_include() const { return prefix / "share/judge/include/reference"; }
  /// The judge's own device code.
  std::filesystem::path device_sources() const { return prefix / "share/judge/device"; }
  /// Holds the problems/ and solutions/ that were installed with the judge.
  std::filesystem::path share() const { return prefix / "share/judge"; }
};

/// Found from the running executable's own path.
Installation find_installation();

}  // namespace judge
