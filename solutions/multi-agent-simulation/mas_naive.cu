// One thread for each agent, which looks at all others in device memory.
// Gains: short; an agent is one float4, and all lanes of a warp read the same one.
// Costs: N^2 pairs, of which a few thousand matter, on 10,000 threads where the chip has room for 270,000.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void step(const float4* agents, float4* next, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 me = agents[i];
    float sum_x = 0, sum_y = 0;
    int neighbours = 0;
    for (int j = 0; j < N; j++) {
        float4 other = agents[j];
        float dx = other.x - me.x, dy = other.y - me.y;
        if (j != i && dx * dx + dy * dy < 25.0f) {
            sum_x += other.z;
            sum_y += other.w;
            neighbours++;
        }
    }
    if (neighbours > 0) {
        me.z += 0.05f * (sum_x / neighbours - me.z);
        me.w += 0.05f * (sum_y / neighbours - me.w);
    }
    next[i] = make_float4(me.x + me.z, me.y + me.w, me.z, me.w);
}

extern "C" void solve(const float* agents, float* agents_next, int N) {
    step<<<(N + 127) / 128, 128>>>((const float4*)agents, (float4*)agents_next, N);
}
