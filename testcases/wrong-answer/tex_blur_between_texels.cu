// exam: problem=gaussian-blur verdict=wrong-answer
// Reads a linearly filtered texture at the corners of the texels instead of their middles: each read is a mean of four.
#include <cuda_runtime.h>

__global__ void blur(cudaTextureObject_t image, const float* weights, float* output, int rows, int cols, int kernel_rows,
                     int kernel_cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  float sum = 0;
  for (int r = 0; r < kernel_rows; ++r)
    for (int s = 0; s < kernel_cols; ++s)
      sum += tex2D<float>(image, x + s - kernel_cols / 2, y + r - kernel_rows / 2) * weights[r * kernel_cols + s];
  output[y * cols + x] = sum;
}

extern "C" void solve(const float* input, const float* kernel, float* output, int input_rows, int input_cols,
                      int kernel_rows, int kernel_cols) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray* array;
  cudaMallocArray(&array, &format, input_cols, input_rows);
  cudaMemcpy2DToArray(array, 0, 0, input, input_cols * sizeof(float), input_cols * sizeof(float), input_rows,
                      cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t image = 0;
  cudaCreateTextureObject(&image, &resource, &how, NULL);
  blur<<<dim3((input_cols + 31) / 32, (input_rows + 7) / 8), dim3(32, 8)>>>(image, kernel, output, input_rows, input_cols,
                                                                            kernel_rows, kernel_cols);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
}
