// exam: problem=conv2d-nchw verdict=wrong-answer
// Turns the filter round, as a convolution does in mathematics; here it is not.
#include <cuda_runtime.h>

__global__ void conv(const float *in, const float *wt, float *out, int C, int H, int W, int F)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	int f = blockIdx.z % F, n = blockIdx.z / F;
	if (x >= W - 2)
		return;
	float s = 0;
	for (int c = 0; c < C; c++)
		for (int r = -1; r <= 1; r++)
			for (int q = -1; q <= 1; q++)
				s += in[((n * C + c) * H + y + 1 - r) * W + x + 1 - q] * wt[(f * C + c) * 9 + (r + 1) * 3 + q + 1];
	out[((n * F + f) * (H - 2) + y) * (W - 2) + x] = s;
}

extern "C" void solve(const float *input, const float *weights, float *output, int N, int C, int H, int W, int F)
{
	conv<<<dim3((W + 61) / 64, H - 2, N * F), 64>>>(input, weights, output, C, H, W, F);
}
