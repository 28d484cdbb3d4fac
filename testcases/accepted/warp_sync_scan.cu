// exam: problem=prefix-sum verdict=accepted
// exam: emulated says "in lockstep"
// A scan of one block: each warp scans its 32 sums in volatile shared memory without a barrier (Hillis and Steele, with
// padding instead of conditions), then one warp scans the warps' sums.

#include <cuda_runtime.h>

__device__ float scan_in_warp(volatile float* row, float value) {
    row[-16] = 0.0f;
    row[0] = value;
    row[0] = value = value + row[-1];
    row[0] = value = value + row[-2];
    row[0] = value = value + row[-4];
    row[0] = value = value + row[-8];
    row[0] = value = value + row[-16];
    return value;
}

__global__ void scan(const float* input, float* output, int N) {
    __shared__ float rows[32][48], carries[48];
    __shared__ float total;
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    if (t == 0) total = 0.0f;
    __syncthreads();
    for (int base = 0; base < N; base += 1024) {
        float before = total;
        int i = base + t;
        float sum = scan_in_warp(&rows[warp][16 + lane], i < N ? input[i] : 0.0f);
        if (lane == 31) carries[16 + warp] = sum;
        __syncthreads();
        if (warp == 0) carries[16 + lane] = scan_in_warp(&rows[0][16 + lane], carries[16 + lane]);
        __syncthreads();
        float carry = warp > 0 ? carries[16 + warp - 1] : 0.0f;
        if (i < N) output[i] = before + carry + sum;
        if (t == 1023) total = before + carry + sum;
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    scan<<<1, 1024>>>(input, output, N);
    cudaDeviceSynchronize();
}
