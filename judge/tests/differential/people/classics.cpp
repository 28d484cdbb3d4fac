// What everybody writes: trees, scans, sorts, products by tiles. Each as it stands, as a device function, or as a lambda.
#include <fmt/format.h>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

namespace {

// @b a shared array with an element for each thread, @v the thread's number, @o the result, @T their type, @t the thread,
// @n how many there are, @p half of the next power of two, @y a barrier. Their own names are those of no variable.
constexpr const char* classics[] = {
    "@b[@t] = @v;\n@y\nfor (int stride = @p; stride > 0; stride >>= 1) {\n"
    "  if (@t < stride && @t + stride < @n) @b[@t] += @b[@t + stride];\n  @y\n}\n@o = @b[0];",

    "@b[@t] = @v;\n@y\nfor (int stride = @p; stride > 0; stride /= 2) {\n  if (@t < stride) {\n"
    "    if (@t + stride < @n && @b[@t + stride] > @b[@t]) @b[@t] = @b[@t + stride];\n  }\n  @y\n}\n@o = @b[0];",

    "@b[@t] = @v;\nfor (int stride = 1; stride < @n; stride *= 2) {\n  @y\n"
    "  if (@t % (2 * stride) == 0 && @t + stride < @n) @b[@t] += @b[@t + stride];\n}\n@y\n@o = *@b;",

    "@b[@t] = @v;\n@y\nfor (unsigned stride = 1; stride < @n; stride *= 2) {\n  unsigned spot = 2 * stride * @t;\n"
    "  if (spot + stride < @n) @b[spot] += @b[spot + stride];\n  @y\n}\n@o = @b[0];",

    "@b[@t] = @v;\nfor (int dist = 1; dist < @n; dist <<= 1) {\n  @y\n  @T gain = 0;\n"
    "  if (@t >= dist) gain = @b[@t - dist];\n  @y\n  @b[@t] += gain;\n}\n@y\n@o = @b[@t];",

    "@b[@t] = @v;\n@y\n@T gain = @b[@t];\nfor (int dist = 1; dist < @n; dist *= 2) {\n"
    "  const @T more = @t >= dist ? @b[@t - dist] : @T(0);\n  @y\n  gain += more;\n  @b[@t] = gain;\n  @y\n}\n"
    "@o = @t > 0 ? @b[@t - 1] : @T(0);",

    "@b[@t] = @v;\n@y\n@o = @b[@n - 1 - @t];",

    "@b[@t] = @v;\n@y\nfor (int round = 0; round < 3; ++round) {\n  @T moved = @b[(@t + 1) % @n];\n  @y\n"
    "  @b[@t] = moved;\n  @y\n}\n@o = @b[@t];",

    "@b[@t] = @v;\nfor (int phase = 0; phase < 4; ++phase) {\n  @y\n  const int at = 2 * @t + (phase & 1);\n"
    "  if (at + 1 < @n && @b[at] > @b[at + 1]) {\n    @T kept = @b[at];\n    @b[at] = @b[at + 1];\n    @b[at + 1] = kept;\n"
    "  }\n}\n@y\n@o = @b[@t];",

    "@b[@t] = @v;\n@y\n@T top = @b[0];\nfor (int at = 1; at < @n && at < 20; ++at) top = top < @b[at] ? @b[at] : top;\n"
    "@o = top;",

    "__shared__ int found;\n__shared__ int list[@n];\nif (@t == 0) found = 0;\n@b[@t] = @v;\n@y\nif ((int)@b[@t] & 1) {\n"
    "  int place = atomicAdd(&found, 1);\n  list[place] = @t & 3;\n}\n@y\nconst int all = found;\nint sum = 0;\n"
    "for (int at = 0; at < all; ++at) sum += list[at];\n@o = (@T)((sum + all) & 7);",

    "__shared__ float total;\nif (@t == 0) total = 0.0f;\n@b[@t] = @v;\n@y\n"
    "atomicAdd(&total, (float)((int)@b[(@t + 1) % @n] & 3));\n@y\nfloat taken = total;\n@o = (@T)((int)taken & 7);",

    "__shared__ @T chosen;\n@b[@t] = @v;\nif (@t == 0) chosen = @T(2);\n@y\n@T taken = chosen;\n@y\n"
    "if (@t == 0) chosen = @b[@n - 1];\n@y\n@o = taken + chosen;",
};

/// Those that need all threads of the block.
constexpr const char* classics_of_all[] = {
    "__shared__ int bins[8];\n@b[@t] = @v;\nfor (int at = @t; at < 8; at += @n) bins[at] = 0;\n@y\n"
    "atomicAdd(&bins[(int)@b[@t] & 7], 1);\n@y\n@o = (@T)(bins[@t & 7] & 7);",

    "__shared__ int pairs[2][@n];\nint from = 0;\npairs[0][@t] = (int)(@v) & 7;\n@b[@t] = @T(1);\n@y\n"
    "for (int dist = 1; dist < @n; dist *= 2) {\n  int to = 1 - from;\n"
    "  if (@t >= dist) pairs[to][@t] = pairs[from][@t] + pairs[from][@t - dist];\n  else pairs[to][@t] = pairs[from][@t];\n"
    "  from = to;\n  @y\n}\n@o = (@T)(pairs[from][@t] & 7);",

    "__shared__ float tileA[8][9], tileB[8][8];\nfloat product = 0.0f;\n@b[@t] = @v;\nfor (int tile = 0; tile < 2; ++tile) {\n"
    "  for (int at = @t; at < 64; at += @n) {\n    tileA[at / 8][at % 8] = (float)((at * 3 + tile) % 5);\n"
    "    tileB[at / 8][at % 8] = (float)((at + 2 * tile) & 3);\n  }\n  @y\n"
    "  for (int inner = 0; inner < 8; ++inner) product += tileA[@t / 8 & 7][inner] * tileB[inner][@t & 7];\n  @y\n}\n"
    "@o = (@T)((int)product & 7);",

    "__shared__ @T bufA[@n], bufB[@n];\nbufA[@t] = @v;\nbufB[@n - 1 - @t] = @T(3);\n@b[@t] = @T(1);\n@y\n"
    "@o = bufA[(@t + 5) % @n] + bufB[@t] + @b[(@t + 1) % @n];",

    "__shared__ @T bufA[@n];\n__shared__ @T bufB[@n];\nbufA[@t] = @v;\nbufB[@t] = @T(@t & 3);\n@y\n@T sumAB = @T(0);\n"
    "for (int at = 0; at < @n && at < 9; ++at) sumAB += bufA[at] - bufB[at];\n@b[@t] = sumAB > @T(60) ? @T(5) : @T(6);\n@y\n@o "
    "= @b[@n - 1 - @t];",

    "__shared__ struct { @T cell[@n]; int spare; @T top; } box;\nbox.cell[@t] = @v;\nif (@t == 0) box.top = @T(4), box.spare = "
    "2;\n"
    "@b[@t] = @T(2);\n@y\n@T taken = box.top;\nconst int more = box.spare;\n@o = taken + box.cell[(@t + more) % @n] + @b[0];",
};

/// Where every warp is whole and there to the end: sums of warps, then of those.
constexpr const char* block_of_warps =
    "__shared__ @T sums[32];\n@T mySum = @v;\n@b[@t] = mySum;\n"
    "for (int away = 16; away > 0; away >>= 1) mySum += __shfl_down_sync(0xffffffff, mySum, away);\n"
    "if ((@t & 31) == 0) sums[@t >> 5] = mySum;\n@y\nif (@t < 32) {\n  mySum = @t < @n / 32 ? sums[@t] : @T(0);\n"
    "  for (int away = 16; away > 0; away /= 2) mySum += __shfl_down_sync(0xffffffff, mySum, away);\n"
    "  if (@t == 0) sums[0] = mySum;\n}\n@y\n@o = sums[0];";

std::string replaced(std::string_view text, const std::vector<std::pair<char, std::string>>& words) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '@') {
      result += text[i];
      continue;
    }
    ++i;
    for (const auto& [letter, word] : words)
      if (letter == text[i]) result += word;
  }
  return result;
}

}  // namespace

std::string Writer::classic_text(std::string_view text, const Object& buffer, const std::string& input,
                                 const std::string& result) {
  unsigned half = 1;
  while (2 * half < threads()) half *= 2;
  const std::string t = m_style.tid_is_int ? m_style.tid : fmt::format("(int){}", m_style.tid);
  return replaced(text, {{'b', buffer.name},
                         {'v', input},
                         {'o', result},
                         {'T', buffer.type.name},
                         {'t', m_random.chance(80) ? t : "(" + t + ")"},
                         {'n', std::to_string(threads())},
                         {'p', std::to_string(half)},
                         {'y', m_style.sync}});
}

void Writer::classic_function(const Object& buffer, std::string_view text, const std::string& input,
                              const std::string& result) {
  unsigned half = 1;
  while (2 * half < threads()) half *= 2;
  const std::string name = unique("block_do"), type = buffer.type.name, t = cast("int", m_style.tid);
  const bool is_template = m_random.chance(50), is_lambda = m_features.has_lambdas && m_random.chance(50);
  const std::string inner = is_template && !is_lambda ? "V" : type;
  const std::string body = replaced(text, {{'b', "buffer"},
                                           {'v', "mine"},
                                           {'o', "const " + inner + " outcome"},
                                           {'T', inner},
                                           {'t', "me"},
                                           {'n', std::to_string(threads())},
                                           {'p', std::to_string(half)},
                                           {'y', "__syncthreads();"}});
  if (is_lambda) {
    open(fmt::format("const auto {} = [&]({}* buffer, {} mine, int me) {{", name, inner, inner));
  } else {
    m_functions +=
        fmt::format("{}__device__ {}{} {}({}* buffer, {} mine, int me) {{\n", is_template ? "template <typename V>\n" : "",
                    m_random.chance(30) ? "inline " : "", inner, name, inner, inner);
  }
  std::string& target = is_lambda ? m_text : m_functions;
  target += "  ";
  for (const char letter : body) {
    target += letter;
    if (letter == '\n') target += "  ";
  }
  target += "\n  return outcome;\n";
  if (is_lambda) close("};");
  else m_functions += "}\n";
  line(fmt::format("{} = {}({}, {}, {});", result, name, buffer.name, input, t));
}

void Writer::classic(const Scope& scope) {
  const int chosen = pick_object([&](const Object& object) {
    const Scalar& type = object.type.leaves[0].type;
    return object.storage == Storage::shared && object.target < 0 && object.locked == 0 && object.columns == 0 &&
           object.elements == threads() && object.type.form == Type::Form::scalar && type.form == Scalar::Form::plain &&
           type.bound >= 4000 && !type.name.contains(' ');
  });
  if (chosen < 0) return publish_and_copy(scope);
  const Object buffer = m_objects[static_cast<std::size_t>(chosen)];
  const Scalar type = buffer.type.leaves[0].type;
  if (m_shared_bytes + threads() * 24 + 600 > 44000) return publish_and_copy(scope);
  m_shared_bytes += threads() * 24 + 600;
  const bool all_are_here = !m_features.has_leaves && !m_has_left;
  const bool has_warps = m_features.has_warps && all_are_here && threads() % 32 == 0;
  const bool is_warps = has_warps && m_random.chance(15) && type.bound >= 4096 &&
                        (type.name == "int" || type.name == "float" || type.name == "unsigned");
  const bool needs_all = all_are_here && m_random.chance(40);
  const std::string_view text = is_warps    ? block_of_warps
                                : needs_all ? m_random.pick(classics_of_all)
                                            : m_random.pick(classics);
  // No sum of them all is larger than what the type may hold.
  const double most = std::max(1.0, std::min(7.0, type.bound / 512));
  if (!need(scope, chosen, State::owned, m_style.tid)) return;
  const Object outcome = {unique("result"), m_types.of(type)};
  const std::string input_name = unique("input");
  const Value input = wraps(type.domain) ? value(type.domain, 2) : folded(value(type.domain, 2), most);
  // A number of its own, as a classic's own names may be those of other variables.
  line(fmt::format("const {} {} = {};", type.name, input_name, cast(type.name, input.text)));
  line(fmt::format("{} {} = 0;", type.name, outcome.name));
  if (m_features.has_functions && m_random.chance(60)) {
    classic_function(buffer, text, input_name, outcome.name);
  } else {
    open("{");
    std::string body = classic_text(text, buffer, input_name, outcome.name);
    for (std::size_t end; (end = body.find('\n')) != std::string::npos; body.erase(0, end + 1)) line(body.substr(0, end));
    line(body);
    close();
  }
  for (Object& object : m_objects) object.state = State::clean;
  // Shared arrays of its own too: who runs it again has had to wait for this one.
  root(chosen).state = State::read;
  add_local(scope, outcome);
}

}  // namespace judge::differential::people
