// What the player does with recordings: it makes one of its attempt, or plays back another's.

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>

#include "judge/player/player_loop.hpp"
#include "judge/player/recorder.hpp"

namespace judge {

static Result<std::vector<std::string>> read_images(int descriptor, std::span<const std::uint64_t> sizes) {
  std::vector<std::string> images;
  off_t place = 0;
  for (const std::uint64_t bytes : sizes) {
    std::string& image = images.emplace_back(bytes, '\0');
    if (::pread(descriptor, image.data(), bytes, place) != static_cast<ssize_t>(bytes))
      return fail("the attempt's kernels cannot be read: {}", std::strerror(errno));
    place += static_cast<off_t>(bytes);
  }
  return images;
}

protocol::Ready PlayerLoop::play_back(const protocol::PlayBack& request) {
  const auto descriptor = m_channel->receive_descriptor();
  if (!descriptor) return {descriptor.error().message};
  const auto images = read_images(*descriptor, request.image_bytes);
  ::close(*descriptor);
  if (!images) return {images.error().message};
  if (m_solve || m_kind != RuntimeKind::cuda) return {"nothing is played back beside an attempt, or without a GPU"};
  if (const auto dropped = drop_the_rest({}); !dropped) return {dropped.error().message};
  m_playback.emplace();
  const auto loaded = m_playback->load(*m_runtime, request.recording, *images);
  m_runtime->cuda.cudaGetLastError();
  if (loaded) return {};
  m_playback.reset();
  return {loaded.error().message};
}

void PlayerLoop::begin_recording(const protocol::Call& request) const {
  std::vector<Recorder::Window> windows;
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    const auto& argument = request.arguments[i];
    if (argument.slab < 0) continue;
    const auto slab = static_cast<std::size_t>(argument.slab);
    windows.push_back({static_cast<int>(i), pointer_of(argument), m_slabs.at(slab), m_slab_bytes.at(slab)});
  }
  recorder().begin(std::move(windows));
}

}  // namespace judge
