#pragma once

// What nvcc predefines. __device__, __host__, __constant__, __managed__, __global__, __shared__, __launch_bounds__ and
// __noinline__ are left to the lowering.
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 0

#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __nv_pure__ __attribute__((pure))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __maxnreg__(count)
