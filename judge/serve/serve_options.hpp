#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/passes/common_options.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What `judge serve` is told.
struct ServeOptions {
  CommonOptions common;
  std::string listen = "127.0.0.1";  ///< an IP address
  int port = 8173;                   ///< 0 = any that is free
  std::vector<std::string> users;    ///< empty = the one who starts it, without a token on a loopback address
  std::vector<std::string> hosts;    ///< names beside IP addresses
  std::filesystem::path solutions;   ///< empty = see solutions_folder()
  std::filesystem::path data;        ///< of the queue and the secret; empty = default_data_dir()
  int request_ms = 10'000;           ///< within which a request must have come; no option of the command: tests wait less

  static constexpr auto fields() {
    return field_list(field("common", &ServeOptions::common), field("listen", &ServeOptions::listen),
                      field("port", &ServeOptions::port), field("users", &ServeOptions::users),
                      field("hosts", &ServeOptions::hosts), field("solutions", &ServeOptions::solutions),
                      field("data", &ServeOptions::data), field("request_ms", &ServeOptions::request_ms));
  }
};

/// As arguments of judge-server: one, a JSON object; and back. Errors: those of parse_json() and of a field.
std::vector<std::string> server_arguments(const ServeOptions& options);
Result<ServeOptions> options_of(const std::vector<std::string>& arguments);

/// Where attempts are: as the options say, else ROOT/solutions/mine; but ~/judge where the root was installed with the judge, since
/// that is the system's, and no user's.
std::filesystem::path solutions_folder(const ServeOptions& options, const std::filesystem::path& root,
                                       const Installation& installation);

}  // namespace judge
