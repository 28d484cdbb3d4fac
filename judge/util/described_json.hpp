#pragma once

#include <concepts>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "judge/util/described.hpp"
#include "judge/util/result.hpp"

/// Described structs (util/described.hpp) as JSON values and back. Members are numbers, bool, text, enumerations with names,
/// described structs, JSON values, and std::optional, std::vector, std::array and std::map (by text) of these. Enumerations are
/// written by name. NaN and infinities, which JSON lacks, are the strings "NaN", "Infinity" and "-Infinity". A document is written
/// with its name as "schema", and read by that name alone.
namespace judge {

template <class T>
nlohmann::json encode(const T& value);

/// The inverse; unknown fields are ignored. Errors: a field that is missing, of the wrong type or out of range, an unknown name
/// of an enumeration; each says which field ("measurements[0].bracket"). `what` names the value itself: "the record".
template <class T>
Result<T> decode(const nlohmann::json& json, const char* what);

/// As text, never failing: bytes that are not UTF-8 (a hostile attempt's output, file names) become U+FFFD.
/// `indent` < 0 gives one line.
std::string json_text(const nlohmann::json& document, int indent = -1);

/// Parses a text. Errors: not JSON, with the byte where it stops being that.
Result<nlohmann::json> parse_json(std::string_view text);

namespace detail {

// What does not depend on a struct's type is no template: it would be compiled anew for each field.
nlohmann::json encode_value(bool value);
nlohmann::json encode_value(double value);
nlohmann::json encode_value(std::int64_t value);
nlohmann::json encode_value(std::uint64_t value);
nlohmann::json encode_value(std::string_view value);
void put(nlohmann::json& object, const char* name, nlohmann::json value);
void put_unless_empty(nlohmann::json& object, const char* name, nlohmann::json value);
void append(nlohmann::json& list, nlohmann::json value);

enum class Presence { required, optional };

/// A value that is read, and the way to it. The first thing that is wrong is kept in `trouble`; what follows is read all the
/// same and thrown away with the rest.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, const char* what, std::string& trouble)
      : m_value(value), m_key(what), m_trouble(trouble) {}

  const nlohmann::json& value() const { return m_value; }
  JsonPlace child(const nlohmann::json& value, const char* key) const { return {value, key, 0, *this}; }
  JsonPlace element(std::size_t index) const { return {m_value[index], nullptr, index, *this}; }
  bool expect(bool holds, std::string_view what) const;
  void complain(const std::string& what) const;
  void complain_of_name(const std::string& name) const;  ///< that no enumerator has

  /// The value of a field. Null where there is none, which is complained of unless it is optional and may be null as well.
  const nlohmann::json* field(const char* name, Presence presence) const;
  /// Is this an array, and of so many elements?
  bool expect_array() const;
  bool expect_array_of(std::size_t size) const;
  bool expect_schema(std::string_view name) const;

  void read(bool& target) const;
  void read(double& target) const;
  void read(std::string& target) const;
  void read(std::int64_t& target) const;
  void read(std::uint64_t& target) const;
  void read_text(std::uint64_t& target) const;  ///< decimal text, or a number

 private:
  JsonPlace(const nlohmann::json& value, const char* key, std::size_t index, const JsonPlace& parent)
      : m_value(value), m_parent(&parent), m_key(key), m_index(index), m_trouble(parent.m_trouble) {}
  std::string path() const;

  const nlohmann::json& m_value;
  const JsonPlace* m_parent = nullptr;
  const char* m_key;  // null: an element of a list
  std::size_t m_index = 0;
  std::string& m_trouble;
};

template <class T>
concept Map = requires {
  typename T::mapped_type;
};
template <class T>
concept List = requires(const T& list) {
  list.begin();
  typename T::value_type;
}
&&!Map<T> && !std::convertible_to<T, std::string> && !std::same_as<T, std::filesystem::path> &&
    !std::same_as<T, nlohmann::json>;
template <class T>
concept FixedList = List<T> && requires {
  std::tuple_size<T>::value;
};
template <class T>
concept Optional = requires(T value) {
  value.reset();
  *value;  // not emplace(): for clang a class within another, as Fault::Access, cannot be made while that one is incomplete
};

template <class T>
nlohmann::json encode_columns(const std::vector<T>& rows) {
  auto columns = nlohmann::json::object();
  for_each_field<T>([&](const auto& field) {
    auto column = nlohmann::json::array();
    for (const T& row : rows) append(column, encode(row.*field.member));
    put(columns, field.name, std::move(column));
  });
  return columns;
}

template <Described T>
void encode_fields(const T& value, nlohmann::json& object) {
  if constexpr (Document<T>) put(object, "schema", encode_value(std::string_view(T::schema)));
  for_each_field<T>([&]<Form form, class Member>(const Field<form, T, Member>& field) {
    const Member& member = value.*field.member;
    if constexpr (form == Form::merged) encode_fields(member, object);
    else if constexpr (form == Form::columns) put(object, field.name, encode_columns(member));
    else if constexpr (form == Form::text) put(object, field.name, encode_value(std::string_view(std::to_string(member))));
    else if constexpr (form == Form::when_set) {
      if (member) put(object, field.name, encode(*member));
    } else if constexpr (form == Form::sparse) put_unless_empty(object, field.name, encode(member));
    else if constexpr (form != Form::left_out) put(object, field.name, encode(member));
  });
}

template <class T>
void read_value(const JsonPlace& place, T& target);

/// All columns are as long as the first.
template <class T>
void read_columns(const JsonPlace& place, std::vector<T>& rows) {
  if (!place.expect(place.value().is_object(), "an object of columns")) return;
  const char* first = nullptr;
  for_each_field<T>([&](const auto& field) {
    const auto* column = place.field(field.name, Presence::required);
    if (!column) return;
    const JsonPlace cells = place.child(*column, field.name);
    if (!cells.expect_array()) return;
    if (!first) rows.resize(column->size());
    if (first && !cells.expect(column->size() == rows.size(), std::string("an array as long as ") + first)) return;
    first = first ? first : field.name;
    for (std::size_t i = 0; i < rows.size(); ++i) read_value(cells.element(i), rows[i].*field.member);
  });
}

template <Described T>
void read_fields(const JsonPlace& place, T& target) {
  if (!place.expect(place.value().is_object(), "an object")) return;
  if constexpr (Document<T>)
    if (!place.expect_schema(T::schema)) return;
  for_each_field<T>([&]<Form form, class Member>(const Field<form, T, Member>& field) {
    if constexpr (form == Form::merged) {
      read_fields(place, target.*field.member);
    } else if constexpr (form != Form::left_out) {
      constexpr bool may_lack = form == Form::optional || form == Form::when_set || form == Form::sparse;
      const auto* found = place.field(field.name, may_lack ? Presence::optional : Presence::required);
      if (!found) return;
      const JsonPlace child = place.child(*found, field.name);
      if constexpr (form == Form::columns) read_columns(child, target.*field.member);
      else if constexpr (form == Form::text) child.read_text(target.*field.member);
      else read_value(child, target.*field.member);
    }
  });
}

template <class Integer>
void read_integer(const JsonPlace& place, Integer& target) {
  std::conditional_t<std::is_signed_v<Integer>, std::int64_t, std::uint64_t> wide{};
  place.read(wide);
  if (place.expect(std::in_range<Integer>(wide), "an integer in range")) target = static_cast<Integer>(wide);
}

template <NamedEnum Enum>
void read_enum(const JsonPlace& place, Enum& target) {
  std::string name;
  place.read(name);
  if (const auto known = from_name<Enum>(name)) target = *known;
  else place.complain_of_name(name);
}

template <class T>
void read_value(const JsonPlace& place, T& target) {
  if constexpr (std::same_as<T, nlohmann::json>) target = place.value();
  else if constexpr (std::same_as<T, bool> || std::same_as<T, double> || std::same_as<T, std::string>) place.read(target);
  else if constexpr (std::integral<T>) read_integer(place, target);
  else if constexpr (std::is_enum_v<T>) read_enum(place, target);
  else if constexpr (Described<T>) read_fields(place, target);
  else if constexpr (Optional<T>) {
    if (place.value().is_null()) target.reset();
    else read_value(place, *(target = typename T::value_type{}));
  } else if constexpr (Map<T>) {
    if (!place.expect(place.value().is_object(), "an object")) return;
    for (const auto& [key, value] : place.value().items()) read_value(place.child(value, key.c_str()), target[key]);
  } else if constexpr (List<T>) {
    if (!place.expect_array()) return;
    if constexpr (FixedList<T>) {
      if (!place.expect_array_of(target.size())) return;
      for (std::size_t i = 0; i < target.size(); ++i) read_value(place.element(i), target[i]);
    } else {
      target.clear();
      for (std::size_t i = 0; i < place.value().size(); ++i) {
        typename T::value_type element{};
        read_value(place.element(i), element);
        target.push_back(std::move(element));
      }
    }
  } else {
    std::string text;
    place.read(text);
    target = std::move(text);  // a path
  }
}

}  // namespace detail

template <class T>
nlohmann::json encode(const T& value) {
  if constexpr (std::same_as<T, nlohmann::json>) return value;
  else if constexpr (std::is_enum_v<T>) return detail::encode_value(std::string_view(name_of(value)));
  else if constexpr (std::same_as<T, bool>) return detail::encode_value(value);
  else if constexpr (std::floating_point<T>) return detail::encode_value(double{value});
  else if constexpr (std::signed_integral<T>) return detail::encode_value(std::int64_t{value});
  else if constexpr (std::integral<T>) return detail::encode_value(std::uint64_t{value});
  else if constexpr (std::same_as<T, std::filesystem::path>) return detail::encode_value(std::string_view(value.native()));
  else if constexpr (Described<T>) {
    auto object = nlohmann::json::object();
    detail::encode_fields(value, object);
    return object;
  } else if constexpr (detail::Optional<T>) {
    return value ? encode(*value) : nlohmann::json();
  } else if constexpr (detail::Map<T>) {
    auto object = nlohmann::json::object();
    for (const auto& [key, element] : value) detail::put(object, key.c_str(), encode(element));
    return object;
  } else if constexpr (detail::List<T>) {
    auto list = nlohmann::json::array();
    for (const typename T::value_type& element : value) detail::append(list, encode(element));
    return list;
  } else {
    return detail::encode_value(std::string_view(value));
  }
}

template <class T>
Result<T> decode(const nlohmann::json& json, const char* what) {
  T value{};
  std::string trouble;
  detail::read_value(detail::JsonPlace(json, what, trouble), value);
  if (!trouble.empty()) return std::unexpected(Error{std::move(trouble)});
  return value;
}

}  // namespace judge
