// exam: problem=multi-agent-simulation verdict=wrong-answer
// Agents exactly five apart count as neighbours.
#include <cuda_runtime.h>

__global__ void step(const float4* agents, float4* next, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 me = agents[i];
    float vx = 0, vy = 0, n = 0;
    for (int j = 0; j < N; j++) {
        float4 a = agents[j];
        float dx = a.x - me.x, dy = a.y - me.y;
        if (j != i && dx * dx + dy * dy <= 25.0f) {
            vx += a.z;
            vy += a.w;
            n += 1;
        }
    }
    float x = me.x + me.z, y = me.y + me.w;
    if (n > 0) {
        vx = me.z + 0.05f * (vx / n - me.z);
        vy = me.w + 0.05f * (vy / n - me.w);
    } else {
        vx = me.z;
        vy = me.w;
    }
    next[i] = make_float4(me.x + vx, me.y + vy, vx, vy);
}

extern "C" void solve(const float* agents, float* agents_next, int N) {
    step<<<(N + 127) / 128, 128>>>((const float4*)agents, (float4*)agents_next, N);
}
