#pragma once

#include <array>

#include "cub/detail/device_run.cuh"

namespace cub {

namespace detail {

/// Bins of one width over [lower, upper); -1 for a sample outside.
template <class Level>
struct EvenBins {
  int bins;
  Level lower, upper;
  template <class Sample>
  int operator()(const Sample& sample) const {
    const Level level = static_cast<Level>(sample);
    if (!(level >= lower && level < upper)) return -1;
    if constexpr (std::is_integral_v<Level>) {
      typedef unsigned long long Wide;
      return static_cast<int>(static_cast<Wide>(level - lower) * static_cast<Wide>(bins) / static_cast<Wide>(upper - lower));
    } else {
      const int bin = static_cast<int>((level - lower) * (static_cast<Level>(bins) / (upper - lower)));
      return bin < bins ? bin : bins - 1;
    }
  }
};

/// Bins between neighbouring levels, which rise.
template <class Level>
struct RangeBins {
  int bins;
  const Level* levels;
  template <class Sample>
  int operator()(const Sample& sample) const {
    const Level level = static_cast<Level>(sample);
    const int bin = static_cast<int>(std::upper_bound(levels, levels + bins + 1, level) - levels) - 1;
    return bin < bins ? bin : -1;
  }
};

}  // namespace detail

struct DeviceHistogram {
  template <class Samples, class Counter, class Level, class Count>
  static cudaError_t HistogramEven(void* temp, std::size_t& bytes, Samples samples, Counter* histogram, int levels,
                                   Level lower, Level upper, Count count, cudaStream_t stream = nullptr) {
    return one(JUDGE_CUB_NAME("DeviceHistogram::HistogramEven"), {temp, bytes}, samples, histogram,
               detail::EvenBins<Level>{levels - 1, lower, upper}, {count, 1, count * sizeof(detail::value_t<Samples>)}, stream);
  }
  /// Rows of samples, with so many bytes from one row to the next.
  template <class Samples, class Counter, class Level, class Count>
  static cudaError_t HistogramEven(void* temp, std::size_t& bytes, Samples samples, Counter* histogram, int levels,
                                   Level lower, Level upper, Count row_samples, Count rows, std::size_t row_bytes,
                                   cudaStream_t stream = nullptr) {
    return one(JUDGE_CUB_NAME("DeviceHistogram::HistogramEven"), {temp, bytes}, samples, histogram,
               detail::EvenBins<Level>{levels - 1, lower, upper}, {row_samples, rows, row_bytes}, stream);
  }
  template <class Samples, class Counter, class Level, class Count>
  static cudaError_t HistogramRange(void* temp, std::size_t& bytes, Samples samples, Counter* histogram, int levels,
                                    const Level* bounds, Count count, cudaStream_t stream = nullptr) {
    return one(JUDGE_CUB_NAME("DeviceHistogram::HistogramRange"), {temp, bytes}, samples, histogram,
               detail::RangeBins<Level>{levels - 1, bounds}, {count, 1, count * sizeof(detail::value_t<Samples>)}, stream);
  }
  /// Of pixels with `Channels` samples the first `Active` channels, each with a histogram of its own.
  template <int Channels, int Active, class Samples, class Counter, class Level, class Count>
  static cudaError_t MultiHistogramEven(void* temp, std::size_t& bytes, Samples samples, Counter* histograms[Active],
                                        const int levels[Active], const Level lower[Active], const Level upper[Active],
                                        Count pixels, cudaStream_t stream = nullptr) {
    std::array<Counter*, Active> counters;
    std::array<detail::EvenBins<Level>, Active> bins;
    for (int i = 0; i < Active; ++i) counters[i] = histograms[i], bins[i] = {levels[i] - 1, lower[i], upper[i]};
    return count_all<Channels>(JUDGE_CUB_NAME("DeviceHistogram::MultiHistogramEven"), {temp, bytes}, samples, counters, bins,
                               {pixels, 1, pixels * Channels * sizeof(detail::value_t<Samples>)}, stream);
  }

 private:
  struct Image {
    std::size_t row_pixels, rows, row_bytes;
    template <class A, class B, class C>
    Image(A pixels, B lines, C bytes)
        : row_pixels(static_cast<std::size_t>(pixels)), rows(static_cast<std::size_t>(lines)),
          row_bytes(static_cast<std::size_t>(bytes)) {}
  };
  template <class Name, class Samples, class Counter, class Bins>
  static cudaError_t one(Name name, detail::TempStorage storage, Samples samples, Counter* histogram, Bins bins,
                         Image image, cudaStream_t stream) {
    return count_all<1>(name, storage, samples, std::array<Counter*, 1>{histogram}, std::array<Bins, 1>{bins}, image, stream);
  }
  template <int Channels, class Name, class Samples, class Counter, class Bins, std::size_t Active>
  static cudaError_t count_all(Name name, detail::TempStorage storage, Samples samples, std::array<Counter*, Active> counters,
                               std::array<Bins, Active> bins, Image image, cudaStream_t stream) {
    for (const Bins& of_channel : bins)
      if (of_channel.bins < 1) return cudaErrorInvalidValue;
    const std::size_t row_step = image.row_bytes / sizeof(detail::value_t<Samples>);
    return detail::run(storage, 256, stream, name, [=] {
      for (std::size_t channel = 0; channel < Active; ++channel) {
        Counter* const histogram = counters[channel];
        std::fill_n(histogram, bins[channel].bins, Counter{});
        for (std::size_t row = 0; row < image.rows; ++row)
          for (std::size_t pixel = 0; pixel < image.row_pixels; ++pixel) {
            const int bin = bins[channel](samples[row * row_step + pixel * Channels + channel]);
            if (bin >= 0) ++histogram[bin];
          }
      }
    });
  }
};

}  // namespace cub
