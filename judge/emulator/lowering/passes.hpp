#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/device_code.hpp"
#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/options.hpp"
#include "judge/emulator/lowering/translation.hpp"
#include "judge/emulator/lowering/unsupported.hpp"

/// The passes of the lowering. Each goes once over the tokens and notes its changes.
namespace judge::lowering {

class Sides;

/// The body of a kernel, and an expression for the address of its host stub, which names the kernel at run time.
struct KernelBody {
  Range range;
  std::string stub;
};

/// __global__ functions become a thread body, a function that runs a block if they have barriers, and a host stub.
std::vector<KernelBody> lower_kernels(Translation& translation, SplitKernels splits, const Polls& polls);

/// Does the code cast pointers or name vector types? Only such code can make a misaligned access.
bool may_misalign(const Translation& translation, Range range);

/// float4, uint2, longlong2, half2, __nv_bfloat162 and the like.
bool is_vector_type(std::string_view word);

/// Accesses through pointers to vector types check the pointer's alignment.
void lower_vector_accesses(Translation& translation);

/// k<<<grid, block>>>(arguments) becomes a call of the stub, behind a call that keeps the configuration.
void lower_launches(Translation& translation);

/// The __shared__ variables at namespace scope whose names nothing else in the unit declares.
std::vector<std::string> unique_namespace_shared(const Translation& translation);

/// What a function's body begins with, so that these names are references in it to the variables that it uses.
std::string namespace_shared_references(const Translation& translation, const std::vector<std::string>& names, Range body);

/// __shared__ variables become references into the block's arena; those in a kernel's body count as its own.
void lower_shared_variables(Translation& translation, const std::vector<KernelBody>& kernels);

/// Has the compiler refuse __constant__ variables that are too large, as ptxas does.
void lower_constant_variables(Translation& translation, const std::vector<std::size_t>& qualified);

/// Where code of the host names a __device__ or __constant__ variable it gets the copy that nvcc makes for it, which nothing else
/// uses; not so in a call of cudaMemcpyToSymbol() and its like, which are given a variable by its name.
void lower_host_shadows(Translation& translation, const Sides& sides);

/// asm statements of PTX become calls; instructions that the emulated runtime does not know are noted.
void lower_inline_ptx(Translation& translation, std::vector<Unsupported>& unsupported);

/// Shifts, divisions and casts to integers in device code become those of a GPU. Whether there are any.
bool lower_arithmetic(Translation& translation, const std::vector<DeviceFunction>& functions);

/// printf() whose result is used, malloc() and free() in device code become those of a GPU.
void lower_library_calls(Translation& translation, const std::vector<DeviceFunction>& functions);

/// Functions that may end without a return get one. Whether there are any.
bool lower_missing_returns(Translation& translation, const std::vector<DeviceFunction>& functions);

/// Loops of device code that read volatile variables let other threads and blocks run. Where they stand.
Polls lower_waiting_loops(Translation& translation, const std::vector<DeviceFunction>& functions);

/// __noinline__ becomes an attribute; #pragma unroll is removed.
void lower_noinline_and_unroll(Translation& translation);

}  // namespace judge::lowering
