// The checker of attempts that were built with --check. Their compiler put a call before each load and store; each comes
// here with its address, its size and the place in the code, while the runtime knows which thread of which block runs. So
// every access is tested for three things: is the memory mapped, is it initialised, and is it ordered with what other
// threads did to it? The answers do not depend on the order in which this runtime happens to run the threads.
//
// Memory and values are asked about for every access. HappensBefore takes the most time: of large launches it is asked about in
// three runs of consecutive blocks (the first, the middle and the last ones).
#include "judge/emulator/checker/checker.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "judge/emulator/checker/checking.hpp"
#include "judge/emulator/runtime/host_pointers.hpp"

namespace judge::emulated {

namespace {

constexpr std::uint64_t threads_watched_in_full = 1 << 18, runs_of_watched_blocks = 3;

/// Where a library keeps this host thread's thread-local variables.
struct ThreadLocals {
  std::uintptr_t library = 0, begin = 0, end = 0;
};

int find_thread_locals(dl_phdr_info* info, std::size_t, void* result) {
  auto& wanted = *static_cast<ThreadLocals*>(result);
  if (info->dlpi_addr != wanted.library || !info->dlpi_tls_data) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    wanted.begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
    wanted.end = wanted.begin + info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

int add_writable_data(dl_phdr_info* info, std::size_t, void* result) {
  auto& [library, map] = *static_cast<std::pair<std::uintptr_t, DeviceMap*>*>(result);
  if (info->dlpi_addr != library) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W)) map->add_library(library + header.p_vaddr, header.p_memsz);
  }
  return 1;
}

}  // namespace

[[gnu::tls_model("initial-exec")]] thread_local Here* here = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local bool is_busy = false;
std::uint32_t unwritten_local_word = 0;

Checker& checker() {
  static auto* the_checker = new Checker;
  return *the_checker;
}

void Checker::add_library(const void* code) {
  Dl_info info{};
  if (!::dladdr(code, &info)) return;
  m_library = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  std::pair<std::uintptr_t, DeviceMap*> request{m_library, &m_map};
  ::dl_iterate_phdr(add_writable_data, &request);
}

void Checker::launch_started(const Launch& launch) {
  m_order.launch_started();
  m_blocks = launch.blocks;
  const std::uint64_t threads = launch.blocks * launch.threads;
  m_run_of_blocks = threads <= threads_watched_in_full
                        ? launch.blocks
                        : std::max<std::uint64_t>(threads_watched_in_full / runs_of_watched_blocks / launch.threads, 2);
}

void Checker::launch_ended() {
  const std::lock_guard lock(m_lock);
  if (here) {
    close_pending();
    close_shared_reads();
  }
  close_global_reads();
}

bool Checker::is_watched(std::uint64_t block) const {
  const std::uint64_t middle = m_blocks / 2 - std::min(m_blocks / 2, m_run_of_blocks / 2);
  return block < m_run_of_blocks || block + m_run_of_blocks >= m_blocks ||
         (block >= middle && block < middle + m_run_of_blocks);
}

static void prepare_shared(Here& mine, const judge_emulated::Block& block, std::size_t dynamic_bytes) {
  const auto statics = reinterpret_cast<std::uintptr_t>(block.static_shared);
  const auto variables = shared_variables();
  const std::size_t statics_bytes =
      round_up(variables.empty() ? 0 : variables.back().offset + variables.back().bytes, page_bytes);
  if (mine.statics != statics || mine.variables.size() != variables.size()) {
    mine.variables = variables;
    const std::size_t all = statics_bytes + chip::shared_bytes_per_block_optin;
    mine.shared_cells = LazyArray<Cell>(all / Cell::bytes + 2);
    mine.shared_written = WrittenByBlock(all);
  }
  mine.statics = statics;
  mine.statics_end = statics + statics_bytes;
  mine.dynamic = reinterpret_cast<std::uintptr_t>(block.dynamic_shared);
  mine.dynamic_end = mine.dynamic + dynamic_bytes;
}

/// The indices of the blocks that are in one cluster with this one.
static std::vector<std::uint32_t> blocks_of_cluster(const Launch& launch, const unsigned block[3]) {
  std::vector<std::uint32_t> blocks;
  if (launch.clusters.empty()) return blocks;
  const unsigned *size = launch.cluster,
                 first[3] = {block[0] / size[0] * size[0], block[1] / size[1] * size[1], block[2] / size[2] * size[2]};
  for (unsigned z = first[2]; z < first[2] + size[2]; ++z)
    for (unsigned y = first[1]; y < first[1] + size[1]; ++y)
      for (unsigned x = first[0]; x < first[0] + size[0]; ++x) blocks.push_back(x + launch.grid[0] * (y + launch.grid[1] * z));
  return blocks;
}

void Checker::block_started(const judge_emulated::Block& block) {
  const std::lock_guard lock(m_lock);
  const Launch& launch = BlockRunner::mine().launch();
  if (!here) {
    here = new Here;
    ThreadLocals found{.library = m_library};
    ::dl_iterate_phdr(find_thread_locals, &found);
    here->thread_locals = found.begin;
    here->thread_locals_end = found.end;
    here->runner = &BlockRunner::mine();
    m_all.push_back(here);
  }
  close_pending();
  close_shared_reads();
  const std::uint64_t index =
      block.index[0] + static_cast<std::uint64_t>(launch.grid[0]) *
                           (block.index[1] + static_cast<std::uint64_t>(launch.grid[1]) * block.index[2]);
  prepare_shared(*here, block, launch.shared_bytes);
  here->block = &block;
  here->unfinished_copies.clear();
  here->watches_order = is_watched(index);
  here->order.cluster = blocks_of_cluster(launch, block.index);
  m_order.block_started(here->order, static_cast<std::uint32_t>(index));
  ++launched_blocks;
  watched_blocks += here->watches_order;
}

void Checker::barrier_released(const BarrierPlace& first, unsigned exited_threads) {
  const Busy busy;
  const std::lock_guard lock(m_lock);
  close_pending();
  close_shared_reads();
  m_order.barrier(here->order);
  if (exited_threads == 0 || m_findings.is_known(Fault::Kind::divergent_barrier, first.code)) return;
  JudgeEmulatedFault fault = fault_of_thread(Fault::Kind::divergent_barrier, first.thread, first.code);
  std::snprintf(fault.note, sizeof fault.note, "%u thread%s of the block had left the kernel before it", exited_threads,
                exited_threads == 1 ? "" : "s");
  m_findings.tell(fault);
}

void Checker::barriers_differ(const BarrierPlace& first, const BarrierPlace& second) {
  const Busy busy;
  const std::lock_guard lock(m_lock);
  JudgeEmulatedFault fault = fault_of_thread(Fault::Kind::divergent_barrier, second.thread, second.code);
  Trace other;
  other.thread = static_cast<std::uint16_t>(first.thread);
  other.block = here->order.index;
  set_other(fault, other, first.code);
  m_findings.tell(fault);
}

void Checker::absent_lane_read(const BarrierPlace& shuffle, unsigned lane) {
  const Busy busy;
  const std::lock_guard lock(m_lock);
  if (m_findings.is_known(Fault::Kind::absent_lane, shuffle.code)) return;
  JudgeEmulatedFault fault = fault_of_thread(Fault::Kind::absent_lane, shuffle.thread, shuffle.code);
  std::snprintf(fault.note, sizeof fault.note,
                "it reads lane %u of its warp, which is not in the mask, has left the kernel or does not exist", lane);
  m_findings.tell(fault);
}

void Checker::lanes_met(unsigned first_thread, unsigned lanes) {
  const std::lock_guard lock(m_lock);
  close_pending();
  m_order.lanes_met(here->order, first_thread, lanes);
}

static_assert(HappensBefore::warp_barriers == judge_emulated::barriers_of_warps);

void Checker::warp_arrived(unsigned barrier, unsigned warp) {
  const std::lock_guard lock(m_lock);
  close_pending();
  m_order.warp_arrives(here->order, barrier, warp);
}

void Checker::warps_met(unsigned barrier, std::uint32_t waiting) {
  const std::lock_guard lock(m_lock);
  HappensBefore::warps_met(here->order, barrier, waiting);
}

void Checker::grid_met() {
  const std::lock_guard lock(m_lock);
  m_order.grid_met();
}

std::uint32_t Checker::cluster_met() {
  const std::lock_guard lock(m_lock);
  return m_order.cluster_met();
}

void Checker::cluster_passed(std::uint32_t time) {
  const Busy busy;
  const std::lock_guard lock(m_lock);
  close_pending();
  close_shared_reads();
  HappensBefore::cluster_passed(here->order, time);
}

void Checker::host_wrote(const void* first, std::size_t bytes) {
  const std::lock_guard lock(m_lock);
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  Buffer* const buffer = m_map.find(address);
  if (buffer && buffer->counts_writes && address >= buffer->begin()) buffer->written.mark(address - buffer->begin(), bytes);
}

void Checker::find_thread() {
  unsigned thread[3], block[3];
  BlockRunner::running()->launch().kernel->current_thread(thread, block);
  const unsigned* const size = here->block->size;
  here->thread = thread[0] + size[0] * (thread[1] + size[1] * thread[2]);
}

void Checker::fence() {
  if (!BlockRunner::running()) return;
  const std::lock_guard lock(m_lock);
  find_thread();
  m_order.fence(here->order, here->thread);
}

void Checker::watch(const Access& access) {
  const BlockRunner* const runner = BlockRunner::running();
  if (!runner) return access_by_host(access);
  const std::uintptr_t address = access.address;
  if (address - here->thread_locals < here->thread_locals_end - here->thread_locals) return;
  const Fiber& fiber = runner->fiber();
  const auto stack = reinterpret_cast<std::uintptr_t>(fiber.stack_low);
  if (address - stack < static_cast<std::uintptr_t>(fiber.stack_high - fiber.stack_low)) return access_local(access);
  const std::lock_guard lock(m_lock);
  if (here->pending.is_open) close_pending();
  const auto statics_size = here->statics_end - here->statics, dynamic_size = here->dynamic_end - here->dynamic;
  if (address - here->statics < statics_size) return access_shared(access, *here, address - here->statics, false);
  if (address - here->dynamic < dynamic_size) return access_shared(access, *here, address - here->dynamic, true);
  SharedReport report;
  if (runner->shared().describe(reinterpret_cast<const void*>(address), &report)) return outside_shared(access);
  if (Buffer* const buffer = m_map.find(address)) return access_global(access, *buffer);
  if (runner->cluster_blocks() > 1 && access_shared_of_cluster(access)) return;
  if (const int parameter = parameter_that_hides(reinterpret_cast<const void*>(address))) access_hosts(access, parameter);
}

void Checker::access_hosts(const Access& access, int parameter) {
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::illegal_access, Fault::Space::global);
  set_hosts_memory(fault, parameter);
  report_fatal(fault);
}

// Device memory is out of its reach; what it shares with the device it may access too early.
void Checker::access_by_host(const Access& access) {
  const std::lock_guard lock(m_lock);
  check_host_streams(access, m_map.find(access.address));
}

void start_checking(std::uint32_t unwritten_word, const void* code) {
  unwritten_local_word = unwritten_word;
  checker().add_library(code);
  watcher = &checker();
}

void check_access(const Access& access) {
  if (!watcher || is_busy) return;
  const Busy busy;
  checker().watch(access);
}

void check_fence() {
  if (!watcher || is_busy) return;
  const Busy busy;
  checker().fence();
}

void check_division(const void* code) {
  if (!watcher || is_busy) return;
  const Busy busy;
  checker().division_by_zero(code);
}

void check_index(const char* array_type, long long index, const void* code) {
  if (!watcher || is_busy) return;
  const Busy busy;
  checker().index(array_type, index, code);
}

}  // namespace judge::emulated

extern "C" {

void judgeEmulatedStartChecking(unsigned unwritten_word) {
  judge::emulated::start_checking(unwritten_word, __builtin_return_address(0));
}

void judgeEmulatedDividesByZero() { judge::emulated::check_division(__builtin_return_address(0)); }

void judgeEmulatedCheckedBlocks(unsigned long long* launched, unsigned long long* watched) {
  *launched = judge::emulated::checker().launched_blocks;
  *watched = judge::emulated::checker().watched_blocks;
}
}
