// Three kernels: each block of 256 counts what it keeps; one thread adds up the counts; each block finds the places
// within itself and writes.
// Costs: A is read twice; one thread walks over N / 256 counts, each load waiting for the one before.
// Expect: bound by the walk, far from the bandwidth.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void count(const float* A, int N, int* counts) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int kept = __syncthreads_count(i < N && A[i] > 0);
    if (threadIdx.x == 0) counts[blockIdx.x] = kept;
}

__global__ void scan(int* counts, int blocks) {
    int sum = 0;
    for (int b = 0; b < blocks; b++) {
        int c = counts[b];
        counts[b] = sum;
        sum += c;
    }
}

__global__ void write(const float* A, int N, const int* begin, float* out) {
    __shared__ int places[256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
    bool keep = i < N && A[i] > 0;
    places[t] = keep;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int before = t >= step ? places[t - step] : 0;
        __syncthreads();
        places[t] += before;
        __syncthreads();
    }
    if (keep) out[begin[blockIdx.x] + places[t] - 1] = A[i];
}

extern "C" void solve(const float* A, int N, float* out) {
    int blocks = (N + 255) / 256;
    int* counts;
    cudaMalloc(&counts, blocks * sizeof(int));
    count<<<blocks, 256>>>(A, N, counts);
    scan<<<1, 1>>>(counts, blocks);
    write<<<blocks, 256>>>(A, N, counts, out);
    cudaFree(counts);
}
