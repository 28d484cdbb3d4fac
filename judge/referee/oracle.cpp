#include "judge/referee/oracle.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include "judge/referee/reference_failure.hpp"
#include "judge/referee/reference_process.hpp"
#include "judge/referee/scalar_bits.hpp"
#include "judge/util/described_json.hpp"
#include "judge/util/parallel.hpp"

namespace judge {

namespace {

using reference_protocol::Function;

constexpr std::chrono::seconds k_load_limit{30};
// Below this a further process, which has to be started and to load the reference, gains nothing.
constexpr std::chrono::milliseconds k_worth_a_process{5};

using Clock = std::chrono::steady_clock;

enum class Memory { goes, comes_again };

reference_protocol::Call request_for(Function function, const Case& test, std::uint64_t seed, const Oracle::Buffers& buffers,
                                     const Oracle::Buffers& originals, Memory memory) {
  reference_protocol::Call call{.function = function,
                                .case_name = test.name,
                                .seed = seed,
                                .arguments = {},
                                .memory_comes_again = memory == Memory::comes_again};
  const bool computes = function == Function::reference || function == Function::reference_f32;
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    reference_protocol::Argument argument;
    if (const auto* scalar = std::get_if<ScalarArgument>(&test.arguments[i])) {
      argument.type = scalar->type;
      argument.bits = bits_of(scalar->type, scalar->value);
    } else {
      argument.bytes = buffers[i]->span().size();
      argument.is_read_only = computes && std::get<BufferArgument>(test.arguments[i]).direction == Direction::in;
    }
    if (i < originals.size() && originals[i]) argument.original_bytes = originals[i]->span().size();
    call.arguments.push_back(argument);
  }
  return call;
}

std::vector<int> descriptors_of(const Oracle::Buffers& buffers, const Oracle::Buffers& originals) {
  std::vector<int> descriptors;
  for (const auto* list : {&buffers, &originals})
    for (const HostMemory* memory : *list)
      if (memory) descriptors.push_back(memory->descriptor());
  return descriptors;
}

}  // namespace

struct Oracle::State {
  ReferenceProcess process;
  std::filesystem::path program;
  std::filesystem::path source, library;
  std::chrono::milliseconds limit{};
  reference_protocol::Loaded loaded{};
  State* first = nullptr;  ///< of a further process: whose it is
  bool is_broken = false, is_loaded = false;
  std::function<void(const std::string&)> tell{};
  std::mutex telling{};
  std::vector<std::unique_ptr<State>> further{};  ///< processes, for references side by side
  std::string took_by{};                          ///< the case of the last reference(), and how long that took
  std::chrono::nanoseconds took{0};
  std::size_t threads = 1;  ///< that it used

  bool has(Function function) const { return loaded.has.at(static_cast<std::size_t>(function)); }

  ReferenceCall call_of(Function function, const Case* test) const {
    return {.source = source, .library = library, .function = function, .test = test, .limit = test ? limit : k_load_limit};
  }

  template <class Answer>
  Result<Answer> ask(const auto& request, std::span<const int> descriptors, const ReferenceCall& call) {
    auto answer = process.ask(encode(request), descriptors, call.limit, [&](std::chrono::milliseconds so_far) {
      State& teller = first ? *first : *this;
      const std::lock_guard lock(teller.telling);
      if (teller.tell) teller.tell(still_running_text(call, so_far));
    });
    if (answer) return decode<Answer>(*answer, "what judge-reference answers");
    is_broken = !answer.error().judge_error;
    return std::unexpected(failure_of(call, answer.error(), process.printed()));
  }

  Result<void> load() {
    if (is_loaded) return {};
    JUDGE_TRY(loaded, ask<reference_protocol::Loaded>(reference_protocol::Load{library.string()}, {},
                                                      call_of(Function::reference, nullptr)));
    if (!loaded.error.empty()) return fail("{}: the built reference cannot be loaded: {}", source.string(), loaded.error);
    is_loaded = true;
    return {};
  }

  Result<reference_protocol::Returned> call(Function function, const Case& test, std::uint64_t seed, const Buffers& buffers,
                                            const Buffers& originals, Memory memory = Memory::goes) {
    const ReferenceCall call = call_of(function, &test);
    JUDGE_TRY(auto returned, ask<reference_protocol::Returned>(request_for(function, test, seed, buffers, originals, memory),
                                                               descriptors_of(buffers, originals), call));
    if (!returned.judge_error.empty()) return fail("{}() cannot be called: {}", name_of(function), returned.judge_error);
    is_broken = !returned.threw.empty() || returned.written_before >= 0;
    if (!returned.threw.empty()) return std::unexpected(failure_of(call, "threw " + returned.threw));
    if (returned.written_before < 0) return returned;
    return std::unexpected(failure_of(call, written_before_text(test, returned.written_before, returned.written_before_bytes)));
  }

  Result<void> reference(const Case& test, const Buffers& buffers, Memory memory) {
    const auto begin = Clock::now();
    JUDGE_TRY(const auto returned, call(Function::reference, test, 0, buffers, {}, memory));
    took_by = test.name;
    threads = static_cast<std::size_t>(std::max<std::int64_t>(returned.threads, 1));
    took = Clock::now() - begin;
    return {};
  }

  std::chrono::nanoseconds took_for(const Case& test) const {
    return took_by == test.name ? took : std::chrono::nanoseconds(0);
  }

  // Side by side each has a share of the processors: what uses all of them by itself gains nothing, and one that would then come near its limit
  // goes alone.
  std::size_t processes_for(const Case& test, std::size_t calls) const {
    const std::size_t most = std::max<std::size_t>(std::min(calls, parallel_threads() / threads), 1);
    const auto alone = took_for(test);
    return alone < k_worth_a_process || 2 * alone * most > limit ? 1 : most;
  }

  // Fewer where no more can be started.
  void start_further(std::size_t count) {
    const std::size_t of_each = std::max<std::size_t>(parallel_threads() / (count + 1), 1);
    while (further.size() < count) {
      auto started = ReferenceProcess::start(program, of_each);
      if (!started) return;
      further.emplace_back(new State{.process = *std::move(started),
                                     .program = program,
                                     .source = source,
                                     .library = library,
                                     .limit = limit,
                                     .first = this});
    }
  }
};

namespace {

/// Calls that several processes take one after another.
class Turns {
 public:
  Turns(const Case& test, std::span<const Oracle::Buffers> each) : m_test(test), m_each(each), m_results(each.size()) {}

  template <class State>
  void take(State& state) {
    for (std::size_t i = m_next++; i < m_each.size(); i = m_next++) {
      m_results[i] = state.reference(m_test, m_each[i], Memory::comes_again);
      if (!m_results[i]) m_next = m_each.size();  // nobody begins another one
    }
  }

  Result<void> result() const {
    const auto failed = std::ranges::find_if(m_results, [](const Result<void>& result) { return !result; });
    return failed == m_results.end() ? Result<void>() : *failed;
  }

 private:
  const Case& m_test;
  std::span<const Oracle::Buffers> m_each;
  std::vector<Result<void>> m_results;
  std::atomic<std::size_t> m_next{0};
};

}  // namespace

Oracle::Oracle() = default;
Oracle::Oracle(Oracle&&) noexcept = default;
Oracle& Oracle::operator=(Oracle&&) noexcept = default;
Oracle::~Oracle() = default;

Result<Oracle> Oracle::load(const std::filesystem::path& program, const std::filesystem::path& library,
                            const Problem& problem) {
  JUDGE_TRY(auto process, ReferenceProcess::start(program));
  Oracle oracle;
  oracle.m_state.reset(new State{.process = std::move(process),
                                 .program = program,
                                 .source = problem.folder / "reference.cpp",
                                 .library = library,
                                 .limit = problem.reference_time_limit});
  State& state = *oracle.m_state;
  JUDGE_CHECK(state.load());
  if (!oracle.has_reference() && !oracle.has_check())
    return fail("{}: defines neither extern \"C\" reference() nor check(): see problems/README.md", state.source.string());
  return oracle;
}

Oracle::Buffers Oracle::buffers_of(const std::vector<HostMemory>& host) {
  Buffers buffers;
  for (const auto& memory : host) buffers.push_back(memory.data() ? &memory : nullptr);
  return buffers;
}

bool Oracle::has_reference() const { return m_state && m_state->has(Function::reference); }
bool Oracle::has_reference_f32() const { return m_state && m_state->has(Function::reference_f32); }
bool Oracle::has_generate() const { return m_state && m_state->has(Function::generate); }
bool Oracle::has_check() const { return m_state && m_state->has(Function::check); }
void Oracle::tell_slow_calls_to(std::function<void(const std::string&)> tell) const {
  if (m_state) m_state->tell = std::move(tell);
}

bool Oracle::is_broken() const { return m_state && m_state->is_broken; }

const std::string& Oracle::printed() const {
  static const std::string nothing;
  return m_state ? m_state->process.printed() : nothing;
}

Result<void> Oracle::reference(const Case& test, const Buffers& buffers) const {
  if (!has_reference()) return {};
  return m_state->reference(test, buffers, Memory::goes);
}

Result<void> Oracle::reference_each(const Case& test, std::span<const Buffers> each) const {
  if (!has_reference()) return {};
  State& first = *m_state;
  const std::size_t processes = first.processes_for(test, each.size());
  first.start_further(processes - 1);
  Turns turns(test, each);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i + 1 < processes && i < first.further.size(); ++i)
      threads.emplace_back([&turns, further = first.further[i].get()] {
        if (further->load()) turns.take(*further);
      });
    const auto alone = std::tuple(first.took_by, first.took, first.threads);
    turns.take(first);
    if (!threads.empty()) std::tie(first.took_by, first.took, first.threads) = alone;
  }
  auto result = turns.result();
  for (const auto& further : first.further) first.is_broken |= !result && further->is_broken;
  return result;
}

std::size_t Oracle::side_by_side(const Case& test, std::size_t calls) const {
  return m_state ? m_state->processes_for(test, calls) : 1;
}

std::chrono::nanoseconds Oracle::reference_took(const Case& test) const {
  return m_state ? m_state->took_for(test) : std::chrono::nanoseconds(0);
}

Result<void> Oracle::reference_f32(const Case& test, const Buffers& buffers) const {
  if (!has_reference_f32()) return fail("reference.cpp defines no reference_f32()");
  JUDGE_CHECK(m_state->call(Function::reference_f32, test, 0, buffers, {}));
  return {};
}

Result<void> Oracle::generate(const Case& test, std::uint64_t seed, const Buffers& buffers) const {
  if (!has_generate()) return fail("case {}: an input asks for generate(), which reference.cpp does not define", test.name);
  JUDGE_CHECK(m_state->call(Function::generate, test, seed, buffers, {}));
  return {};
}

Result<Oracle::Opinion> Oracle::check(const Case& test, const Buffers& buffers, const Buffers& originals) const {
  if (!has_check()) return fail("case {}: an output asks for check(), which reference.cpp does not define", test.name);
  JUDGE_TRY(auto returned, m_state->call(Function::check, test, 0, buffers, originals));
  return Opinion{returned.accepted, std::move(returned.message)};
}

}  // namespace judge
