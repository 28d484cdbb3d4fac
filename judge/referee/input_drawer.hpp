#pragma once

#include <filesystem>

#include "judge/model/input_draw.hpp"
#include "judge/model/problem.hpp"
#include "judge/referee/memory.hpp"

namespace judge {

/// Draws inputs on the device (judge/device/draw.cu), at the speed of its memory. All work goes to the default stream and nothing
/// waits.
class InputDrawer {
 public:
  static Result<InputDrawer> load(const Runtime& runtime, const std::filesystem::path& library);

  /// Fills the buffer at `pointer`. Errors: a launch or a copy fails.
  Result<void> draw(char* pointer, const BufferArgument& buffer, const InputDraw& draw) const;

 private:
  const Runtime* m_runtime = nullptr;
  int (*m_draw)(void*, unsigned long long, const void*) = nullptr;
  DeviceMemory m_numbers;
};

}  // namespace judge
