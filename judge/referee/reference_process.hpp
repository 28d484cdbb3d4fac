#pragma once

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "judge/model/reference_protocol.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// How judge-reference ended, or had to be ended, in the middle of a request.
struct ReferenceEnd {
  std::optional<reference_protocol::Crash> crash;  ///< what its signal handler said
  bool timed_out = false;
  int signal = 0;                    ///< that ended it unseen; 0 = it ended by itself ...
  int exit_status = 0;               ///< ... with this
  std::optional<Error> judge_error;  ///< it is not the reference's fault: interrupted, cannot be started
};

/// A judge-reference process, in which the code of a problem's reference.cpp runs. It may crash, end, print or never return.
class ReferenceProcess {
 public:
  /// `threads`: of OpenMP's; 0 = as many as it takes. Only the main thread may: the kernel ends the process with the thread that started
  /// it. Errors: cannot be started.
  static Result<ReferenceProcess> start(const std::filesystem::path& program, std::size_t threads = 0);

  ReferenceProcess(ReferenceProcess&&) noexcept;
  ReferenceProcess& operator=(ReferenceProcess&&) noexcept;
  ~ReferenceProcess();  ///< ends the process and its group

  /// Called while an answer is waited for, after 10 s, or a quarter of a shorter limit, and whenever twice as much time has gone.
  using StillWaiting = std::function<void(std::chrono::milliseconds so_far)>;

  /// Sends a request with the descriptors that go with it, and waits for the answer.
  std::expected<nlohmann::json, ReferenceEnd> ask(const nlohmann::json& request, std::span<const int> descriptors,
                                                  std::chrono::milliseconds limit, const StillWaiting& still_waiting = {});

  /// What was printed so far: of much the beginning and the end.
  const std::string& printed() const;

 private:
  struct State;
  explicit ReferenceProcess(std::unique_ptr<State> state);
  ReferenceEnd ended();
  ReferenceEnd stopped();
  void read_output();

  std::unique_ptr<State> m_state;
};

}  // namespace judge
