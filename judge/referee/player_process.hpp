#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/protocol.hpp"
#include "judge/referee/player.hpp"
#include "judge/util/channel.hpp"
#include "judge/util/random_bits.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The isolated process of one attempt, seen from the referee. It may crash, hang, flood its output, use all memory or
/// send false answers: every request has a time limit and ends with an answer, or with the Outcome that says how the player ended.
/// While something is asked of one, all others are stopped; on the emulated runtime each is stopped from its answer to its next request.
class PlayerProcess final : public Player {
 public:
  struct Options {
    std::filesystem::path program;  ///< judge-player
    RuntimeKind runtime = RuntimeKind::emulated;
    std::filesystem::path runtime_library;
    std::size_t output_limit_bytes = 16 << 20;                   ///< of what solve() prints, in all
    int patience = 1;                                            ///< a call of solve() may take so many times its limit
    MemoryLayout memory = MemoryLayout::guarded;                 ///< of the emulated runtime
    protocol::ThreadOrder order = protocol::ThreadOrder::loops;  ///< the same
    bool is_bystander = false;                   ///< no attempt's host code will be loaded: it has one queue on the device
    bool has_one_queue = false;                  ///< on the device, too: for attempts that have no several streams
    BitSource random_bits = judge::random_bits;  ///< of tickets

    /// What no later request changes.
    auto kind() const {
      return std::tie(program, runtime, runtime_library, output_limit_bytes, patience, memory, order, is_bystander,
                      has_one_queue);
    }
  };

  /// Starts the process and asks it to make its context; does not wait for that. Only the main thread may: the kernel ends the
  /// player with the thread that started it. Errors: cannot be started.
  static Result<PlayerProcess> start(const Options& options);

  PlayerProcess(PlayerProcess&&) noexcept;
  PlayerProcess& operator=(PlayerProcess&&) noexcept;
  ~PlayerProcess() override;  ///< ends the process, its group and whatever they left running

  MemoryLayout memory() const override;
  bool has_ended() const override;
  Answer<void> wait_ready(std::chrono::milliseconds limit) override;
  Answer<void> open_slabs(const protocol::OpenSlabs& request, std::chrono::milliseconds limit) override;
  Answer<void> stand_by(const protocol::Load& request, std::chrono::milliseconds limit) override;
  Answer<void> load(const protocol::Load& request, std::chrono::milliseconds limit) override;
  Answer<void> take_recording(const Recording& recording, const std::vector<std::string>& images,
                              std::chrono::milliseconds limit) override;
  Answer<Called> call(const protocol::Call& request, std::chrono::milliseconds limit, const Watching& watching) override;
  Answer<protocol::Returned> measure_empty(const protocol::MeasureEmpty& request) override;
  Answer<void> check_silence() override;
  std::vector<Finding> take_findings() override;
  const std::vector<Finding>& all_findings() const override;
  void begin_to_end() override;
  const std::string& printed() const override;

 private:
  struct State;
  explicit PlayerProcess(std::unique_ptr<State> state);
  Answer<nlohmann::json> ask(const protocol::Request& request, std::chrono::milliseconds limit,
                             const std::function<void()>& meanwhile = {}, int file = -1);
  /// `file`: behind the request, if it is one.
  Result<void> send(const protocol::Request& request, int file = -1);
  /// Within `limit` from `asked` on.
  Answer<nlohmann::json> receive(std::chrono::milliseconds limit, std::chrono::steady_clock::time_point asked);

  Answer<nlohmann::json> take_answer(const nlohmann::json& message) const;
  void take_fault(const std::string& raw);
  void take_last_faults();
  Answer<void> ready_from(Answer<nlohmann::json> answer, protocol::Request::Type what);
  Answer<protocol::Returned> returned_from(Answer<nlohmann::json> answer);
  std::optional<Outcome> read_output();
  std::optional<Outcome> check_use() const;
  Outcome ended();

  std::unique_ptr<State> m_state;
};

}  // namespace judge
