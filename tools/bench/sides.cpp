#include "sides.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace bench {

namespace {

using Function = void (*)(const float*, const float*, float*, int, int, int);

void* need(void* symbol) {
  if (symbol) return symbol;
  std::fprintf(stderr, "bench-emulator: %s\n", dlerror());
  std::exit(1);
}

class Library {
 public:
  Library(const std::string& path, int scope) : m_handle(need(dlopen(path.c_str(), RTLD_NOW | scope))) {}
  template <class F>
  F find(const char* name) const {
    return reinterpret_cast<F>(need(dlsym(m_handle, name)));
  }

 private:
  void* m_handle;
};

class Emulated : public Side {
 public:
  Emulated(const std::string& runtime, const std::string& library)
      : m_runtime(runtime, RTLD_GLOBAL), m_library(library, RTLD_LOCAL) {}

  void prepare(const Kernel& kernel, const Inputs& inputs) override {
    m_kernel = &kernel;
    m_function = m_library.find<Function>(kernel.name);
    m_a = buffer(kernel.a), m_b = buffer(kernel.b), m_c = buffer(kernel.c);
    copy(m_a, inputs.a.data(), kernel.a);
    copy(m_b, inputs.b.data(), kernel.b);
    copy(m_c, std::vector<float>(kernel.c).data(), kernel.c);
  }
  void run() override {
    m_function(m_a, m_b, m_c, m_kernel->sizes[0], m_kernel->sizes[1], m_kernel->sizes[2]);
    if (const int error = m_runtime.find<int (*)()>("cudaDeviceSynchronize")()) {
      std::fprintf(stderr, "bench-emulator: %s ends with CUDA error %d\n", m_kernel->name, error);
      std::exit(1);
    }
  }
  std::vector<float> finish() override {
    std::vector<float> result(m_kernel->c);
    copy(result.data(), m_c, m_kernel->c);
    for (float* const pointer : {m_a, m_b, m_c}) m_runtime.find<int (*)(void*)>("cudaFree")(pointer);
    return result;
  }

 private:
  float* buffer(std::size_t floats) {
    void* pointer = nullptr;
    if (floats) m_runtime.find<int (*)(void**, std::size_t)>("cudaMalloc")(&pointer, floats * sizeof(float));
    return static_cast<float*>(pointer);
  }
  void copy(void* to, const void* from, std::size_t floats) {
    constexpr int whichever = 4;   // cudaMemcpyDefault
    if (floats)
      m_runtime.find<int (*)(void*, const void*, std::size_t, int)>("cudaMemcpy")(to, from, floats * sizeof(float),
                                                                                  whichever);
  }

  Library m_runtime, m_library;
  const Kernel* m_kernel = nullptr;
  Function m_function = nullptr;
  float *m_a = nullptr, *m_b = nullptr, *m_c = nullptr;
};

class Plain : public Side {
 public:
  explicit Plain(const std::string& library) : m_library(library, RTLD_LOCAL) {}

  void prepare(const Kernel& kernel, const Inputs& inputs) override {
    m_kernel = &kernel;
    m_function = m_library.find<Function>(kernel.name);
    m_inputs = &inputs;
    m_c.assign(kernel.c, 0.0f);
  }
  void run() override {
    m_function(m_inputs->a.data(), m_inputs->b.data(), m_c.data(), m_kernel->sizes[0], m_kernel->sizes[1],
               m_kernel->sizes[2]);
  }
  std::vector<float> finish() override { return std::move(m_c); }

 private:
  Library m_library;
  const Kernel* m_kernel = nullptr;
  const Inputs* m_inputs = nullptr;
  Function m_function = nullptr;
  std::vector<float> m_c;
};

}  // namespace

std::unique_ptr<Side> emulated_side(const std::string& runtime, const std::string& library) {
  return std::make_unique<Emulated>(runtime, library);
}
std::unique_ptr<Side> plain_side(const std::string& library) { return std::make_unique<Plain>(library); }

}  // namespace bench
