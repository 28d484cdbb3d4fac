// exam: problem=reduction verdict=accepted
// Single pass: __device__ globals hold the partial sums and the ticket that atomicInc wraps back to zero; the block
// that __shared__ bool amLast says is the last one adds them up.
#include <cuda_runtime.h>

__device__ unsigned int retirementCount = 0;
__device__ volatile float partials[1024];

static __device__ float blockSum(float mine)
{
	__shared__ float s[256];
	const int t = threadIdx.x;
	s[t] = mine;
	__syncthreads();
	for (int d = 128; d; d >>= 1) {
		if (t < d) s[t] += s[t + d];
		__syncthreads();
	}
	const float total = s[0];
	__syncthreads();	/* s is used again */
	return total;
}

__global__ void singlePass(const float *x, float *y, int n)
{
	__shared__ bool amLast;
	float sum = 0;
	for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += 256ull * gridDim.x)
		sum += x[i];
	sum = blockSum(sum);

	if (threadIdx.x == 0) {
		partials[blockIdx.x] = sum;
		__threadfence();
		unsigned int ticket = atomicInc(&retirementCount, gridDim.x - 1);
		amLast = (ticket == gridDim.x - 1);
	}
	__syncthreads();

	if (amLast) {
		float all = 0;
		for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x)
			all += partials[b];
		all = blockSum(all);
		if (threadIdx.x == 0) *y = all;
	}
}

extern "C" void solve(const float *input, float *output, int N)
{
	int blocks = (N + 1023) / 1024;
	singlePass<<<blocks < 1024 ? blocks : 1024, 256>>>(input, output, N);
}
