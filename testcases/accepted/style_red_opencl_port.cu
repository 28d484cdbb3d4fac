// exam: problem=reduction verdict=accepted
// An OpenCL kernel whose words are macros.
#include <cuda_runtime.h>

#define __kernel extern "C" __global__ void
#define __local __shared__
#define global_ptr(T) T* __restrict__
#define barrier(x) __syncthreads()
#define CLK_LOCAL_MEM_FENCE 1
#define get_local_id(d) (d == 0 ? threadIdx.x : d == 1 ? threadIdx.y : threadIdx.z)
#define get_group_id(d) ((d) == 0 ? blockIdx.x : (d) == 1 ? blockIdx.y : blockIdx.z)
#define get_local_size(d) ((d) == 0 ? blockDim.x : (d) == 1 ? blockDim.y : blockDim.z)
#define get_num_groups(d) ((d) == 0 ? gridDim.x : gridDim.y)
#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))
#define get_global_size(d) (get_num_groups(d) * get_local_size(d))
typedef unsigned int uint;

__kernel zero_out(float* result) { if (get_global_id(0) == 0) *result = 0.0f; }

__kernel reduce(global_ptr(const float) buffer, const uint length, global_ptr(float) result)
{
    __local float scratch[256];
    uint global_index = get_global_id(0);
    float accumulator = 0.0f;
    // Loop sequentially over chunks of input vector
    while (global_index < length) {
        float element = buffer[global_index];
        accumulator += element;
        global_index += get_global_size(0);
    }

    // Perform parallel reduction
    uint local_index = get_local_id(0);
    scratch[local_index] = accumulator;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint offset = get_local_size(0) / 2; offset > 0; offset = offset / 2) {
        if (local_index < offset) {
            float other = scratch[local_index + offset];
            float mine = scratch[local_index];
            scratch[local_index] = mine + other;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (local_index == 0) {
        atomicAdd(result, scratch[0]);
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    size_t local = 256, groups = 128;
    zero_out<<<1, 32>>>(output);
    reduce<<<groups, local>>>(input, N, output);
    cudaDeviceSynchronize();
}
