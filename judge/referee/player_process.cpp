#include "judge/referee/player_process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <mutex>
#include <thread>

#include "judge/referee/claims.hpp"
#include "judge/referee/fair_limit.hpp"
#include "judge/referee/held_memory.hpp"
#include "judge/referee/image_file.hpp"
#include "judge/referee/one_awake.hpp"
#include "judge/referee/player_findings.hpp"
#include "judge/referee/watched_calls.hpp"
#include "judge/util/bounded_text.hpp"
#include "judge/util/child_setting.hpp"
#include "judge/util/children.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/isolated_child.hpp"

namespace judge {

using nlohmann::json;
using protocol::Request;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t k_kept_output_bytes = 64 << 10, k_most_findings = 4096;
// A page of a slab may be a huge one.
constexpr std::size_t k_slab_rounding_bytes = 2 << 20;
// A pool has one for each processor; a machine has some 32,000 for all its processes.
constexpr std::size_t k_most_threads = 4096;
constexpr milliseconds k_use_check_interval{50};
constexpr milliseconds k_context_limit{60'000};
constexpr std::string_view k_connection_lost = "solve() closed the connection between the player and the judge";
constexpr const char* k_answered = "solve() answered the judge in the player's place";

// Is the kernel taking this thread down already? The flags are the ninth field of /proc/PID/task/TID/stat (proc(5)).
bool is_thread_exiting(const std::filesystem::path& thread) {
  constexpr unsigned long k_pf_exiting = 0x4;
  std::ifstream stat(thread / "stat");
  std::string text;
  std::getline(stat, text);
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string state;
  long skipped = 0;
  unsigned long flags = 0;
  fields >> state >> skipped >> skipped >> skipped >> skipped >> skipped >> flags;
  return text.empty() || state == "Z" || (flags & k_pf_exiting) != 0;
}

// One that has ended its main thread alone is not.
bool is_exiting(pid_t process) {
  std::error_code error;
  const std::filesystem::directory_iterator threads(fmt::format("/proc/{}/task", process), error);
  return std::ranges::all_of(threads, is_thread_exiting, &std::filesystem::directory_entry::path);
}

}  // namespace

struct PlayerProcess::State {
  pid_t process = -1;
  Channel channel{-1};
  bool on_gpu = false;
  bool is_ready = false;     ///< has its context
  bool has_attempt = false;  ///< or has begun to load it: from then on its host code may run
  int process_fd = -1;       ///< readable once the process has ended, even where a child holds the channel open
  int output = -1;
  std::size_t output_bytes = 0, output_limit_bytes = 0, host_memory_limit_bytes = 0;
  BoundedText printed{k_kept_output_bytes};
  std::vector<Finding> findings, all_findings;
  int patience = 1;
  MemoryLayout memory = MemoryLayout::guarded;
  WatchedCalls watched_calls;
  std::optional<Fault> fatal_fault;
  BitSource random_bits;       ///< of tickets
  std::uint64_t ticket = 0;    ///< of the last request
  SourceLines places;          ///< in the attempt's library, once it is loaded
  std::size_t slab_bytes = 0;  ///< of the judge's memory that it may have mapped

  void remember(const Finding& finding) {
    if (all_findings.size() >= k_most_findings) return;
    all_findings.push_back(finding);
    findings.push_back(finding);
  }
  ~State() {
    if (process > 0) {
      forget_awake(process);
      kill_with_group(process);
      wait_for_child(process, nullptr, 0);
    }
    end_strays();
    if (output >= 0) ::close(output);
    if (process_fd >= 0) ::close(process_fd);
  }
};

PlayerProcess::PlayerProcess(std::unique_ptr<State> state) : m_state(std::move(state)) {}
PlayerProcess::PlayerProcess(PlayerProcess&&) noexcept = default;
PlayerProcess& PlayerProcess::operator=(PlayerProcess&&) noexcept = default;
PlayerProcess::~PlayerProcess() = default;

Result<PlayerProcess> PlayerProcess::start(const Options& options) {
  if (::syscall(SYS_gettid) != ::getpid()) return fail("players are started by the main thread: the kernel ends them with it");
  static std::once_flag once;
  std::call_once(once, adopt_strays);
  std::map<std::string, std::string> variables;
  if (options.is_bystander || options.has_one_queue) variables[k_device_queues] = "1";
  JUDGE_TRY(auto child, start_isolated(options.program, variables));
  auto state = std::make_unique<State>();
  state->process = child.process;
  state->on_gpu = options.runtime == RuntimeKind::cuda;
  state->process_fd = child.process_fd;
  state->channel = std::move(child.channel);
  state->output = child.output;
  state->output_limit_bytes = options.output_limit_bytes;
  state->patience = options.patience;
  state->memory = options.memory;
  state->random_bits = options.random_bits;
  const protocol::Start request{.runtime = options.runtime,
                                .runtime_library = options.runtime_library,
                                .gpu_layout = options.memory == MemoryLayout::of_gpu,
                                .order = options.order};
  PlayerProcess player(std::move(state));
  JUDGE_CHECK(player.m_state->channel.send_descriptor(player.m_state->watched_calls.descriptor()));
  JUDGE_CHECK(player.send({Request::Type::start, encode(request)}));
  return player;
}

// A request and its ticket.
Result<void> PlayerProcess::send(const Request& request, int file) {
  m_state->ticket = m_state->random_bits();
  JUDGE_CHECK(m_state->channel.send(encode(request)));
  if (file >= 0) JUDGE_CHECK(m_state->channel.send_descriptor(file));
  if (!m_state->channel.send_raw(&m_state->ticket, sizeof m_state->ticket)) return fail("the player is gone");
  return {};
}

std::optional<Outcome> PlayerProcess::read_output() {
  std::array<char, 1 << 16> chunk;
  ssize_t got;
  while (m_state->output_bytes <= m_state->output_limit_bytes &&
         (got = ::read(m_state->output, chunk.data(), chunk.size())) > 0) {
    m_state->output_bytes += static_cast<std::size_t>(got);
    m_state->printed.append({chunk.data(), static_cast<std::size_t>(got)});
  }
  // Each time that it is asked: on a GPU whoever watches a call asks first, and gives up; the outcome is told to the one that asks next.
  if (m_state->output_bytes > m_state->output_limit_bytes) return outcome::TooMuchOutput{m_state->output_limit_bytes};
  return std::nullopt;
}

// Memory and threads.
std::optional<Outcome> PlayerProcess::check_use() const {
  const HeldMemory held = held_memory(m_state->process);
  if (held.threads > k_most_threads)
    return outcome::Crashed{
        .note = fmt::format("the attempt's process has {} threads; {} are allowed", held.threads, k_most_threads)};
  if (m_state->host_memory_limit_bytes == 0) return std::nullopt;
  // On a GPU the driver maps pages of its own, which are not told from the attempt's.
  const std::size_t shared = m_state->on_gpu ? 0 : held.shared_bytes - std::min(held.shared_bytes, m_state->slab_bytes);
  const std::size_t used = held.own_bytes + shared;
  if (used <= m_state->host_memory_limit_bytes) return std::nullopt;
  return outcome::TooMuchMemory{.device = false,
                                .limit_bytes = m_state->host_memory_limit_bytes,
                                .asked_bytes = used,
                                .device_is_host = !m_state->on_gpu};
}

// The channel is closed, or the process has ended: how? One that has only closed its files is given a moment to end; one
// that the kernel is taking down may take longer, with a GPU context and gigabytes to free.
Outcome PlayerProcess::ended() {
  const auto start = Clock::now();
  FairLimit fair(m_state->process, std::chrono::seconds(2));
  wake_alone(m_state->process);
  int status = 0;
  pid_t gone = 0;
  while ((gone = wait_for_child(m_state->process, &status, WNOHANG)) == 0 &&
         (is_exiting(m_state->process) ? Clock::now() - start < std::chrono::seconds(60) : fair.left().count() > 0))
    std::this_thread::sleep_for(milliseconds(1));
  if (const auto flooded = read_output()) return *flooded;
  ::kill(-m_state->process, SIGKILL);
  if (gone == 0) return outcome::Crashed{.note = std::string(k_connection_lost)};
  forget_awake(std::exchange(m_state->process, -1));
  take_last_faults();
  if (m_state->fatal_fault) return outcome::Faulted{*std::exchange(m_state->fatal_fault, std::nullopt)};
  if (WIFSIGNALED(status)) return outcome::Crashed{.signal = WTERMSIG(status)};
  switch (static_cast<protocol::Ending>(WEXITSTATUS(status))) {
    case protocol::Ending::connection_lost: return outcome::Crashed{.note = std::string(k_connection_lost)};
    case protocol::Ending::ticket_taken: return outcome::Cheated{"solve() read a message of the judge to the player"};
    default: return outcome::Exited{.status = WEXITSTATUS(status)};
  }
}

PlayerProcess::Answer<json> PlayerProcess::receive(milliseconds limit, Clock::time_point asked) {
  FairLimit fair(m_state->process, limit, asked);
  for (;;) {
    const auto left = fair.left();
    if (left.count() <= 0) {
      kill_with_group(m_state->process);
      return std::unexpected(Outcome(outcome::TimedOut{.limit = limit, .note = fair.note()}));
    }
    std::array<pollfd, 4> fds{{{m_state->channel.fd(), POLLIN, 0},
                               {m_state->output, POLLIN, 0},
                               {m_state->process_fd, POLLIN, 0},
                               {interrupt_fd(), POLLIN, 0}}};
    ::poll(fds.data(), fds.size(), static_cast<int>(std::min(left, k_use_check_interval).count()) + 1);
    if (interrupted()) return std::unexpected(Outcome(outcome::JudgeFailed{"interrupted"}));
    if (const auto failure = read_output()) return std::unexpected(*failure);
    if (m_state->has_attempt)
      if (const auto failure = check_use()) return std::unexpected(*failure);
    if (!fds[0].revents && fds[2].revents) return std::unexpected(ended());
    if (!fds[0].revents) continue;
    auto message = m_state->channel.receive();
    if (!message) return std::unexpected(Outcome(outcome::Cheated{k_answered}));
    if (auto* answer = std::get_if<json>(&*message)) {
      // From its answer to the next request nothing of an attempt runs: no thread that it has left behind ends its work late, or begins on the next
      // inputs before the clock starts.
      if (m_state->has_attempt) put_to_sleep(m_state->process);
      return take_answer(*answer);
    }
    if (std::holds_alternative<Channel::Closed>(*message)) return std::unexpected(ended());
    take_fault(std::get<Channel::Raw>(*message));
  }
}

// Only the player knows the ticket, and only once solve() has returned.
PlayerProcess::Answer<json> PlayerProcess::take_answer(const json& message) const {
  auto answer = decode<protocol::Answer>(message, "the answer");
  if (!answer || answer->ticket != m_state->ticket) return std::unexpected(Outcome(outcome::Cheated{k_answered}));
  return std::move(answer->body);
}

void PlayerProcess::take_fault(const std::string& raw) {
  if (raw.size() != sizeof(FaultMessage)) return;
  FaultMessage message;
  std::memcpy(static_cast<void*>(&message), raw.data(), sizeof message);
  if (!message.fault.is_fatal && m_state->all_findings.size() >= k_most_findings) return;
  const auto fault = fault_from(message, m_state->places);
  if (!fault) return;
  if (message.fault.is_fatal) m_state->fatal_fault = fault;
  else m_state->remember(*fault);
}

// Its end may be seen before its last words are.
void PlayerProcess::take_last_faults() {
  for (std::size_t count = 0; count < k_most_findings && m_state->channel.has_message(milliseconds(0)); ++count) {
    const auto message = m_state->channel.receive();
    if (message && std::holds_alternative<Channel::Closed>(*message)) return;
    if (message && std::holds_alternative<Channel::Raw>(*message)) take_fault(std::get<Channel::Raw>(*message));
  }
}

PlayerProcess::Answer<void> PlayerProcess::check_silence() {
  for (std::size_t count = 0; m_state->process > 0 && m_state->channel.has_message(milliseconds(0)); ++count) {
    if (count == k_most_findings) return std::unexpected(Outcome(outcome::Cheated{k_answered}));
    auto message = m_state->channel.receive();
    if (!message || std::holds_alternative<json>(*message)) return std::unexpected(Outcome(outcome::Cheated{k_answered}));
    if (std::holds_alternative<Channel::Closed>(*message)) return std::unexpected(ended());
    take_fault(std::get<Channel::Raw>(*message));
  }
  return {};
}

PlayerProcess::Answer<json> PlayerProcess::ask(const Request& request, milliseconds limit,
                                               const std::function<void()>& meanwhile, int file) {
  if (m_state->process < 0) return std::unexpected(Outcome(outcome::JudgeFailed{"the player has ended already"}));
  if (auto silent = check_silence(); !silent) return std::unexpected(std::move(silent).error());
  if (!send(request, file)) return std::unexpected(ended());
  const auto asked = Clock::now();
  if (m_state->has_attempt) wake_alone(m_state->process);
  else wake_none();
  if (meanwhile) meanwhile();
  return receive(limit, asked);
}

// What the player says is not trusted: an answer of another shape means that somebody else wrote it.
template <class T>
static std::expected<T, Outcome> read_answer(const PlayerProcess::Answer<json>& answer) {
  if (!answer) return std::unexpected(answer.error());
  auto read = decode<T>(*answer, "the answer");
  if (!read) return std::unexpected(Outcome(outcome::Cheated{k_answered}));
  return *std::move(read);
}

PlayerProcess::Answer<void> PlayerProcess::ready_from(Answer<json> answer, Request::Type what) {
  const auto ready = read_answer<protocol::Ready>(answer);
  if (!ready) return std::unexpected(ready.error());
  if (ready->error.empty()) return {};
  if (what == Request::Type::load) return std::unexpected(Outcome(outcome::NotLoaded{.message = ready->error}));
  return std::unexpected(Outcome(outcome::JudgeFailed{ready->error}));
}

// Whatever a process says in which an attempt is loaded, the attempt may have said or brought about: it is no failure of the judge's.
static Outcome cannot_go_on(const std::string& reason) {
  return outcome::Crashed{.note = fmt::format("the attempt's process cannot go on: {}", reason)};
}

PlayerProcess::Answer<protocol::Returned> PlayerProcess::returned_from(Answer<json> answer) {
  auto returned = read_answer<protocol::Returned>(answer);
  if (returned && !returned->judge_error.empty()) return std::unexpected(cannot_go_on(returned->judge_error));
  return returned;
}

PlayerProcess::Answer<void> PlayerProcess::wait_ready(milliseconds limit) {
  if (const auto failure = read_output()) return std::unexpected(*failure);
  if (m_state->is_ready) return {};
  if (m_state->process < 0) return std::unexpected(Outcome(outcome::JudgeFailed{"the player has ended already"}));
  const auto ready = ready_from(receive(limit, Clock::now()), Request::Type::start);
  m_state->is_ready = ready.has_value();
  return ready;
}

PlayerProcess::Answer<void> PlayerProcess::open_slabs(const protocol::OpenSlabs& request, milliseconds limit) {
  m_state->slab_bytes = 0;
  // Of one in host memory it has a copy.
  for (const auto& slab : request.slabs)
    m_state->slab_bytes += (slab.memory == MemoryPlace::device ? 1 : 2) * (slab.bytes + k_slab_rounding_bytes);
  return ready_from(ask({Request::Type::open, encode(request)}, limit), Request::Type::open);
}

PlayerProcess::Answer<void> PlayerProcess::stand_by(const protocol::Load& request, milliseconds limit) {
  return ready_from(ask({Request::Type::shut_in, encode(request)}, limit), Request::Type::shut_in);
}

PlayerProcess::Answer<void> PlayerProcess::load(const protocol::Load& request, milliseconds limit) {
  m_state->has_attempt = true;
  m_state->places = SourceLines(request.attempt_library);
  m_state->host_memory_limit_bytes = request.host_memory_limit_bytes;
  if (auto ready = stand_by(request, k_context_limit); !ready) return ready;
  return ready_from(ask({Request::Type::load, encode(request)}, limit), Request::Type::load);
}

PlayerProcess::Answer<void> PlayerProcess::take_recording(const Recording& recording, const std::vector<std::string>& images,
                                                          milliseconds limit) {
  protocol::PlayBack request{.recording = recording};
  for (const std::string& image : images) request.image_bytes.push_back(image.size());
  const auto file = file_of_images(images);
  if (!file) return std::unexpected(Outcome(outcome::JudgeFailed{file.error().message}));
  auto answer = ask({Request::Type::play_back, encode(request)}, limit, {}, *file);
  ::close(*file);
  return ready_from(std::move(answer), Request::Type::play_back);
}

PlayerProcess::Answer<Player::Called> PlayerProcess::call(const protocol::Call& request, milliseconds limit,
                                                          const Watching& watching) {
  const bool is_watched = m_state->on_gpu && (request.bracket == Bracket::blocked || request.bracket == Bracket::host_paced);
  limit *= m_state->patience;
  protocol::Call sent = request;
  if (is_watched) sent.watched = m_state->watched_calls.next();
  const std::optional<ProcessorWatch> processors = is_watched ? std::nullopt : std::optional<ProcessorWatch>(m_state->process);
  const auto asked = Clock::now();
  const auto is_over = [&] {
    return read_output() || interrupted() || m_state->channel.has_message(milliseconds(0)) || Clock::now() - asked > limit;
  };
  std::optional<WatchedCalls::Watched> watched;
  auto returned = returned_from(ask({Request::Type::call, encode(sent)}, limit, [&] {
    if (is_watched) watched = m_state->watched_calls.watch(sent.bracket, is_over, watching);
  }));
  const auto waited = Clock::now() - asked;
  const double since_asked_ns = std::chrono::duration<double, std::nano>(waited).count();
  const ProcessorWait for_processors = processors ? processors->so_far() : ProcessorWait{};
  if (!returned) return std::unexpected(std::move(returned).error());
  if (auto claim = impossible_claim(*returned, request.bracket, waited))
    return std::unexpected(Outcome(outcome::Cheated{*std::move(claim)}));
  if (is_watched && !watched && !returned->error)
    return std::unexpected(Outcome(outcome::Cheated{"the end of its call does not reach the judge's clock"}));
  if (returned->error && returned->error_is_pending)
    m_state->remember(finding_from(*returned, m_state->places.at(returned->error_offset)));
  Called called{*std::move(returned), since_asked_ns, 0, std::nullopt, for_processors};
  if (is_watched) called.watched_ns = watched ? watched->ns : 0;
  if (!watched) return called;
  called.queueing_ns = watched->queueing_ns;
  if (watching.looks_for_early_work) called.early_sum = watched->early_sum;
  return called;
}

Player::MemoryLayout PlayerProcess::memory() const { return m_state->memory; }

bool PlayerProcess::has_ended() const {
  pollfd ended{m_state->process_fd, POLLIN, 0};
  return m_state->process < 0 || ::poll(&ended, 1, 0) > 0;
}

void PlayerProcess::begin_to_end() {
  if (m_state->process > 0) kill_with_group(m_state->process);
}

PlayerProcess::Answer<protocol::Returned> PlayerProcess::measure_empty(const protocol::MeasureEmpty& request) {
  const auto asked = Clock::now();
  auto returned = returned_from(ask({Request::Type::empty, encode(request)}, k_context_limit));
  if (returned)
    if (auto claim = impossible_empty_claim(*returned, request.bracket, request.repeats, Clock::now() - asked))
      return std::unexpected(Outcome(outcome::Cheated{*std::move(claim)}));
  return returned;
}

std::vector<Finding> PlayerProcess::take_findings() { return std::exchange(m_state->findings, {}); }
const std::vector<Finding>& PlayerProcess::all_findings() const { return m_state->all_findings; }
const std::string& PlayerProcess::printed() const { return m_state->printed.text(); }

}  // namespace judge
