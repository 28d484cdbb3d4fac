#pragma once

#include "cuda_runtime.h"
#include "library_types.h"

// cuRAND's host functions: libjudge-curand.so.
#define CURAND_VERSION 10310
typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999,
} curandStatus_t;
/// Quasirandom generators are refused with CURAND_STATUS_TYPE_ERROR.
typedef enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
} curandRngType_t;
typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201,
} curandOrdering_t;
typedef struct curandGenerator_st* curandGenerator_t;

extern "C" {
#define JUDGE_CURAND(name, ...) curandStatus_t name(__VA_ARGS__);
JUDGE_CURAND(curandCreateGenerator, curandGenerator_t* generator, curandRngType_t type)
/// Writes to memory of the host.
JUDGE_CURAND(curandCreateGeneratorHost, curandGenerator_t* generator, curandRngType_t type)
JUDGE_CURAND(curandDestroyGenerator, curandGenerator_t generator)
JUDGE_CURAND(curandGetVersion, int* version)
JUDGE_CURAND(curandSetStream, curandGenerator_t generator, cudaStream_t stream)
JUDGE_CURAND(curandSetPseudoRandomGeneratorSeed, curandGenerator_t generator, unsigned long long seed)
JUDGE_CURAND(curandSetGeneratorOffset, curandGenerator_t generator, unsigned long long offset)
JUDGE_CURAND(curandSetGeneratorOrdering, curandGenerator_t generator, curandOrdering_t order)
JUDGE_CURAND(curandGenerateSeeds, curandGenerator_t generator)
JUDGE_CURAND(curandGenerate, curandGenerator_t generator, unsigned int* output, size_t count)
JUDGE_CURAND(curandGenerateUniform, curandGenerator_t generator, float* output, size_t count)
JUDGE_CURAND(curandGenerateUniformDouble, curandGenerator_t generator, double* output, size_t count)
JUDGE_CURAND(curandGenerateNormal, curandGenerator_t generator, float* output, size_t count, float mean, float stddev)
JUDGE_CURAND(curandGenerateNormalDouble, curandGenerator_t generator, double* output, size_t count, double mean,
             double stddev)
JUDGE_CURAND(curandGenerateLogNormal, curandGenerator_t generator, float* output, size_t count, float mean, float stddev)
JUDGE_CURAND(curandGenerateLogNormalDouble, curandGenerator_t generator, double* output, size_t count, double mean,
             double stddev)
JUDGE_CURAND(curandGeneratePoisson, curandGenerator_t generator, unsigned int* output, size_t count, double lambda)
#undef JUDGE_CURAND
}
