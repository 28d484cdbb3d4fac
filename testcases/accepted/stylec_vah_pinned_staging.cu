// exam: problem=vector-addition-host verdict=accepted
// Two pinned staging slots, filled by the CPU while the GPU works on the other one; events say when a slot is free.
#include <cuda_runtime.h>
#include <string.h>
#include <stdlib.h>

enum { SLOT = 1 << 20, SLOTS = 2 };

typedef struct {
    float *h_in, *h_out;          /* pinned: a then b / the result */
    float *d;                     /* device: a, b */
    cudaEvent_t done;
    size_t at, len;               /* what is under way; len 0 = idle */
} slot_t;

static slot_t g_slot[SLOTS];
static cudaStream_t g_stream;
static int g_ready;

__global__ void add_k(float *d, int half, int n)
{
    const float *const a = d, *const b = d + half;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        float t = a[i];
        t += b[i];
        d[i] = t;
    }
}

static void setup(void)
{
    if (g_ready) return;
    cudaStreamCreate(&g_stream);
    for (int s = 0; s < SLOTS; s++) {
        cudaMallocHost((void **)&g_slot[s].h_in, 2 * SLOT * sizeof(float));
        cudaHostAlloc((void **)&g_slot[s].h_out, SLOT * sizeof(float), cudaHostAllocPortable);
        cudaMalloc((void **)&g_slot[s].d, 2 * SLOT * sizeof(float));
        cudaEventCreateWithFlags(&g_slot[s].done, cudaEventDisableTiming);
        g_slot[s].len = 0;
    }
    g_ready = 1;
}

static void drain(slot_t *s, float *C)
{
    if (s->len == 0) return;
    cudaEventSynchronize(s->done);
    memcpy(C + s->at, s->h_out, s->len * sizeof(float));
    s->len = 0;
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    setup();
    int turn = 0;
    size_t at = 0;
    while (at < (size_t)N) {
        slot_t *s = &g_slot[turn];
        drain(s, C);
        size_t len = (size_t)N - at;
        if (len > SLOT) len = SLOT;
        memcpy(s->h_in, A + at, len * sizeof(float));
        memcpy(s->h_in + len, B + at, len * sizeof(float));
        cudaMemcpyAsync(s->d, s->h_in, 2 * len * sizeof(float), cudaMemcpyHostToDevice, g_stream);
        add_k<<<264, 256, 0, g_stream>>>(s->d, (int)len, (int)len);
        cudaMemcpyAsync(s->h_out, s->d, len * sizeof(float), cudaMemcpyDeviceToHost, g_stream);
        cudaEventRecord(s->done, g_stream);
        s->at = at;
        s->len = len;
        at += len;
        turn = (turn + 1) % SLOTS;
    }
    for (int k = 0; k < SLOTS; k++) drain(&g_slot[(turn + k) % SLOTS], C);
}
