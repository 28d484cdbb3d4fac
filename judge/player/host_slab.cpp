#include "judge/player/host_slab.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

namespace judge {

namespace {

// Of an output of which a hundredth is written late, none of so many places is there once in 29,000 calls.
constexpr std::size_t k_watched_words = 1024;

}  // namespace

// Pages as malloc() would get them, touched before solve() runs, between two that nobody may touch. The emulated
// runtime's own host memory has such guards already, and can pass for pageable.
Result<HostSlab> HostSlab::allocate(const Runtime& runtime, MemoryPlace place, std::size_t bytes) {
  HostSlab slab;
  slab.m_runtime = &runtime;
  slab.m_place = place;
  slab.m_bytes = bytes;
  if (place == MemoryPlace::pinned || runtime.kind == RuntimeKind::emulated) {
    void* pointer = nullptr;
    JUDGE_CUDA(runtime, cudaHostAlloc(&pointer, bytes, 0));
    slab.m_data = static_cast<char*>(pointer);
    JUDGE_CHECK(slab.open_all(""));  // the emulated runtime makes a file of it, which it may not do later
    return slab;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t inner = (bytes + page - 1) / page * page;
  void* const map = ::mmap(nullptr, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) return fail("{} bytes of host memory: {}", bytes, std::strerror(errno));
  slab.m_map = map;
  slab.m_map_bytes = inner + 2 * page;
  slab.m_data = static_cast<char*>(map) + page;
  if (::mprotect(slab.m_data, inner, PROT_READ | PROT_WRITE)) return fail("mprotect: {}", std::strerror(errno));
  return slab;
}

HostSlab::~HostSlab() {
  if (m_map) ::munmap(m_map, m_map_bytes);
  else if (m_data) m_runtime->cuda.cudaFreeHost(m_data);
}

void HostSlab::swap(HostSlab& other) noexcept {
  std::swap(m_runtime, other.m_runtime);
  std::swap(m_place, other.m_place);
  std::swap(m_data, other.m_data);
  std::swap(m_bytes, other.m_bytes);
  std::swap(m_map, other.m_map);
  std::swap(m_map_bytes, other.m_map_bytes);
}

// On the emulated runtime a call has a window of it, outside of which nobody may reach.
Result<void> HostSlab::open_all(const char* name) {
  const auto set_window = m_runtime->cuda.judgeEmulatedSetWindow;
  if (set_window && set_window(m_data, m_bytes, judge_emulated_holds_input, name))
    return fail("the host memory of {} cannot be opened", name);
  return {};
}

Result<void> HostSlab::fetch(const char* slab, const protocol::CallArgument& argument, const char* name) {
  JUDGE_CHECK(open_all(name));
  const std::size_t begin = argument.offset - argument.red_before;
  const std::size_t bytes = argument.red_before + argument.bytes + argument.red_after;
  JUDGE_CUDA(*m_runtime, cudaMemcpy(m_data + begin, slab + begin, bytes, cuda::MemcpyKind::device_to_host));
  return {};
}

Result<void> HostSlab::store(char* slab, const protocol::CallArgument& argument, const char* name) {
  JUDGE_CHECK(open_all(name));
  const std::size_t begin = argument.offset - argument.red_before;
  const std::size_t bytes = argument.red_before + argument.bytes + argument.red_after;
  JUDGE_CUDA(*m_runtime, cudaMemcpy(slab + begin, m_data + begin, bytes, cuda::MemcpyKind::host_to_device));
  // What is copied from pageable memory may still be on its way when the copy returns, and the referee reads the slab in another
  // process.
  JUDGE_CUDA(*m_runtime, cudaDeviceSynchronize());
  return {};
}

LateWatch::LateWatch(const char* window, std::size_t bytes)
    : m_window(window), m_word_bytes(std::min(bytes, sizeof(std::uint32_t))) {
  std::mt19937_64 random(std::random_device{}());
  m_words.resize(std::min(bytes, k_watched_words));
  for (auto& word : m_words) word.offset = random() % (bytes - m_word_bytes + 1);
  for (auto& word : m_words) word.value = read(word.offset);
}

std::uint32_t LateWatch::read(std::size_t offset) const {
  std::uint32_t value = 0;
  std::memcpy(&value, m_window + offset, m_word_bytes);
  return value;
}

bool LateWatch::has_changed() const {
  return std::ranges::any_of(m_words, [this](const Word& word) { return read(word.offset) != word.value; });
}

}  // namespace judge
