// exam: problem=matrix-transpose verdict=accepted
// 4x4 micro tile per thread, turned in registers; no shared memory at all.
#include <cuda_runtime.h>

union Quad {
    float4 v;
    float f[4];
};

__device__ __forceinline__ void turn(Quad (&q)[4])
{
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = i + 1; j < 4; ++j) {
            float &a = q[i].f[j], &b = q[j].f[i];
            const float tmp = a;
            a = b;
            b = tmp;
        }
}

__global__ void micro(const float *in, float *out, int rows, int cols, bool vec_in, bool vec_out)
{
    const int r = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    const int c = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (r >= rows || c >= cols) return;

    Quad q[4] = {};
    for (int i = 0; i < 4; ++i) {
        if (r + i >= rows) continue;
        const float *line = in + (size_t)(r + i) * cols + c;
        if (vec_in && c + 3 < cols)
            q[i].v = *reinterpret_cast<const float4 *>(line);
        else
            for (int j = 0; j < 4 && c + j < cols; ++j) q[i].f[j] = line[j];
    }
    turn(q);
    for (int j = 0; j < 4; ++j) {
        if (c + j >= cols) break;
        float *line = out + (size_t)(c + j) * rows + r;
        if (vec_out && r + 3 < rows)
            *reinterpret_cast<float4 *>(line) = q[j].v;
        else
            switch (rows - r) {
            default: line[3] = q[j].f[3];
            case 3: line[2] = q[j].f[2];
            case 2: line[1] = q[j].f[1];
            case 1: line[0] = q[j].f[0];
            }
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    dim3 b(8, 16), g((cols + 31) / 32, (rows + 63) / 64);
    micro<<<g, b>>>(input, output, rows, cols, cols % 4 == 0, rows % 4 == 0);
}
