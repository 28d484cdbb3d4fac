#include "judge/referee/image_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace judge {

Result<int> file_of_images(const std::vector<std::string>& images) {
  const int file = ::memfd_create("judge-device-code", MFD_CLOEXEC);
  if (file < 0) return fail("no memory for device code: {}", std::strerror(errno));
  for (const std::string& image : images)
    if (::write(file, image.data(), image.size()) != static_cast<ssize_t>(image.size())) {
      const int error = errno;
      ::close(file);
      return fail("no memory for device code: {}", std::strerror(error));
    }
  return file;
}

}  // namespace judge
