// A thread for each row, from the last step to the first.
// Costs: B threads in all, each in a chain of S steps; lanes read 4 S bytes apart.
// Expect: a hundred times the time of a launch.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void gae(const float* rewards, const float* values, float* advantages, float gamma, float lam, int B,
                    int S) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= B) return;
    float advantage = 0, next = 0;
    for (int t = S - 1; t >= 0; t--) {
        int i = row * S + t;
        float delta = rewards[i] + gamma * next - values[i];
        advantage = delta + gamma * lam * advantage;
        next = values[i];
        advantages[i] = advantage;
    }
}

extern "C" void solve(const float* rewards, const float* values, float* advantages, float gamma, float lam, int B,
                      int S) {
    gae<<<(B + 31) / 32, 32>>>(rewards, values, advantages, gamma, lam, B, S);
}
