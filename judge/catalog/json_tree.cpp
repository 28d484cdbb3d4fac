#include "judge/catalog/json_tree.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace judge {

namespace {

// nlohmann's parser tells a handler what it finds but not where; this iterator tells the handler how far it has read.
class CountingIterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = char;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  CountingIterator(const char* at, std::size_t* count) : m_at(at), m_count(count) {}
  reference operator*() const { return *m_at; }
  CountingIterator& operator++() {
    ++m_at;
    ++*m_count;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }

 private:
  const char* m_at;
  std::size_t* m_count;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, std::string_view file, const std::size_t* count)
      : m_text(text), m_file(file), m_count(count) {}

  JsonNode root;
  std::optional<Error> failure;

  bool null() override { return add(JsonNode(), *m_count - 4); }
  bool boolean(bool value) override {
    JsonNode node;
    node.kind = JsonNode::Kind::boolean;
    node.boolean = value;
    return add(std::move(node), *m_count - (value ? 4 : 5));
  }
  bool number_integer(std::int64_t value) override {
    if (value == 0) return real(-0.0);  // only "-0" comes here as zero, and its sign matters as a test value
    return whole(value);
  }
  bool number_unsigned(std::uint64_t value) override {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return real(static_cast<double>(value));
    return whole(static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string&) override { return real(value); }
  bool string(std::string& value) override {
    JsonNode node;
    node.kind = JsonNode::Kind::string;
    node.string = value;
    return add(std::move(node), string_start());
  }
  bool binary(nlohmann::json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    const auto location = locate_next(string_start());
    JsonNode& object = *m_open.back();
    if (object.members.size() == k_most_members) {
      failure = Error{fmt::format("{}: an object of more than {} members", location.text(), k_most_members)};
      return false;
    }
    if (object.find(name)) {
      failure = Error{fmt::format("{}: the key '{}' is given twice", location.text(), name)};
      return false;
    }
    m_key = JsonMember{name, location, {}};
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& exception) override {
    std::string_view message = exception.what();
    if (const auto at = message.find("] "); at != message.npos) message.remove_prefix(at + 2);
    if (const auto at = message.find("while parsing"); at != message.npos) message.remove_prefix(at);
    failure = Error{fmt::format("{}: not valid JSON: {}", locate(m_text, position ? position - 1 : 0, m_file).text(), message)};
    return false;
  }

 private:
  static constexpr std::size_t k_deepest = 64;
  static constexpr std::size_t k_most_members = 1000;  // looking one up takes time by their number

  // The parser has just read the closing quote; a quote inside the string stands behind a backslash.
  std::size_t string_start() const {
    std::size_t at = *m_count - 1;
    while (at > 0 && !(m_text[at - 1] == '"' && (at < 2 || m_text[at - 2] != '\\'))) --at;
    return at;
  }

  // The parser has read one character more than the number, if there is one.
  std::size_t number_start() const {
    const auto is_part = [](char c) { return std::string_view("0123456789+-.eE").contains(c); };
    std::size_t end = std::min(*m_count, m_text.size());
    if (end > 0 && !is_part(m_text[end - 1])) --end;
    while (end > 0 && is_part(m_text[end - 1])) --end;
    return end;
  }

  bool whole(std::int64_t value) {
    JsonNode node;
    node.kind = JsonNode::Kind::whole;
    node.whole = value;
    node.number = static_cast<double>(value);
    return add(std::move(node), number_start());
  }
  bool real(double value) {
    JsonNode node;
    node.kind = JsonNode::Kind::number;
    node.number = value;
    return add(std::move(node), number_start());
  }

  bool add(JsonNode node, std::size_t offset) {
    node.location = locate_next(offset);
    place(std::move(node));
    return true;
  }

  bool open(JsonNode::Kind kind) {
    JsonNode node{.kind = kind, .location = locate_next(*m_count - 1)};
    if (m_open.size() == k_deepest) {
      failure = Error{fmt::format("{}: nested deeper than {} levels", node.location.text(), k_deepest)};
      return false;
    }
    m_open.push_back(&place(std::move(node)));
    return true;
  }

  bool close() {
    m_open.pop_back();
    return true;
  }

  // The children of an open node do not move: only its last child is ever open, and siblings come after that is closed.
  JsonNode& place(JsonNode node) {
    if (m_open.empty()) return root = std::move(node);
    JsonNode& parent = *m_open.back();
    if (parent.is(JsonNode::Kind::array)) return parent.items.emplace_back(std::move(node));
    m_key.value = std::move(node);
    return parent.members.emplace_back(std::move(m_key)).value;
  }

  // As locate(), but from where the last call left off: a long file is gone through once.
  SourceLocation locate_next(std::size_t offset) {
    for (; m_located < offset; ++m_located) {
      if (m_text[m_located] != '\n') continue;
      ++m_line;
      m_line_start = m_located + 1;
    }
    return {std::string(m_file), m_line, static_cast<int>(offset - m_line_start) + 1};
  }

  std::string_view m_text, m_file;
  const std::size_t* m_count;
  std::vector<JsonNode*> m_open;
  JsonMember m_key;
  std::size_t m_located = 0, m_line_start = 0;
  int m_line = 1;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  const auto found = std::ranges::find(members, key, &JsonMember::key);
  return found == members.end() ? nullptr : &found->value;
}

std::string_view JsonNode::kind_name() const {
  switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return "true or false";
    case Kind::whole:
    case Kind::number: return "a number";
    case Kind::string: return "a string";
    case Kind::array: return "a list";
    case Kind::object: return "an object";
  }
  return "?";
}

Result<JsonNode> parse_json_tree(std::string_view text, std::string_view file_name) {
  constexpr std::size_t largest = std::size_t{4} << 20;
  if (text.size() > largest)
    return fail("{}: larger than 4 MiB; draw large inputs by a fill instead of listing them", file_name);
  std::size_t count = 0;
  TreeBuilder builder(text, file_name, &count);
  const char* const begin = text.data();
  nlohmann::json::sax_parse(CountingIterator(begin, &count), CountingIterator(begin + text.size(), &count), &builder);
  if (builder.failure) return std::unexpected(*builder.failure);
  return std::move(builder.root);
}

}  // namespace judge
