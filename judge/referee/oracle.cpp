#include "judge/referee/oracle.hpp"

#include <dlfcn.h>

#include <cstring>

#include "judge/referee/scalar_bits.hpp"
#include "judge/runtime/dynamic_call.hpp"

namespace judge {

namespace {

// Mirrors JudgeCheck in judge/reference.h.
struct CheckReport {
  char* message;
  std::size_t message_size;
  const void* const* original;
};

Result<void> add_arguments(DynamicCall& call, const Case& test, const Oracle::Pointers& pointers) {
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* scalar = std::get_if<ScalarArgument>(&test.arguments[i]);
    if (scalar) JUDGE_CHECK(call.add_scalar(scalar->type, bits_of(scalar->type, scalar->value)));
    else call.add_pointer(pointers[i]);
  }
  return {};
}

}  // namespace

Result<Oracle> Oracle::load(const std::filesystem::path& library, const Problem& problem) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fail("{}: the built reference cannot be loaded: {}", (problem.folder / "reference.cpp").string(), ::dlerror());
  Oracle oracle;
  oracle.m_reference = ::dlsym(handle, "reference");
  oracle.m_reference_f32 = ::dlsym(handle, "reference_f32");
  oracle.m_generate = ::dlsym(handle, "generate");
  oracle.m_check = ::dlsym(handle, "check");
  if (!oracle.m_reference && !oracle.m_check)
    return fail("{}: defines neither extern \"C\" reference() nor check(): see problems/README.md",
                (problem.folder / "reference.cpp").string());
  return oracle;
}

Result<void> Oracle::reference(const Case& test, const Pointers& pointers) const {
  if (!m_reference) return {};
  DynamicCall call;
  JUDGE_CHECK(add_arguments(call, test, pointers));
  call(m_reference);
  return {};
}

Result<void> Oracle::reference_f32(const Case& test, const Pointers& pointers) const {
  if (!m_reference_f32) return fail("reference.cpp defines no reference_f32()");
  DynamicCall call;
  JUDGE_CHECK(add_arguments(call, test, pointers));
  call(m_reference_f32);
  return {};
}

Result<void> Oracle::generate(const Case& test, std::uint64_t seed, const Pointers& pointers) const {
  if (!m_generate) return fail("case {}: an input asks for generate(), which reference.cpp does not define", test.name);
  DynamicCall call;
  call.add_pointer(test.name.c_str());
  JUDGE_CHECK(call.add_scalar(DType::u64, seed));
  JUDGE_CHECK(add_arguments(call, test, pointers));
  call(m_generate);
  return {};
}

Result<Oracle::Opinion> Oracle::check(const Case& test, const Pointers& pointers, const Pointers& originals) const {
  if (!m_check) return fail("case {}: an output asks for check(), which reference.cpp does not define", test.name);
  char message[1024] = {};
  const CheckReport report{message, sizeof message, originals.data()};
  DynamicCall call;
  JUDGE_CHECK(add_arguments(call, test, pointers));
  call.add_pointer(&report);
  const bool accepted = call(m_check, DynamicCall::Returns::boolean);
  return Opinion{accepted, std::string(message, ::strnlen(message, sizeof message))};
}

}  // namespace judge
