// Thrust: what people use less: by key, with a stencil, with a predicate; memory, allocators, iterators of one's own, complex.
// transform_reduce.h brings transform() along.
#include <thrust/advance.h>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_malloc_allocator.h>
#include <thrust/device_new.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/iterator_facade.h>
#include <thrust/iterator/offset_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_input_output_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/memory.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/universal_vector.h>

#include <list>

#include "check.h"

typedef std::vector<int> Ints;
typedef thrust::device_vector<int> DeviceInts;

struct IsOdd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Square { __host__ __device__ int operator()(int x) const { return x * x; } };
struct Negate { __host__ __device__ int operator()(int x) const { return -x; } };
struct SameTens { __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; } };
struct Store {
  int* to;
  __host__ __device__ void operator()(std::ptrdiff_t i, int value) const { to[i] = value + static_cast<int>(i); }
};

template <class Vector>
bool is(const Vector& got, const Ints& expected) {
  Ints values(got.size());
  thrust::copy(got.begin(), got.end(), values.begin());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (values[i] != expected[i]) return std::printf("[%zu] is %d, not %d\n", i, values[i], expected[i]), false;
  return true;
}

void check_sets_by_key() {
  const DeviceInts a(Ints{1, 3, 3, 5}), b(Ints{2, 3, 5, 5, 7}), of_a(Ints{10, 30, 31, 50}), of_b(Ints{20, 33, 55, 56, 70});
  DeviceInts keys(9), values(9);
  const auto ends = thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), of_b.begin(), keys.begin(), values.begin());
  CHECK(ends.first == keys.end() && ends.second == values.end());
  CHECK(is(keys, {1, 2, 3, 3, 3, 5, 5, 5, 7}) && is(values, {10, 20, 30, 31, 33, 50, 55, 56, 70}));
  auto end = thrust::set_union_by_key(thrust::device, a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), of_b.begin(), keys.begin(), values.begin()).first;
  CHECK_EQUAL(end - keys.begin(), 7);
  CHECK(is(keys, {1, 2, 3, 3, 5, 5, 7}) && is(values, {10, 20, 30, 31, 50, 56, 70}));
  end = thrust::set_intersection_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), keys.begin(), values.begin()).first;
  CHECK_EQUAL(end - keys.begin(), 2);
  CHECK(is(keys, {3, 5}) && is(values, {30, 50}));
  end = thrust::set_difference_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), of_b.begin(), keys.begin(), values.begin(), thrust::less<int>()).first;
  CHECK_EQUAL(end - keys.begin(), 2);
  CHECK(is(keys, {1, 3}) && is(values, {10, 31}));
  end = thrust::set_symmetric_difference_by_key(a.begin(), a.end(), b.begin(), b.end(), of_a.begin(), of_b.begin(), keys.begin(), values.begin()).first;
  CHECK_EQUAL(end - keys.begin(), 5);
  CHECK(is(keys, {1, 2, 3, 5, 7}) && is(values, {10, 20, 31, 56, 70}));
}

void check_stencils() {
  const DeviceInts in(Ints{1, 2, 3, 4, 5, 6}), stencil(Ints{1, 1, 0, 0, 1, 0});
  DeviceInts odd(6, 0), even(6, 0), out = in;
  auto ends = thrust::stable_partition_copy(in.begin(), in.end(), odd.begin(), even.begin(), IsOdd());
  CHECK(ends.first - odd.begin() == 3 && ends.second - even.begin() == 3);
  CHECK(is(odd, {1, 3, 5}) && is(even, {2, 4, 6}));
  thrust::partition_copy(thrust::device, in.begin(), in.end(), stencil.begin(), odd.begin(), even.begin(), IsOdd());
  CHECK(is(odd, {1, 2, 5}) && is(even, {3, 4, 6}));
  CHECK_EQUAL(thrust::stable_partition(out.begin(), out.end(), stencil.begin(), IsOdd()) - out.begin(), 3);
  CHECK(is(out, {1, 2, 5, 3, 4, 6}));
  CHECK_EQUAL(thrust::partition(out.begin(), out.end(), IsOdd()) - out.begin(), 3);
  CHECK(thrust::is_partitioned(out.begin(), out.end(), IsOdd()) && !thrust::is_partitioned(in.begin(), in.end(), IsOdd()));
  CHECK_EQUAL(thrust::partition_point(out.begin(), out.end(), IsOdd()) - out.begin(), 3);
  CHECK_EQUAL(thrust::remove_copy(in.begin(), in.end(), out.begin(), 3) - out.begin(), 5);
  CHECK(is(out, {1, 2, 4, 5, 6}));
  CHECK_EQUAL(thrust::remove_copy_if(in.begin(), in.end(), stencil.begin(), out.begin(), IsOdd()) - out.begin(), 3);
  CHECK(is(out, {3, 4, 6}));
  thrust::replace_copy(in.begin(), in.end(), out.begin(), 4, 40);
  CHECK(is(out, {1, 2, 3, 40, 5, 6}));
  thrust::replace_copy_if(in.begin(), in.end(), out.begin(), IsOdd(), 0);
  CHECK(is(out, {0, 2, 0, 4, 0, 6}));
  thrust::replace_copy_if(in.begin(), in.end(), stencil.begin(), out.begin(), IsOdd(), 0);
  CHECK(is(out, {0, 0, 3, 4, 0, 6}));
  thrust::replace_if(out.begin(), out.end(), stencil.begin(), IsOdd(), 9);
  CHECK(is(out, {9, 9, 3, 4, 9, 6}));
  const DeviceInts map(Ints{5, 4, 3, 2, 1, 0});
  thrust::gather_if(map.begin(), map.end(), stencil.begin(), in.begin(), out.begin());
  CHECK(is(out, {6, 5, 3, 4, 2, 6}));
  thrust::gather_if(map.begin(), map.end(), in.begin(), in.begin(), out.begin(), IsOdd());
  CHECK(is(out, {6, 5, 4, 4, 2, 6}));
}

void check_searches() {
  const DeviceInts down(Ints{9, 7, 7, 4}), asked(Ints{7, 5});
  const auto range = thrust::equal_range(down.begin(), down.end(), 7, thrust::greater<int>());
  CHECK(range.first - down.begin() == 1 && range.second - down.begin() == 3);
  CHECK(thrust::binary_search(down.begin(), down.end(), 4, thrust::greater<int>()));
  DeviceInts out(2);
  thrust::lower_bound(down.begin(), down.end(), asked.begin(), asked.end(), out.begin(), thrust::greater<int>());
  CHECK(is(out, {1, 3}));
  thrust::upper_bound(thrust::device, down.begin(), down.end(), asked.begin(), asked.end(), out.begin(), thrust::greater<int>());
  CHECK(is(out, {3, 3}));
  thrust::binary_search(down.begin(), down.end(), asked.begin(), asked.end(), out.begin(), thrust::greater<int>());
  CHECK(is(out, {1, 0}));
  const DeviceInts a(Ints{11, 25, 31}), b(Ints{12, 24, 45});
  CHECK_EQUAL(thrust::mismatch(a.begin(), a.end(), b.begin(), SameTens()).second - b.begin(), 2);
  CHECK(thrust::equal(a.begin(), a.begin() + 2, b.begin(), SameTens()) && !thrust::equal(a.begin(), a.end(), b.begin(), SameTens()));
  const auto extrema = thrust::minmax_element(a.begin(), a.end(), thrust::greater<int>());
  CHECK(extrema.first - a.begin() == 2 && extrema.second == a.begin());
  thrust::transform_inclusive_scan(asked.begin(), asked.end(), out.begin(), Square(), 100, thrust::plus<int>());
  CHECK(is(out, {149, 174}));
  CHECK(thrust::next(a.begin(), 2) == thrust::prev(a.end()));
  const std::list<int> list = {4, 5};
  thrust::copy(list.begin(), list.end(), out.begin());
  CHECK(is(out, {4, 5}));
  thrust::uninitialized_copy_n(a.begin(), 1, out.begin());
  CHECK(is(out, {11, 5}));
}

void check_shuffles() {
  thrust::default_random_engine engine(5);
  DeviceInts order(100), other(100);
  thrust::sequence(order.begin(), order.end());
  const DeviceInts sorted = order;
  thrust::shuffle(order.begin(), order.end(), engine);
  CHECK(order != sorted);
  thrust::shuffle_copy(thrust::device, sorted.begin(), sorted.end(), other.begin(), engine);
  CHECK(other != sorted && other != order);
  thrust::sort(order.begin(), order.end());
  thrust::sort(other.begin(), other.end());
  CHECK(order == sorted && other == sorted);
}

void check_memory() {
  const thrust::device_system_tag system;
  const thrust::pointer<int, thrust::device_system_tag> some = thrust::malloc<int>(system, 4);
  thrust::sequence(some, some + 4, 5);
  CHECK_EQUAL(static_cast<int>(some[3]), 8);
  thrust::free(system, some);
  const auto buffer = thrust::get_temporary_buffer<int>(system, 8);
  CHECK(buffer.second == 8 && buffer.first.get() != nullptr);
  thrust::return_temporary_buffer(system, buffer.first, buffer.second);
  const auto of_host = thrust::malloc<int>(thrust::host_system_tag(), 2);
  of_host[1] = 6;
  CHECK_EQUAL(thrust::raw_pointer_cast(of_host)[1], 6);
  thrust::free(thrust::host_system_tag(), of_host);
  const thrust::device_ptr<void> bytes = thrust::device_malloc(8);
  const thrust::device_ptr<int> built = thrust::device_new<int>(bytes, 7, 2);
  CHECK(static_cast<int>(built[1]) == 7 && built != nullptr);
  thrust::device_free(built);
  thrust::device_malloc_allocator<int> allocator;
  const DeviceInts::pointer allocated = allocator.allocate(2);
  allocator.deallocate(allocated, 2);

  thrust::universal_vector<int> both(3, 1);
  both[1] = 4;
  thrust::raw_pointer_cast(both.data())[2] = 2;
  both.push_back(3);
  thrust::sort(both.begin(), both.end(), thrust::greater<int>());
  int number = 0;
  for (const int value : both) number = 10 * number + value;
  CHECK_EQUAL(number, 4321);
  const DeviceInts copied = both;
  CHECK(is(copied, {4, 3, 2, 1}));
  thrust::universal_host_pinned_vector<int> pinned = copied;
  CHECK_EQUAL(thrust::reduce(thrust::device, pinned.begin(), pinned.end()) + pinned[0], 14);
}

/// Each element of another iterator, several times.
template <class Iterator>
class Repeated : public thrust::iterator_adaptor<Repeated<Iterator>, Iterator> {
 public:
  typedef thrust::iterator_adaptor<Repeated<Iterator>, Iterator> super_t;
  __host__ __device__ Repeated(const Iterator& begin, int times) : super_t(begin), m_begin(begin), m_times(times) {}
  friend class thrust::iterator_core_access;

 private:
  __host__ __device__ typename super_t::reference dereference() const { return *(m_begin + (this->base() - m_begin) / m_times); }
  Iterator m_begin;
  int m_times;
};

class Tens : public thrust::iterator_facade<Tens, int, thrust::any_system_tag, thrust::random_access_traversal_tag, int, std::ptrdiff_t> {
 public:
  __host__ __device__ explicit Tens(int at) : m_at(at) {}
  friend class thrust::iterator_core_access;

 private:
  __host__ __device__ int dereference() const { return 10 * m_at; }
  __host__ __device__ void increment() { ++m_at; }
  __host__ __device__ void decrement() { --m_at; }
  __host__ __device__ void advance(std::ptrdiff_t n) { m_at += static_cast<int>(n); }
  __host__ __device__ bool equal(const Tens& other) const { return m_at == other.m_at; }
  __host__ __device__ std::ptrdiff_t distance_to(const Tens& other) const { return other.m_at - m_at; }
  int m_at;
};

void check_iterators() {
  const DeviceInts in(Ints{1, 2, 3});
  DeviceInts out(6);
  thrust::copy(thrust::device, in.begin(), in.end(), thrust::make_tabulate_output_iterator(Store{thrust::raw_pointer_cast(out.data())}));
  CHECK(is(out, {1, 3, 5}));
  const auto both = thrust::make_transform_input_output_iterator(out.begin(), Square(), Negate());
  CHECK_EQUAL(thrust::reduce(both, both + 3), 35);
  thrust::copy(in.begin(), in.end(), both);
  CHECK(is(out, {-1, -2, -3}));
  const auto squares = thrust::make_transform_output_iterator(out.begin(), Square());
  CHECK_EQUAL(thrust::set_union(in.begin(), in.end(), in.begin(), in.begin() + 1, squares + 1) - squares, 4);
  CHECK(is(out, {-1, 1, 4, 9}));
  thrust::offset_iterator later{in.begin(), 1};
  CHECK_EQUAL(thrust::reduce(later, later + 2), 5);
  later.offset() = 0;
  CHECK_EQUAL(static_cast<int>(*later++), 1);
  const Repeated<DeviceInts::const_iterator> twice(in.begin(), 2);
  thrust::copy(twice, twice + 6, out.begin());
  CHECK(is(out, {1, 1, 2, 2, 3, 3}));
  CHECK_EQUAL(thrust::reduce(thrust::device, Tens(1), Tens(5)), 100);
  CHECK(Tens(1) < Tens(2) && Tens(4) - Tens(1) == 3 && Tens(1)[2] == 30);
}

template <class T>
bool is_near(const thrust::complex<T>& z, double re, double im) { return std::abs(z.real() - re) < 1e-5 && std::abs(z.imag() - im) < 1e-5; }

void check_complex() {
  typedef thrust::complex<float> Complex;
  static_assert(sizeof(Complex) == 8 && alignof(Complex) == 8, "");
  const Complex a(1, 2), b(3, -1);
  CHECK(is_near(a * b, 5, 5) && is_near(a / b, 0.1, 0.7) && is_near(a + 1, 2, 2) && is_near(2.0 * a - b, -1, 5));
  CHECK(is_near(thrust::polar(2.0f, 1.0f), 2 * std::cos(1.0), 2 * std::sin(1.0)) && is_near(thrust::pow(a, 2.0f), -3, 4));
  CHECK(is_near(thrust::sqrt(Complex(-4, 0)), 0, 2) && is_near(thrust::exp(thrust::log(a)), 1, 2) && is_near(thrust::conj(a), 1, -2));
  CHECK(thrust::norm(a) == 5 && std::abs(thrust::abs(a) * thrust::abs(a) - 5) < 1e-5 && a == Complex(1, 2) && a != b && Complex(2) == 2.0f);
  CHECK(is_near(thrust::complex<double>(std::complex<float>(a)), 1, 2));
  thrust::device_vector<Complex> numbers(3, a);
  thrust::transform(numbers.begin(), numbers.end(), numbers.begin(), [] __device__ (Complex z) { return z *= z; });
  CHECK(is_near(thrust::reduce(numbers.begin(), numbers.end(), Complex(0, 0)), -9, 12));
}

extern "C" int run() {
  check_sets_by_key();
  check_stencils();
  check_searches();
  check_shuffles();
  check_memory();
  check_iterators();
  check_complex();
  return failures;
}
