// exam: problem=gemm-f32 verdict=accepted
// A warp makes each element of C; rows are dealt out to three streams; shuffles add the products of the lanes.
#include <cuda_runtime.h>
#include <algorithm>

#define FULL_MASK 0xffffffff

static __global__ void rows_kernel(const float* A, const float* B, float* C, int rows, int N, int K)
{
	__shared__ float a_row[8][256];
	const int lane = threadIdx.x, w = threadIdx.y;
	const int col = blockIdx.x * 32 + lane;
	for (int row = blockIdx.y; row < rows; row += gridDim.y) {
		float sum = 0.0f;
		for (int k0 = 0; k0 < K; k0 += 256) {
			const int len = min(256, K - k0);
			__syncthreads();
			for (int k = threadIdx.y * 32 + lane; k < len; k += 256)
				a_row[0][k] = A[row * K + k0 + k];
			__syncthreads();
			// each of the eight warps has an eighth of the slice
			if (col < N)
				for (int k = w; k < len; k += 8)
					sum += a_row[0][k] * B[(k0 + k) * N + col];
		}
		__syncthreads();
		a_row[w][lane] = sum;
		__syncthreads();
		if (w == 0 && col < N) {
			sum = 0.0f;
			for (int v = 0; v < 8; ++v)
				sum += a_row[v][lane];
			C[row * N + col] = sum;
		}
	}
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
	cudaStream_t s[3];
	const int third = (M + 2) / 3;
	for (int i = 0; i < 3; ++i) {
		cudaStreamCreate(&s[i]);
		int first = i * third, rows = std::min(third, M - first);
		if (rows > 0)
			rows_kernel<<<dim3((N + 31) / 32, std::min(rows, 1024)), dim3(32, 8), 0, s[i]>>>(
				A + first * K, B, C + first * N, rows, N, K);
	}
	for (cudaStream_t& one : s) {
		cudaStreamSynchronize(one);
		cudaStreamDestroy(one);
	}
}
