#include "judge/emulator/driver/toolkit_headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "judge/util/c_lexer.hpp"
#include "judge/util/files.hpp"
#include "judge/util/regex.hpp"

namespace judge::cucc {

namespace {

// Folders of the toolkit's headers, and of CUTLASS's.
constexpr std::array<std::string_view, 10> folders = {
    "cub/", "thrust/", "cute/", "cutlass/", "nvtx3/", "nv/", "cccl/", "crt/", "cooperative_groups/", "nccl_device/"};

// The headers beside these folders, without their ".h". Exact names: a file of the user's may be called cuda_utils.h.
constexpr std::string_view names =
    " builtin_types channel_descriptor common_functions cooperative_groups cuComplex cublas cublasLt cublasXt cublas_api"
    " cublas_v2 cuda cudaEGL cudaEGLTypedefs cudaGL cudaGLTypedefs cudaProfiler cudaTypedefs cudaVDPAU"
    " cuda_awbarrier cuda_awbarrier_helpers cuda_awbarrier_primitives cuda_bf16 cuda_device_runtime_api"
    " cuda_egl_interop cuda_fp16 cuda_fp4 cuda_fp6 cuda_fp8 cuda_gl_interop cuda_occupancy cuda_pipeline"
    " cuda_pipeline_helpers cuda_pipeline_primitives cuda_profiler_api cuda_runtime cuda_runtime_api cuda_stdint"
    " cuda_vdpau_interop cudalibxt cudart_platform cudnn cudnn_adv cudnn_backend cudnn_cnn cudnn_graph cudnn_ops"
    " cudnn_version cufft cufftXt cufftw cupti curand curand_discrete curand_discrete2 curand_globals curand_kernel"
    " curand_lognormal curand_mrg32k3a curand_mtgp32 curand_mtgp32_host curand_mtgp32_kernel curand_mtgp32dc_p_11213"
    " curand_normal curand_normal_static curand_philox4x32_x curand_poisson curand_precalc curand_uniform cusolverDn"
    " cusolverMg cusolverRf cusolverSp cusolver_common cusparse cusparse_v2 cusparseLt device_atomic_functions"
    " device_double_functions device_functions device_launch_parameters device_types driver_functions driver_types"
    " host_config host_defines library_types math_constants math_functions mma nccl npp nppcore nppdefs nppi npps"
    " nvJitLink nvToolsExt nvblas nvcomp nvjpeg nvml nvrtc nvvm sm_20_atomic_functions sm_20_intrinsics"
    " sm_30_intrinsics sm_32_atomic_functions sm_32_intrinsics sm_35_atomic_functions sm_35_intrinsics"
    " sm_60_atomic_functions sm_61_intrinsics surface_functions surface_indirect_functions surface_types"
    " texture_fetch_functions texture_indirect_functions texture_types vector_functions vector_types ";

bool is_of_toolkit(std::string_view header) {
  const std::size_t dot = header.rfind('.');
  if (header.starts_with("cuda/")) return dot == std::string_view::npos;  // cuda/std/span, not cuda/kernels.h
  if (std::ranges::any_of(folders, [&](std::string_view folder) { return header.starts_with(folder); })) return true;
  if (dot == std::string_view::npos || (header.substr(dot) != ".h" && header.substr(dot) != ".hpp")) return false;
  return names.find(fmt::format(" {} ", header.substr(0, dot))) != std::string_view::npos;
}

/// How a file below /usr/include or a toolkit's own folder would be included; empty for others.
std::string_view name_among_systems(std::string_view file) {
  constexpr std::array<std::string_view, 3> system_folders{"/usr/include/", "/usr/local/cuda/include/", "/usr/local/include/"};
  for (const std::string_view folder : system_folders)
    if (file.starts_with(folder)) return file.substr(folder.size());
  return {};
}

}  // namespace

std::optional<ToolkitHeader> missing_toolkit_header(const std::string& diagnostics) {
  // clang: "a.cu:1:10: fatal error: 'x.h' file not found"; gcc: "a.cu:1:10: fatal error: x.h: No such file or
  // directory"
  static const Regex pattern("([^\n]*?):(\\d+):\\d+: fatal error: '?([^\n':]+)'?(: No such file| file not found)");
  const auto found = pattern.find(diagnostics);
  if (!found || !is_of_toolkit((*found)[3])) return std::nullopt;
  const std::string header((*found)[3]);
  return ToolkitHeader{header, {std::string((*found)[1]), std::stoi(std::string((*found)[2])), fmt::format("<{}>", header)}};
}

std::optional<ToolkitHeader> foreign_toolkit_header(std::string_view preprocessed, const std::filesystem::path& include) {
  LineMarker place;  // of the line at `at`
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', at), preprocessed.size());
    const LineMarker marker = parse_line_marker(preprocessed.substr(at, end - at));
    if (!marker.is_marker) {
      ++place.line;
    } else {
      const std::string_view name = name_among_systems(marker.file);
      if (is_of_toolkit(name) && !marker.file.starts_with(include.string()))
        return ToolkitHeader{std::string(name), {std::string(place.file), place.line, fmt::format("<{}>", name)}};
      place = marker;
    }
    at = end + 1;
  }
  return std::nullopt;
}

Result<void> StandIns::add(const ToolkitHeader& header) {
  if (!m_folder) {
    JUDGE_TRY(m_folder, TemporaryDirectory::create("headers"));
    m_first = header.place;
  }
  const auto path = m_folder->path() / header.name;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  return write_file(path, "");
}

}  // namespace judge::cucc
