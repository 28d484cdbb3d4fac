// CUB in a block: reductions, scans, sorts, exchanges, histograms, flags; in warps of several sizes.
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

#include <algorithm>
#include <functional>
#include <numeric>

#include "check.h"

constexpr int threads = 128, items = 4, tile = threads * items;

struct Larger {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
struct Different {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const { return a != b; }
};
struct Greater {
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) const { return b < a; }
};
struct Minus {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const { return a - b; }
};

/// Collectives that have their storage themselves.
__global__ void own_storage(const int* in, int* out) {
  const int x = in[threadIdx.x];
  const int sum = cub::BlockReduce<int, threads>().Sum(x);
  __syncthreads();
  int before, sorted[1] = {x};
  cub::BlockScan<int, threads>().ExclusiveSum(x, before);
  __syncthreads();
  cub::BlockRadixSort<int, threads, 1>().Sort(sorted);
  if (threadIdx.x == 0) out[0] = sum;
  out[1 + threadIdx.x] = before;
  out[1 + threads + threadIdx.x] = sorted[0];
}

__global__ void reductions(const int* in, int* out, int valid) {
  typedef cub::BlockReduce<int, threads> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  const int x = in[threadIdx.x];
  const int sum = Reduce(storage).Sum(x);
  __syncthreads();
  const int largest = Reduce(storage).Reduce(x, Larger());
  __syncthreads();
  const int part = Reduce(storage).Sum(x, valid);
  __syncthreads();
  int mine[items];
  for (int i = 0; i < items; ++i) mine[i] = in[threadIdx.x * items + i];
  const int all = Reduce(storage).Sum(mine);
  if (threadIdx.x == 0) out[0] = sum, out[1] = largest, out[2] = part, out[3] = all;
}

__global__ void shaped(const float* in, float* out) {
  typedef cub::BlockReduce<float, 16, cub::BLOCK_REDUCE_RAKING, 8> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  const float sum = Reduce(storage).Sum(in[threadIdx.x + 16 * threadIdx.y]);
  if (threadIdx.x == 0 && threadIdx.y == 0) *out = sum;
}

/// What a block has added up before: the prefix of its next tile.
struct Running {
  int total;
  __device__ int operator()(int aggregate) {
    const int before = total;
    total += aggregate;
    return before;
  }
};

__global__ void scans(const int* in, int* inclusive, int* exclusive, int* maxima, int* running, int* totals) {
  typedef cub::BlockScan<int, threads> Scan;
  __shared__ typename Scan::TempStorage storage;
  int x = in[threadIdx.x], y, total;
  Scan(storage).InclusiveSum(x, y, total);
  inclusive[threadIdx.x] = y;
  __syncthreads();
  Scan(storage).ExclusiveSum(x, y);
  exclusive[threadIdx.x] = y;
  __syncthreads();
  Scan(storage).ExclusiveScan(x, y, -1000, Larger());
  maxima[threadIdx.x] = y;
  __syncthreads();
  Running prefix{100};
  for (int first = 0; first < tile; first += threads) {
    Scan(storage).ExclusiveSum(in[first + threadIdx.x], y, prefix);
    running[first + threadIdx.x] = y;
    __syncthreads();
  }
  int mine[items];
  for (int i = 0; i < items; ++i) mine[i] = in[threadIdx.x * items + i];
  Scan(storage).InclusiveScan(mine, mine, Larger());
  if (threadIdx.x == 5) totals[0] = total, totals[1] = mine[2];
}

__global__ void sorts(const float* keys_in, float* keys_out, int* places, const unsigned* words, unsigned* partly) {
  typedef cub::BlockLoad<float, threads, items, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockRadixSort<float, threads, items, int> Sort;
  typedef cub::BlockRadixSort<unsigned, threads, items> Words;
  typedef cub::BlockStore<float, threads, items, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Words::TempStorage words;
    typename Store::TempStorage store;
  } storage;
  float keys[items];
  int values[items];
  Load(storage.load).Load(keys_in, keys);
  for (int i = 0; i < items; ++i) values[i] = threadIdx.x * items + i;
  __syncthreads();
  Sort(storage.sort).SortDescending(keys, values);
  __syncthreads();
  Store(storage.store).Store(keys_out, keys);
  for (int i = 0; i < items; ++i) places[threadIdx.x * items + i] = values[i];
  __syncthreads();
  unsigned w[items];
  for (int i = 0; i < items; ++i) w[i] = words[threadIdx.x * items + i];
  Words(storage.words).SortBlockedToStriped(w, 4, 12);
  for (int i = 0; i < items; ++i) partly[threadIdx.x + i * threads] = w[i];
}

__global__ void arrangements(int* striped, int* back, int* scattered) {
  typedef cub::BlockExchange<int, threads, items> Exchange;
  __shared__ typename Exchange::TempStorage storage;
  int mine[items], ranks[items];
  for (int i = 0; i < items; ++i) mine[i] = threadIdx.x * items + i, ranks[i] = tile - 1 - mine[i];
  Exchange(storage).BlockedToStriped(mine, mine);
  for (int i = 0; i < items; ++i) striped[threadIdx.x + i * threads] = mine[i] == static_cast<int>(threadIdx.x) + i * threads;
  __syncthreads();
  Exchange(storage).StripedToBlocked(mine, mine);
  for (int i = 0; i < items; ++i) back[threadIdx.x * items + i] = mine[i];
  __syncthreads();
  Exchange(storage).ScatterToBlocked(mine, mine, ranks);
  for (int i = 0; i < items; ++i) scattered[threadIdx.x * items + i] = mine[i];
}

__global__ void counts(const int* in, unsigned* histogram, int* heads, int* tails, int* differences, int* shifted, int* sorted) {
  typedef cub::BlockHistogram<unsigned char, threads, items, 16> Histogram;
  typedef cub::BlockDiscontinuity<int, threads> Flags;
  typedef cub::BlockAdjacentDifference<int, threads> Differences;
  typedef cub::BlockShuffle<int, threads> Shuffle;
  typedef cub::BlockMergeSort<int, threads, items> Sort;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ typename Flags::TempStorage flags;
  __shared__ typename Differences::TempStorage adjacent;
  __shared__ typename Shuffle::TempStorage shuffle;
  __shared__ typename Sort::TempStorage sort;
  __shared__ unsigned bins[16];
  unsigned char small[items];
  int mine[items], head[items], tail[items], difference[items];
  for (int i = 0; i < items; ++i) mine[i] = in[threadIdx.x * items + i] / 4, small[i] = static_cast<unsigned char>(mine[i] & 15);
  Histogram(storage).Histogram(small, bins);
  __syncthreads();
  if (threadIdx.x < 16) histogram[threadIdx.x] = bins[threadIdx.x];
  Flags(flags).FlagHeadsAndTails(head, tail, mine, Different());
  Differences(adjacent).SubtractLeft(mine, difference, Minus());
  int next = -1;
  Shuffle(shuffle).Offset(mine[0], next, 3);
  shifted[threadIdx.x] = next;
  for (int i = 0; i < items; ++i) {
    heads[threadIdx.x * items + i] = head[i], tails[threadIdx.x * items + i] = tail[i];
    differences[threadIdx.x * items + i] = difference[i];
  }
  Sort(sort).Sort(mine, Greater());
  for (int i = 0; i < items; ++i) sorted[threadIdx.x * items + i] = mine[i];
}

template <int Width>
__global__ void warps(const int* in, int* sums, int* prefixes, int* segments) {
  typedef cub::WarpReduce<int, Width> Reduce;
  typedef cub::WarpScan<int, Width> Scan;
  __shared__ typename Reduce::TempStorage reduce[threads / Width];
  __shared__ typename Scan::TempStorage scan[threads / Width];
  const int group = threadIdx.x / Width, x = in[threadIdx.x];
  const int sum = Reduce(reduce[group]).Sum(x);
  if (threadIdx.x % Width == 0) sums[group] = sum;
  int prefix, total;
  Scan(scan[group]).ExclusiveSum(x, prefix, total);
  prefixes[2 * threadIdx.x] = prefix;
  prefixes[2 * threadIdx.x + 1] = total;
  const int segment = Reduce(reduce[group]).HeadSegmentedSum(x, threadIdx.x % 3 == 0);
  segments[threadIdx.x] = segment;
}

std::vector<int> numbers(int size) {
  std::vector<int> values(size);
  unsigned seed = 5;
  for (int& value : values) value = static_cast<int>((seed = seed * 1664525u + 1013904223u) >> 24) - 100;
  return values;
}

void check_reductions(const std::vector<int>& in) {
  DeviceArray<int> d(in), out(4);
  reductions<<<1, threads>>>(d, out, 77);
  const auto got = out.get();
  CHECK_EQUAL(got[0], std::accumulate(in.begin(), in.begin() + threads, 0));
  CHECK_EQUAL(got[1], *std::max_element(in.begin(), in.begin() + threads));
  CHECK_EQUAL(got[2], std::accumulate(in.begin(), in.begin() + 77, 0));
  CHECK_EQUAL(got[3], std::accumulate(in.begin(), in.end(), 0));
  std::vector<float> floats(in.begin(), in.begin() + threads);
  DeviceArray<float> f(floats), sum(1);
  shaped<<<1, dim3(16, 8)>>>(f, sum);
  CHECK_EQUAL(sum.get()[0], got[0]);
}

void check_scans(const std::vector<int>& in) {
  DeviceArray<int> d(in), inclusive(threads), exclusive(threads), maxima(threads), running(tile), totals(2);
  scans<<<1, threads>>>(d, inclusive, exclusive, maxima, running, totals);
  const auto a = inclusive.get(), b = exclusive.get(), c = maxima.get(), e = running.get();
  int sum = 0, largest = -1000;
  for (int i = 0; i < tile; ++i) {
    CHECK_EQUAL(e[i], 100 + sum);
    if (i < threads) {
      CHECK_EQUAL(b[i], sum);
      CHECK_EQUAL(c[i], largest);
      CHECK_EQUAL(a[i], sum + in[i]);
    }
    sum += in[i], largest = std::max(largest, in[i]);
  }
  CHECK_EQUAL(totals.get()[0], std::accumulate(in.begin(), in.begin() + threads, 0));
  CHECK_EQUAL(totals.get()[1], *std::max_element(in.begin(), in.begin() + 5 * items + 3));
}

void check_sorts(const std::vector<int>& in) {
  std::vector<float> keys(in.begin(), in.end());
  std::vector<unsigned> words(tile);
  for (int i = 0; i < tile; ++i) words[i] = static_cast<unsigned>(in[i] * 2654435761u);
  DeviceArray<float> dk(keys), sorted(tile);
  DeviceArray<int> places(tile);
  DeviceArray<unsigned> dw(words), partly(tile);
  sorts<<<1, threads>>>(dk, sorted, places, dw, partly);
  std::vector<int> order(tile);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] > keys[b]; });
  std::stable_sort(words.begin(), words.end(), [](unsigned a, unsigned b) { return (a >> 4 & 255) < (b >> 4 & 255); });
  const auto got = sorted.get();
  const auto got_places = places.get();
  const auto got_words = partly.get();
  for (int i = 0; i < tile; ++i) {
    CHECK_EQUAL(got[i], keys[order[i]]);
    CHECK_EQUAL(got_places[i], order[i]);
    CHECK_EQUAL(got_words[i], words[i]);
  }
  DeviceArray<int> striped(tile), back(tile), scattered(tile);
  arrangements<<<1, threads>>>(striped, back, scattered);
  const auto s = striped.get(), b = back.get(), c = scattered.get();
  for (int i = 0; i < tile; ++i) CHECK(s[i] == 1 && b[i] == i && c[i] == tile - 1 - i);
}

void check_counts(const std::vector<int>& in) {
  DeviceArray<int> d(in), heads(tile), tails(tile), differences(tile), shifted(threads), sorted(tile);
  DeviceArray<unsigned> histogram(16);
  counts<<<1, threads>>>(d, histogram, heads, tails, differences, shifted, sorted);
  std::vector<unsigned> expected(16);
  std::vector<int> values(tile);
  for (int i = 0; i < tile; ++i) values[i] = in[i] / 4, ++expected[values[i] & 15];
  CHECK(histogram.get() == expected);
  const auto h = heads.get(), t = tails.get(), x = differences.get(), s = shifted.get();
  for (int i = 0; i < tile; ++i) {
    CHECK_EQUAL(h[i], i == 0 || values[i - 1] != values[i]);
    CHECK_EQUAL(t[i], i == tile - 1 || values[i + 1] != values[i]);
    CHECK_EQUAL(x[i], i == 0 ? values[0] : values[i] - values[i - 1]);
  }
  for (int i = 0; i + 3 < threads; ++i) CHECK_EQUAL(s[i], values[(i + 3) * items]);
  std::sort(values.begin(), values.end(), std::greater<int>());
  CHECK(sorted.get() == values);
}

template <int Width>
void check_warps(const std::vector<int>& in) {
  DeviceArray<int> d(in), sums(threads / Width), prefixes(2 * threads), segments(threads);
  warps<Width><<<1, threads>>>(d, sums, prefixes, segments);
  const auto s = sums.get(), p = prefixes.get(), g = segments.get();
  for (int group = 0; group < threads / Width; ++group) {
    const auto first = in.begin() + group * Width;
    const int total = std::accumulate(first, first + Width, 0);
    CHECK_EQUAL(s[group], total);
    for (int i = 0, sum = 0; i < Width; sum += first[i++]) {
      CHECK_EQUAL(p[2 * (group * Width + i)], sum);
      CHECK_EQUAL(p[2 * (group * Width + i) + 1], total);
      const int thread = group * Width + i;
      if (thread % 3 != 0) continue;
      CHECK_EQUAL(g[thread], std::accumulate(first + i, first + std::min(i + 3, Width), 0));
    }
  }
}

void check_own_storage(const std::vector<int>& in) {
  DeviceArray<int> d(in), out(1 + 2 * threads);
  own_storage<<<1, threads>>>(d, out);
  const auto got = out.get();
  auto sorted = std::vector<int>(in.begin(), in.begin() + threads);
  CHECK_EQUAL(got[0], std::accumulate(sorted.begin(), sorted.end(), 0));
  for (int i = 0, sum = 0; i < threads; sum += in[i++]) CHECK_EQUAL(got[1 + i], sum);
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < threads; ++i) CHECK_EQUAL(got[1 + threads + i], sorted[i]);
}

extern "C" int run() {
  const auto in = numbers(tile);
  check_own_storage(in);
  check_reductions(in);
  check_scans(in);
  check_sorts(in);
  check_counts(in);
  check_warps<32>(in);
  check_warps<16>(in);
  check_warps<4>(in);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
