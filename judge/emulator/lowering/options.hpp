#pragma once

namespace judge::lowering {

/// Whether kernels with barriers get, besides the function that runs on fibers, one that runs region by region.
enum class SplitKernels { no, yes };

/// What becomes in kernels, and in functions for them, of what C++ leaves undefined and a GPU does not: shifts by too much,
/// divisions by zero, casts of large floats, functions that end without a return.
enum class Undefined { of_the_host, of_a_gpu };

/// As which nvcc compiles the source.
enum class CppStandard { cpp17, cpp20 };

struct LoweringOptions {
  SplitKernels splits = SplitKernels::yes;
  Undefined undefined = Undefined::of_a_gpu;
  CppStandard standard = CppStandard::cpp17;
};

}  // namespace judge::lowering
