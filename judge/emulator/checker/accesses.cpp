// Is the memory of an access mapped and initialised?
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "judge/emulator/checker/checking.hpp"
#include "judge/util/contains.hpp"

namespace judge::emulated {

namespace {

using Space = Fault::Space;

constexpr std::ptrdiff_t most_reads_of_a_place = 16;

constexpr std::size_t word_bytes = sizeof unwritten_local_word;

/// Copies of structs bring the padding between members along. Could these words without a value, of an access of so many, be
/// padding? A member with a value stands before it, and one that begins where its alignment says, or the end, behind it.
bool may_be_padding(unsigned unwritten_words, std::size_t words) {
  constexpr std::array<unsigned, 5> holes = {0b0010, 0b1000, 0b1010, 0b1100, 0b1110};
  return words > 1 && contains(holes, unwritten_words);
}

/// Of an access whose bytes are partly without a value. Parts of a word may always be padding. `is_unwritten`: of the word that so
/// many bytes stand before, all of it.
template <class IsUnwritten>
bool reads_without_value(const Access& access, IsUnwritten is_unwritten) {
  if (access.bytes > PendingWrite::largest_bytes || access.bytes % word_bytes != 0 || access.address % word_bytes != 0)
    return false;
  const std::size_t words = access.bytes / word_bytes;
  unsigned unwritten = 0;
  for (std::size_t i = 0; i < words; ++i) unwritten |= is_unwritten(i * word_bytes) ? 1u << i : 0u;
  return unwritten != 0 && !may_be_padding(unwritten, words);
}

/// `count(first, bytes)`: how many of these bytes of the access have no value.
template <class Count>
bool is_worth_telling(const Access& access, Count count) {
  const std::size_t unwritten = count(0, access.bytes);
  if (unwritten == 0 || unwritten == access.bytes) return unwritten != 0;
  return reads_without_value(access, [&](std::size_t first) { return count(first, word_bytes) == word_bytes; });
}

bool reads_unwritten_local(const Access& access) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(access.address);
  return reads_without_value(
      access, [&](std::size_t first) { return std::memcmp(bytes + first, &unwritten_local_word, word_bytes) == 0; });
}

const char* page_of(std::uintptr_t address) { return reinterpret_cast<const char*>(address / page_bytes * page_bytes); }

/// Would the access fault? Pages are all or nothing.
bool is_mapped(const Region& region, const Access& access) {
  const char* const first = page_of(reinterpret_cast<std::uintptr_t>(region.window));
  const char* const end = page_of(reinterpret_cast<std::uintptr_t>(region.window_end()) + page_bytes - 1);
  return reinterpret_cast<const char*>(access.address) >= first &&
         reinterpret_cast<const char*>(access.address + access.bytes) <= end;
}

}  // namespace

void Checker::access_local(const Access& access) {
  if (!access.reads() || unwritten_local_word == 0 || access.bytes > PendingWrite::largest_bytes) return;
  if (!reads_unwritten_local(access) || m_findings.is_known(Fault::Kind::uninitialised_read, access.code)) return;
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::uninitialised_read, Space::local);
  m_findings.tell(fault);
}

void Checker::unwritten(const Access& access, Space space, std::vector<PendingRead>& reads, std::size_t first) {
  if (m_findings.is_known(Fault::Kind::uninitialised_read, access.code)) return;
  if (std::ranges::count(reads, access.code, &PendingRead::code) >= most_reads_of_a_place) return;
  // An atomic gives the bytes their value itself: none came too late.
  const bool is_watched = space == Space::shared || here->watches_order || (access.flags & Access::atomic);
  reads.push_back({first, access.bytes, access.code, is_watched, fault_of(access, Fault::Kind::uninitialised_read, space)});
  reads.back().fault.is_write = 0;
}

void Checker::close_shared_reads() {
  for (PendingRead& read : here->unwritten_reads)
    if (read.is_worth_telling(here->shared_written.count_unwritten(read.first, read.bytes, here->order.start), m_findings))
      m_findings.tell(read.fault);
  here->unwritten_reads.clear();
}

void Checker::close_global_reads() {
  for (PendingRead& read : m_unwritten_reads) {
    Buffer* const buffer = m_map.find(read.first);
    const std::size_t left = buffer ? buffer->written.count_unwritten(read.first - buffer->begin(), read.bytes) : 1;
    if (read.is_worth_telling(left, m_findings)) m_findings.tell(read.fault);
  }
  m_unwritten_reads.clear();
}

// `owner` is the block whose memory it is: this one, or another one of its cluster.
void Checker::access_shared(const Access& access, Here& owner, std::size_t offset, bool is_dynamic) {
  const bool is_own = &owner == here;
  if (!is_dynamic) {
    const auto holds = [&](const SharedVariable& variable) {
      return offset >= variable.offset && offset + access.bytes <= variable.offset + variable.bytes;
    };
    if (is_own && std::ranges::none_of(owner.variables, holds)) return outside_shared(access);
  } else if (is_own && access.address + access.bytes > owner.dynamic_end) {
    return outside_shared(access);
  }
  const std::size_t in_cells = is_dynamic ? owner.statics_end - owner.statics + offset : offset;
  find_thread();
  const auto start = owner.order.start;
  if (is_own && access.reads() && is_worth_telling(access, [&](std::size_t first, std::size_t bytes) {
        return owner.shared_written.count_unwritten(in_cells + first, bytes, start);
      }))
    unwritten(access, Space::shared, here->unwritten_reads, in_cells);
  if (access.writes()) owner.shared_written.mark(in_cells, access.bytes, start);
  if (is_own && access.reads() && !here->unfinished_copies.empty()) read_unfinished_copy(access);
  check_order(access, owner.shared_cells, in_cells, Space::shared, start);
}

// Where nothing of a block lies in its arena, the access faults by itself.
bool Checker::access_shared_of_cluster(const Access& access) {
  const SharedArena* const arena = here->runner->arena_of(reinterpret_cast<const void*>(access.address));
  const auto owner = std::ranges::find_if(m_all, [&](const Here* other) { return &other->runner->shared() == arena; });
  if (!arena || owner == m_all.end()) return false;
  const std::uintptr_t address = access.address;
  Here& other = **owner;
  if (address - other.statics < other.statics_end - other.statics) access_shared(access, other, address - other.statics, false);
  else if (address - other.dynamic < other.dynamic_end - other.dynamic)
    access_shared(access, other, address - other.dynamic, true);
  return true;
}

// A read that is let pass faults once more, where it gets its poison.
void Checker::outside_shared(const Access& access) {
  const SharedArena& arena = BlockRunner::running()->shared();
  SharedReport first, last;
  arena.describe(reinterpret_cast<const void*>(access.address), &first);
  arena.describe(reinterpret_cast<const void*>(access.address + access.bytes - 1), &last);
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::illegal_access, Space::shared);
  set_shared(fault, first);
  fault.passes_on_gpu = first.passes_on_gpu && last.passes_on_gpu;
  const auto end = fault.offset_bytes + static_cast<std::int64_t>(access.bytes);
  const auto mapped_end = static_cast<std::int64_t>(round_up(fault.buffer_bytes, granularity_bytes));
  const bool is_harmless = fault.offset_bytes >= 0 && end <= mapped_end;
  if (!is_harmless && (access.writes() || !fault.passes_on_gpu)) report_fatal(fault);
  m_findings.tell(fault);
}

void Checker::access_global(const Access& access, Buffer& buffer) {
  if (access.address < buffer.begin() || access.address + access.bytes > buffer.end()) return outside_buffer(access, buffer);
  if (access.writes() && buffer.region.read_only) {
    JudgeEmulatedFault fault = fault_of(access, Fault::Kind::write_to_input, Space::global);
    report_fatal(fault);
  }
  const std::size_t offset = access.address - buffer.begin();
  if (buffer.counts_writes) {
    if (access.reads() && is_worth_telling(access, [&](std::size_t first, std::size_t bytes) {
          return buffer.written.count_unwritten(offset + first, bytes);
        }))
      unwritten(access, Space::global, m_unwritten_reads, access.address);
    if (access.writes()) buffer.written.mark(offset, access.bytes);
  }
  if (m_past.may_race_with_ranges())
    if (const RangeAccess* const range = m_past.unordered_range(access.address, access.bytes, access.writes()))
      tell_stream_race(access, range->id, range->name, range->is_write, range->name.code);
  const bool orders = (access.flags & (Access::atomic | Access::is_volatile)) != 0;
  if (!here->watches_order && !orders) return;
  find_thread();
  if (orders) hand_on(access);
  if (here->watches_order) check_order(access, buffer.cells, offset, Space::global, m_order.launch_start());
}

void Checker::hand_on(const Access& access) {
  if (access.reads()) m_order.acquire(here->order, here->thread, access.address);
  if (access.writes()) m_order.release(here->order, here->thread, access.address);
}

void Checker::outside_buffer(const Access& access, const Buffer& buffer) {
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::illegal_access, Space::global);
  // The first byte that is not there.
  if (access.address < buffer.end() && access.address >= buffer.begin())
    fault.offset_bytes = static_cast<std::int64_t>(buffer.region.window_bytes);
  if (is_mapped(buffer.region, access)) return m_findings.tell(fault);
  // Farther away it may be of something else: it faults by itself, and the instruction tells.
  const std::int64_t behind = fault.offset_bytes - static_cast<std::int64_t>(buffer.region.window_bytes);
  if (fault.offset_bytes < -static_cast<std::int64_t>(guard_bytes) || behind > static_cast<std::int64_t>(guard_bytes)) return;
  AddressReport report;
  const auto* const outside =
      reinterpret_cast<const char*>(std::max(access.address, access.address < buffer.begin() ? 0 : buffer.end()));
  const bool is_near = Memory::instance().describe(outside, &report) && report.forgivable;
  if (access.writes() || !is_near) report_fatal(fault);
  m_findings.tell(fault);
  Memory::instance().forgive(outside);
}

// A GPU goes on, so only the line is of interest.
void Checker::division_by_zero(const void* code) {
  const std::lock_guard lock(m_lock);
  if (!BlockRunner::running() || m_findings.is_known(Fault::Kind::division_by_zero, code)) return;
  JudgeEmulatedFault fault =
      fault_of({.flags = Access::read, .code = code}, Fault::Kind::division_by_zero, Fault::Space::local);
  m_findings.tell(fault);
}

void Checker::index(const char* array_type, long long index, const void* code) {
  const bool in_kernel = BlockRunner::running() != nullptr;
  if (m_findings.is_known(Fault::Kind::illegal_access, code)) return;
  JudgeEmulatedFault fault = fault_of({.flags = Access::read, .code = code}, Fault::Kind::illegal_access, Space::local);
  fault.in_kernel = in_kernel;
  std::snprintf(fault.note, sizeof fault.note, "index %lld of an array of type %s", index, array_type);
  m_findings.tell(fault);
}

}  // namespace judge::emulated
