#pragma once

#include <filesystem>
#include <string>

#include "judge/util/described.hpp"

namespace judge {

enum class RuntimeKind : int { cuda = 1, emulated = 2 };

constexpr auto names_of(RuntimeKind) {
  return named<RuntimeKind>({{RuntimeKind::cuda, "cuda"}, {RuntimeKind::emulated, "emulated"}});
}

/// A submitted file.
struct Attempt {
  std::string name;            ///< "va_float4"
  std::filesystem::path path;  ///< as the user named it
  std::string content_hash;    ///< of the file's bytes: two files of one content are one attempt on the board
  std::string label;           ///< among those that it is shown with: tell_apart() (model/attempt_labels.hpp); empty = its name

  const std::string& shown() const { return label.empty() ? name : label; }

  static constexpr auto fields() {
    return field_list(field("name", &Attempt::name), field("path", &Attempt::path),
                      field("content_hash", &Attempt::content_hash), left_out(&Attempt::label));
  }
};

/// A shared library that came out of a source file.
struct Artifact {
  std::filesystem::path library;
  std::string key;          ///< of its content in the build cache
  std::string toolchain;    ///< "nvcc 13.0.88 sm_90a", "clang++ 14.0.6"
  bool from_cache = false;  ///< tests ask
  std::string warnings;     ///< the compiler's, with the user's file and lines
};

}  // namespace judge
