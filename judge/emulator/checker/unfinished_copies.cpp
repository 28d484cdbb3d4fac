// Does a thread read what an asynchronous copy brings before somebody has waited for the copy? To other threads a copy is a
// write where it is made, and once more where its thread has waited for it.
#include "judge/emulator/checker/checker.hpp"
#include "judge/emulator/checker/checking.hpp"

namespace judge::emulated {

namespace {

template <class Visit>
void for_each_word(std::uintptr_t address, std::size_t bytes, Visit visit) {
  constexpr std::size_t word = UnfinishedCopy::word_bytes;
  for (std::uintptr_t at = address / word * word; at < address + bytes; at += word) visit(at);
}

Access write_of(const CopyPlace& copy) {
  return {reinterpret_cast<std::uintptr_t>(copy.to), copy.bytes, Access::write, copy.code};
}

}  // namespace

void Checker::copy_started(const CopyPlace& copy) {
  const Busy busy;
  const Access write = write_of(copy);
  watch(write);
  find_thread();
  for_each_word(write.address, write.bytes, [&](std::uintptr_t at) {
    here->unfinished_copies[at] = {here->thread, copy.code};
  });
}

void Checker::copy_landed(const CopyPlace& copy, LandedBy by) {
  const Busy busy;
  const Access write = write_of(copy);
  if (by == LandedBy::its_thread) watch(write);
  for_each_word(write.address, write.bytes, [](std::uintptr_t at) { here->unfinished_copies.erase(at); });
}

void Checker::copy_accesses(const CopyPlace& copy, CopyAccess kind) {
  const Busy busy;
  const std::uint8_t flags = kind == CopyAccess::reads                 ? Access::read
                             : kind == CopyAccess::reads_for_warpgroup ? Access::read | Access::for_warpgroup
                             : kind == CopyAccess::writes              ? Access::write
                                                                       : Access::read | Access::write | Access::atomic;
  watch({reinterpret_cast<std::uintptr_t>(copy.to), copy.bytes, flags, copy.code});
}

void Checker::copy_released(const void* barrier, const void* code) {
  const Busy busy;
  fence();
  constexpr std::uint8_t update = Access::read | Access::write | Access::atomic;
  watch({reinterpret_cast<std::uintptr_t>(barrier), sizeof(std::uint64_t), update, code});
}

void Checker::products_finished() {
  const Busy busy;
  const std::lock_guard lock(m_lock);
  find_thread();
  m_order.products_finished(here->order, here->thread);
}

void Checker::read_unfinished_copy(const Access& access) {
  if (m_findings.is_known(Fault::Kind::unfinished_copy, access.code)) return;
  const UnfinishedCopy* found = nullptr;
  for_each_word(access.address, access.bytes, [&](std::uintptr_t at) {
    const auto copy = here->unfinished_copies.find(at);
    if (copy != here->unfinished_copies.end()) found = &copy->second;
  });
  if (!found) return;
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::unfinished_copy, Fault::Space::shared);
  fault.is_write = 0;
  Trace other;
  other.thread = static_cast<std::uint16_t>(found->thread);
  other.block = here->order.index;
  other.flags = Access::write;
  set_other(fault, other, found->code);
  m_findings.tell(fault);
}

}  // namespace judge::emulated
