#include "judge/verdict/faults.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

/// "C[100]" for an access that hits an element's first byte outside a one-dimensional buffer of a known type; else "C".
static std::string target_of(const Fault& fault, const Case& test) {
  const auto* buffer = find_buffer(test, fault.buffer);
  if (buffer == nullptr || buffer->shape.size() != 1) return fault.buffer;
  const auto size = static_cast<std::int64_t>(size_of(buffer->type));
  if (fault.offset_bytes % size != 0) return fault.buffer;
  return fmt::format("{}[{}]", fault.buffer, fault.offset_bytes / size);
}

static std::string illegal_access_text(const Fault& fault, const Case& test) {
  const char* access = fault.is_write ? "write" : "read";
  if (fault.buffer.empty())
    return fmt::format("{} through a bad pointer, far from every buffer{}", access,
                       fault.in_kernel ? "" : ", on the host");
  const bool inside = fault.offset_bytes >= 0 && fault.offset_bytes < static_cast<std::int64_t>(fault.buffer_bytes);
  return fmt::format("{}{} {} {}, {}", inside ? "illegal " : "out-of-bounds ", access, fault.is_write ? "to" : "of",
                     target_of(fault, test), beside_buffer(fault.buffer, fault.offset_bytes, fault.buffer_bytes));
}

static std::string place_of(const Fault& fault) {
  if (fault.line <= 0) return {};
  return fault.file.empty() ? fmt::format("line {}", fault.line) : fmt::format("{}:{}", fault.file, fault.line);
}

/// "block (3,0,0), thread (31,0,0)"
static std::string thread_of(const Fault& fault) {
  const auto& [bx, by, bz] = fault.block;
  const auto& [tx, ty, tz] = fault.thread;
  return fmt::format("block ({},{},{}), thread ({},{},{})", bx, by, bz, tx, ty, tz);
}

static std::string where_line(const Fault& fault) {
  auto place = place_of(fault);
  if (!fault.in_kernel) return "in the host code of solve()" + (place.empty() ? "" : ", " + place);
  auto text = fault.kernel.empty() ? std::string("in a kernel") : "in " + fault.kernel;
  if (!place.empty()) text += ", " + place;
  return text + ": " + thread_of(fault);
}

static std::string hint_of(const Fault& fault) {
  using enum Fault::Kind;
  switch (fault.kind) {
    case illegal_access:
      if (!fault.in_kernel)
        return "the buffers that solve() gets are device memory: use them only in kernels and cudaMemcpy";
      if (fault.buffer.empty())
        return "look at: a null pointer, a host pointer given to the kernel, int overflow in an index";
      if (fault.offset_bytes < 0) return "look at: an index that can be negative, or unsigned arithmetic that wraps";
      return "look at: the guard (if (i < N)), and the last block or the tail that a vectorised loop leaves";
    case misaligned_access: return "an access of 8 or 16 bytes (float2, float4) needs an address divisible by its size";
    case write_to_input: return "inputs are const: the judge compares them with pristine copies after each call";
    case deadlock: return "every thread of a block must reach the same __syncthreads(): no early return before it";
    case divergent_barrier:
      return "__syncthreads() inside an if must be reached by all threads of the block or by none";
    case division_by_zero: return "on a GPU this is not an error but an arbitrary number";
    case stack_overflow: return "look at: recursion without an end, or a large local array";
    case trap:
    case unsupported: return {};
  }
  return {};
}

std::string fault_summary(const Fault& fault, const Case& test) {
  using enum Fault::Kind;
  const auto buffer = fault.buffer.empty() ? std::string("a buffer") : target_of(fault, test);
  switch (fault.kind) {
    case illegal_access: return illegal_access_text(fault, test);
    case misaligned_access:
      return fmt::format("misaligned {} {} {}", fault.is_write ? "write" : "read", fault.is_write ? "to" : "of",
                         buffer);
    case write_to_input: return fmt::format("wrote to {}, which is an input", buffer);
    case deadlock: return "deadlock: some threads of a block wait at a barrier that the others never reach";
    case divergent_barrier: return "threads of one block wait at different barriers";
    case division_by_zero:
      return fmt::format("an integer was divided by zero {}", fault.in_kernel ? "in a kernel" : "on the host");
    case trap: return "a kernel trapped: a failed assert() or __trap()";
    case stack_overflow: return "a thread's stack overflowed";
    case unsupported: return fault.note.empty() ? "uses a feature that the emulated runtime lacks" : fault.note;
  }
  return "unknown fault";
}

std::string fault_details(const Fault& fault, const Case& test) {
  std::string bounds;
  const auto* buffer = find_buffer(test, fault.buffer);
  if (buffer != nullptr && buffer->elements() > 0 && fault.kind == Fault::Kind::illegal_access)
    bounds = fmt::format("{} has {}: the last is {}", fault.buffer, count_of(buffer->elements(), "element"),
                         element_name(fault.buffer, buffer->shape, buffer->elements() - 1));
  const bool note_is_summary = fault.kind == Fault::Kind::unsupported;
  return join_lines({where_line(fault), bounds, note_is_summary ? "" : fault.note, hint_of(fault)});
}

static std::string finding_line(const Finding& finding, const Case& test) {
  const auto place = place_of(finding);
  return fmt::format("note: {}{} ({}): a GPU forgives it, but the value is arbitrary",
                     place.empty() ? "" : place + ": ", fault_summary(finding, test), thread_of(finding));
}

std::string findings_text(const std::vector<Finding>& findings, const Case& test) {
  std::vector<std::string> places, lines;
  for (const auto& finding : findings) {
    auto place =
        fmt::format("{} {} {}", place_of(finding), finding.buffer, finding.offset_bytes < 0 ? "before" : "after");
    if (std::ranges::find(places, place) != places.end()) continue;
    places.push_back(std::move(place));
    if (lines.size() < k_most_findings) lines.push_back(finding_line(finding, test));
  }
  if (places.size() > lines.size())
    lines.push_back(fmt::format("note: {} more places like these", places.size() - lines.size()));
  return join_lines(lines);
}

}  // namespace judge
