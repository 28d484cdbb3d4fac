// exam: problem=vector-addition verdict=accepted
// Names that libraries and other runtimes like for themselves: thread, block, warp, lane, grid, emulated, fiber, body, state, self.
#include <cuda_runtime.h>

#define run(k, n) k<<<((n) + 63) / 64, 64>>>
#define T float
#define i threadIdx.x
#define I (blockIdx.x * 64 + i)

namespace cuda_emulation { struct thread { int index; }; }
namespace emu { __device__ int lane() { return i % 32; } }
namespace detail { enum fiber { body, state, yield_, barrier }; }

struct block { T shared_[64]; int size; };
struct warp { static __device__ int size() { return warpSize; } };
struct dim { int x, y, z; };
union float_bits { T f; unsigned u; };

__device__ int thread(int t) { return t; }
__device__ T clamp(T x, T lo, T hi) { return x < lo ? lo : x > hi ? hi : x; }
__device__ T lerp_(T a, T b, T t) { return a + t * (b - a); }
__device__ __host__ inline float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __host__ inline float2& operator+=(float2& a, const float2& b) { return a = a + b; }
__device__ int grid, self, current, arena;

__global__ void launch(const T* input, const T* output, T* result, int n)
{
    __shared__ struct block block;
    cuda_emulation::thread context = {thread(i)};
    float_bits bits;
    float2 sum = {0.f, 0.f};
    if (I == 0) grid = self = current = arena = detail::state;
    if (I < n) sum += make_float2(input[I], output[I]);
    bits.f = sum.x + sum.y;
    block.shared_[context.index ^ 1] = bits.f;
    __syncthreads();
    if (I < n && emu::lane() < warp::size() && clamp(0.5f, 0, 1) == lerp_(0, 1, 0.5f)) result[I] = block.shared_[i ^ 1];
}

extern "C" void solve(const T* A, const T* B, T* C, int N)
{
    run(launch, N)(A, B, C, N);
}
