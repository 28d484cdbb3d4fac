// exam: problem=vector-addition-pinned verdict=accepted
// What g++ lets pass and a stricter compiler may not: narrowing in braces, arrays of variable size on the host, __typeof__,
// a statement expression, compound literals, a variable named like its type, an unused label, string to char*.
#include <cuda_runtime.h>
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

struct part { int from, count; };

static __global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
unused:
	if (__builtin_expect(i < n, 1))
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *A, const float *B, float *C, int N)
{
	int pieces = MAX(1, N / 1000000), k;
	struct part part[pieces];
	cudaStream_t stream[pieces];
	float *d;

	cudaMalloc(&d, 3ul * N * sizeof *d);
	for (k = 0; k < pieces; k++) {
		long from = (long)N * k / pieces, to = (long)N * (k + 1) / pieces;
		part[k] = (struct part){(int)from, (int)(to - from)};
		cudaStreamCreate(stream + k);
	}
	for (k = 0; k < pieces; k++) {
		struct part p = part[k];
		float *a = d + p.from, *b = a + N, *c = b + N;
		dim3 grid{(p.count + 255) / 256}, block{256};
		cudaMemcpyAsync(a, A + p.from, p.count * sizeof *a, cudaMemcpyHostToDevice, stream[k]);
		cudaMemcpyAsync(b, B + p.from, p.count * sizeof *b, cudaMemcpyHostToDevice, stream[k]);
		add<<<grid, block, 0, stream[k]>>>(a, b, c, p.count);
		cudaMemcpyAsync(C + p.from, c, p.count * sizeof *c, cudaMemcpyDeviceToHost, stream[k]);
	}
	cudaDeviceSynchronize();
	for (k = pieces; k --> 0; )
		cudaStreamDestroy(stream[k]);
	cudaFree(d);
}
