// exam: problem=matrix-transpose verdict=runtime-error
// exam: cuda says "cudaErrorMisalignedAddress"
// Four at a time along each row, which is right for rows of 4, 8 or 6000 columns, but not for five.
#include <cuda_runtime.h>

template <int Width>
struct VectorOf;
template <>
struct VectorOf<4> { using type = float4; };
template <>
struct VectorOf<2> { using type = float2; };

template <int Width, class V = typename VectorOf<Width>::type>
__global__ void scatter(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = (blockIdx.x * blockDim.x + threadIdx.x) * Width;
    if (row >= rows || col >= cols) return;
    if (col + Width <= cols) {
        const V v = *reinterpret_cast<const V*>(in + static_cast<size_t>(row) * cols + col);
        const float* lanes = reinterpret_cast<const float*>(&v);
        for (int k = 0; k < Width; ++k) out[static_cast<size_t>(col + k) * rows + row] = lanes[k];
    } else {
        for (int c = col; c < cols; ++c) out[static_cast<size_t>(c) * rows + row] = in[static_cast<size_t>(row) * cols + c];
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    const dim3 block(8, 32), grid((cols + 31) / 32, (rows + 31) / 32);
    scatter<4><<<grid, block>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
