#include "judge/referee/oracle.hpp"

#include "judge/referee/reference_failure.hpp"
#include "judge/referee/reference_process.hpp"
#include "judge/referee/scalar_bits.hpp"
#include "judge/util/described_json.hpp"

namespace judge {

namespace {

using reference_protocol::Function;

constexpr std::chrono::seconds k_load_limit{30};

reference_protocol::Call request_for(Function function, const Case& test, std::uint64_t seed, const Oracle::Buffers& buffers,
                                     const Oracle::Buffers& originals) {
  reference_protocol::Call call{.function = function, .case_name = test.name, .seed = seed, .arguments = {}};
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
  std::filesystem::path source, library;
  std::chrono::milliseconds limit{};
  reference_protocol::Loaded loaded{};
  bool is_broken = false;
  std::function<void(const std::string&)> tell;

  bool has(Function function) const { return loaded.has.at(static_cast<std::size_t>(function)); }

  ReferenceCall call_of(Function function, const Case* test) const {
    return {.source = source, .library = library, .function = function, .test = test, .limit = test ? limit : k_load_limit};
  }

  template <class Answer>
  Result<Answer> ask(const auto& request, std::span<const int> descriptors, const ReferenceCall& call) {
    auto answer = process.ask(encode(request), descriptors, call.limit, [&](std::chrono::milliseconds so_far) {
      if (tell) tell(still_running_text(call, so_far));
    });
    if (answer) return decode<Answer>(*answer, "what judge-reference answers");
    is_broken = !answer.error().judge_error;
    return std::unexpected(failure_of(call, answer.error(), process.printed()));
  }

  Result<reference_protocol::Returned> call(Function function, const Case& test, std::uint64_t seed, const Buffers& buffers,
                                            const Buffers& originals) {
    const ReferenceCall call = call_of(function, &test);
    JUDGE_TRY(auto returned, ask<reference_protocol::Returned>(request_for(function, test, seed, buffers, originals),
                                                               descriptors_of(buffers, originals), call));
    if (!returned.judge_error.empty()) return fail("{}() cannot be called: {}", name_of(function), returned.judge_error);
    is_broken = !returned.threw.empty() || returned.written_before >= 0;
    if (!returned.threw.empty()) return std::unexpected(failure_of(call, "threw " + returned.threw));
    if (returned.written_before < 0) return returned;
    return std::unexpected(failure_of(call, written_before_text(test, returned.written_before, returned.written_before_bytes)));
  }
};

Oracle::Oracle() = default;
Oracle::Oracle(Oracle&&) noexcept = default;
Oracle& Oracle::operator=(Oracle&&) noexcept = default;
Oracle::~Oracle() = default;

Result<Oracle> Oracle::load(const std::filesystem::path& program, const std::filesystem::path& library,
                            const Problem& problem) {
  JUDGE_TRY(auto process, ReferenceProcess::start(program));
  Oracle oracle;
  oracle.m_state.reset(new State{.process = std::move(process),
                                 .source = problem.folder / "reference.cpp",
                                 .library = library,
                                 .limit = problem.reference_time_limit});
  State& state = *oracle.m_state;
  JUDGE_TRY(state.loaded, state.ask<reference_protocol::Loaded>(reference_protocol::Load{library.string()}, {},
                                                                state.call_of(Function::reference, nullptr)));
  if (!state.loaded.error.empty())
    return fail("{}: the built reference cannot be loaded: {}", state.source.string(), state.loaded.error);
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
  JUDGE_CHECK(m_state->call(Function::reference, test, 0, buffers, {}));
  return {};
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
