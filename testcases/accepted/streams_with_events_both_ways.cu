// exam: problem=vector-addition-pinned verdict=accepted size=small timed=no
// exam: never says "the answer depends on which of its streams runs first"
// Copies in, adds and copies out in three streams and two slots. The events are waited for before they were ever recorded, and recorded again in each round.
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

struct Slot {
    float *a, *b, *c;
    cudaEvent_t filled, added, taken;
};

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    const int pieces = 7, n = (N + pieces - 1) / pieces;
    if (n == 0) return;
    cudaStream_t in, work, out;
    cudaStreamCreate(&in);
    cudaStreamCreate(&work);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    Slot slots[2];
    for (Slot& slot : slots) {
        for (float** p : {&slot.a, &slot.b, &slot.c}) cudaMalloc(p, n * sizeof(float));
        for (cudaEvent_t* e : {&slot.filled, &slot.added, &slot.taken}) cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    for (int k = 0; k * n < N; ++k) {
        int first = k * n, count = N - first < n ? N - first : n;
        Slot& slot = slots[k % 2];
        cudaStreamWaitEvent(in, slot.added, 0);
        cudaMemcpyAsync(slot.a, A + first, count * sizeof(float), cudaMemcpyHostToDevice, in);
        cudaMemcpyAsync(slot.b, B + first, count * sizeof(float), cudaMemcpyHostToDevice, in);
        cudaEventRecord(slot.filled, in);
        cudaStreamWaitEvent(work, slot.filled, 0);
        cudaStreamWaitEvent(work, slot.taken, 0);
        add<<<(count + 255) / 256, 256, 0, work>>>(slot.a, slot.b, slot.c, count);
        cudaEventRecord(slot.added, work);
        cudaStreamWaitEvent(out, slot.added, 0);
        cudaMemcpyAsync(C + first, slot.c, count * sizeof(float), cudaMemcpyDeviceToHost, out);
        cudaEventRecord(slot.taken, out);
    }
    for (cudaStream_t stream : {in, out, work}) cudaStreamSynchronize(stream);
    for (Slot& slot : slots) {
        for (float* p : {slot.a, slot.b, slot.c}) cudaFree(p);
        for (cudaEvent_t e : {slot.filled, slot.added, slot.taken}) cudaEventDestroy(e);
    }
    for (cudaStream_t stream : {in, work, out}) cudaStreamDestroy(stream);
}
