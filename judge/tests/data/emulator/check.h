#pragma once

// What the feature files share: device arrays, and a check that counts failures and says where.
#include <cstdio>
#include <vector>

inline int failures = 0;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      if (++failures <= 10) std::printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                                 \
  } while (false)

#define CHECK_EQUAL(got, expected)                                                                         \
  do {                                                                                                     \
    const auto got_ = (got);                                                                               \
    const decltype(got_) expected_ = static_cast<decltype(got_)>(expected);                                \
    if (!(got_ == expected_)) {                                                                            \
      if (++failures <= 10)                                                                                \
        std::printf("%s:%d: %s is %.9g, not %.9g\n", __FILE__, __LINE__, #got, static_cast<double>(got_),  \
                    static_cast<double>(expected_));                                                       \
    }                                                                                                      \
  } while (false)

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values) : m_size(values.size()) {
    CHECK(cudaMalloc(&m_data, m_size * sizeof(T)) == cudaSuccess);
    CHECK(cudaMemcpy(m_data, values.data(), m_size * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
  }
  explicit DeviceArray(std::size_t size) : DeviceArray(std::vector<T>(size)) {}
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(m_data); }
  T* data() const { return m_data; }
  operator T*() const { return m_data; }
  std::vector<T> get() const {
    std::vector<T> values(m_size);
    CHECK(cudaMemcpy(values.data(), m_data, m_size * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    return values;
  }

 private:
  T* m_data = nullptr;
  std::size_t m_size;
};
