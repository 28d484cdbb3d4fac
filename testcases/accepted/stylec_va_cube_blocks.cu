// exam: problem=vector-addition verdict=accepted
// 3D everything. The course notes said that "thread blocks are cubes".
#include <cuda_runtime.h>

struct Vec3i { int x, y, z; };

static __device__ __inline__ int flatten(const Vec3i &p, const Vec3i &ext)
{
    return (p.z * ext.y + p.y) * ext.x + p.x;
}

__global__ void AddCube(const float *A, const float *B, float *C, long long total)
{
    Vec3i t = { (int)threadIdx.x, (int)threadIdx.y, (int)threadIdx.z };
    Vec3i b = { (int)blockIdx.x, (int)blockIdx.y, (int)blockIdx.z };
    Vec3i bd = { (int)blockDim.x, (int)blockDim.y, (int)blockDim.z };
    Vec3i gd = { (int)gridDim.x, (int)gridDim.y, (int)gridDim.z };
    const long long perBlock = (long long)bd.x * bd.y * bd.z;
    const Vec3i *p = &t;                      // pointers so that I can log them
    long long i = flatten(b, gd) * perBlock + flatten(*p, bd);
    if (i < total)
        C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    dim3 block(5, 7, 9);                      // 315 threads
    long long need = ((long long)N + 314) / 315;
    dim3 grid;
    grid.x = 64;
    grid.y = 8;
    grid.z = (unsigned)((need + 511) / 512);
    AddCube<<<grid, block>>>(A, B, C, N);
}
