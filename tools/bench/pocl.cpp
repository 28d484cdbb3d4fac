#include "sides.hpp"

#if !defined(WITHOUT_OPENCL) && __has_include(<CL/cl.h>)
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {

namespace {

void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "bench-emulator: PoCL: %s gives error %d\n", what, status);
  std::exit(1);
}

cl_device_id find_device() {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return nullptr;
  for (cl_uint i = 0; i < count && i < 8; ++i) {
    char name[128] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    cl_device_id device = nullptr;
    if (std::strstr(name, "Portable Computing Language") &&
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS)
      return device;
  }
  return nullptr;
}

class Pocl : public Side {
 public:
  Pocl(cl_device_id device, const std::string& source) {
    cl_int status = 0;
    m_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    m_queue = clCreateCommandQueue(m_context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    const char* text = source.c_str();
    m_program = clCreateProgramWithSource(m_context, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(m_program, 1, &device, "-cl-mad-enable", nullptr, nullptr), "clBuildProgram");
  }

  void prepare(const Kernel& kernel, const Inputs& inputs) override {
    m_shape = &kernel;
    m_buffers.clear();
    cl_int status = 0;
    m_kernel = clCreateKernel(m_program, kernel.name, &status);
    check(status, "clCreateKernel");
    cl_uint argument = 0;
    const std::vector<float> zeros(kernel.c);
    const auto add = [&](std::size_t floats, const std::vector<float>& from) {
      if (!floats) return;
      m_buffers.push_back(clCreateBuffer(m_context, CL_MEM_READ_WRITE, floats * sizeof(float), nullptr, &status));
      check(clEnqueueWriteBuffer(m_queue, m_buffers.back(), CL_TRUE, 0, floats * sizeof(float), from.data(), 0, nullptr,
                                 nullptr),
            "clEnqueueWriteBuffer");
      check(clSetKernelArg(m_kernel, argument++, sizeof(cl_mem), &m_buffers.back()), "clSetKernelArg");
    };
    add(kernel.a, inputs.a);
    add(kernel.b, inputs.b);
    add(kernel.c, zeros);
    for (const int size : kernel.sizes)
      if (size) check(clSetKernelArg(m_kernel, argument++, sizeof size, &size), "clSetKernelArg");
    if (kernel.local_floats)
      check(clSetKernelArg(m_kernel, argument, kernel.local_floats * sizeof(float), nullptr), "clSetKernelArg");
  }
  void run() override {
    const float zero = 0.0f;
    if (m_shape->c == 1)
      check(clEnqueueWriteBuffer(m_queue, m_buffers.back(), CL_FALSE, 0, sizeof zero, &zero, 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    const cl_uint dimensions = m_shape->global[1] ? 2 : 1;
    check(clEnqueueNDRangeKernel(m_queue, m_kernel, dimensions, nullptr, m_shape->global.data(), m_shape->local.data(),
                                 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(m_queue), "clFinish");
  }
  std::vector<float> finish() override {
    std::vector<float> result(m_shape->c);
    check(clEnqueueReadBuffer(m_queue, m_buffers.back(), CL_TRUE, 0, m_shape->c * sizeof(float), result.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (cl_mem buffer : m_buffers) clReleaseMemObject(buffer);
    clReleaseKernel(m_kernel);
    return result;
  }

 private:
  const Kernel* m_shape = nullptr;
  cl_context m_context = nullptr;
  cl_command_queue m_queue = nullptr;
  cl_program m_program = nullptr;
  cl_kernel m_kernel = nullptr;
  std::vector<cl_mem> m_buffers;
};

}  // namespace

std::unique_ptr<Side> pocl_side(const std::string& source, std::string* reason) {
  if (const cl_device_id device = find_device()) return std::make_unique<Pocl>(device, source);
  *reason = "PoCL is not installed; on Debian and Ubuntu: sudo apt-get install pocl-opencl-icd";
  return nullptr;
}

}  // namespace bench

#else

namespace bench {

std::unique_ptr<Side> pocl_side(const std::string&, std::string* reason) {
  *reason = "built without OpenCL; on Debian and Ubuntu: "
            "sudo apt-get install pocl-opencl-icd ocl-icd-opencl-dev opencl-headers";
  return nullptr;
}

}  // namespace bench

#endif
