// exam: problem=vector-addition verdict=accepted
// Chevrons in every position: after a ternary, in one-line ifs, split over lines, with shifts, commas, casts and comments between.
#include <cuda_runtime.h>

template <typename T, int W> __global__ void vec(const T *a, const T *b, T *c, int n)
{ for (int k = 0, i = (blockIdx.x * blockDim.x + threadIdx.x) * W; k < W; k++, i++) if (i < n) c[i] = a[i] + b[i]; }

namespace inner { template <class T> struct Launcher {
    const T *a, *b; T *c; int n;
    template <int W> void go() const {
        vec<T, W>
            <<<                      /* the grid */
                (n + 64 * W - 1) / (64 * W),
                64                   // the block
            >>>
            (a, b, c, n);
    }
}; }

extern "C" void solve(const float* A, const float* B, float* C, int N)
{
    const char *text = "vec<<<1, 2>>>(A, B, C);  // not a launch";
    if (text[3] != '<') return;
    int shift = 6;
    if (N < 33) vec<float, 1><<<1, 32>>>(A, B, C, N);
    else if (N < 100) { (N & 1 ? vec<float, 2> : vec<float, 4>)<<<1 + (N >> 5), 1 << 5>>>(A, B, C, N); }
    else if (N < 1000) for (int from = 0; from < N; from += 500) vec<float,1> <<< 2, dim3(250) >>> (A+from, B+from, C+from, (N-from<500 ? N-from : 500));
    else if (N < 2048) vec<float, (8 > 4) ? 8 : 4><<<(unsigned)((N >> (shift + 3)) + 1), (size_t)1 << shift, 0, nullptr>>>(A, B, C, N);
    else if (N < 70000) inner::Launcher<float>{A, B, C, N}.go<3>();
    else inner::Launcher<float>{A, B, C, N}.template go<16>();
}
