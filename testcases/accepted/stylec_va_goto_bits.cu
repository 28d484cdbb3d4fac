// exam: problem=vector-addition verdict=accepted
#include <cuda_runtime.h>
#include <stdint.h>

#define LOG_BLOCK 7
#define LOG_ITEMS 2
#define BLOCK (1u << LOG_BLOCK)
#define ITEMS (1u << LOG_ITEMS)

// Every block owns 512 consecutive elements; thread t takes t, t+128, t+256, t+384.
__global__ void vadd(const float *a, const float *b, float *c, uint32_t n)
{
    uint32_t i = (blockIdx.x << (LOG_BLOCK + LOG_ITEMS)) | threadIdx.x;
    uint32_t last = ((blockIdx.x + 1) << (LOG_BLOCK + LOG_ITEMS)) - 1;

    uint32_t k;
    if (last >= n) goto slow;

    {
        float x0 = a[i], x1 = a[i | BLOCK], x2 = a[i | (BLOCK << 1)], x3 = a[i | BLOCK | (BLOCK << 1)];
        float y0 = b[i], y1 = b[i ^ BLOCK], y2 = b[i ^ (BLOCK << 1)], y3 = b[i ^ BLOCK ^ (BLOCK << 1)];
        c[i] = x0 + y0;
        c[i + BLOCK] = x1 + y1;
        c[i + 2 * BLOCK] = x2 + y2;
        c[i + 3 * BLOCK] = x3 + y3;
    }
    return;

slow:
    k = 0;
again:
    if (i >= n || k == ITEMS) return;
    c[i] = a[i] + b[i];
    i += BLOCK;
    ++k;
    goto again;
}

extern "C" void solve(const float *A, const float *B, float *C, int N)
{
    const uint32_t mask = BLOCK * ITEMS - 1;
    uint32_t n = (uint32_t)N;
    uint32_t grid = ((n + mask) & ~mask) >> (LOG_BLOCK + LOG_ITEMS);
    vadd<<<grid, BLOCK>>>(A, B, C, n);
}
