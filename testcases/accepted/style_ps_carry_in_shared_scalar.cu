// exam: problem=prefix-sum verdict=accepted
// One block walks over the vector; the carry is a __shared__ scalar that is read and written in several spellings.
#include <cuda_runtime.h>

__global__ void walk(const float* in, float* out, int n)
{
    __shared__ float buf[2][1024], carry;
    __shared__ int chunks, left;
    if (threadIdx.x == 0) {
        carry = 0.0f;
        chunks = (n + 1023) / 1024;
        left = n;
    }
    __syncthreads();

    for (int c = 0; c < chunks; c++) {
        const bool inside = threadIdx.x < left;
        int which = 0;
        buf[0][threadIdx.x] = inside ? in[c * 1024 + threadIdx.x] : 0.f;
        __syncthreads();
        for (int d = 1; d < 1024; d <<= 1) {
            const float* src = buf[which];
            float* dst = buf[which ^= 1];
            dst[threadIdx.x] = threadIdx.x < d ? src[threadIdx.x] : src[threadIdx.x] + src[threadIdx.x - d];
            __syncthreads();
        }
        auto const* pcarry = &carry;
        const auto base = (inside ? *pcarry : float(carry));
        if (inside) out[c * 1024 + threadIdx.x] = base + buf[which][threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 1023) carry += buf[which][1023], left -= 1024;
        __syncthreads();
    }
}

// one block for little, else: sums of pieces first, each piece by a block of its own
__global__ void piece_sums(const float* in, float* sums, int n, int piece)
{
    __shared__ float s;
    if (!threadIdx.x) s = 0;
    __syncthreads();
    long long b = (long long)blockIdx.x * piece, e = b + piece < n ? b + piece : n;
    float mine = 0;
    for (long long i = b + threadIdx.x; i < e; i += blockDim.x) mine += in[i];
    atomicAdd(&s, mine);
    __syncthreads();
    if (threadIdx.x == 33) sums[blockIdx.x] = s;
}

__global__ void pieces(const float* in, float* out, const float* sums, int n, int piece)
{
    __shared__ float buf[1024], carry;
    int first = blockIdx.x * piece, end = n - first < piece ? n : first + piece;
    if (threadIdx.x == 0) carry = blockIdx.x == 0 ? 0.f : sums[blockIdx.x - 1];
    for (int at = first; at < end; at += 1024) {
        int i = at + threadIdx.x;
        buf[threadIdx.x] = i < end ? in[i] : 0;
        __syncthreads();
        for (int d = 1; d < 1024; d += d) {
            float t = threadIdx.x >= d ? buf[threadIdx.x - d] : 0;
            __syncthreads();
            buf[threadIdx.x] += t;
            __syncthreads();
        }
        if (i < end) out[i] = carry + buf[threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0) carry = carry + buf[1023];
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N)
{
    if (N <= 20000) { walk<<<1, 1024>>>(input, output, N); return; }
    int count = 256, piece = ((N + count - 1) / count + 1023) / 1024 * 1024;
    count = (N + piece - 1) / piece;
    float* sums;
    cudaMallocAsync(&sums, count * sizeof(float), 0);
    piece_sums<<<count, 256>>>(input, sums, N, piece);
    walk<<<1, 1024>>>(sums, sums, count);
    pieces<<<count, 1024>>>(input, output, sums, N, piece);
    cudaFreeAsync(sums, 0);
}
