#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

/// What tools/bench-emulator compares: a kernel, and those who run it.
namespace bench {

/// One kernel, on which inputs, and how OpenCL launches it (CUDA's launches stand in kernels.cu).
struct Kernel {
  const char* name;
  bool has_barriers;
  std::array<int, 3> sizes;                    ///< the three int arguments
  std::size_t a, b, c;                         ///< floats in each buffer; 0 = not used
  std::array<std::size_t, 2> global, local;    ///< of OpenCL
  std::size_t local_floats = 0;                ///< an OpenCL argument of local memory
};

/// Host memory that a side's buffers are filled from.
struct Inputs {
  std::vector<float> a, b;
};

/// Somebody who runs kernels.
class Side {
 public:
  virtual ~Side() = default;
  /// Makes the buffers and fills in the inputs.
  virtual void prepare(const Kernel& kernel, const Inputs& inputs) = 0;
  /// Runs the kernel to its end.
  virtual void run() = 0;
  /// The output; frees the buffers.
  virtual std::vector<float> finish() = 0;
};

/// The attempt's library on the emulated runtime.
std::unique_ptr<Side> emulated_side(const std::string& runtime, const std::string& library);
/// Loops of one thread.
std::unique_ptr<Side> plain_side(const std::string& library);
/// Null, with the reason, where PoCL is not installed.
std::unique_ptr<Side> pocl_side(const std::string& source, std::string* reason);

}  // namespace bench
