#pragma once

namespace judge {

/// Tells the exported CUDA runtime functions where the real ones are: `handle` is the runtime library's, of dlopen. Until
/// then, and for functions that this runtime lacks, they return cudaErrorNotSupported.
void forward_to(void* handle);
/// The same handle; null until then.
void* forwards_to();

}  // namespace judge
