// exam: problem=matrix-transpose verdict=accepted
// Works on pitched copies: cudaMallocPitch, cudaMemcpy2D, rows by char pointers as the manual shows, 16 x 16 blocks.
#include <cuda_runtime.h>

#define Row(base, pitch, r) ((float*)((char*)(base) + (size_t)(r) * (pitch)))

__global__ void turn(float* dst, size_t dstPitch, float* src, size_t srcPitch, int height, int width) {
    __shared__ float t[16][17];
    int c = threadIdx.x, r = threadIdx.y;
    int x = blockIdx.y * 16, y = blockIdx.x * 16;     // the long side goes where the grid is long
    if (y + r < height && x + c < width) t[r][c] = Row(src, srcPitch, y + r)[x + c];
    __syncthreads();
    if (x + r < width && y + c < height) Row(dst, dstPitch, x + r)[y + c] = t[c][r];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    float *src, *dst;
    size_t srcPitch, dstPitch;
    // a strip of at most 65535 * 16 columns; here it is one strip
    cudaMallocPitch(&src, &srcPitch, cols * sizeof(float), rows);
    cudaMallocPitch(&dst, &dstPitch, rows * sizeof(float), cols);
    cudaMemset2D(dst, dstPitch, 0xff, rows * sizeof(float), cols);
    cudaMemcpy2D(src, srcPitch, input, cols * sizeof(float), cols * sizeof(float), rows, cudaMemcpyDeviceToDevice);
    turn<<<dim3((rows + 15) / 16, (cols + 15) / 16), dim3(16, 16)>>>(dst, dstPitch, src, srcPitch, rows, cols);
    cudaMemcpy2DAsync(output, rows * sizeof(float), dst, dstPitch, rows * sizeof(float), cols, cudaMemcpyDeviceToDevice, 0);
    cudaStreamSynchronize(0);
    cudaFree(src);
    cudaFree(dst);
}
