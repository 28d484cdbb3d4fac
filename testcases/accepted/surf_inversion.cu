// exam: problem=color-inversion verdict=accepted
// The pixels lie in a CUDA array, which a kernel reads and writes as a surface.
#include <cuda_runtime.h>

__global__ void invert(cudaSurfaceObject_t image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 pixel = surf2Dread<uchar4>(image, x * sizeof(uchar4), y);
  pixel.x = 255 - pixel.x;
  pixel.y = 255 - pixel.y;
  pixel.z = 255 - pixel.z;
  surf2Dwrite(pixel, image, x * sizeof(uchar4), y);
}

extern "C" void solve(unsigned char* image, int width, int height) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaExtent extent = make_cudaExtent(width, height, 0);
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, extent, cudaArraySurfaceLoadStore);

  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(image, width * 4, width, height);
  in.dstArray = array;
  in.extent = make_cudaExtent(width, height, 1);
  in.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&in);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  invert<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(surface, width, height);
  cudaMemcpy2DFromArray(image, width * 4, array, 0, 0, width * 4, height, cudaMemcpyDeviceToDevice);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}
