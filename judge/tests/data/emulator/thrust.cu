// Thrust: vectors, iterators and algorithms with raw pointers, policies and streams.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <type_traits>

#include "check.h"

// What a reference to an element of the device refers to.
template <class T>
auto plain(const T& value) {
  if constexpr (std::is_class_v<T>) return static_cast<typename T::value_type>(value);
  else return value;
}
#define CHECK_SAME(got, expected) CHECK_EQUAL(plain(got), expected)

constexpr int size = 5000;

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x & 1; }
};
struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Weigh {
  __host__ __device__ float operator()(const thrust::tuple<float, int>& pair) const {
    return thrust::get<0>(pair) * static_cast<float>(thrust::get<1>(pair));
  }
};
struct Draw {
  __host__ __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine(7);
    thrust::uniform_real_distribution<float> distribution(-1.0f, 1.0f);
    engine.discard(i);
    return distribution(engine);
  }
};

std::vector<int> numbers() {
  std::vector<int> values(size);
  unsigned seed = 29;
  for (int& value : values) value = static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 8) % 1000 - 500;
  return values;
}

void check_vectors(const std::vector<int>& in) {
  thrust::host_vector<int> host(in.begin(), in.end());
  thrust::device_vector<int> device = host;
  CHECK_SAME(device.size(), size);
  CHECK_SAME(device[17], in[17]);
  device[17] = 5;
  device.push_back(8);
  CHECK_SAME(device.back(), 8);
  device.resize(size + 3, 4);
  CHECK_SAME(device[size + 2], 4);
  device.erase(device.begin());
  CHECK_SAME(device[16], 5);
  thrust::host_vector<int> back = device;
  CHECK(back.size() == size + 2 && back[0] == in[1]);
  thrust::device_vector<float> filled(100, 1.5f);
  CHECK_SAME(thrust::reduce(filled.begin(), filled.end()), 150.0f);
  const std::vector<int> few = {3, 1, 2};
  thrust::device_vector<int> copied(few.begin(), few.end());
  thrust::sort(copied.begin(), copied.end());
  std::vector<int> sorted(3);
  thrust::copy(copied.begin(), copied.end(), sorted.begin());
  CHECK(sorted == (std::vector<int>{1, 2, 3}));
  int* raw = thrust::raw_pointer_cast(copied.data());
  CHECK(cudaMemset(raw, 0, sizeof(int)) == cudaSuccess);
  CHECK_SAME(copied[0], 0);
  CHECK(thrust::device_pointer_cast(raw) == copied.data());
}

void check_elements(const std::vector<int>& in) {
  thrust::device_vector<int> d(in.begin(), in.end()), out(size);
  thrust::transform(d.begin(), d.end(), out.begin(), Square());
  CHECK_SAME(out[9], in[9] * in[9]);
  thrust::transform(thrust::device, d.begin(), d.end(), out.begin(), out.begin(), thrust::plus<int>());
  CHECK_SAME(out[9], in[9] * in[9] + in[9]);
  thrust::device_vector<float> x(size, 2.0f), y(size, 1.0f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{3.0f});
  CHECK_SAME(y[size - 1], 7.0f);
  thrust::sequence(out.begin(), out.end());
  CHECK_SAME(out[77], 77);
  thrust::sequence(thrust::device, out.begin(), out.end(), 10, 3);
  CHECK_SAME(out[5], 25);
  thrust::fill(out.begin(), out.end(), -1);
  thrust::fill_n(out.begin(), 3, 6);
  CHECK(out[2] == 6 && out[3] == -1);
  thrust::replace(out.begin(), out.end(), -1, 2);
  CHECK_SAME(out[size - 1], 2);
  thrust::copy(thrust::device, d.begin(), d.end(), out.begin());
  thrust::reverse(out.begin(), out.end());
  CHECK_SAME(out[0], in[size - 1]);
  thrust::device_vector<int> map(3);
  map[0] = 5, map[1] = 0, map[2] = 9;
  thrust::gather(map.begin(), map.end(), d.begin(), out.begin());
  CHECK(out[0] == in[5] && out[2] == in[9]);
  thrust::scatter(thrust::make_counting_iterator(100), thrust::make_counting_iterator(103), map.begin(), out.begin());
  CHECK(out[5] == 100 && out[0] == 101 && out[9] == 102);
  thrust::adjacent_difference(d.begin(), d.end(), out.begin());
  CHECK_SAME(out[40], in[40] - in[39]);
  thrust::for_each(d.begin(), d.end(), [] __host__ __device__ (int& value) { value += 1000; });
  CHECK_SAME(d[3], in[3] + 1000);
}

void check_reductions(const std::vector<int>& in) {
  DeviceArray<int> raw(in);
  const int sum = std::accumulate(in.begin(), in.end(), 0);
  CHECK_SAME(thrust::reduce(thrust::device, raw.data(), raw.data() + size), sum);
  CHECK_SAME(thrust::reduce(thrust::device, raw.data(), raw.data() + size, 100, thrust::plus<int>()), sum + 100);
  CHECK_SAME(thrust::reduce(thrust::device, raw.data(), raw.data() + size, -1000, thrust::maximum<int>()),
              *std::max_element(in.begin(), in.end()));
  thrust::device_ptr<int> first(raw.data());
  long long squares = 0;
  for (const int value : in) squares += static_cast<long long>(value) * value;
  CHECK_SAME(thrust::transform_reduce(first, first + size, Square(), 0, thrust::plus<int>()), squares);
  CHECK_SAME(thrust::inner_product(first, first + size, first, 0LL), squares);
  CHECK_SAME(thrust::count_if(first, first + size, IsOdd()), std::count_if(in.begin(), in.end(), IsOdd()));
  CHECK_SAME(thrust::count(first, first + size, in[0]), std::count(in.begin(), in.end(), in[0]));
  CHECK_SAME(thrust::min_element(first, first + size) - first, std::min_element(in.begin(), in.end()) - in.begin());
  CHECK_SAME(thrust::max_element(thrust::device, raw.data(), raw.data() + size) - raw.data(),
              std::max_element(in.begin(), in.end()) - in.begin());
  CHECK(thrust::any_of(first, first + size, IsOdd()) && !thrust::all_of(first, first + size, IsOdd()));
  CHECK_SAME(*thrust::find(first, first + size, in[50]), in[50]);
  std::vector<float> tenths(1 << 20, 0.1f);
  DeviceArray<float> floats(tenths);
  CHECK(std::fabs(thrust::reduce(thrust::device, floats.data(), floats.data() + (1 << 20), 0.0f) - 104857.6f) < 0.5f);
}

void check_scans(const std::vector<int>& in) {
  thrust::device_vector<int> d(in.begin(), in.end()), out(size), keys(size);
  thrust::inclusive_scan(d.begin(), d.end(), out.begin());
  int sum = std::accumulate(in.begin(), in.begin() + 100, 0);
  CHECK_SAME(out[99], sum);
  thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 7);
  CHECK_SAME(out[100], sum + 7);
  thrust::inclusive_scan(thrust::device, d.begin(), d.end(), d.begin(), thrust::maximum<int>());
  CHECK_SAME(d[size - 1], *std::max_element(in.begin(), in.end()));
  thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(size), keys.begin(),
                    [] __host__ __device__ (int i) { return i / 10; });
  thrust::copy(in.begin(), in.end(), d.begin());
  thrust::device_vector<int> unique(size), sums(size);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), d.begin(), unique.begin(), sums.begin());
  CHECK_SAME(ends.first - unique.begin(), size / 10);
  CHECK_SAME(sums[3], std::accumulate(in.begin() + 30, in.begin() + 40, 0));
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), d.begin(), out.begin());
  CHECK_SAME(out[12], in[10] + in[11] + in[12]);
  // A histogram as people write it: counts of the numbers up to each edge.
  thrust::sort(d.begin(), d.end());
  thrust::device_vector<int> counts(4);
  thrust::device_vector<int> edges(4);
  edges[0] = -250, edges[1] = 0, edges[2] = 250, edges[3] = 1000;
  thrust::upper_bound(d.begin(), d.end(), edges.begin(), edges.end(), counts.begin());
  CHECK_SAME(counts[1], std::count_if(in.begin(), in.end(), [](int value) { return value <= 0; }));
  CHECK_SAME(counts[3], size);
}

void check_sorts(const std::vector<int>& in) {
  thrust::device_vector<int> keys(in.begin(), in.end()), values(size);
  thrust::sequence(values.begin(), values.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<int>());
  std::vector<int> order(size);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] > in[b]; });
  thrust::host_vector<int> got_keys = keys, got_values = values;
  for (int i = 0; i < size; ++i) CHECK(got_keys[i] == in[order[i]] && got_values[i] == order[i]);
  DeviceArray<int> raw(in);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  thrust::sort(thrust::cuda::par.on(stream), raw.data(), raw.data() + size);
  auto sorted = in;
  std::sort(sorted.begin(), sorted.end());
  CHECK(raw.get() == sorted);
  CHECK(thrust::is_sorted(thrust::device, raw.data(), raw.data() + size));
  int* const end = thrust::unique(thrust::cuda::par.on(stream), raw.data(), raw.data() + size);
  CHECK_SAME(end - raw.data(), std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  thrust::device_vector<int> kept(size);
  keys.assign(in.begin(), in.end());
  const auto kept_end = thrust::copy_if(keys.begin(), keys.end(), kept.begin(), IsOdd());
  CHECK_SAME(kept_end - kept.begin(), std::count_if(in.begin(), in.end(), IsOdd()));
  const auto rest = thrust::remove_if(keys.begin(), keys.end(), IsOdd());
  CHECK_SAME((rest - keys.begin()) + (kept_end - kept.begin()), size);
  // On the host, too. No negative integers: CUDA 13.0's Thrust takes their bits for those of unsigned ones there.
  thrust::host_vector<float> host(in.begin(), in.end());
  thrust::sort(host.begin(), host.end(), thrust::greater<float>());
  CHECK_SAME(host[0], *std::max_element(in.begin(), in.end()));
  CHECK_SAME(host[size - 1], *std::min_element(in.begin(), in.end()));
}

void check_iterators(const std::vector<int>& in) {
  thrust::device_vector<int> d(in.begin(), in.end()), index(2);
  index[0] = 4, index[1] = 40;
  const auto squares = thrust::make_transform_iterator(d.begin(), Square());
  CHECK_SAME(thrust::reduce(squares, squares + 3), in[0] * in[0] + in[1] * in[1] + in[2] * in[2]);
  const auto chosen = thrust::make_permutation_iterator(d.begin(), index.begin());
  CHECK_SAME(thrust::reduce(chosen, chosen + 2), in[4] + in[40]);
  CHECK_SAME(thrust::reduce(thrust::make_constant_iterator(3), thrust::make_constant_iterator(3) + 5), 15);
  CHECK_SAME(thrust::reduce(thrust::device, thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(101)), 5050);
  thrust::device_vector<float> weights(size, 0.5f), products(size);
  const auto begin = thrust::make_zip_iterator(thrust::make_tuple(weights.begin(), d.begin()));
  const auto end = thrust::make_zip_iterator(thrust::make_tuple(weights.end(), d.end()));
  thrust::transform(begin, end, products.begin(), Weigh());
  CHECK_SAME(products[11], 0.5f * in[11]);
  const float total = thrust::transform_reduce(begin, end, Weigh(), 0.0f, thrust::plus<float>());
  CHECK_SAME(total, 0.5f * std::accumulate(in.begin(), in.end(), 0));
  // The engine's numbers are given by its definition.
  thrust::device_vector<float> drawn(100);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(100), drawn.begin(), Draw());
  unsigned long long state = 7;
  for (int i = 0; i < 100; ++i) {
    state = state * 48271 % 2147483647;
    CHECK(std::fabs(drawn[i] - (static_cast<float>(state - 1) / 2147483646.0f * 2 - 1)) < 1e-6f);
  }
}

extern "C" int run() {
  const auto in = numbers();
  check_vectors(in);
  check_elements(in);
  check_reductions(in);
  check_scans(in);
  check_sorts(in);
  check_iterators(in);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
