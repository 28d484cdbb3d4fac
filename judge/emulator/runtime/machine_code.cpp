// A reader of x86-64 instructions that knows just enough to find their memory operand. The encoding: Intel's Software Developer's
// Manual, volume 2, chapter 2.
#include "judge/emulator/runtime/machine_code.hpp"

#include <array>
#include <cstring>
#include <string_view>

namespace judge::emulated {

#if defined(__x86_64__)

namespace {

using Bytes = const unsigned char*;

constexpr std::array<int, 16> registers = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                           REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/// Up to the byte that names the operands.
struct Opcode {
  unsigned char prefix = 0;  // 0x66, 0xf2, 0xf3 or none
  bool extends_index = false, extends_base = false;
  int map = 0;  // 0: one byte, 1: 0f, 2: 0f 38, 3: 0f 3a
  unsigned char code = 0;
  bool has_segment = false;  // fs: or gs:, whose base is not known here
};

bool is_one_of(std::string_view codes, unsigned char code) { return codes.find(static_cast<char>(code)) != codes.npos; }

void read_vex(Bytes& at, Opcode& opcode) {
  constexpr std::array<unsigned char, 4> prefixes = {0, 0x66, 0xf3, 0xf2};
  const unsigned char form = *at++;
  opcode.map = 1;
  if (form != 0xc5) {
    opcode.extends_index = !(*at & 0x40);
    opcode.extends_base = !(*at & 0x20);
    opcode.map = *at++ & 7;
  }
  opcode.prefix = prefixes[*at++ & 3];
  if (form == 0x62) ++at;
  opcode.code = *at++;
}

Opcode read_opcode(Bytes& at) {
  Opcode opcode;
  constexpr std::string_view plain_prefixes("\x2e\x36\x3e\x26\x64\x65\x66\x67\xf0\xf2\xf3");
  for (; is_one_of(plain_prefixes, *at); ++at) {
    if (*at == 0x64 || *at == 0x65) opcode.has_segment = true;
    if (*at == 0x66 || *at >= 0xf2) opcode.prefix = *at;
  }
  if (*at == 0xc4 || *at == 0xc5 || *at == 0x62) {
    read_vex(at, opcode);
    return opcode;
  }
  if ((*at & 0xf0) == 0x40) {
    opcode.extends_index = *at & 2;
    opcode.extends_base = *at & 1;
    ++at;
  }
  if (*at == 0x0f) {
    ++at;
    opcode.map = *at == 0x38 ? 2 : *at == 0x3a ? 3 : 1;
    if (opcode.map > 1) ++at;
  }
  opcode.code = *at++;
  return opcode;
}

bool writes(const Opcode& opcode) {
  constexpr std::string_view in_one_byte("\x86\x87\x88\x89\xa4\xa5\xaa\xab\xc6\xc7", 10);
  constexpr std::string_view behind_0f("\x11\x13\x17\x29\x2b\x7f\xc3\xd6\xe7", 9);
  if (opcode.map == 0) return is_one_of(in_one_byte, opcode.code);
  if (opcode.map == 1) return is_one_of(behind_0f, opcode.code) || (opcode.code == 0x7e && opcode.prefix != 0xf3);
  constexpr std::string_view masked_and_scattered("\x2e\x2f\x8e\xa0\xa1\xa2\xa3", 7);
  return opcode.map == 2 && is_one_of(masked_and_scattered, opcode.code);
}

}  // namespace

std::optional<MemoryOperand> memory_operand(const ucontext_t& context) {
  const auto value_of = [&](unsigned number) {
    return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[registers[number]]);
  };
  auto at = reinterpret_cast<Bytes>(context.uc_mcontext.gregs[REG_RIP]);
  const Opcode opcode = read_opcode(at);
  if (opcode.has_segment) return std::nullopt;
  constexpr std::string_view string_operations("\xa4\xa5\xaa\xab", 4);
  if (opcode.map == 0 && is_one_of(string_operations, opcode.code)) {
    const bool copies = opcode.code < 0xaa, is_from = copies && !is_canonical(value_of(6));
    const std::uintptr_t address = value_of(is_from ? 6 : 7);
    return MemoryOperand{.address = address, .base = address, .is_write = !is_from};
  }
  const unsigned mode = *at >> 6;
  unsigned base = *at++ & 7;
  if (mode == 3 || (mode == 0 && base == 5)) return std::nullopt;  // a register; beside the code
  MemoryOperand operand{.is_write = writes(opcode)};
  if (base == 4) {
    const unsigned scale = *at >> 6, index = (*at >> 3 & 7) + (opcode.extends_index ? 8u : 0u);
    base = *at++ & 7;
    if (index != 4) operand.index = value_of(index);
    operand.address = operand.index << scale;
  }
  std::int32_t displacement = 0;
  const bool has_base = mode != 0 || base != 5;
  if (mode == 1) displacement = static_cast<signed char>(*at);
  else if (mode == 2 || !has_base) std::memcpy(&displacement, at, sizeof displacement);
  if (has_base) operand.base = value_of(base + (opcode.extends_base ? 8u : 0u));
  operand.displacement = displacement;
  operand.address += operand.base + static_cast<std::uintptr_t>(operand.displacement);
  return operand;
}

bool is_canonical(std::uintptr_t address) {
  const auto top = static_cast<std::intptr_t>(address) >> 47;
  return top == 0 || top == -1;
}

#else

std::optional<MemoryOperand> memory_operand(const ucontext_t&) { return std::nullopt; }
bool is_canonical(std::uintptr_t) { return true; }

#endif

}  // namespace judge::emulated
