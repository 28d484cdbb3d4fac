// CUB on the whole device: reductions, scans, sorts, selections, histograms, runs, segments; temporary storage.
#include <cub/cub.cuh>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "check.h"

constexpr int size = 10007;

/// Both calls of a device-wide function, with the storage between them.
template <class Call>
void run_with_storage(Call call) {
  std::size_t bytes = 0;
  CHECK(call(nullptr, bytes) == cudaSuccess);
  CHECK(bytes > 0);
  void* storage = nullptr;
  CHECK(cudaMalloc(&storage, bytes) == cudaSuccess);
  CHECK(call(storage, bytes) == cudaSuccess);
  CHECK(cudaFree(storage) == cudaSuccess);
}

struct Larger {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
struct Plus {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; }
};
struct IsOdd {
  __host__ __device__ bool operator()(const int& x) const { return x & 1; }
};
struct Half {
  __host__ __device__ double operator()(int x) const { return x / 2.0; }
};
struct Minus {
  __host__ __device__ int operator()(int a, int b) const { return a - b; }
};
struct Less {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const { return a < b; }
};
struct Square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

std::vector<int> numbers(int count, int range) {
  std::vector<int> values(count);
  unsigned seed = 17;
  for (int& value : values) value = static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 8) % range - range / 2;
  return values;
}

void check_reductions(const std::vector<int>& in) {
  DeviceArray<int> d(in), out(4), index(2);
  DeviceArray<long long> squares(1);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::Sum(t, b, d.data(), out.data(), size); });
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::Min(t, b, d.data(), out.data() + 1, size); });
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::Max(t, b, d.data(), out.data() + 2, size); });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceReduce::Reduce(t, b, d.data(), out.data() + 3, size, Larger(), 1 << 20);
  });
  DeviceArray<cub::KeyValuePair<int, int>> pairs(2);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::ArgMin(t, b, d.data(), pairs.data(), size); });
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::ArgMax(t, b, d.data(), pairs.data() + 1, size); });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceReduce::TransformReduce(t, b, d.data(), squares.data(), size, Plus(), Square(), 0LL);
  });
  const auto got = out.get();
  const auto found = pairs.get();
  CHECK_EQUAL(got[0], std::accumulate(in.begin(), in.end(), 0));
  const auto low = std::min_element(in.begin(), in.end()), high = std::max_element(in.begin(), in.end());
  CHECK(got[1] == *low && got[2] == *high && got[3] == 1 << 20);
  CHECK(found[0].value == *low && found[0].key == low - in.begin());
  CHECK(found[1].value == *high && found[1].key == high - in.begin());
  long long sum = 0;
  for (const int x : in) sum += static_cast<long long>(x) * x;
  CHECK_EQUAL(squares.get()[0], sum);
  // Sums of floats: nearer than one long sum would be.
  std::vector<float> tenths(1 << 20, 0.1f);
  DeviceArray<float> floats(tenths), total(1);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::Sum(t, b, floats.data(), total.data(), 1 << 20); });
  CHECK(std::fabs(total.get()[0] - 104857.6f) < 0.5f);
  DeviceArray<float> prefixes(1 << 20);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceScan::InclusiveSum(t, b, floats.data(), prefixes.data(), 1 << 20); });
  CHECK(std::fabs(prefixes.get().back() - 104857.6f) < 5.0f);
}

void check_scans(const std::vector<int>& in) {
  DeviceArray<int> d(in), inclusive(size), exclusive(size), maxima(size), keyed(size), in_place(in);
  std::vector<int> keys(size);
  for (int i = 0; i < size; ++i) keys[i] = i / 7;
  DeviceArray<int> dk(keys);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceScan::InclusiveSum(t, b, d.data(), inclusive.data(), size); });
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceScan::ExclusiveSum(t, b, d.data(), exclusive.data(), size); });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceScan::ExclusiveScan(t, b, d.data(), maxima.data(), Larger(), -5, size);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceScan::InclusiveScan(t, b, in_place.data(), in_place.data(), Larger(), size);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceScan::ExclusiveSumByKey(t, b, dk.data(), d.data(), keyed.data(), size);
  });
  const auto a = inclusive.get(), e = exclusive.get(), m = maxima.get(), k = keyed.get(), p = in_place.get();
  int sum = 0, largest = -5, all = in[0], part = 0;
  for (int i = 0; i < size; ++i) {
    if (i % 7 == 0) part = 0;
    CHECK_EQUAL(k[i], part);
    CHECK_EQUAL(e[i], sum);
    CHECK_EQUAL(m[i], largest);
    sum += in[i], part += in[i], largest = std::max(largest, in[i]), all = std::max(all, in[i]);
    CHECK_EQUAL(a[i], sum);
    CHECK_EQUAL(p[i], all);
  }
}

void check_sorts(const std::vector<int>& in) {
  std::vector<float> floats(in.begin(), in.end());
  floats[5] = INFINITY, floats[6] = -INFINITY;
  std::vector<int> places(size);
  std::iota(places.begin(), places.end(), 0);
  DeviceArray<float> df(floats), sorted_floats(size);
  DeviceArray<int> d(in), sorted(size), dp(places), sorted_places(size), alternate(size), current(in);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(t, b, d.data(), sorted.data(), size); });
  auto expected = in;
  std::sort(expected.begin(), expected.end());
  CHECK(sorted.get() == expected);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceRadixSort::SortPairsDescending(t, b, df.data(), sorted_floats.data(), dp.data(), sorted_places.data(), size);
  });
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return floats[a] > floats[b]; });
  CHECK(sorted_places.get() == places);
  CHECK_EQUAL(sorted_floats.get()[1], floats[places[1]]);
  // Some bits only, between two buffers.
  cub::DoubleBuffer<int> buffer(current.data(), alternate.data());
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceRadixSort::SortKeys(t, b, buffer, size, 2, 9); });
  std::vector<int> partly(size);
  CHECK(cudaMemcpy(partly.data(), buffer.Current(), size * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  expected = in;
  std::stable_sort(expected.begin(), expected.end(), [](int a, int b) { return (a >> 2 & 127) < (b >> 2 & 127); });
  CHECK(partly == expected);
  DeviceArray<int> merged(in);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceMergeSort::SortKeys(t, b, merged.data(), size, Less()); });
  expected = in;
  std::sort(expected.begin(), expected.end());
  CHECK(merged.get() == expected);
}

void check_segments(const std::vector<int>& in) {
  const std::vector<int> offsets = {0, 10, 10, 500, 3000, size};
  const int segments = static_cast<int>(offsets.size()) - 1;
  DeviceArray<int> d(in), ends(offsets), sums(segments), sorted(size), sorted2(size);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(t, b, d.data(), sums.data(), segments, ends.data(), ends.data() + 1);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceSegmentedSort::SortKeys(t, b, d.data(), sorted.data(), size, segments, ends.data(), ends.data() + 1);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceSegmentedRadixSort::SortKeys(t, b, d.data(), sorted2.data(), size, segments, ends.data(), ends.data() + 1);
  });
  const auto got = sums.get();
  auto expected = in;
  for (int i = 0; i < segments; ++i) {
    CHECK_EQUAL(got[i], std::accumulate(in.begin() + offsets[i], in.begin() + offsets[i + 1], 0));
    std::sort(expected.begin() + offsets[i], expected.begin() + offsets[i + 1]);
  }
  CHECK(sorted.get() == expected);
  CHECK(sorted2.get() == expected);
}

void check_selections(const std::vector<int>& in) {
  std::vector<char> flags(size);
  for (int i = 0; i < size; ++i) flags[i] = in[i] % 3 == 0;
  DeviceArray<int> d(in), flagged(size), odd(size), parted(size), unique(size), counts(4);
  DeviceArray<char> df(flags);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceSelect::Flagged(t, b, d.data(), df.data(), flagged.data(), counts.data(), size);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceSelect::If(t, b, d.data(), odd.data(), counts.data() + 1, size, IsOdd());
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DevicePartition::If(t, b, d.data(), parted.data(), counts.data() + 2, size, IsOdd());
  });
  std::vector<int> steps(size), expected_flagged, expected_odd, even;
  for (int i = 0; i < size; ++i) {
    steps[i] = i / 9;
    if (flags[i]) expected_flagged.push_back(in[i]);
    (in[i] & 1 ? expected_odd : even).push_back(in[i]);
  }
  DeviceArray<int> ds(steps);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceSelect::Unique(t, b, ds.data(), unique.data(), counts.data() + 3, size);
  });
  const auto number = counts.get();
  CHECK_EQUAL(number[0], expected_flagged.size());
  CHECK_EQUAL(number[1], expected_odd.size());
  CHECK_EQUAL(number[2], expected_odd.size());
  CHECK_EQUAL(number[3], (size + 8) / 9);
  const auto a = flagged.get(), b = odd.get(), c = parted.get(), u = unique.get();
  CHECK(std::equal(expected_flagged.begin(), expected_flagged.end(), a.begin()));
  CHECK(std::equal(expected_odd.begin(), expected_odd.end(), b.begin()));
  CHECK(std::equal(expected_odd.begin(), expected_odd.end(), c.begin()));
  CHECK(std::equal(even.begin(), even.end(), c.rbegin()));
  for (int i = 0; i < number[3]; ++i) CHECK_EQUAL(u[i], i);
}

void check_histograms(const std::vector<int>& in) {
  std::vector<float> floats(size);
  for (int i = 0; i < size; ++i) floats[i] = in[i] / 8.0f;
  DeviceArray<float> df(floats);
  DeviceArray<int> d(in), levels(std::vector<int>{-100, -20, 0, 5, 90}), even(16), ranges(4), whole(8);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceHistogram::HistogramEven(t, b, df.data(), even.data(), 17, -16.0f, 16.0f, size);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceHistogram::HistogramEven(t, b, d.data(), whole.data(), 9, -64, 64, size);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceHistogram::HistogramRange(t, b, d.data(), ranges.data(), 5, levels.data(), size);
  });
  std::vector<int> expected_even(16), expected_ranges(4), expected_whole(8);
  const int bounds[] = {-100, -20, 0, 5, 90};
  for (int i = 0; i < size; ++i) {
    if (floats[i] >= -16 && floats[i] < 16) ++expected_even[static_cast<int>((floats[i] + 16) / 2)];
    if (in[i] >= -64 && in[i] < 64) ++expected_whole[(in[i] + 64) / 16];
    for (int bin = 0; bin < 4; ++bin)
      if (in[i] >= bounds[bin] && in[i] < bounds[bin + 1]) ++expected_ranges[bin];
  }
  CHECK(even.get() == expected_even);
  CHECK(whole.get() == expected_whole);
  CHECK(ranges.get() == expected_ranges);
}

void check_runs(const std::vector<int>& in) {
  std::vector<int> keys(size);
  for (int i = 0; i < size; ++i) keys[i] = static_cast<int>(std::sqrt(static_cast<double>(i)));
  DeviceArray<int> d(in), dk(keys), unique(size), lengths(size), aggregates(size), unique2(size), runs(2);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceRunLengthEncode::Encode(t, b, dk.data(), unique.data(), lengths.data(), runs.data(), size);
  });
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceReduce::ReduceByKey(t, b, dk.data(), unique2.data(), d.data(), aggregates.data(), runs.data() + 1, Plus(), size);
  });
  const auto number = runs.get(), u = unique.get(), l = lengths.get(), a = aggregates.get(), u2 = unique2.get();
  CHECK_EQUAL(number[0], keys.back() + 1);
  CHECK_EQUAL(number[1], keys.back() + 1);
  for (int run = 0, begin = 0; run < number[0]; ++run) {
    const int end = std::min(size, (run + 1) * (run + 1));
    CHECK(u[run] == run && u2[run] == run && l[run] == end - begin);
    CHECK_EQUAL(a[run], std::accumulate(in.begin() + begin, in.begin() + end, 0));
    begin = end;
  }
}

/// Their own types of operators come along with the headers, and several functions that go item by item.
void check_items(const std::vector<int>& in) {
  DeviceArray<int> d(in), out(size), more(2 * size), sizes(std::vector<int>{100, 0, 3000});
  DeviceArray<double> sum(1);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceReduce::TransformReduce(t, b, d.data(), sum.data(), size, ::cuda::std::plus<>{}, Half{}, 0.0);
  });
  CHECK_EQUAL(sum.get()[0], std::accumulate(in.begin(), in.end(), 0.0) / 2);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceReduce::Reduce(t, b, d.data(), out.data(), size, ::cuda::maximum<>{}, -1);
  });
  CHECK_EQUAL(out.get()[0], *std::max_element(in.begin(), in.end()));
  const int* const first = d;
  CHECK(cub::DeviceTransform::Transform(::cuda::std::make_tuple(first, first + 1), out.data(), size - 1, Minus{}) == cudaSuccess);
  const auto differences = out.get();
  for (int i = 0; i + 1 < size; ++i) CHECK_EQUAL(differences[i], in[i] - in[i + 1]);
  CHECK(cub::DeviceTransform::Transform(first, out.data(), size, Square{}) == cudaSuccess);
  CHECK_EQUAL(out.get()[77], in[77] * in[77]);

  std::vector<const int*> from{first + 5, first, first + 4000};
  std::vector<int*> to{out.data(), out.data(), out.data() + 200};
  DeviceArray<const int*> d_from(from);
  DeviceArray<int*> d_to(to);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceCopy::Batched(t, b, d_from.data(), d_to.data(), sizes.data(), 3);
  });
  CHECK_EQUAL(out.get()[99], in[104]);
  CHECK_EQUAL(out.get()[100], in[100] * in[100]);
  CHECK_EQUAL(out.get()[3199], in[6999]);
  run_with_storage([&](void* t, std::size_t& b) {
    return cub::DeviceMemcpy::Batched(t, b, d_from.data() + 1, d_to.data() + 2, sizes.data(), 1);
  });
  CHECK_EQUAL(out.get()[224], in[24]);
  CHECK_EQUAL(out.get()[225], in[4025]);
}

void check_merge(const std::vector<int>& in) {
  std::vector<int> first(in.begin(), in.begin() + 4000), second(in.begin() + 4000, in.end()), values(size), expected(size);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  std::iota(values.begin(), values.end(), 0);
  std::merge(first.begin(), first.end(), second.begin(), second.end(), expected.begin());
  DeviceArray<int> a(first), b(second), v(values), out(size), values_out(size);
  run_with_storage([&](void* t, std::size_t& bytes) {
    return cub::DeviceMerge::MergePairs(t, bytes, a.data(), v.data(), 4000, b.data(), v.data() + 4000, size - 4000, out.data(),
                                        values_out.data(), Less{});
  });
  CHECK(out.get() == expected);
  const auto places = values_out.get();
  for (int i = 0; i < size; ++i) CHECK_EQUAL(places[i] < 4000 ? first[places[i]] : second[places[i] - 4000], expected[i]);
  run_with_storage([&](void* t, std::size_t& bytes) {
    return cub::DeviceMerge::MergeKeys(t, bytes, b.data(), size - 4000, a.data(), 4000, out.data());
  });
  CHECK(out.get() == expected);
}

void check_refusals(const std::vector<int>& in) {
  DeviceArray<int> d(in), out(size);
  std::size_t bytes = 0;
  CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, d.data(), out.data(), size) == cudaSuccess);
  void* storage = nullptr;
  CHECK(cudaMalloc(&storage, bytes) == cudaSuccess);
  std::size_t too_few = bytes / 4;
  CHECK(cub::DeviceRadixSort::SortKeys(storage, too_few, d.data(), out.data(), size) == cudaErrorInvalidValue);
  CHECK(cudaFree(storage) == cudaSuccess);
  // In a stream, and of nothing.
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  run_with_storage([&](void* t, std::size_t& b) { return cub::DeviceReduce::Sum(t, b, d.data(), out.data(), 0, stream); });
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK_EQUAL(out.get()[0], 0);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

extern "C" int run() {
  const auto in = numbers(size, 400);
  check_reductions(in);
  check_scans(in);
  check_sorts(in);
  check_segments(in);
  check_selections(in);
  check_histograms(in);
  check_runs(in);
  check_items(in);
  check_merge(in);
  check_refusals(in);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
