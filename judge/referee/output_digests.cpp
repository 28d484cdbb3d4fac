#include "judge/referee/output_digests.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "judge/util/hash.hpp"

namespace judge {

Result<void> append_output_digests(const Runtime& runtime, const PreparedCase& prepared, const Placed& placed) {
  const char* const path = std::getenv("JUDGE_OUTPUT_DIGESTS");
  if (!path || !*path) return {};
  std::ofstream file(path, std::ios::app);
  for (std::size_t i = 0; i < prepared.test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&prepared.test.arguments[i]);
    if (!buffer || buffer->direction == Direction::in) continue;
    const auto& window = placed.windows[i];
    std::string bytes(window.bytes, '\0');
    JUDGE_CUDA(runtime, cudaMemcpy(bytes.data(), window.pointer, bytes.size(), cuda::MemcpyKind::device_to_host));
    // What was not written is poison, which depends on how many calls were made before.
    const std::uint32_t poison = placed.poison_of(*buffer);
    for (std::size_t at = 0; at + sizeof poison <= bytes.size(); at += sizeof poison)
      if (std::memcmp(&bytes[at], &poison, sizeof poison) == 0) std::memset(&bytes[at], 0, sizeof poison);
    file << prepared.test.name << ' ' << buffer->name << ' ' << hash_of(bytes) << '\n';
  }
  if (!file.flush()) return fail("{}: cannot be written to, though JUDGE_OUTPUT_DIGESTS names it", path);
  return {};
}

}  // namespace judge
