#include "judge/catalog/new_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <set>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/catalog/guess.hpp"
#include "judge/catalog/problem_file.hpp"
#include "judge/catalog/signature.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view k_starter_begins = "// A first attempt at ";

std::string includes_for(const Signature& signature) {
  std::set<std::string> headers;
  for (const auto& parameter : signature.parameters) {
    const auto& spelling = parameter.spelling;
    if (spelling.contains("half")) headers.insert("cuda_fp16.h");
    if (spelling.contains("bfloat16")) headers.insert("cuda_bf16.h");
    if (spelling.contains("int") && spelling.contains("_t")) headers.insert("cstdint");
    if (spelling.contains("size_t") || spelling.contains("ptrdiff_t")) headers.insert("cstddef");
  }
  std::string text;
  for (const auto& header : headers) text += fmt::format("#include <{}>\n", header);
  return text;
}

std::string quoted_list(const std::vector<std::string>& items) { return fmt::format("[\"{}\"]", fmt::join(items, "\", \"")); }

std::string_view fill_for(DType type) {
  if (is_floating(type)) return R"({"uniform": [-1, 1]})";
  return type == DType::boolean ? R"({"integers": [0, 2]})" : R"({"integers": [0, 100]})";
}

// `checker`: the problem's own, which needs no repetition.
std::string buffer_json(const GuessedBuffer& buffer, std::string_view checker) {
  std::string text = fmt::format(R"("{}": {{"shape": {})", buffer.name, quoted_list(buffer.shape));
  if (!buffer.direction_is_default) text += fmt::format(R"(, "direction": "{}")", name_of(buffer.direction));
  if (buffer.direction != Direction::out) text += fmt::format(R"(, "fill": {})", fill_for(buffer.type));
  if (buffer.direction != Direction::in && guess_checker(buffer.type) != checker)
    text += fmt::format(R"(, "checker": {})", guess_checker(buffer.type));
  return text + "}";
}

// "input_size - kernel_size + 1" as a factor.
std::string as_factor(const std::string& extent) { return extent.contains(' ') ? "(" + extent + ")" : extent; }

std::string elements_of(const GuessedBuffer& buffer) {
  std::vector<std::string> factors;
  for (const auto& extent : buffer.shape) factors.push_back(as_factor(extent));
  return fmt::format("{}", fmt::join(factors, " * "));
}

std::string problem_json(const Signature& signature, std::string_view name, std::string_view title, std::string_view prefix) {
  const auto guessed = guess_buffers(signature, name);
  const auto output = std::ranges::find_if(guessed, [](const auto& buffer) { return buffer.direction != Direction::in; });
  const std::string_view checker = guess_checker(output == guessed.end() ? DType::f32 : output->type);
  std::vector<std::string> buffers, scalars;
  std::string bytes;
  for (const auto& buffer : guessed) {
    buffers.push_back("    " + buffer_json(buffer, checker));
    bytes += fmt::format("{}{} * {}", bytes.empty() ? "" : " + ",
                         size_of(buffer.type) * (buffer.direction == Direction::inout ? 2 : 1), elements_of(buffer));
  }
  for (const auto& scalar : guess_other_scalars(signature))
    scalars.push_back(fmt::format("\"{}\": {}", scalar.name, scalar.value));
  std::string text = fmt::format(
      "{{\n  \"title\": \"{}\",\n  \"difficulty\": \"medium\",\n  \"tags\": [],\n  \"prefix\": \"{}\",\n", title, prefix);
  text += fmt::format("  \"buffers\": {{\n{}\n  }},\n", fmt::join(buffers, ",\n"));
  if (!scalars.empty()) text += fmt::format("  \"scalars\": {{{}}},\n", fmt::join(scalars, ", "));
  text += fmt::format("  \"checker\": {},\n", checker);
  return text + fmt::format("  \"work\": {{\"bytes\": \"{}\"}},\n  \"limits\": {{\"time_limit_ms\": 10000}}\n}}\n", bytes);
}

constexpr std::int64_t k_most_of_a_filter = 5;

// One point of the sizes: value i of `values`, over and over, for size i.
std::string point(const Signature& signature, const std::vector<std::int64_t>& values, std::int64_t most) {
  const auto sizes = guess_sizes(signature);
  std::map<std::string, std::int64_t> by_name;
  for (std::size_t i = 0; i < sizes.size(); ++i) by_name[sizes[i]] = std::min(values[i % values.size()], most);
  for (const auto& [size, bound] : guess_bounds(signature))
    by_name[size] = std::min({by_name[size], by_name[bound], k_most_of_a_filter});
  std::vector<std::string> parts;
  for (const auto& size : sizes) parts.push_back(fmt::format("\"{}\": {}", size, by_name[size]));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::int64_t largest_value(const Signature& signature) {
  std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const auto& parameter : signature.parameters)
    if (!parameter.is_pointer && !is_floating(parameter.type) && parameter.type != DType::boolean &&
        size_of(parameter.type) < 4)
      most = 100;
  return most;
}

std::string tests_json(const Signature& signature) {
  const auto sizes = guess_sizes(signature);
  if (sizes.empty()) return "{\n  \"cases\": [\n    {\"name\": \"one size\", \"timed\": true}\n  ]\n}\n";
  const std::int64_t most = largest_value(signature);
  const std::vector<std::vector<std::int64_t>> around{
      {1}, {2, 3, 5}, {7, 4, 1}, {31, 33, 32}, {32}, {33, 32, 31}, {64, 65, 63}, {255, 97, 61}, {256, 128, 64}, {257, 131, 67}};
  std::vector<std::string> points;
  for (const auto& values : around) {
    auto text = point(signature, values, most);
    if (!contains(points, text)) points.push_back(std::move(text));
  }
  const std::int64_t large = sizes.size() == 1 ? 4'000'000 : sizes.size() == 2 ? 2'000 : 400;
  return fmt::format("{{\n  \"cases\": [\n    {{\"sweep\": [\n      {}\n    ]}},\n", fmt::join(points, ",\n      ")) +
         fmt::format("    {{\"name\": \"large\", \"timed\": true, \"scalars\": {}, \"emulated\": {}}}\n  ]\n}}\n",
                     point(signature, {large}, most), point(signature, {large / 4}, most));
}

std::string product(const std::vector<std::string>& shape) {
  std::vector<std::string> factors;
  for (const auto& extent : shape) factors.push_back(fmt::format("static_cast<std::int64_t>({})", extent));
  return fmt::format("{}", fmt::join(factors, " * "));
}

// A name for a local variable or function that no parameter has.
std::string free_name(const Signature& signature, std::string name) {
  while (contains(signature.parameters, name, &Parameter::name)) name += '_';
  return name;
}

std::string parameter_list(const Signature& signature) {
  std::vector<std::string> parts;
  for (const auto& parameter : signature.parameters) parts.push_back(parameter.spelling + " " + parameter.name);
  const auto line = fmt::format("{}", fmt::join(parts, ", "));
  return line.size() <= 90 ? line : fmt::format("\n    {}", fmt::join(parts, ",\n    "));
}

std::string reference_cpp(const Signature& signature, std::string_view name) {
  const std::string i = free_name(signature, "i");
  std::string text = fmt::format(
      "#include <judge/reference.h>\n\n"
      "// The parameters are solve()'s, its buffers host memory. Compute in double and in parallel.\n"
      "// {}. Until then `judge verify` rejects this problem.\n"
      "extern \"C\" void reference({}) {{\n",
      k_reference_to_be_written, parameter_list(signature));
  for (const auto& buffer : guess_buffers(signature, name)) {
    if (buffer.direction == Direction::in) continue;
    const auto same_name = std::ranges::find(signature.parameters, buffer.name, &Parameter::name);
    if (same_name->is_const) continue;
    text += fmt::format("#pragma omp parallel for\n  for (std::int64_t {0} = 0; {0} < {1}; ++{0}) {2}[{0}] = 0;\n", i,
                        product(buffer.shape), buffer.name);
  }
  return text + "}\n";
}

std::string statement_md(const Signature& signature, std::string_view title, std::string_view name) {
  return fmt::format(
      "# {}\n\nTODO: what is to be computed, with an example and the limits of each size.\n\n    {};\n\n"
      "{}:\n\n"
      "- problem.json: the shapes, how inputs are filled, the tolerance, the work\n"
      "- tests.json: the sizes, and which case is timed\n"
      "- reference.cpp: the right answer\n\n"
      "Then `judge verify {}` tests whether the problem is sound. problems/README.md describes the files.\n",
      title, signature.text, k_written_by_new, name);
}

Result<void> check_name(std::string_view name) {
  const bool is_fine = !name.empty() && name.size() <= 100 && std::ranges::all_of(name, [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '-';
  }) && std::isalnum(static_cast<unsigned char>(name.front()));
  if (!is_fine)
    return fail("'{}': a problem's name is of lower-case letters, digits and dashes, such as vector-addition", name);
  return {};
}

// The problem whose attempts have this prefix; empty where there is none.
std::string owner_of(const fs::path& root, std::string_view prefix) {
  if (const auto names = problem_names(root))
    for (const auto& other : *names)
      if (const auto problem = find_problem(root, other); problem && problem->prefix == prefix) return other;
  return "";
}

// The initials, or the whole name where another problem has those.
std::string free_prefix(const fs::path& root, std::string_view name) {
  std::string short_one, long_one;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '-') continue;
    if (i == 0 || name[i - 1] == '-') short_one += name[i];
    long_one += name[i];
  }
  return (owner_of(root, short_one).empty() ? short_one : long_one).substr(0, 32);
}

Result<std::string> choose_prefix(const fs::path& root, const NewProblem& wanted) {
  if (wanted.prefix.empty()) return free_prefix(root, wanted.name);
  if (!is_prefix(wanted.prefix))
    return fail("'{}': a prefix is letters and digits, such as va for solutions/va_float4.cu", wanted.prefix);
  const std::string owner = owner_of(root, wanted.prefix);
  if (!owner.empty()) return fail("'{}' is the prefix of {}: choose another", wanted.prefix, owner);
  return wanted.prefix;
}

std::string title_of(std::string_view name) {
  std::string title(name);
  std::ranges::replace(title, '-', ' ');
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

Result<Problem> write_and_load(const fs::path& folder, const Signature& signature, std::string_view name,
                               std::string_view prefix) {
  const std::string title = title_of(name), includes = includes_for(signature);
  JUDGE_CHECK(write_file(folder / "solve.h",
                         fmt::format("#pragma once\n\n{}{}{};\n", includes, includes.empty() ? "" : "\n", signature.text)));
  JUDGE_CHECK(write_file(folder / "problem.json", problem_json(signature, name, title, prefix)));
  JUDGE_CHECK(write_file(folder / "tests.json", tests_json(signature)));
  JUDGE_CHECK(write_file(folder / "reference.cpp", reference_cpp(signature, name)));
  JUDGE_CHECK(write_file(folder / "statement.md", statement_md(signature, title, name)));
  return load_problem(folder);
}

/// A buffer of solve() as a starter sees it.
struct StarterBuffer {
  const Parameter* parameter = nullptr;
  Direction direction = Direction::in;
  MemoryPlace memory = MemoryPlace::device;
  std::string count;        ///< its elements, in C
  std::string device_name;  ///< of its copy, where a kernel needs one

  bool needs_copy() const { return memory == MemoryPlace::pageable; }
  std::string bytes() const {
    return fmt::format("sizeof({}) * {}", c_name_of(parameter->type), count.contains(' ') ? "(" + count + ")" : count);
  }
};

// None where problem.json cannot be read.
std::vector<StarterBuffer> starter_buffers(const Problem& problem) {
  const auto path = problem.folder / "problem.json";
  const auto text = read_file(path);
  const auto file =
      text ? parse_problem_file(*text, path.string(), problem.signature) : Result<ProblemFile>(std::unexpected(text.error()));
  std::vector<StarterBuffer> buffers;
  if (!file) return buffers;
  for (const auto& parameter : problem.signature.parameters) {
    if (!parameter.is_pointer) continue;
    const auto& spec = file->buffers.at(parameter.name);
    std::vector<std::string> factors;
    for (const auto& extent : spec.shape) factors.push_back(extent.c_source());
    buffers.push_back({.parameter = &parameter,
                       .direction = spec.direction.value_or(parameter.is_const ? Direction::in : Direction::out),
                       .memory = spec.memory,
                       .count = fmt::format("{}", fmt::join(factors, " * ")),
                       .device_name = free_name(problem.signature, "device_" + parameter.name)});
  }
  return buffers;
}

/// What a starter has a thread for each element of: the first output, or the first input where the outputs' sizes are the same in
/// every case, as a sum's is.
struct ThreadsFor {
  std::string count = "1";
  const char* what = "one element of the output";
};

ThreadsFor threads_for(const std::vector<StarterBuffer>& buffers) {
  const auto has_a_size = [](const StarterBuffer& buffer) {
    return std::ranges::any_of(buffer.count, [](unsigned char c) { return std::isalpha(c); });
  };
  const auto is_output = [](const StarterBuffer& buffer) { return buffer.direction != Direction::in; };
  const auto output = std::ranges::find_if(buffers, is_output);
  const bool is_fixed = std::ranges::none_of(buffers, [&](const auto& one) { return is_output(one) && has_a_size(one); });
  if (const auto input = std::ranges::find_if(buffers, has_a_size); is_fixed && input != buffers.end())
    return {input->count, "what this element of the input adds to the output"};
  return output == buffers.end() ? ThreadsFor{} : ThreadsFor{output->count};
}

std::string memory_comment(const std::vector<StarterBuffer>& buffers) {
  if (std::ranges::any_of(buffers, &StarterBuffer::needs_copy))
    return "// Pointers to pageable host memory, which kernels cannot reach: they get copies.\n";
  if (contains(buffers, MemoryPlace::pinned, &StarterBuffer::memory))
    return "// Pointers to page-locked host memory, which kernels reach over the bus, as slow as that is.\n";
  return "// The pointers are device memory.\n";
}

std::string copies_there(const std::vector<StarterBuffer>& buffers) {
  std::string text;
  for (const auto& buffer : buffers) {
    if (!buffer.needs_copy()) continue;
    text += fmt::format("  {}* {} = nullptr;\n  cudaMalloc(&{}, {});\n", c_name_of(buffer.parameter->type), buffer.device_name,
                        buffer.device_name, buffer.bytes());
    if (buffer.direction != Direction::out)
      text += fmt::format("  cudaMemcpy({}, {}, {}, cudaMemcpyHostToDevice);\n", buffer.device_name, buffer.parameter->name,
                          buffer.bytes());
  }
  return text;
}

std::string copies_back(const std::vector<StarterBuffer>& buffers) {
  std::string text;
  for (const auto& buffer : buffers)
    if (buffer.needs_copy() && buffer.direction != Direction::in)
      text += fmt::format("  cudaMemcpy({}, {}, {}, cudaMemcpyDeviceToHost);\n", buffer.parameter->name, buffer.device_name,
                          buffer.bytes());
  for (const auto& buffer : buffers)
    if (buffer.needs_copy()) text += fmt::format("  cudaFree({});\n", buffer.device_name);
  return text.empty() ? "  cudaDeviceSynchronize();\n" : text;
}

// What the kernel is given: the parameters, or their copies.
std::string kernel_arguments(const Signature& signature, const std::vector<StarterBuffer>& buffers) {
  std::vector<std::string> names;
  for (const auto& parameter : signature.parameters) {
    const auto found = std::ranges::find(buffers, &parameter, &StarterBuffer::parameter);
    names.push_back(found != buffers.end() && found->needs_copy() ? found->device_name : parameter.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<void> check_has_output(const Signature& signature) {
  const auto& all = signature.parameters;
  if (std::ranges::none_of(all, &Parameter::is_pointer))
    return fail("solve() has no buffer, so there is nothing to compare: give it an output, such as float* output");
  // Of several const pointers the last is taken for the output.
  const bool has_two = std::ranges::count_if(all, &Parameter::is_pointer) > 1;
  if (!has_two && std::ranges::none_of(all, [](const Parameter& one) { return one.is_pointer && !one.is_const; }))
    return fail("solve() has no output, since its only pointer is const: give it an output, such as float* output");
  return {};
}

}  // namespace

Result<fs::path> create_problem(const fs::path& root, const NewProblem& wanted) {
  const std::string& name = wanted.name;
  JUDGE_CHECK(check_name(name));
  JUDGE_TRY(const Signature signature, parse_signature(wanted.signature, "the signature"));
  JUDGE_CHECK(check_has_output(signature));
  fs::path folder = root / "problems" / name;
  JUDGE_TRY(const std::string prefix, choose_prefix(root, wanted));
  const fs::path starter = root / "solutions" / (prefix + "_starter.cu");
  std::error_code error;
  if (const auto folders = problem_folders(root); folders && folders->contains(name))
    return fail("{}: exists already; choose another name or remove it first", folders->at(name).string());
  for (const auto& other : roots_beside(root))
    if (const auto folders = problem_folders(other); folders && folders->contains(name))
      return fail(
          "{}: comes with the judge, and a new problem of that name would hide it; choose another name, or copy that folder to "
          "{} and change it",
          folders->at(name).string(), folder.string());
  for (const auto& path : {folder, starter})
    if (fs::exists(path, error)) return fail("{}: exists already; choose another name or remove it first", path.string());
  fs::create_directories(folder, error);
  if (!error) fs::create_directories(root / "solutions", error);
  if (error) return fail("{}: cannot be made: {}; --root DIR names another folder", folder.string(), error.message());
  const auto write_all = [&]() -> Result<void> {
    JUDGE_TRY(const Problem problem, write_and_load(folder, signature, name, prefix));
    return write_file(starter, starter_for(problem));
  };
  const auto made = write_all();
  if (made) return folder;
  fs::remove_all(folder, error);  // made above, so nothing of the user's is in it
  return std::unexpected(made.error());
}

fs::path starter_under_another_prefix(const fs::path& folder, const Problem& problem) {
  for (const auto& path : sources_below(folder).value_or(std::vector<fs::path>())) {
    if (!path.filename().string().ends_with("_starter.cu")) continue;
    const auto text = read_file(path);
    if (text && text->starts_with(fmt::format("{}{}.\n", k_starter_begins, problem.name))) return path;
  }
  return {};
}

std::string starter_for(const Problem& problem) {
  const Signature& signature = problem.signature;
  const auto named = [&](const char* name) { return free_name(signature, name); };
  const std::string kernel = named("solve_kernel"), i = named("i"), count = named("count"), threads = named("threads"),
                    blocks = named("blocks");
  const auto buffers = starter_buffers(problem);
  const auto [elements, what] = threads_for(buffers);
  const std::string parameters = parameter_list(signature);
  std::string includes = includes_for(signature);
  std::string text = fmt::format("{}{}.\n#include <cuda_runtime.h>\n{}\n", k_starter_begins, problem.name, includes);
  text += fmt::format(
      "__global__ void {}({}) {{\n"
      "  const int {} = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if ({} >= {}) return;\n"
      "  // TODO: {}\n"
      "}}\n\n",
      kernel, parameters, i, i, elements, what);
  return text + fmt::format(
                    "{}"
                    "extern \"C\" void solve({}) {{\n"
                    "{}"
                    "  const int {} = {};\n"
                    "  const int {} = 256;\n"
                    "  const int {} = ({} + {} - 1) / {};\n"
                    "  {}<<<{}, {}>>>({});\n"
                    "{}"
                    "}}\n",
                    memory_comment(buffers), parameters, copies_there(buffers), count, elements, threads, blocks, count,
                    threads, threads, kernel, blocks, threads, kernel_arguments(signature, buffers), copies_back(buffers));
}

}  // namespace judge
