#include "judge/player/player_loop.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "judge/player/fault_report.hpp"
#include "judge/player/real_runtime.hpp"
#include "judge/player/recorder.hpp"
#include "judge/player/sandbox.hpp"
#include "judge/player/tracer.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

using nlohmann::json;

constexpr std::chrono::milliseconds k_ticket_patience{60'000};
using Clock = std::chrono::steady_clock;

static Result<ClockPage*> map_clock_page(const Channel& channel) {
  JUDGE_TRY(const int descriptor, channel.receive_descriptor());
  void* page = ::mmap(nullptr, k_clock_page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (page == MAP_FAILED) return fail("the clock page: {}", std::strerror(errno));
  return static_cast<ClockPage*>(page);
}

Result<protocol::Ending> PlayerLoop::run() {
  JUDGE_TRY(m_clock_page, map_clock_page(*m_channel));
  for (;;) {
    const auto message = m_channel->receive();
    if (!message || std::holds_alternative<Channel::Closed>(*message)) return protocol::Ending::connection_lost;
    const json* value = std::get_if<json>(&*message);
    if (!value) return protocol::Ending::ticket_taken;
    JUDGE_TRY(const auto request, decode<protocol::Request>(*value, "the request"));
    if (request.type == protocol::Request::Type::stop) return protocol::Ending::stopped;
    // The ticket comes right behind the request, before the attempt runs. If it is missing afterwards, the attempt has read it.
    if (!m_channel->has_message(k_ticket_patience)) return protocol::Ending::connection_lost;
    JUDGE_TRY(const json answer, answer_to(request));
    if (const auto ending = reply(answer); ending != protocol::Ending::stopped) return ending;
  }
}

/// Reads the body of a request and gives it to the function that does what it asks.
template <class Body, class Answer>
static Result<json> answer(const json& body, PlayerLoop& loop, Answer (PlayerLoop::*function)(const Body&)) {
  JUDGE_TRY(const auto request, decode<Body>(body, "the body"));
  return encode((loop.*function)(request));
}

Result<json> PlayerLoop::answer_to(const protocol::Request& request) {
  m_gate_while_answering = judge_emulated_open;
  using enum protocol::Request::Type;
  switch (request.type) {
    case start: return answer(request.body, *this, &PlayerLoop::start_runtime);
    case shut_in: return answer(request.body, *this, &PlayerLoop::shut_in);
    case load: return answer(request.body, *this, &PlayerLoop::load_attempt);
    case open: return answer(request.body, *this, &PlayerLoop::open_slabs);
    case call: return answer(request.body, *this, &PlayerLoop::call_solve);
    case play_back: return answer(request.body, *this, &PlayerLoop::play_back);
    case empty: return answer(request.body, *this, &PlayerLoop::measure_empty);
    case stop: break;
  }
  return fail("nothing is asked");
}

// The ticket came with the request, and is still there unless the attempt has read it.
protocol::Ending PlayerLoop::reply(const json& body) const {
  if (!m_channel->is_intact()) return protocol::Ending::connection_lost;
  if (!m_channel->has_message(std::chrono::milliseconds(0))) return protocol::Ending::ticket_taken;
  const auto message = m_channel->receive();
  if (!message || std::holds_alternative<Channel::Closed>(*message)) return protocol::Ending::connection_lost;
  const auto* ticket = std::get_if<Channel::Raw>(&*message);
  std::uint64_t number = 0;
  if (!ticket || ticket->size() != sizeof number) return protocol::Ending::ticket_taken;
  std::memcpy(&number, ticket->data(), sizeof number);
  const json answer = encode(protocol::Answer{number, body});
  // What the attempt has put in the place of functions that send it is host code of its call, too.
  if (m_gate_while_answering != judge_emulated_open) m_gate(m_gate_while_answering);
  const bool sent = m_channel->send(answer).has_value();
  if (m_gate_while_answering != judge_emulated_open) m_gate(judge_emulated_open);
  return sent ? protocol::Ending::stopped : protocol::Ending::connection_lost;
}

protocol::Ready PlayerLoop::start_runtime(const protocol::Start& request) {
  if (request.version != protocol::version)
    return {fmt::format("the player speaks version {}, the referee {}: reinstall judge", protocol::version, request.version)};
  // The CUDA driver starts threads; the emulated runtime none yet, and it finds the slabs through the referee's /proc entry.
  m_kind = request.runtime;
  m_runtime_folder = std::filesystem::path(request.runtime_library).parent_path();
  if (m_kind == RuntimeKind::cuda)
    if (const auto dropped = drop_rights({.who = Sandboxed::driver}); !dropped) return {dropped.error().message};
  auto runtime = load_runtime_from(request.runtime, request.runtime_library);
  if (!runtime) return {runtime.error().message};
  m_runtime = *std::move(runtime);
  if (request.gpu_layout && m_runtime->cuda.judgeEmulatedUseGpuLayout) m_runtime->cuda.judgeEmulatedUseGpuLayout();
  if (m_runtime->cuda.judgeEmulatedTakeGate) m_gate = m_runtime->cuda.judgeEmulatedTakeGate();
  if (m_runtime->cuda.judgeEmulatedUseOrder)
    m_runtime->cuda.judgeEmulatedUseOrder(static_cast<JudgeEmulatedOrder>(request.order));
  forward_to(m_runtime->handle);
  report_faults_to(*m_channel, *m_runtime);
  if (const cuda::Error error = m_runtime->cuda.cudaFree(nullptr)) return {"no context: " + describe_error(*m_runtime, error)};
  m_stopwatch.emplace(*m_runtime, m_clock_page);
  return {};
}

// From here on nothing of the judge's has to be opened or loaded: what runs next is the attempt's, and may take all of the device's
// memory.
protocol::Ready PlayerLoop::shut_in(const protocol::Load& request) {
  if (!request.bracket_library.empty())
    if (const auto loaded = m_stopwatch->load_kernels(request.bracket_library); !loaded) return {loaded.error().message};
  if (m_kind == RuntimeKind::cuda)
    if (const auto prepared = m_stopwatch->prepare(); !prepared) return {prepared.error().message};
  tracer().memory().set_limit(request.device_memory_limit_bytes);
  if (request.attempt_library.empty()) return {};
  const auto dropped = drop_the_rest({request.attempt_library});
  return {dropped ? "" : dropped.error().message};
}

Result<void> PlayerLoop::drop_the_rest(std::vector<std::string> readable) {
  if (m_shut_in) return {};
  const Rights rights = rights_to_read(std::move(readable));
  // On a GPU the rest was dropped before there was a context.
  JUDGE_CHECK(rights.who == Sandboxed::attempt ? drop_rights(rights) : drop_reading(rights));
  JUDGE_CHECK(drop_system_calls(rights));
  m_shut_in = true;
  return {};
}

// These, what lies beside the runtime's library, and where the user's settings say that libraries lie.
Rights PlayerLoop::rights_to_read(std::vector<std::string> files) const {
  Rights rights{.who = m_kind == RuntimeKind::cuda ? Sandboxed::driver : Sandboxed::attempt, .readable = std::move(files)};
  rights.readable.push_back(m_runtime_folder);
  add_library_folders(rights);
  return rights;
}

protocol::Ready PlayerLoop::load_attempt(const protocol::Load& request) {
  if (!m_shut_in) return {"an attempt is loaded by a player that has given up its rights"};
  void* handle = ::dlopen(request.attempt_library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return {::dlerror()};
  m_solve = ::dlsym(handle, request.symbol.c_str());
  if (!m_solve) return {fmt::format("the library exports no {}", request.symbol)};
  m_runtime->cuda.cudaGetLastError();  // what its constructors left is no error of the judge's next call
  return {};
}

protocol::Ready PlayerLoop::open_slabs(const protocol::OpenSlabs& request) {
  for (char* slab : m_slabs)
    if (const auto error = m_runtime->cuda.cudaIpcCloseMemHandle(slab))
      return {"the memory of before cannot be closed: " + describe_error(*m_runtime, error)};
  m_slabs.clear();
  m_host_slabs.clear();
  m_slab_names.clear();
  m_slab_bytes.clear();
  forget_buffers();
  std::vector<SeenMemory::CallersMemory> callers_memory;
  for (const auto& slab : request.slabs) {
    cuda::IpcMemHandle handle{};
    std::memcpy(&handle, slab.ipc_handle.data(), std::min(sizeof handle, slab.ipc_handle.size()));
    void* pointer = nullptr;
    if (const auto error = m_runtime->cuda.cudaIpcOpenMemHandle(&pointer, handle, cuda::ipc_lazy_enable_peer_access))
      return {fmt::format("the memory of {} cannot be opened: {}", slab.name, describe_error(*m_runtime, error))};
    m_slabs.push_back(static_cast<char*>(pointer));
    m_slab_names.push_back(slab.name);
    m_slab_bytes.push_back(slab.bytes);
    callers_memory.push_back({static_cast<char*>(pointer), slab.bytes, slab.name});
    m_host_slabs.emplace_back();
    if (slab.memory == MemoryPlace::device) continue;
    auto host = HostSlab::allocate(*m_runtime, slab.memory, slab.bytes);
    if (!host) return {fmt::format("no host memory for {}: {}", slab.name, host.error().message)};
    callers_memory.push_back({host->data(), slab.bytes, slab.name});
    m_host_slabs.back() = *std::move(host);
  }
  tracer().memory().set_callers_memory(std::move(callers_memory));
  return {};
}

char* PlayerLoop::pointer_of(const protocol::CallArgument& argument) const {
  char* const host = m_host_slabs.at(argument.slab).data();
  return (host ? host : m_slabs.at(argument.slab)) + argument.offset;
}

Result<void> PlayerLoop::fill_host_memory(const protocol::Call& request) {
  for (const auto& argument : request.arguments)
    if (argument.slab >= 0 && m_host_slabs.at(argument.slab).data())
      JUDGE_CHECK(m_host_slabs[argument.slab].fetch(m_slabs[argument.slab], argument, m_slab_names[argument.slab].c_str()));
  return {};
}

// The clock has stopped. What solve() page-locked is unlocked: a caller's memory is pageable again in each call.
Result<std::string> PlayerLoop::store_host_memory(const protocol::Call& request) {
  std::vector<std::pair<LateWatch, int>> watches;
  for (const auto& argument : request.arguments)
    if (argument.slab >= 0 && m_host_slabs.at(argument.slab).data() && !argument.read_only)
      watches.emplace_back(LateWatch(pointer_of(argument), argument.bytes), argument.slab);
  for (void* pointer : tracer().memory().take_registered_callers_memory())
    if (m_runtime->cuda.cudaHostUnregister(pointer)) m_runtime->cuda.cudaGetLastError();
  for (const auto& argument : request.arguments)
    if (argument.slab >= 0 && m_host_slabs.at(argument.slab).data())
      JUDGE_CHECK(m_host_slabs[argument.slab].store(m_slabs[argument.slab], argument, m_slab_names[argument.slab].c_str()));
  for (const auto& [watch, slab] : watches)
    if (watch.has_changed()) return m_slab_names[slab];
  return std::string();
}

Result<DynamicCall> PlayerLoop::bind(const protocol::Call& request) const {
  DynamicCall call;
  for (const auto& argument : request.arguments) {
    if (argument.slab >= 0) call.add_pointer(pointer_of(argument));
    else JUDGE_CHECK(call.add_scalar(argument.type, argument.bits));
  }
  return call;
}

Result<void> PlayerLoop::set_windows(const protocol::Call& request) {
  if (!m_runtime->cuda.judgeEmulatedSetWindow) return {};
  for (const auto& argument : request.arguments) {
    if (argument.slab < 0) continue;
    char* pointer = pointer_of(argument);
    name_buffer(argument.slab, pointer, m_slab_names[argument.slab]);
    const int flags = (argument.read_only ? judge_emulated_read_only : 0) |
                      (argument.holds_input ? judge_emulated_holds_input : 0) |
                      (m_host_slabs[argument.slab].place() == MemoryPlace::pageable ? judge_emulated_pageable : 0);
    if (const int error =
            m_runtime->cuda.judgeEmulatedSetWindow(pointer, argument.bytes, flags, m_slab_names[argument.slab].c_str()))
      return fail("the window of {} cannot be set: {}", m_slab_names[argument.slab], describe_error(*m_runtime, error));
  }
  return {};
}

// solve(), kept from the device's memory as on a GPU, in a call whose time does not count: moving the pages costs time. Returns what its
// host code touched.
std::string PlayerLoop::solve(DynamicCall& call, const protocol::Call& request) {
  if (request.plays_back) {
    const auto window_of = [&](int argument) {
      const auto place = static_cast<std::size_t>(argument);
      if (place >= request.arguments.size() || request.arguments[place].slab < 0) return Playback::Window();
      const auto slab = static_cast<std::size_t>(request.arguments[place].slab);
      return Playback::Window{pointer_of(request.arguments[place]), m_slabs.at(slab), m_slab_bytes.at(slab)};
    };
    m_play_error = m_playback ? m_playback->play(window_of) : cuda::error_not_supported;
    return {};
  }
  if (const auto& refused = request.refused; !refused.kernel.empty() && m_runtime->cuda.judgeEmulatedRefuseLaunch)
    m_runtime->cuda.judgeEmulatedRefuseLaunch(refused.kernel.c_str(), refused.number, refused.error);
  const bool faults = request.bracket == Bracket::none;
  if (!m_gate || (!faults && !request.gives_decoys)) {
    if (m_solve) call(m_solve);
    return {};
  }
  m_gate(request.gives_decoys ? judge_emulated_decoys : judge_emulated_faults);
  if (m_solve) call(m_solve);
  const char* const touched = m_gate(judge_emulated_open);
  return touched ? touched : "";
}

protocol::Returned PlayerLoop::call_solve(const protocol::Call& request) {
  auto returned = request.dry ? call_dry(request) : call(request);
  return returned ? *std::move(returned) : protocol::Returned{.judge_error = std::move(returned).error().message};
}

Result<protocol::Returned> PlayerLoop::call(const protocol::Call& request) {
  if (m_gate && request.gives_decoys) m_gate_while_answering = judge_emulated_decoys;
  else if (m_gate && request.bracket == Bracket::none) m_gate_while_answering = judge_emulated_faults;
  JUDGE_TRY(auto bound, bind(request));
  JUDGE_CHECK(fill_host_memory(request));
  JUDGE_CHECK(set_windows(request));
  for (const auto& argument : request.arguments)
    if (argument.slab >= 0) tracer().memory().set_buffer(pointer_of(argument), argument.bytes);
  std::vector<Stopwatch::Window> windows;  // that lie in device memory
  for (const auto& argument : request.arguments)
    if (argument.slab >= 0 && !m_host_slabs.at(argument.slab).data())
      windows.push_back({m_slabs[argument.slab] + argument.offset, argument.bytes, !argument.read_only});
  std::string touched;
  if (request.records) begin_recording(request);
  JUDGE_TRY(auto timing, m_stopwatch->time(
                             request.bracket, request.cold_l2 ? Stopwatch::L2::cold : Stopwatch::L2::warm, windows,
                             {request.sample_seed, request.watched}, [&] { touched += solve(bound, request); },
                             request.by_operation ? Stopwatch::Detail::by_operation : Stopwatch::Detail::whole));
  if (request.bracket == Bracket::none) std::fflush(stdout);  // what printf() keeps would go with the process
  protocol::Returned returned{.wall_ns = timing.wall_ns,
                              .device_ns = timing.device_ns,
                              .trace = timing.trace,
                              .operations = timing.operations,
                              .output_sum = timing.output_sum};
  returned.trace.touched_by_host = touched;
  if (request.records) returned.recording = recorder().end(returned.trace.launches);
  if (request.plays_back && m_playback) returned.trace.launches = static_cast<int>(m_playback->operations());
  if (request.plays_back && m_play_error && !timing.error) timing.pending_error = m_play_error;
  if (!timing.error) {
    JUDGE_TRY(returned.trace.changed_late, store_host_memory(request));
  }
  if (const cuda::Error error = timing.error ? timing.error : timing.pending_error) {
    returned.error = error;
    returned.error_is_pending = !timing.error;
    returned.error_name = m_runtime->cuda.cudaGetErrorName(error);
    returned.error_text = m_runtime->cuda.cudaGetErrorString(error);
    const auto failed = timing.error ? tracer().errors().first() : tracer().errors().pending();
    if (!failed.reason.empty()) returned.error_text += ": " + failed.reason;
    returned.error_call = failed.text;
    returned.error_offset = failed.offset;
  }
  if (m_runtime->cuda.judgeEmulatedCheckedBlocks) {
    unsigned long long launched = 0, watched = 0;
    m_runtime->cuda.judgeEmulatedCheckedBlocks(&launched, &watched);
    returned.trace.launched_blocks = launched;
    returned.trace.watched_blocks = watched;
  }
  return returned;
}

protocol::Returned PlayerLoop::measure_empty(const protocol::MeasureEmpty& request) {
  const auto empty_ns = m_stopwatch->empty_bracket_ns(
      request.bracket, request.cold_l2 ? Stopwatch::L2::cold : Stopwatch::L2::warm, request.repeats);
  if (!empty_ns) return {.judge_error = empty_ns.error().message};
  return {.device_ns = *empty_ns};
}

}  // namespace judge
