#include "judge/runtime/dynamic_call.hpp"

#include <bit>

namespace judge {

static_assert(std::endian::native == std::endian::little, "scalars are passed as their low bytes");

static ffi_type* ffi_type_of(DType type) {
  switch (type) {
    case DType::f32: return &ffi_type_float;
    case DType::f64: return &ffi_type_double;
    case DType::i8: return &ffi_type_sint8;
    case DType::u8:
    case DType::boolean: return &ffi_type_uint8;
    case DType::i16: return &ffi_type_sint16;
    case DType::u16: return &ffi_type_uint16;
    case DType::i32: return &ffi_type_sint32;
    case DType::u32: return &ffi_type_uint32;
    case DType::i64: return &ffi_type_sint64;
    case DType::u64: return &ffi_type_uint64;
    case DType::f16:
    case DType::bf16: return nullptr;
  }
  return nullptr;
}

void DynamicCall::add_pointer(const void* pointer) {
  m_types.push_back(&ffi_type_pointer);
  m_values.push_back(reinterpret_cast<std::uint64_t>(pointer));
}

Result<void> DynamicCall::add_scalar(DType type, std::uint64_t bits) {
  ffi_type* ffi = ffi_type_of(type);
  if (!ffi) return fail("a scalar parameter of type {} cannot be passed by value: make it a float", name_of(type));
  m_types.push_back(ffi);
  m_values.push_back(bits);
  return {};
}

bool DynamicCall::operator()(void* function, Returns returns) {
  std::vector<void*> pointers;
  for (auto& value : m_values) pointers.push_back(&value);
  ffi_cif interface;
  ffi_type* result_type = returns == Returns::boolean ? &ffi_type_uint8 : &ffi_type_void;
  if (ffi_prep_cif(&interface, FFI_DEFAULT_ABI, static_cast<unsigned>(m_types.size()), result_type, m_types.data()) != FFI_OK)
    return false;  // not with the types above
  ffi_arg result = 0;
  ffi_call(&interface, FFI_FN(function), &result, pointers.data());
  return (result & 0xff) != 0;
}

}  // namespace judge
