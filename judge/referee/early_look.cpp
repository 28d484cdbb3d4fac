#include "judge/referee/early_look.hpp"

#include <algorithm>
#include <cstdlib>

namespace judge {

static constexpr unsigned k_not_behind_the_default_stream = 1;  // cudaStreamNonBlocking

EarlyLook::Owned::~Owned() {
  if (stream) runtime->cuda.cudaStreamDestroy(stream);
  if (runtime->kind == RuntimeKind::cuda && seen) runtime->cuda.cudaFreeHost(seen);
  if (runtime->kind == RuntimeKind::emulated) std::free(seen);
}

Result<EarlyLook> EarlyLook::create(const Runtime& runtime) {
  EarlyLook look;
  look.m_owned = std::make_unique<Owned>(runtime);
  void* memory = nullptr;
  // On the emulated runtime nobody watches a call from outside, and launches take longer once memory is page-locked.
  if (runtime.kind == RuntimeKind::cuda) JUDGE_CUDA(runtime, cudaHostAlloc(&memory, 2 * sizeof(Seen), 0));
  else memory = std::calloc(2, sizeof(Seen));
  look.m_owned->seen = static_cast<Seen*>(memory);
  if (runtime.kind == RuntimeKind::cuda)
    JUDGE_CUDA(runtime, cudaStreamCreateWithFlags(&look.m_owned->stream, k_not_behind_the_default_stream));
  return look;
}

void EarlyLook::choose(const PreparedCase& prepared, const Placed& placed, std::mt19937_64& random) {
  m_places.clear();
  m_has_looked = false;
  std::vector<const Slabs::Window*> outputs;
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&prepared.test.arguments[i]);
    const auto& window = placed.windows[i];
    if (buffer && buffer->direction != Direction::in && buffer->memory == MemoryPlace::device && window.bytes > 0)
      outputs.push_back(&window);
  }
  for (std::size_t i = 0; i < k_places && !outputs.empty(); ++i) {
    const Slabs::Window& window = *outputs[random() % outputs.size()];
    const std::size_t offset = random() % window.bytes;
    m_places.push_back({window.pointer + offset, std::min(k_most_bytes, window.bytes - offset)});
  }
}

bool EarlyLook::copy(Seen& into, cuda::Stream stream) {
  const auto& cuda = m_owned->runtime->cuda;
  bool all_well = true;
  for (std::size_t i = 0; i < m_places.size(); ++i)
    all_well &= cuda.cudaMemcpyAsync(into[i].data(), m_places[i].pointer, m_places[i].bytes, cuda::MemcpyKind::device_to_host,
                                     stream) == cuda::success;
  return all_well;
}

void EarlyLook::look() {
  const auto& cuda = m_owned->runtime->cuda;
  m_has_looked = copy(m_owned->seen[0], m_owned->stream);
  m_has_looked &= cuda.cudaStreamSynchronize(m_owned->stream) == cuda::success;
  if (!m_has_looked) cuda.cudaGetLastError();
}

Result<void> EarlyLook::look_again() {
  if (m_has_looked && !copy(m_owned->seen[1], nullptr)) return fail("outputs cannot be looked at once more");
  return {};
}

bool EarlyLook::has_changed() const {
  if (!m_has_looked) return false;
  const Seen &then = m_owned->seen[0], &now = m_owned->seen[1];
  for (std::size_t i = 0; i < m_places.size(); ++i)
    if (!std::equal(then[i].begin(), then[i].begin() + static_cast<std::ptrdiff_t>(m_places[i].bytes), now[i].begin()))
      return true;
  return false;
}

}  // namespace judge
