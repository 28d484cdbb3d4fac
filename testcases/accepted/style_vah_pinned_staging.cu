// exam: problem=vector-addition-host verdict=accepted
// Stages through two page-locked buffers by turns; events tell when a buffer may be filled again.
#include <cuda_runtime.h>
#include <string.h>

#define CHUNK (1 << 18)
#define min(a, b) ((a) < (b) ? (a) : (b))

typedef struct {
    float *host, *dev;          /* a, b and c one behind the other */
    cudaStream_t s;
    cudaEvent_t done;
    float *to;
    int count;
} slot_t;

static slot_t slot[2];

static __global__ void add3(float *abc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) abc[2 * CHUNK + i] = abc[i] + abc[CHUNK + i];
}

static void drain(slot_t *p)
{
    if (p->count == 0) return;
    cudaEventSynchronize(p->done);
    memcpy(p->to, p->host + 2 * CHUNK, p->count * sizeof(float));
    p->count = 0;
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    int k, at;
    if (!slot[0].host)
        for (k = 0; k < 2; k++) {
            cudaHostAlloc((void **)&slot[k].host, 3 * CHUNK * sizeof(float), cudaHostAllocDefault);
            cudaMalloc((void **)&slot[k].dev, 3 * CHUNK * sizeof(float));
            cudaStreamCreate(&slot[k].s);
            cudaEventCreateWithFlags(&slot[k].done, cudaEventDisableTiming | cudaEventBlockingSync);
        }
    for (at = 0, k = 0; at < N; at += CHUNK, k = !k) {
        slot_t *p = slot + k;
        int n = min(CHUNK, N - at);
        drain(p);
        memcpy(p->host, A + at, n * sizeof(float));
        memcpy(p->host + CHUNK, B + at, n * sizeof(float));
        cudaMemcpyAsync(p->dev, p->host, (CHUNK + n) * sizeof(float), cudaMemcpyHostToDevice, p->s);
        add3<<<(n + 255) / 256, 256, 0, p->s>>>(p->dev, n);
        cudaMemcpyAsync(p->host + 2 * CHUNK, p->dev + 2 * CHUNK, n * sizeof(float), cudaMemcpyDeviceToHost, p->s);
        cudaEventRecord(p->done, p->s);
        p->to = C + at;
        p->count = n;
    }
    drain(&slot[0]);
    drain(&slot[1]);
}
