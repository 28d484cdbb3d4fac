// exam: problem=prefix-sum verdict=accepted
// One block per chunk of a chunk list; the carry of the chunk goes from round to round as const float carry = s_carry.
#include <cuda_runtime.h>

#define B 256

static __device__ float block_inclusive(float x, float* s)
{
	s[threadIdx.x] = x;
	__syncthreads();
	for (int off = 1; off < B; off <<= 1) {
		const float y = threadIdx.x >= off ? s[threadIdx.x - off] : 0.f;
		__syncthreads();
		s[threadIdx.x] += y;
		__syncthreads();
	}
	const float r = s[threadIdx.x];
	__syncthreads();
	return r;
}

__global__ void chunk_scan(const float* in, const float* offset, float* out, float* total, int n, int chunk)
{
	__shared__ float s[B], s_carry;
	const long long lo = (long long)blockIdx.x * chunk;
	if (threadIdx.x == 0) s_carry = offset && blockIdx.x ? offset[blockIdx.x - 1] : 0.f;
	__syncthreads();
	for (int r = 0; r < chunk && lo + r < n; r += B) {
		const float carry = s_carry;
		const long long i = lo + r + threadIdx.x;
		const float x = r + (int)threadIdx.x < chunk && i < n ? in[i] : 0.f;
		const float y = carry + block_inclusive(x, s);
		if (r + (int)threadIdx.x < chunk && i < n && out) out[i] = y;
		if (threadIdx.x == B - 1) s_carry = y;
		__syncthreads();
	}
	const float end = s_carry;
	if (threadIdx.x == 0 && total) total[blockIdx.x] = end;
}

extern "C" void solve(const float* input, float* output, int N)
{
	const int chunks = N < 10000 ? 3 : 500, chunk = (N + chunks - 1) / chunks;
	float *totals, *sums;
	cudaMalloc(&totals, chunks * 2 * sizeof(float));
	sums = totals + chunks;
	chunk_scan<<<chunks, B>>>(input, 0, 0, totals, N, chunk);
	chunk_scan<<<1, B>>>(totals, 0, sums, 0, chunks, chunks);
	chunk_scan<<<chunks, B>>>(input, sums, output, 0, N, chunk);
	cudaFree(totals);
}
