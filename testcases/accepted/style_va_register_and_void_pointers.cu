// exam: problem=vector-addition verdict=accepted only=cuda
// Old C: register variables, and steps through void pointers as if they were of bytes.
#include <cuda_runtime.h>

__global__ void add(const void *A, const void *B, void *C, int N)
{
	register int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < N)
		*(float *)(C + 4l * i) = *(const float *)(A + 4l * i) + *(const float *)(B + 4l * i);
}

extern "C" void solve(const float *A, const float *B, float *C, int N)
{
	add<<<(N + 127) / 128, 128>>>(A, B, C, N);
}
