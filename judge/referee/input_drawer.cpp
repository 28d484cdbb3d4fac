#include "judge/referee/input_drawer.hpp"

#include <dlfcn.h>

#include "judge/util/symbol.hpp"

namespace judge {

namespace {

// Mirrors DrawOptions in judge/device/draw.cu.
struct DrawOptions {
  double low, width, last, density;
  long long first;
  unsigned long long count, key;
  const double* numbers;
  int type, kind;
};

}  // namespace

Result<InputDrawer> InputDrawer::load(const Runtime& runtime, const std::filesystem::path& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: cannot be loaded: {}", library.string(), ::dlerror());
  InputDrawer drawer;
  drawer.m_runtime = &runtime;
  if (!find_symbol(handle, "judge_draw", drawer.m_draw))
    return fail("{}: is not the judge's drawing library", library.string());
  JUDGE_TRY(drawer.m_numbers, DeviceMemory::allocate(runtime, InputDraw::k_most_numbers * sizeof(double)));
  return drawer;
}

Result<void> InputDrawer::draw(char* pointer, const BufferArgument& buffer, const InputDraw& draw) const {
  if (draw.numbers.size() > InputDraw::k_most_numbers) return fail("{}: too many numbers to draw with", buffer.name);
  if (!draw.numbers.empty())
    JUDGE_CUDA(*m_runtime, cudaMemcpy(m_numbers.data(), draw.numbers.data(), draw.numbers.size() * sizeof(double),
                                      cuda::MemcpyKind::host_to_device));
  const DrawOptions options{.low = draw.low,
                            .width = draw.width,
                            .last = draw.last,
                            .density = draw.density,
                            .first = draw.first,
                            .count = draw.count,
                            .key = draw.key,
                            .numbers = reinterpret_cast<const double*>(m_numbers.data()),
                            .type = static_cast<int>(buffer.type),
                            .kind = static_cast<int>(draw.kind)};
  if (const int error = m_draw(pointer, static_cast<unsigned long long>(buffer.elements()), &options))
    return fail("the judge's own drawing kernel failed: {}", describe_error(*m_runtime, error));
  return {};
}

}  // namespace judge
