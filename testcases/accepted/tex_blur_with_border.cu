// exam: problem=gaussian-blur verdict=accepted
// The image is copied to a CUDA array, and a texture gives zeros outside of it: no test for the border in the kernel.
#include <cuda_runtime.h>

__global__ void blur(cudaTextureObject_t image, const float* weights, float* output, int rows, int cols, int kernel_rows,
                     int kernel_cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  float sum = 0;
  for (int r = 0; r < kernel_rows; ++r)
    for (int s = 0; s < kernel_cols; ++s)
      sum += tex2D<float>(image, x + s - kernel_cols / 2 + 0.5f, y + r - kernel_rows / 2 + 0.5f) * weights[r * kernel_cols + s];
  output[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, input_cols, input_rows);
  cudaMemcpy2DToArray(array, 0, 0, input, input_cols * sizeof(float), input_cols * sizeof(float), input_rows,
                      cudaMemcpyDeviceToDevice);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t image;
  cudaCreateTextureObject(&image, &resource, &how, nullptr);

  const dim3 block(16, 16), grid((input_cols + 15) / 16, (input_rows + 15) / 16);
  blur<<<grid, block>>>(image, kernel, output, input_rows, input_cols, kernel_rows, kernel_cols);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
}
