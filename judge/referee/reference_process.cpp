#include "judge/referee/reference_process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>

#include "judge/util/bounded_text.hpp"
#include "judge/util/channel.hpp"
#include "judge/util/children.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/isolated_child.hpp"

namespace judge {

using nlohmann::json;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

constexpr std::chrono::seconds k_first_word{10};
constexpr std::size_t k_kept_reference_bytes = 16 << 10;
// From the question where it is to the answer.
constexpr milliseconds k_last_words{2'000};

std::optional<reference_protocol::Crash> crash_from(const std::string& raw) {
  reference_protocol::Crash crash;
  if (raw.size() != sizeof crash) return std::nullopt;
  std::memcpy(&crash, raw.data(), sizeof crash);
  return crash;
}

}  // namespace

struct ReferenceProcess::State {
  pid_t process = -1;
  Channel channel{-1};
  int process_fd = -1;  ///< readable once the process has ended
  int output = -1;
  BoundedText printed{k_kept_reference_bytes};

  ~State() {
    if (process > 0) {
      kill_with_group(process);
      wait_for_child(process, nullptr, 0);
    }
    if (output >= 0) ::close(output);
    if (process_fd >= 0) ::close(process_fd);
  }
};

ReferenceProcess::ReferenceProcess(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ReferenceProcess::ReferenceProcess(ReferenceProcess&&) noexcept = default;
ReferenceProcess& ReferenceProcess::operator=(ReferenceProcess&&) noexcept = default;
ReferenceProcess::~ReferenceProcess() = default;

Result<ReferenceProcess> ReferenceProcess::start(const std::filesystem::path& program, std::size_t threads) {
  if (::access(program.c_str(), X_OK))
    return fail("{}: is missing, references cannot be run: build or install the judge again", program.string());
  std::map<std::string, std::string> variables;
  if (threads > 0) variables["OMP_NUM_THREADS"] = std::to_string(threads);
  JUDGE_TRY(auto child, start_isolated(program, variables));
  // Beside one that is timed, whose host code must not wait for processors: on an H200 with 16 cores such calls took twice as long.
  constexpr int k_niceness = 10;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(child.process), k_niceness);
  auto state = std::make_unique<State>();
  state->process = child.process;
  state->process_fd = child.process_fd;
  state->channel = std::move(child.channel);
  state->output = child.output;
  return ReferenceProcess(std::move(state));
}

void ReferenceProcess::read_output() {
  std::array<char, 1 << 16> chunk;
  ssize_t got = -1;
  // One that prints for ever is read on in the next turn.
  for (int turns = 64; turns > 0 && (got = ::read(m_state->output, chunk.data(), chunk.size())) > 0; --turns) {
    m_state->printed.append({chunk.data(), static_cast<std::size_t>(got)});
  }
  if (got != 0 || m_state->output < 0) return;
  ::close(m_state->output);  // it has closed its own: a poll() would return at once for ever
  m_state->output = -1;
}

// The process has ended, or has hung up and is about to: how? Its last words may still be in the channel.
ReferenceEnd ReferenceProcess::ended() {
  ReferenceEnd end;
  int status = 0;
  pid_t gone = 0;
  for (const auto start = Clock::now();
       (gone = wait_for_child(m_state->process, &status, WNOHANG)) == 0 && Clock::now() - start < k_last_words;)
    std::this_thread::sleep_for(milliseconds(1));
  read_output();
  while (m_state->channel.has_message(milliseconds(0))) {
    const auto message = m_state->channel.receive();
    if (!message || std::holds_alternative<Channel::Closed>(*message)) break;
    if (const auto* raw = std::get_if<Channel::Raw>(&*message)) end.crash = crash_from(*raw);
  }
  ::kill(-m_state->process, SIGKILL);
  if (gone == 0) return end;  // the destructor waits for it
  m_state->process = -1;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  else end.exit_status = WEXITSTATUS(status);
  return end;
}

// It took too long: where is it?
ReferenceEnd ReferenceProcess::stopped() {
  ReferenceEnd end{.timed_out = true};
  ::syscall(SYS_tgkill, m_state->process, m_state->process, SIGALRM);
  if (m_state->channel.has_message(k_last_words))
    if (const auto message = m_state->channel.receive(); message && std::holds_alternative<Channel::Raw>(*message))
      end.crash = crash_from(std::get<Channel::Raw>(*message));
  kill_with_group(m_state->process);
  wait_for_child(m_state->process, nullptr, 0);
  m_state->process = -1;
  read_output();
  return end;
}

std::expected<json, ReferenceEnd> ReferenceProcess::ask(const json& request, std::span<const int> descriptors,
                                                        milliseconds limit, const StillWaiting& still_waiting) {
  if (m_state->process < 0) return std::unexpected(ReferenceEnd{.judge_error = Error{"judge-reference has ended already"}});
  if (!m_state->channel.send(request)) return std::unexpected(ended());
  for (const int descriptor : descriptors)
    if (!m_state->channel.send_descriptor(descriptor)) return std::unexpected(ended());
  const auto start = Clock::now(), deadline = start + limit;
  milliseconds next_word = std::min<milliseconds>(k_first_word, limit / 4);
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return std::unexpected(stopped());
    if (still_waiting && Clock::now() - start >= next_word) still_waiting(std::exchange(next_word, 2 * next_word));
    std::array<pollfd, 4> fds{{{m_state->channel.fd(), POLLIN, 0},
                               {m_state->output, POLLIN, 0},
                               {m_state->process_fd, POLLIN, 0},
                               {interrupt_fd(), POLLIN, 0}}};
    ::poll(fds.data(), fds.size(), static_cast<int>(std::min({left, next_word, milliseconds(1'000)}).count()) + 1);
    if (interrupted()) return std::unexpected(ReferenceEnd{.judge_error = Error{"interrupted"}});
    read_output();
    if (!fds[0].revents && fds[2].revents) return std::unexpected(ended());
    if (!fds[0].revents) continue;
    const auto message = m_state->channel.receive();
    if (const auto* answer = message ? std::get_if<json>(&*message) : nullptr) return *answer;
    auto end = ended();
    if (const auto* raw = message ? std::get_if<Channel::Raw>(&*message) : nullptr) end.crash = crash_from(*raw);
    return std::unexpected(std::move(end));
  }
}

const std::string& ReferenceProcess::printed() const { return m_state->printed.text(); }

}  // namespace judge
