#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "judge/emulator/checker/access.hpp"
#include "judge/emulator/checker/device_map.hpp"
#include "judge/emulator/checker/findings.hpp"
#include "judge/emulator/checker/happens_before.hpp"
#include "judge/emulator/checker/past_works.hpp"
#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/watcher.hpp"

/// Internals of the checker. hooks.cpp and the runtime use checker.hpp and watcher.hpp.
namespace judge::emulated {

/// Another thread has written, and this one is about to: harmless if it writes the same value, which is known afterwards.
struct PendingWrite {
  static constexpr std::size_t largest_bytes = 16;
  bool is_open = false;
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::array<unsigned char, largest_bytes> before{};
  JudgeEmulatedFault fault{};
};

/// A read of uninitialised bytes. If it races with the write that initialises them, only the race is reported.
struct PendingRead {
  std::size_t first = 0, bytes = 0;  ///< in shared memory its offset, in global memory its address
  const void* code = nullptr;
  bool is_watched = false;  ///< a race would have been detected
  JudgeEmulatedFault fault{};

  bool is_worth_telling(std::size_t still_unwritten, const Findings& findings) const {
    return still_unwritten > 0 || (is_watched && !findings.has_race_at(code));
  }
};

/// An asynchronous copy that nobody has waited for.
struct UnfinishedCopy {
  static constexpr std::size_t word_bytes = 4;
  std::uint32_t thread = 0;
  const void* code = nullptr;
};

/// What belongs to the host thread that runs a block.
struct Here {
  HappensBefore::Block order;
  const judge_emulated::Block* block = nullptr;
  const BlockRunner* runner = nullptr;
  LazyArray<Cell> shared_cells;
  WrittenByBlock shared_written;
  std::vector<SharedVariable> variables;
  std::uintptr_t statics = 0, statics_end = 0, dynamic = 0, dynamic_end = 0, thread_locals = 0, thread_locals_end = 0;
  bool watches_order = false;
  PendingWrite pending;
  std::vector<PendingRead> unwritten_reads;                              // of shared memory, since the last barrier
  unsigned thread = 0;                                                   // of the access at hand
  std::unordered_map<std::uintptr_t, UnfinishedCopy> unfinished_copies;  // by the address of each word in shared memory
};

/// In the checker: what it calls may be instrumented itself.
[[gnu::tls_model("initial-exec")]] extern thread_local bool is_busy;

/// While this object exists, the checker ignores accesses.
class Busy {
 public:
  Busy() { is_busy = true; }
  ~Busy() { is_busy = m_before; }

 private:
  const bool m_before = is_busy;
};

/// The calling host thread's; null until it has run a block.
[[gnu::tls_model("initial-exec")]] extern thread_local Here* here;

/// An uninitialised local variable holds this in each of its words: the compiler put it there (-ftrivial-auto-var-init).
extern std::uint32_t unwritten_local_word;

class Checker final : public Watcher {
 public:
  void add_library(const void* code);
  void watch(const Access& access);
  void fence();
  void division_by_zero(const void* code);
  void index(const char* array_type, long long index, const void* code);

  void launch_started(const Launch& launch) override;
  void launch_ended() override;
  void block_started(const judge_emulated::Block& block) override;
  void barrier_released(const BarrierPlace& first, unsigned exited_threads) override;
  void lanes_met(unsigned first_thread, unsigned lanes) override;
  void warp_arrived(unsigned barrier, unsigned warp) override;
  void warps_met(unsigned barrier, std::uint32_t waiting) override;
  void grid_met() override;
  std::uint32_t cluster_met() override;
  void cluster_passed(std::uint32_t time) override;
  void host_wrote(const void* first, std::size_t bytes) override;
  void barriers_differ(const BarrierPlace& first, const BarrierPlace& second) override;
  void absent_lane_read(const BarrierPlace& shuffle, unsigned lane) override;
  void copy_started(const CopyPlace& copy) override;
  void copy_landed(const CopyPlace& copy, LandedBy by) override;
  void copy_released(const void* barrier, const void* code) override;
  void products_finished() override;
  void copy_accesses(const CopyPlace& copy, CopyAccess kind) override;
  void work_started(const Task& task) override;
  void work_ended() override;
  void work_accesses(const void* first, std::size_t bytes, bool is_write) override;
  const void* find_caller() override;

  std::uint64_t launched_blocks = 0, watched_blocks = 0;

 private:
  bool is_watched(std::uint64_t block) const;
  void find_thread();
  [[noreturn]] void access_hosts(const Access& access, int parameter);
  void access_local(const Access& access);
  void access_shared(const Access& access, Here& owner, std::size_t offset, bool is_dynamic);
  bool access_shared_of_cluster(const Access& access);
  void access_global(const Access& access, Buffer& buffer);
  void hand_on(const Access& access);
  void outside_buffer(const Access& access, const Buffer& buffer);
  void outside_shared(const Access& access);
  void read_unfinished_copy(const Access& access);
  void unwritten(const Access& access, Fault::Space space, std::vector<PendingRead>& reads, std::size_t first);
  void close_shared_reads();
  void close_global_reads();
  void check_order(const Access& access, LazyArray<Cell>& cells, std::size_t offset, Fault::Space space,
                   HappensBefore::Time oldest);
  bool conflicts(const Trace& earlier, const Trace& now, Fault::Space space) const;
  void race(const Access& access, const Trace& earlier, const Cell& cell, Fault::Space space);
  bool is_update(const Trace& now, const Trace& earlier, const Cell& cell) const;
  void check_streams(const Access& access, Buffer* buffer);
  void access_by_host(const Access& access);
  void check_host_streams(const Access& access, Buffer* buffer);
  bool is_stream_race(const Trace& earlier, const Trace& now) const;
  void tell_stream_race(const Access& access, const TaskId& id, const TaskName& name, bool is_write, const void* code);
  void forget_what_the_host_knows();
  void close_pending();
  const void* code_of(const Trace& trace) const { return reinterpret_cast<const void*>(m_library + trace.code); }

  SpinLock m_lock;               // blocks of a cooperative launch run at the same time
  std::uintptr_t m_library = 0;  // its first byte
  DeviceMap m_map;
  std::vector<Here*> m_all;  // of all host threads
  HappensBefore m_order;
  Findings m_findings;
  std::vector<PendingRead> m_unwritten_reads;       // of global memory, in this launch
  std::uint64_t m_blocks = 0, m_run_of_blocks = 0;  // of the launch
  const Task* m_task = nullptr;                     // that runs
  PastWork m_work;                                  // the same, as it will be remembered
  PastWorks m_past;
  std::uint64_t m_host_waits = 0;  // those that m_past knows of, and 1; 0 = it has to be told
};

Checker& checker();

}  // namespace judge::emulated
