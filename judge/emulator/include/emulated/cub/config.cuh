#pragma once

#include "cuda_runtime.h"
#include "judge_emulated/brought_along_by_cub.h"

// CUB for the emulated runtime: the interfaces of NVIDIA's library, written over the block's barrier and the warp's
// shuffles. Collectives share memory as on a GPU; the work between two barriers is done by one thread.

#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 8
#define CUB_SUBMINOR_VERSION 0
#define CUB_VERSION 200800

#define CUB_RUNTIME_FUNCTION
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) < (b)) ? (b) : (a))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_WARP_THREADS(unused) 32

#define CubDebug(error) (error)
#define CubDebugExit(error)                                                                  \
  do {                                                                                       \
    if (const cudaError_t judge_error = (error)) {                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(judge_error)); \
      std::exit(1);                                                                          \
    }                                                                                        \
  } while (false)
