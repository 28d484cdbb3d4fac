// exam: problem=vector-addition verdict=accepted
// Duff's device: a switch with fallthrough into a do-while.
#include <cuda_runtime.h>

__global__ void duff(const float *a, const float *b, float *c, int n)
{
	int per = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
	long long at = (long long)(blockIdx.x * blockDim.x + threadIdx.x) * per;
	if (at >= n) return;
	int count = n - at < per ? n - at : per;
	a += at, b += at, c += at;

	int rounds = (count + 7) / 8;
	switch (count % 8) {
	case 0: do {	*c++ = *a++ + *b++;
	case 7:		*c++ = *a++ + *b++;
	case 6:		*c++ = *a++ + *b++;
	case 5:		*c++ = *a++ + *b++;
	case 4:		*c++ = *a++ + *b++;
	case 3:		*c++ = *a++ + *b++;
	case 2:		*c++ = *a++ + *b++;
	case 1:		*c++ = *a++ + *b++;
		} while (--rounds > 0);
	}
}

extern "C" void solve(const float *A, const float *B, float *C, int N)
{
	dim3 g, b;		/* both 1, 1, 1 */
	b.x = 128;
	g.x = N < 4096 ? 4 : N < 1 << 20 ? 64 : 2112;
	duff<<<g, b>>>(A, B, C, N);
}
