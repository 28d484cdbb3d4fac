#include "judge/player/solve_function.hpp"

#include <bit>

namespace judge {

static_assert(std::endian::native == std::endian::little);

static ffi_type* ffi_type_of(DType type) {
  switch (type) {
    case DType::f32: return &ffi_type_float;
    case DType::f64: return &ffi_type_double;
    case DType::i8: return &ffi_type_sint8;
    case DType::u8: case DType::boolean: return &ffi_type_uint8;
    case DType::i16: return &ffi_type_sint16;
    case DType::u16: return &ffi_type_uint16;
    case DType::i32: return &ffi_type_sint32;
    case DType::u32: return &ffi_type_uint32;
    case DType::i64: return &ffi_type_sint64;
    case DType::u64: return &ffi_type_uint64;
    case DType::f16: case DType::bf16: return nullptr;
  }
  return nullptr;
}

Result<void> SolveFunction::bind(const std::vector<protocol::CallArgument>& arguments, const std::vector<char*>& slabs) {
  m_types.clear();
  m_values.clear();
  m_pointers.clear();
  for (const auto& argument : arguments) {
    if (argument.slab >= static_cast<int>(slabs.size())) return fail("the call names slab {} of {}", argument.slab, slabs.size());
    m_types.push_back(argument.slab >= 0 ? &ffi_type_pointer : ffi_type_of(static_cast<DType>(argument.type)));
    if (!m_types.back()) return fail("a scalar parameter of type {} cannot be passed", name_of(static_cast<DType>(argument.type)));
    m_values.push_back(argument.slab >= 0 ? reinterpret_cast<std::uint64_t>(slabs[argument.slab] + argument.offset) : argument.bits);
  }
  for (auto& value : m_values) m_pointers.push_back(&value);
  if (ffi_prep_cif(&m_interface, FFI_DEFAULT_ABI, static_cast<unsigned>(m_types.size()), &ffi_type_void, m_types.data()) != FFI_OK)
    return fail("libffi cannot pass these {} arguments", arguments.size());
  return {};
}

void SolveFunction::operator()() { ffi_call(&m_interface, FFI_FN(m_address), nullptr, m_pointers.data()); }

}  // namespace judge
