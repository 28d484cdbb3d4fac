#include "judge/referee/symbolize.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <sstream>

#include "judge/util/process.hpp"

namespace judge {

using Clock = std::chrono::steady_clock;

namespace {

const std::optional<std::filesystem::path>& llvm_symbolizer() {
  static const auto program = [] {
    for (const char* name : {"llvm-symbolizer", "llvm-symbolizer-19", "llvm-symbolizer-18", "llvm-symbolizer-17",
                             "llvm-symbolizer-16", "llvm-symbolizer-15", "llvm-symbolizer-14"})
      if (auto found = find_program(name)) return found;
    return std::optional<std::filesystem::path>();
  }();
  return program;
}

bool is_of_a_header_of_ours(const std::string& frame) {
  return frame.starts_with("??") || frame.contains("/include/emulated/") || frame.contains("/include/cuda_runtime.h") ||
         frame.contains("/include/crt/");
}

// The number behind the last colon, which goes with it; 0 = there is none.
int take_number(std::string& text) {
  const auto colon = text.rfind(':');
  int number = 0;
  if (colon == std::string::npos) return 0;
  const auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  if (error != std::errc() || (end != text.data() + text.size() && *end != ' ')) return 0;
  text.resize(colon);
  return number;
}

SourceLine parse_frame(std::string frame) {
  const int last = take_number(frame);
  std::string shorter = frame;
  const int before = take_number(shorter);
  // addr2line says nothing of columns, and "?" for lines that it does not know.
  if (before > 0) return {shorter, before, last};
  return {frame, last, 0};
}

std::string frames_of(const std::filesystem::path& library, std::uint64_t offset) {
  const std::string address = fmt::format("{:#x}", offset);
  std::vector<std::string> command = {"addr2line", "-i", "-e", library.string(), address};
  if (const auto& program = llvm_symbolizer())
    command = {program->string(), "--functions=none", "--inlines", "--obj=" + library.string(), address};
  return output_of_reader(command);
}

}  // namespace

std::string output_of_reader(const std::vector<std::string>& command) {
  const auto cage = Landlock::create(Landlock::write | Landlock::change, Landlock::Scope::closed);
  if (!cage) return "";
  const auto result = run_command(command, {.time_limit = std::chrono::seconds(60), .cage = &*cage});
  return result && result->exit_status == 0 ? result->standard_output : "";
}

SourceLine first_of_the_users(const std::string& frames) {
  std::istringstream lines(frames);
  for (std::string frame; std::getline(lines, frame);) {
    if (frame.empty() || is_of_a_header_of_ours(frame)) continue;
    if (const SourceLine found = parse_frame(frame); found.line > 0) return found;
  }
  return {};
}

SourceLine SourceLines::at(std::uint64_t offset) {
  constexpr std::size_t k_most = 32, k_in_any_time = 8;
  constexpr std::chrono::milliseconds k_time_for_more{500};
  if (offset == 0) return {};
  const auto found = m_known.find(offset);
  if (found != m_known.end()) return found->second;
  if (m_known.size() >= k_most || (m_known.size() >= k_in_any_time && m_spent > k_time_for_more)) return {};
  const auto start = Clock::now();
  const SourceLine line = m_known[offset] = m_look_up(m_library, offset);
  m_spent += Clock::now() - start;
  return line;
}

SourceLine source_line(const std::filesystem::path& library, std::uint64_t offset) {
  return first_of_the_users(frames_of(library, offset));
}

}  // namespace judge
