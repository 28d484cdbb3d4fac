#include "judge/referee/player_findings.hpp"

#include <fmt/format.h>

#include <cstring>

namespace judge {

namespace {

// An array of characters that an attempt may have written.
template <std::size_t N>
std::string text_of(const char (&characters)[N]) {
  return {characters, ::strnlen(characters, N)};
}

template <class Placed>
void set_place(Placed& placed, const SourceLine& source) {
  placed.file = source.file;
  placed.line = source.line;
  placed.column = source.column;
}

}  // namespace

std::optional<Fault> fault_from(const FaultMessage& message, SourceLines& places) {
  const JudgeEmulatedFault& raw = message.fault;
  const auto kind = from_number<Fault::Kind>(raw.kind);
  const auto space = from_number<Fault::Space>(raw.space);
  if (!kind || !space) return std::nullopt;
  Fault fault{.kind = *kind,
              .is_write = raw.is_write != 0,
              .in_kernel = raw.in_kernel != 0,
              .kernel = text_of(raw.kernel),
              .block = {raw.block[0], raw.block[1], raw.block[2]},
              .thread = {raw.thread[0], raw.thread[1], raw.thread[2]},
              .thread_is_unknown = raw.thread_is_unknown != 0,
              .space = *space,
              .is_update = raw.is_update != 0,
              .in_one_warp = raw.in_one_warp != 0,
              .buffer_bytes = raw.buffer_bytes,
              .offset_bytes = raw.offset_bytes,
              .thing = text_of(raw.thing),
              .note = text_of(raw.note),
              .passes_on_gpu = raw.passes_on_gpu != 0};
  if (raw.has_other)
    fault.other = Fault::Access{.is_write = raw.other_is_write != 0,
                                .block = {raw.other_block[0], raw.other_block[1], raw.other_block[2]},
                                .thread = {raw.other_thread[0], raw.other_thread[1], raw.other_thread[2]}};
  if (!places.library().empty() && text_of(message.module) == places.library()) {
    set_place(fault, places.at(message.module_offset));
    if (fault.other) set_place(*fault.other, places.at(message.other_module_offset));
    const int line = message.thing_module_offset ? places.at(message.thing_module_offset).line : 0;
    if (line > 0) fault.thing += fmt::format(" in line {}", line);
  }
  fault.buffer = text_of(message.buffer_name);
  if (!fault.buffer.empty()) fault.thing.clear();
  return fault;
}

Finding finding_from(const protocol::Returned& returned, const SourceLine& place) {
  const bool is_launch = returned.error_call.starts_with(protocol::k_launch_words);
  Finding finding{
      .kind = is_launch ? Fault::Kind::unchecked_launch : Fault::Kind::failed_call,
      .in_kernel = false,
      .note = fmt::format("{} failed with {} ({}): {}", returned.error_call.empty() ? "a call" : returned.error_call,
                          returned.error_name, returned.error, returned.error_text)};
  set_place(finding, place);
  return finding;
}

}  // namespace judge
