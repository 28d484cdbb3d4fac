// exam: problem=prefix-sum verdict=accepted
// cub::DeviceScan; the storage is kept from call to call and grows when it must.
#include <cub/cub.cuh>

namespace {

class Arena {
public:
    void* reserve(size_t bytes) {
        if (bytes > capacity) {
            if (memory) cudaFree(memory);
            cudaMalloc(&memory, capacity = bytes);
        }
        return memory;
    }

private:
    void* memory = nullptr;
    size_t capacity = 0;
};

Arena arena;

template <class Function, class... Arguments>
cudaError_t with_storage(Function function, Arguments... arguments) {
    size_t bytes = 0;
    if (auto status = function(nullptr, bytes, arguments...); status != cudaSuccess) return status;
    return function(arena.reserve(bytes), bytes, arguments...);
}

}  // namespace

extern "C" void solve(const float* input, float* output, int N) {
    const auto scan = [](void* storage, size_t& bytes, const float* in, float* out, int n) {
        return cub::DeviceScan::InclusiveSum(storage, bytes, in, out, n);
    };
    with_storage(scan, input, output, N);
}
