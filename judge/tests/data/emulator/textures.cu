// CUDA arrays, textures and surfaces. What is expected is computed here from the rules of the programming guide.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "check.h"

constexpr int width = 37, height = 21, depth = 5;

static float value_at(int x, int y, int z = 0) { return static_cast<float>((x * 7 + y * 31 + z * 101) % 257) - 64; }

static std::vector<float> image(int planes = 1) {
  std::vector<float> values;
  for (int z = 0; z < planes; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) values.push_back(value_at(x, y, z));
  return values;
}

static cudaTextureDesc how(cudaTextureAddressMode address, cudaTextureFilterMode filter, bool normalised = false) {
  cudaTextureDesc desc;
  std::memset(&desc, 0, sizeof desc);
  for (auto& mode : desc.addressMode) mode = address;
  desc.filterMode = filter;
  desc.readMode = cudaReadModeElementType;
  desc.normalizedCoords = normalised;
  return desc;
}

static cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc& desc) {
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t object = 0;
  CHECK_EQUAL(cudaCreateTextureObject(&object, &resource, &desc, nullptr), cudaSuccess);
  return object;
}

static cudaArray_t image_array() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK_EQUAL(cudaMallocArray(&array, &format, width, height), cudaSuccess);
  const std::vector<float> values = image();
  CHECK_EQUAL(cudaMemcpy2DToArray(array, 0, 0, values.data(), width * sizeof(float), width * sizeof(float), height,
                                  cudaMemcpyHostToDevice),
              cudaSuccess);
  return array;
}

// Reads a grid of places that begins outside.
__global__ void read_2d(cudaTextureObject_t texture, float* out, int n, float begin, float step, float scale_x, float scale_y) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tex2D<float>(texture, (begin + x * step) * scale_x, (begin + y * step) * scale_y);
}

static int folded(int i, int n, cudaTextureAddressMode mode) {
  if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
  if (mode == cudaAddressModeMirror) {
    const int at = ((i % (2 * n)) + 2 * n) % (2 * n);
    return at < n ? at : 2 * n - 1 - at;
  }
  return std::clamp(i, 0, n - 1);
}

static float texel(int x, int y, cudaTextureAddressMode mode) {
  if (mode == cudaAddressModeBorder && (x < 0 || y < 0 || x >= width || y >= height)) return 0;
  return value_at(folded(x, width, mode), folded(y, height, mode));
}

static float expected_2d(float x, float y, cudaTextureAddressMode mode, cudaTextureFilterMode filter) {
  if (filter == cudaFilterModePoint) return texel(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), mode);
  const float bx = std::floor(x - 0.5f), by = std::floor(y - 0.5f);
  const double a = std::rint((x - 0.5f - bx) * 256) / 256, b = std::rint((y - 0.5f - by) * 256) / 256;
  const int i = static_cast<int>(bx), j = static_cast<int>(by);
  return static_cast<float>((1 - a) * (1 - b) * texel(i, j, mode) + a * (1 - b) * texel(i + 1, j, mode) +
                            (1 - a) * b * texel(i, j + 1, mode) + a * b * texel(i + 1, j + 1, mode));
}

static void modes() {
  cudaArray_t array = image_array();
  constexpr int n = 64;
  DeviceArray<float> out(n * n);
  for (const auto mode : {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap, cudaAddressModeMirror})
    for (const auto filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
      const bool normalised = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
      const cudaTextureObject_t texture = texture_of(array, how(mode, filter, normalised));
      // Multiples of 1/8, off the edges of texels: what rounding there gives is not defined.
      const float begin = -6.8125f, step = 0.875f;
      read_2d<<<dim3(8, 8), dim3(8, 8)>>>(texture, out, n, begin, step, normalised ? 1.0f / width : 1,
                                          normalised ? 1.0f / height : 1);
      const std::vector<float> got = out.get();
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
          const float want = expected_2d(begin + x * step, begin + y * step, mode, filter);
          // Normalised coordinates are rounded: a weight may be off by 1/256.
          const float allowed = filter == cudaFilterModePoint ? 0 : normalised ? 4.0f : 1e-3f;
          CHECK(std::fabs(got[y * n + x] - want) <= allowed);
        }
      CHECK_EQUAL(cudaDestroyTextureObject(texture), cudaSuccess);
    }
  CHECK_EQUAL(cudaFreeArray(array), cudaSuccess);
}

__global__ void read_linear(cudaTextureObject_t texture, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n + 8) out[i] = tex1Dfetch<float>(texture, i - 4);
}

__global__ void read_int4(cudaTextureObject_t texture, int4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<int4>(texture, n - 1 - i);
}

static void linear_memory() {
  constexpr int n = 1000;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i) + 0.25f;
  DeviceArray<float> input(values), out(n + 8);
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = input.data();
  resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc desc = {};
  cudaTextureObject_t texture = 0;
  CHECK_EQUAL(cudaCreateTextureObject(&texture, &resource, &desc, NULL), cudaSuccess);
  read_linear<<<(n + 8 + 255) / 256, 256>>>(texture, out, n);
  const std::vector<float> got = out.get();
  for (int i = 0; i < n + 8; ++i) CHECK_EQUAL(got[i], i < 4 || i >= n + 4 ? 0 : values[i - 4]);
  cudaDestroyTextureObject(texture);

  std::vector<int4> quads(100);
  for (int i = 0; i < 100; ++i) quads[i] = make_int4(i, -i, 1 << (i % 31), i * 1000003);
  DeviceArray<int4> four(quads), reversed(100);
  resource.res.linear.devPtr = four.data();
  resource.res.linear.desc = cudaCreateChannelDesc<int4>();
  resource.res.linear.sizeInBytes = 100 * sizeof(int4);
  CHECK_EQUAL(cudaCreateTextureObject(&texture, &resource, &desc, nullptr), cudaSuccess);
  read_int4<<<1, 128>>>(texture, reversed, 100);
  const std::vector<int4> back = reversed.get();
  for (int i = 0; i < 100; ++i) CHECK(std::memcmp(&back[i], &quads[99 - i], sizeof(int4)) == 0);
  cudaDestroyTextureObject(texture);
}

__global__ void read_pixels(cudaTextureObject_t texture, float4* out, int w, int h) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < w && y < h) out[y * w + x] = tex2D<float4>(texture, x + 0.5f, y + 0.5f);
}

__global__ void read_bytes(cudaTextureObject_t texture, uchar4* out, int w, int h) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < w && y < h) out[y * w + x] = tex2D<uchar4>(texture, x, y);
}

// Pixels in pitched memory: as bytes, and as fractions of 255.
static void pitched_pixels() {
  constexpr int w = 19, h = 7;
  std::vector<uchar4> pixels(w * h);
  for (int i = 0; i < w * h; ++i)
    pixels[i] = make_uchar4(static_cast<unsigned char>(i), static_cast<unsigned char>(255 - i),
                            static_cast<unsigned char>(i * 13), static_cast<unsigned char>(i & 1 ? 255 : 0));
  uchar4* device = nullptr;
  size_t pitch = 0;
  CHECK_EQUAL(cudaMallocPitch(&device, &pitch, w * sizeof(uchar4), h), cudaSuccess);
  cudaMemcpy2D(device, pitch, pixels.data(), w * sizeof(uchar4), w * sizeof(uchar4), h, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = device;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = w;
  resource.res.pitch2D.height = h;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc desc = how(cudaAddressModeClamp, cudaFilterModePoint);
  cudaTextureObject_t bytes = 0, fractions = 0;
  CHECK_EQUAL(cudaCreateTextureObject(&bytes, &resource, &desc, nullptr), cudaSuccess);
  desc.readMode = cudaReadModeNormalizedFloat;
  desc.filterMode = cudaFilterModeLinear;
  CHECK_EQUAL(cudaCreateTextureObject(&fractions, &resource, &desc, nullptr), cudaSuccess);
  CHECK(bytes != fractions);
  DeviceArray<uchar4> plain(w * h);
  DeviceArray<float4> normal(w * h);
  read_bytes<<<h, 32>>>(bytes, plain, w, h);
  read_pixels<<<h, 32>>>(fractions, normal, w, h);
  const auto plain_got = plain.get();
  const auto normal_got = normal.get();
  for (int i = 0; i < w * h; ++i) {
    CHECK(std::memcmp(&plain_got[i], &pixels[i], 4) == 0);
    CHECK(std::fabs(normal_got[i].x - pixels[i].x / 255.0f) < 1e-6f);
    CHECK(std::fabs(normal_got[i].y - pixels[i].y / 255.0f) < 1e-6f);
    CHECK(std::fabs(normal_got[i].z - pixels[i].z / 255.0f) < 1e-6f);
    CHECK_EQUAL(normal_got[i].w, i & 1 ? 1 : 0);
  }
  cudaDestroyTextureObject(bytes);
  cudaDestroyTextureObject(fractions);
  cudaFree(device);
}

__global__ void read_volume(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < width) out[(z * height + y) * width + x] = tex3D<float>(texture, x + 0.5f, y + 0.5f, z + 1.0f);
}
__global__ void read_layers(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < width) out[(z * height + y) * width + x] = tex2DLayered<float>(texture, x + 0.5f, y + 0.5f, depth - 1 - z);
}

static void volumes() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  const std::vector<float> values = image(depth);
  DeviceArray<float> out(width * height * depth);
  for (const bool layered : {false, true}) {
    cudaArray_t array = nullptr;
    CHECK_EQUAL(cudaMalloc3DArray(&array, &format, extent, layered ? cudaArrayLayered : cudaArrayDefault), cudaSuccess);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(values.data()), width * sizeof(float), width, height);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK_EQUAL(cudaMemcpy3D(&copy), cudaSuccess);
    const cudaTextureObject_t texture =
        texture_of(array, how(cudaAddressModeClamp, layered ? cudaFilterModePoint : cudaFilterModeLinear));
    if (layered) read_layers<<<dim3(height, depth), 64>>>(texture, out);
    else read_volume<<<dim3(height, depth), 64>>>(texture, out);
    const auto got = out.get();
    for (int z = 0; z < depth; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const float between = (value_at(x, y, z) + value_at(x, y, std::min(z + 1, depth - 1))) / 2;
          CHECK_EQUAL(got[(z * height + y) * width + x], layered ? value_at(x, y, depth - 1 - z) : between);
        }
    cudaDestroyTextureObject(texture);
    cudaExtent known = {};
    cudaChannelFormatDesc known_format = {};
    unsigned flags = 99;
    CHECK_EQUAL(cudaArrayGetInfo(&known_format, &known, &flags, array), cudaSuccess);
    CHECK_EQUAL(known.depth, depth);
    CHECK_EQUAL(known_format.x, 32);
    cudaFreeArray(array);
  }
}

__global__ void invert(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  uchar4 pixel;
  surf2Dread(&pixel, from, x * sizeof(uchar4), y);
  pixel.x = static_cast<unsigned char>(255 - pixel.x);
  surf2Dwrite(pixel, to, x * sizeof(uchar4), y);
}
__global__ void look_outside(cudaSurfaceObject_t surface, int* out) {
  out[0] = surf2Dread<uchar4>(surface, -4, 0, cudaBoundaryModeZero).x;
  out[1] = surf2Dread<uchar4>(surface, 4 * 100, 1, cudaBoundaryModeClamp).x;
  surf2Dwrite(make_uchar4(1, 1, 1, 1), surface, -4, 0, cudaBoundaryModeZero);
}

static void surfaces() {
  constexpr int w = 33, h = 9;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t arrays[2];
  cudaSurfaceObject_t objects[2];
  std::vector<uchar4> pixels(w * h);
  for (int i = 0; i < w * h; ++i) pixels[i] = make_uchar4(static_cast<unsigned char>(i), 2, 3, 4);
  for (int i = 0; i < 2; ++i) {
    CHECK_EQUAL(cudaMallocArray(&arrays[i], &format, w, h, cudaArraySurfaceLoadStore), cudaSuccess);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[i];
    CHECK_EQUAL(cudaCreateSurfaceObject(&objects[i], &resource), cudaSuccess);
  }
  cudaMemcpy2DToArray(arrays[0], 0, 0, pixels.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
  invert<<<dim3(3, 1), dim3(16, 16)>>>(objects[0], objects[1], w, h);
  std::vector<uchar4> got(w * h);
  CHECK_EQUAL(cudaMemcpy2DFromArray(got.data(), w * 4, arrays[1], 0, 0, w * 4, h, cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < w * h; ++i) {
    CHECK_EQUAL(got[i].x, 255 - pixels[i].x);
    CHECK_EQUAL(got[i].w, 4);
  }
  DeviceArray<int> outside(2);
  look_outside<<<1, 1>>>(objects[0], outside);
  CHECK_EQUAL(outside.get()[0], 0);
  CHECK_EQUAL(outside.get()[1], pixels[2 * w - 1].x);
  for (int i = 0; i < 2; ++i) {
    CHECK_EQUAL(cudaDestroySurfaceObject(objects[i]), cudaSuccess);
    CHECK_EQUAL(cudaFreeArray(arrays[i]), cudaSuccess);
  }
}

static void refused() {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc odd = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
  CHECK(cudaMallocArray(&array, &odd, 8, 8) != cudaSuccess);
  cudaGetLastError();
  array = image_array();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  CHECK_EQUAL(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);  // though the array was not made for surfaces
  CHECK_EQUAL(cudaDestroySurfaceObject(surface), cudaSuccess);
  float row[width + 1] = {};
  CHECK_EQUAL(cudaMemcpy2DToArray(array, 0, 0, row, sizeof row, sizeof row, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  cudaGetLastError();
  cudaFreeArray(array);
}

extern "C" int run() {
  modes();
  linear_memory();
  pitched_pixels();
  volumes();
  surfaces();
  refused();
  return failures;
}
