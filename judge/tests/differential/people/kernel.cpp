#include "judge/tests/differential/people/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

namespace {

Shape make_shape(Random& random) {
  constexpr unsigned blocks[][3] = {{32, 1, 1},  {64, 1, 1},  {128, 1, 1}, {256, 1, 1}, {96, 1, 1}, {50, 1, 1},
                                    {16, 16, 1}, {100, 1, 1}, {8, 8, 1},   {8, 4, 4},   {32, 4, 1}, {7, 5, 3},
                                    {33, 2, 1},  {512, 1, 1}, {31, 1, 1},  {17, 1, 1},  {4, 1, 1},  {16, 8, 1},
                                    {128, 1, 1}, {256, 1, 1}, {64, 1, 1},  {160, 1, 1}, {1, 1, 1},  {12, 11, 1}};
  const auto& block = random.pick(blocks);
  const unsigned threads = block[0] * block[1] * block[2], grid = 1 + random.below(3);
  Shape shape = {{grid, 1, 1}, {block[0], block[1], block[2]}, 0, 0};
  if (grid == 2 && random.chance(30)) std::swap(shape.grid[0], shape.grid[1]);
  shape.count = random.chance(70) ? threads * grid : 1 + random.below(threads * grid);
  return shape;
}

/// The pieces of a kernel around its body.
struct Frame {
  std::string before, after;    ///< macros and constants; their ends
  std::string prologue;         ///< the body's first lines
  std::string head;             ///< "__global__ void name(parameters)"
  std::string call, arguments;  ///< "name<int, 4>", what follows in, out and counts
  std::string parameters;
};

class Author {
 public:
  Author(Random& random, Shape shape) : m_random(random), m_shape(shape) {}

  Kernel write(std::uint64_t seed, unsigned index);

 private:
  unsigned threads() const { return m_shape.block[0] * m_shape.block[1] * m_shape.block[2]; }
  void name_threads();
  void name_barrier();
  void take_input(Writer& writer);
  void take_parameters(Writer& writer);
  void take_constants(Writer& writer);
  void take_structs(Writer& writer);
  void early_return();
  void shared_results(Writer& writer);

  Random& m_random;
  Shape m_shape;
  Style m_style = {};
  Features m_features = {};
  Frame m_frame;
};

void Author::name_threads() {
  constexpr const char* names[] = {"tid", "t", "tx", "idx", "me", "id", "local_id"};
  const bool is_flat = m_shape.block[1] == 1 && m_shape.block[2] == 1;
  std::string& prologue = m_frame.prologue;
  const char* const kind = m_random.chance(60) ? "int" : m_random.chance(50) ? "const int" : "unsigned";
  m_style.tid_is_int = kind[0] != 'u';
  if (is_flat && m_random.chance(40)) {
    m_style.tid = "threadIdx.x";
    m_style.tid_is_int = false;
  } else {
    m_style.tid = m_random.pick(names);
    const char* const text = is_flat                 ? "threadIdx.x"
                             : m_shape.block[2] == 1 ? "threadIdx.y * blockDim.x + threadIdx.x"
                                                     : "threadIdx.x + blockDim.x * (threadIdx.y + threadIdx.z * blockDim.y)";
    prologue += fmt::format("  {} {} = {};\n", kind, m_style.tid, text);
  }
  switch (m_random.below(4)) {
    case 0:
      m_style.threads = "BLOCK";
      m_frame.before += fmt::format("#define BLOCK {}\n", threads());
      m_frame.after += "#undef BLOCK\n";
      break;
    case 1:
      m_style.threads = "kThreads";
      m_frame.before += fmt::format("constexpr int kThreads = {};\n", threads());
      break;
    case 2:
      if (is_flat) {
        m_style.threads = "(int)blockDim.x";
        break;
      }
      [[fallthrough]];
    default: m_style.threads = std::to_string(threads()); break;
  }
  m_style.gid = "gid";
  const char* const block = m_shape.grid[1] > 1 ? "(blockIdx.x + gridDim.x * blockIdx.y)" : "blockIdx.x";
  prologue += fmt::format("  {} gid = {} * {} + {};\n", m_random.chance(50) ? "const int" : "const unsigned", block, threads(),
                          m_style.tid);
}

void Author::name_barrier() {
  m_style.sync = "__syncthreads();";
  if (m_random.chance(8)) {
    m_frame.before += "#define SYNC() __syncthreads()\n";
    m_frame.after += "#undef SYNC\n";
    m_style.sync = "SYNC();";
  } else if (m_random.chance(4)) {
    m_style.sync = "cooperative_groups::this_thread_block().sync();";
  }
}

/// `if (gid >= n) return;`, as most kernels begin; and the lanes of each warp that stay.
void Author::early_return() {
  const bool leaves = m_shape.count < m_shape.grid[0] * m_shape.grid[1] * threads();
  std::string& prologue = m_frame.prologue;
  const bool is_whole = threads() % 32 == 0 && !leaves && !m_features.has_leaves;
  m_style.mask = is_whole ? m_random.chance(70) ? "0xffffffff" : "0xffffffffu" : "mask";
  if (m_features.has_warps && !is_whole) {
    prologue += fmt::format("  const int lanes = {} - {} / 32 * 32;\n", threads(), m_style.tid);
    prologue += "  unsigned mask = lanes >= 32 ? 0xffffffffu : (1u << lanes) - 1;\n";
    if (leaves) prologue += "  mask = __ballot_sync(mask, gid < count);\n";
  }
  if (leaves) prologue += "  if (gid >= count) return;\n";
}

void Author::take_input(Writer& writer) {
  Object input = {m_frame.parameters.empty() ? "p.in" : "in", {}, Storage::local};
  input.type = {"unsigned", {{"", {"unsigned", Domain::u, 4294967295.0}}}};
  input.elements = 4096;
  input.is_uniform = input.is_constant = true;
  writer.add_object(input);
}

/// Constants of the file, whose names variables of the kernel may have, too.
void Author::take_constants(Writer& writer) {
  constexpr const char* names[] = {"limit", "step", "width", "scale", "cnt", "val", "n", "size"};
  const unsigned first = m_random.below(8), count = m_random.chance(60) ? 0 : 1 + m_random.below(2);
  for (unsigned i = 0; i < count; ++i) {
    Object constant = {names[(first + i) % 8], {"int", {{"", {"int", Domain::i, 300}}}}};
    constant.is_uniform = constant.is_constant = true;
    constant.depth = -1;
    const char* const kind = m_random.chance(50)   ? "constexpr int"
                             : m_random.chance(50) ? "static constexpr int"
                                                   : "__constant__ int";
    m_frame.before += fmt::format("{} {} = {};\n", kind, constant.name, m_random.below(300));
    writer.add_object(constant);
  }
}

/// A struct by value, whose members are variables, too; and one that can be called.
void Author::take_structs(Writer& writer) {
  if (m_random.chance(25)) {
    m_frame.before += "struct Params {\n  int rows, cols;\n  float weight;\n};\n";
    const char* const name = m_random.chance(50) ? "params" : "cfg";
    m_frame.parameters += fmt::format(", {}Params {}", m_random.chance(30) ? "const " : "", name);
    const bool is_constant = m_frame.parameters.contains("const Params");
    const unsigned rows = m_random.below(100), cols = m_random.below(50);
    m_frame.arguments += fmt::format(", Params{{{}, {}, {}.0f}}", rows, cols, m_random.below(9));
    for (const char* member : {".rows", ".cols", ".weight"}) {
      const bool is_real = member[1] == 'w';
      Object object = {
          std::string(name) + member,
          {is_real ? "float" : "int", {{"", is_real ? Scalar{"float", Domain::f, 4096} : Scalar{"int", Domain::i, 30000}}}}};
      object.is_uniform = m_random.chance(70);
      object.is_constant = is_constant;
      writer.add_object(object);
    }
  }
  if (!m_random.chance(20)) return;
  m_frame.before +=
      "struct Offset {\n  const unsigned* base;\n  int by;\n"
      "  __device__ int operator()(int x) const { return (int)(base[x & 4095] & 255u) + by; }\n};\n";
  m_frame.parameters += ", Offset op";
  m_frame.arguments += fmt::format(", Offset{{in, {}}}", m_random.below(50));
  writer.set_functor("op");
}

/// Numbers that the host passes, among them one that the kernel may change.
void Author::take_parameters(Writer& writer) {
  constexpr const char* names[] = {"n", "size", "len", "rows", "limit", "width"};
  constexpr const char* real_names[] = {"alpha", "scale", "weight"};
  Object whole = {m_random.pick(names), {"int", {{"", {"int", Domain::i, 30000}}}}};
  whole.is_uniform = m_random.chance(70);
  whole.is_constant = m_random.chance(30);
  m_frame.parameters += fmt::format(", {}int {}", whole.is_constant ? "const " : "", whole.name);
  m_frame.arguments += fmt::format(", {}", m_random.below(300));
  writer.add_object(whole);
  if (!m_random.chance(50)) return;
  Object real = {m_random.pick(real_names), {"float", {{"", {"float", Domain::f, 4096}}}}};
  real.is_uniform = m_random.chance(70);
  m_frame.parameters += fmt::format(", float {}", real.name);
  m_frame.arguments += fmt::format(", {}.0f", m_random.below(20));
  writer.add_object(real);
}

/// Words that the block's threads may show each other in global memory: zeros at first.
void Author::shared_results(Writer& writer) {
  if (!m_random.chance(35)) return;
  constexpr const char* types[] = {"float", "int", "unsigned"};
  const unsigned chosen = m_random.below(3);
  const Scalar scalar = chosen == 0   ? Scalar{"float", Domain::f, 4096}
                        : chosen == 1 ? Scalar{"int", Domain::i, 30000}
                                      : Scalar{"unsigned", Domain::u, 4294967295.0};
  m_frame.prologue += fmt::format("  {}* board = ({}*)out + 8192 + (gid - {});\n", types[chosen], types[chosen], m_style.tid);
  writer.add_object({"board", {types[chosen], {{"", scalar}}}, Storage::global, threads(), 0, true});
}

Kernel Author::write(std::uint64_t seed, unsigned index) {
  m_features = {m_random.chance(94), m_random.chance(30), m_random.chance(30), m_random.chance(30),
                m_random.chance(25), m_random.chance(20), m_random.chance(15), m_random.chance(25)};
  m_style = {m_random.below(3), "", "", "", true, "", "", "", m_random.chance(25), m_random.chance(60)};
  if (m_random.chance(60)) {
    m_features.has_aliases = m_features.has_lambdas = m_features.has_jumps = m_style.likes_auto = false;
    m_features.is_plain = true;
  }
  std::string types;
  Types all_types(m_random, types);
  name_threads();
  name_barrier();
  constexpr const char* digests[] = {"digest", "check", "mix", "hash_value"};
  m_style.digest = m_random.pick(digests);
  early_return();
  Writer writer(m_random, m_features, m_shape, m_style, std::move(all_types));
  for (const char* name : {"in", "out", "counts", "count", "gid", "mask", "lanes", "digest", "check", "mix", "hash_value",
                           "BLOCK", "board", "kk", "op", "params", "cfg"})
    writer.reserve(name);
  writer.reserve(m_style.tid);
  take_constants(writer);
  take_parameters(writer);
  take_structs(writer);
  take_input(writer);
  const bool is_template = m_random.chance(20);
  if (is_template) {
    Object factor = {"FACTOR", {"int", {{"", {"int", Domain::i, 9}}}}};
    factor.is_uniform = factor.is_constant = factor.is_loop_counter = true;  // no name may hide it
    writer.add_object(factor);
  }
  shared_results(writer);
  const bool leaves = m_shape.count < m_shape.grid[0] * m_shape.grid[1] * threads();
  if (leaves) writer.some_have_left();
  writer.line(fmt::format("unsigned {} = {};", m_style.digest, m_random.below(100)));
  if (m_random.chance(25)) writer.leader();
  const Scope top;
  const bool locals_first = m_random.chance(50);
  if (locals_first) writer.locals(3 + static_cast<int>(m_random.below(4)));
  writer.shared_variables();
  writer.first_values();
  if (!locals_first) writer.locals(3 + static_cast<int>(m_random.below(4)));
  writer.block(top, 2 + static_cast<int>(m_random.below(8)));
  writer.results();
  constexpr const char* names[] = {"kernel", "compute", "process", "run", "solve", "step_kernel", "my_kernel"};
  const char* const name = m_random.pick(names);
  const bool has_bounds = m_random.chance(15);
  const std::string call = is_template ? std::string(name) + (m_random.chance(50) ? "<>" : "<2>") : name;
  Kernel kernel = {seed, index, m_shape, ""};
  kernel.shape.dynamic_bytes = writer.dynamic_bytes();
  const std::string body = writer.take_text();
  kernel.source = fmt::format("namespace kernel_{} {{\n{}{}{}", index, m_frame.before, types, writer.take_functions());
  if (is_template) kernel.source += "template <int FACTOR = 3>\n";
  kernel.source +=
      fmt::format("__global__ void {}{}(const unsigned* {}in, unsigned* out, unsigned* counts, unsigned count{}) {{\n{}{}}}\n",
                  has_bounds ? "__launch_bounds__(512) " : "", name, m_random.chance(40) ? "__restrict__ " : "",
                  m_frame.parameters, m_frame.prologue, body);
  kernel.source += fmt::format(
      "void launch(dim3 grid, dim3 block, unsigned bytes, const unsigned* in, unsigned* out, unsigned* counts, unsigned count) "
      "{{\n"
      "  {}<<<grid, block, bytes>>>(in, out, counts, count{});\n}}\n{}}}\n",
      call, m_frame.arguments, m_frame.after);
  return kernel;
}

}  // namespace

Kernel make_kernel(std::uint64_t seed, unsigned index) {
  Random random(seed * 2000029 + index + 77);
  const Shape shape = make_shape(random);
  Author author(random, shape);
  return author.write(seed, index);
}

}  // namespace judge::differential::people
