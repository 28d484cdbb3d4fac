#include "judge/nvidia/sanitizer_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "judge/nvidia/ncu.hpp"

namespace judge {

namespace {

constexpr std::string_view k_prefix = "=========";
// As far as an access may lie from a buffer to be blamed on it: the padding that is asked for.
constexpr std::uint64_t k_farthest_bytes = 64 << 10;

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \r") - first + 1);
}

// What follows `key`; nothing where it is not there.
std::optional<std::string_view> after(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == text.npos) return std::nullopt;
  return text.substr(at + key.size());
}

// The number that `text` begins with, 0 if none does.
std::uint64_t number_in(std::string_view text, int base) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number, base);
  return number;
}

// "(4,0,0)" after `key`.
std::array<unsigned, 3> index_after(std::string_view text, std::string_view key) {
  std::array<unsigned, 3> index{};
  auto rest = after(text, key);
  for (std::size_t i = 0; rest && i < index.size(); ++i) {
    index[i] = static_cast<unsigned>(number_in(*rest, 10));
    rest = after(*rest, ",");
  }
  return index;
}

/// "add(const float *, int)+0x170 in /a/va.cu:10"
struct Frame {
  std::string function, file;
  int line = 0;
};

Frame read_frame(std::string_view text) {
  const auto plus = text.rfind("+0x");
  Frame frame{.function = std::string(text.substr(0, plus))};
  const auto place = plus == text.npos ? std::nullopt : after(text.substr(plus), " in ");
  const auto colon = place ? place->rfind(':') : std::string_view::npos;
  if (colon == std::string_view::npos) return frame;
  frame.file = place->substr(0, colon);
  frame.line = static_cast<int>(number_in(place->substr(colon + 1), 10));
  return frame;
}

// Sanitizers that cannot tell whole paths tell "sm_20_atomic_functions.hpp".
bool is_of_the_toolkit(const Frame& frame) {
  if (!holds(frame.file, "/")) return !frame.file.ends_with(".cu");
  return holds(frame.file, "/targets/") || (holds(frame.file, "cuda") && holds(frame.file, "/include/"));
}

// Innermost first. A line in a header of the toolkit, such as that of atomicAdd(), says less than that of its caller.
std::vector<Frame> frames_of(const SanitizerRecord& record) {
  std::vector<Frame> frames;
  for (const std::string& line : record.lines)
    for (const std::string_view key : {"at ", "Device Frame: "})
      if (line.starts_with(key)) frames.push_back(read_frame(std::string_view(line).substr(key.size())));
  return frames;
}

void set_place(Finding& finding, const SanitizerRecord& record) {
  const auto frames = frames_of(record);
  if (frames.empty()) return;
  const auto users = std::ranges::find_if_not(frames, is_of_the_toolkit);
  const Frame& frame = users == frames.end() ? frames.front() : *users;
  finding.file = frame.file;
  finding.line = frame.line;
  finding.kernel = short_kernel_name(frames.back().function);
}

void set_thread(Finding& finding, const SanitizerRecord& record) {
  for (const std::string& line : record.lines)
    if (line.starts_with("by thread ")) {
      finding.thread = index_after(line, "by thread (");
      finding.block = index_after(line, "in block (");
    }
}

// How far before or behind the buffer, 0 = in it.
std::uint64_t distance(const PlacedBuffer& buffer, std::uint64_t address) {
  if (address < buffer.address) return buffer.address - address;
  return address < buffer.address + buffer.bytes ? 0 : address - buffer.address - buffer.bytes + 1;
}

// Of an allocation of solve()'s own; one that holds the place of an invalid access was freed.
void set_thing(Finding& finding, const PlacedBuffer& own, const LineOf& line_of) {
  const int line = line_of && own.offset ? line_of(own.offset) : 0;
  finding.thing = fmt::format("memory from {}(){}", own.name, line > 0 ? fmt::format(" in line {}", line) : "");
  const bool is_inside = finding.offset_bytes >= 0 && finding.offset_bytes < static_cast<std::int64_t>(own.bytes);
  if (is_inside && finding.kind == Fault::Kind::illegal_access) finding.note = "it was freed";
}

void set_buffer(Finding& finding, const SanitizerRecord& record, const std::vector<PlacedBuffer>& buffers,
                const LineOf& line_of) {
  if (finding.space != Fault::Space::global) return;
  std::uint64_t address = 0;
  for (const std::string& line : record.lines)
    for (const std::string_view key : {"Access to 0x", "Access at 0x", "Address 0x"})
      if (line.starts_with(key)) address = number_in(std::string_view(line).substr(key.size()), 16);
  const PlacedBuffer* nearest = nullptr;
  for (const auto& buffer : buffers)
    if (!nearest || distance(buffer, address) <= distance(*nearest, address)) nearest = &buffer;
  if (!nearest || distance(*nearest, address) > k_farthest_bytes) return;
  if (!nearest->is_own) finding.buffer = nearest->name;
  finding.buffer_bytes = nearest->bytes;
  finding.offset_bytes = static_cast<std::int64_t>(address) - static_cast<std::int64_t>(nearest->address);
  if (nearest->is_own) set_thing(finding, *nearest, line_of);
}

Fault::Space space_in(std::string_view headline) {
  if (holds(headline, "__shared__")) return Fault::Space::shared;
  return holds(headline, "__local__") ? Fault::Space::local : Fault::Space::global;
}

// "Invalid __global__ write of size 4 bytes", "Uninitialized __global__ memory read of size 4 bytes"
Finding read_access(const SanitizerRecord& record, const std::vector<PlacedBuffer>& buffers, const LineOf& line_of) {
  const bool is_invalid = record.headline.starts_with("Invalid");
  const bool is_misaligned = std::ranges::any_of(record.lines, [](const auto& line) { return holds(line, "misaligned"); });
  Finding finding{.kind = !is_invalid     ? Fault::Kind::uninitialised_read
                          : is_misaligned ? Fault::Kind::misaligned_access
                                          : Fault::Kind::illegal_access,
                  .is_write = is_invalid && !holds(record.headline, "__ read"),
                  .space = space_in(record.headline)};
  set_place(finding, record);
  set_thread(finding, record);
  set_buffer(finding, record, buffers, line_of);
  return finding;
}

// "Error: Potential WAR hazard detected at __shared__ 0x580 in block (0,0,0) :", below it the read and the write. The letters
// tell the later one first.
std::optional<Finding> read_hazard(const SanitizerRecord& record) {
  std::vector<Fault::Access> accesses;
  std::string kernel;
  for (const std::string& line : record.lines) {
    const bool is_read = line.starts_with("Read Thread "), is_write = line.starts_with("Write Thread ");
    const auto place = is_read || is_write ? after(line, ") at ") : std::nullopt;
    if (!place) continue;
    const Frame frame = read_frame(*place);
    accesses.push_back({.is_write = is_write,
                        .block = index_after(record.headline, "in block ("),
                        .thread = index_after(line, "Thread ("),
                        .file = frame.file,
                        .line = frame.line});
    kernel = short_kernel_name(frame.function);
  }
  if (accesses.size() != 2) return std::nullopt;
  // Of two writes neither is known to be the later one.
  const bool later_is_write = !holds(record.headline, "RAW hazard");
  if (accesses[1].is_write != later_is_write) std::swap(accesses[0], accesses[1]);
  const Fault::Access& later = accesses[1];
  Finding finding{.kind = Fault::Kind::race,
                  .is_write = later.is_write,
                  .kernel = kernel,
                  .block = later.block,
                  .thread = later.thread,
                  .file = later.file,
                  .line = later.line,
                  .space = Fault::Space::shared,
                  .other = accesses[0]};
  if (holds(record.headline, "Warp Level Programming"))
    finding.note = "both threads are in one warp: since Volta its lanes run in no fixed order";
  return finding;
}

// "Barrier error detected. Divergent thread(s) in warp."
Finding read_barrier(const SanitizerRecord& record) {
  Finding finding{.kind = Fault::Kind::divergent_barrier};
  set_place(finding, record);
  set_thread(finding, record);
  return finding;
}

std::optional<Finding> read_record(const SanitizerRecord& record, const std::vector<PlacedBuffer>& buffers,
                                   const LineOf& line_of) {
  const std::string_view headline = record.headline;
  if (headline.starts_with("Invalid __") || headline.starts_with("Uninitialized __"))
    return read_access(record, buffers, line_of);
  if (holds(headline, " hazard detected at __shared__")) return read_hazard(record);
  if (headline.starts_with("Barrier error detected. Divergent")) return read_barrier(record);
  return std::nullopt;
}

// Said whatever happens, or of what the judge sees by itself.
bool is_no_news(std::string_view headline) {
  constexpr std::array known{"COMPUTE-SANITIZER",
                             " SUMMARY: ",
                             "Program hit ",
                             "Leaked ",
                             "Host API memory access error",
                             "Target application returned an error",
                             "process didn't terminate successfully"};
  return std::ranges::any_of(known, [&](std::string_view part) { return holds(headline, part); });
}

// A race has two places and no first one.
auto place_of(const Finding& finding) {
  const int other = finding.other ? finding.other->line : 0;
  return std::tuple(finding.kind, finding.space, finding.file, std::min(finding.line, other > 0 ? other : finding.line),
                    std::max(finding.line, other), finding.buffer + finding.thing, finding.offset_bytes < 0);
}

}  // namespace

std::vector<SanitizerRecord> read_sanitizer(std::string_view output) {
  std::vector<SanitizerRecord> records;
  bool is_open = false;
  while (!output.empty()) {
    const auto end = output.find('\n');
    std::string_view line = output.substr(0, end);
    output.remove_prefix(end == output.npos ? output.size() : end + 1);
    if (!line.starts_with(k_prefix)) continue;
    line.remove_prefix(k_prefix.size());
    const std::string text(trimmed(line));
    const bool is_below = line.starts_with("  ");
    if (!text.empty() && !is_below) records.push_back({.headline = text});
    if (!text.empty() && is_below && is_open) records.back().lines.push_back(text);
    if (text.empty() || !is_below) is_open = !text.empty();
  }
  return records;
}

SanitizerFindings findings_of(const std::vector<SanitizerRecord>& records, const std::vector<PlacedBuffer>& buffers,
                              const LineOf& line_of) {
  SanitizerFindings result;
  using Place = decltype(place_of(Finding{}));
  std::map<Place, std::pair<std::size_t, std::set<std::pair<std::array<unsigned, 3>, std::array<unsigned, 3>>>>> places;
  for (const auto& record : records) {
    const auto finding = read_record(record, buffers, line_of);
    if (!finding) {
      if (result.trouble.empty() && !is_no_news(record.headline)) result.trouble = record.headline;
      continue;
    }
    const auto [at, is_new] =
        places.try_emplace(place_of(*finding), result.findings.size(), decltype(places)::mapped_type::second_type());
    at->second.second.insert({finding->block, finding->thread});
    if (is_new) result.findings.push_back(*finding);
  }
  for (const auto& [place, found] : places) {
    Finding& finding = result.findings[found.first];
    const std::size_t others = found.second.size() - 1;
    if (finding.kind != Fault::Kind::race && others > 0)
      finding.note +=
          fmt::format("{}{} more thread{} the same", finding.note.empty() ? "" : "; ", others, others == 1 ? " does" : "s do");
  }
  return result;
}

}  // namespace judge
