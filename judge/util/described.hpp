#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

/// What a struct or an enumeration says of itself, once, so that it can be written and read (util/described_json.hpp):
///
///   enum class Color : int { red = 1, green = 2 };
///   constexpr auto names_of(Color) { return named<Color>({{Color::red, "red"}, {Color::green, "green"}}); }
///
///   struct Lamp {
///     Color color = Color::red;
///     int watts = 0;
///     static constexpr auto fields() { return field_list(field("color", &Lamp::color), field("watts", &Lamp::watts)); }
///   };
///
/// fields() names every member of the struct, in their order; a struct with a member that it does not name does not compile.
namespace judge {

template <class Enum, std::size_t size>
constexpr auto named(const std::pair<Enum, const char*> (&names)[size]) {
  return std::to_array(names);
}

template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires(Enum value) {
  names_of(value);
};

/// "?" for a value without a name.
template <NamedEnum Enum>
constexpr const char* name_of(Enum value) {
  for (const auto& [known, name] : names_of(value))
    if (known == value) return name;
  return "?";
}

template <NamedEnum Enum>
constexpr std::optional<Enum> from_name(std::string_view name) {
  for (const auto& [known, text] : names_of(Enum{}))
    if (text == name) return known;
  return std::nullopt;
}

/// The enumerator of this number, if it has a name.
template <NamedEnum Enum>
constexpr std::optional<Enum> from_number(std::int64_t number) {
  for (const auto& [known, text] : names_of(Enum{}))
    if (static_cast<std::int64_t>(known) == number) return known;
  return std::nullopt;
}

/// How a member is written.
enum class Form {
  plain,     ///< under its name
  optional,  ///< under its name; where it is absent or null on reading it keeps its default: it was added to a kept format
  when_set,  ///< likewise, a std::optional, which is not written where it is empty
  sparse,  ///< under its name, unless it is false, 0 or empty, which it is where it is absent on reading: for messages that are waited for
  text,      ///< an integer as decimal text: many readers of JSON spoil those above 2^53
  columns,   ///< a list of structs as one list for each of their fields
  merged,    ///< a struct, its fields among those of this one
  left_out,  ///< not at all
};

template <Form of, class Class, class Member>
struct Field {
  static constexpr Form form = of;
  using Type = Member;
  const char* name;
  Member Class::*member;
};

template <Form form = Form::plain, class Class, class Member>
constexpr Field<form, Class, Member> field(const char* name, Member Class::*member) {
  return {name, member};
}

template <class Class, class Member>
constexpr auto merged(Member Class::*member) {
  return field<Form::merged>("", member);
}

template <class Class, class Member>
constexpr auto left_out(Member Class::*member) {
  return field<Form::left_out>("", member);
}

/// Calls its argument with each of the fields. Not a std::tuple: of a header with twenty such lists, their tuples took the
/// compiler longer than all else.
template <class All, class... Each>
struct FieldList {
  All visit_all;
};

template <class... Each>
constexpr auto field_list(Each... each) {
  const auto visit_all = [=]([[maybe_unused]] auto& visit) { (visit(each), ...); };
  return FieldList<std::remove_const_t<decltype(visit_all)>, Each...>{visit_all};
}

template <class T>
concept Described = requires {
  T::fields();
};

namespace detail {

/// Do these fields name all members of T? With a value for each of them, no initialiser is left to give.
template <class T, class All, class... Each>
consteval bool names_all(const FieldList<All, Each...>&) {
  if constexpr (sizeof...(Each) == 0) return std::is_empty_v<T>;
  else return requires {
      T{std::declval<typename Each::Type>()...};
    }
  &&!requires { T{std::declval<typename Each::Type>()..., {}}; };
}

}  // namespace detail

/// A struct that is a document of its own says under which name: static constexpr const char* schema = "judge.run/1".
template <class T>
concept Document = Described<T> && requires {
  std::string_view(T::schema);
};

/// Calls visit(field) for each field of a struct.
template <Described T, class Visit>
constexpr void for_each_field(Visit visit) {
  constexpr auto list = T::fields();
  static_assert(detail::names_all<T>(list), "fields() names every member");
  list.visit_all(visit);
}

}  // namespace judge
