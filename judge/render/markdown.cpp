#include "judge/render/markdown.hpp"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "judge/render/table.hpp"

// md4c tells what it finds as a stream of events: blocks, which nest, spans within a block, and text. A block's text is collected
// until the block ends, wrapped, and written behind the indentation of the lists and quotes that it stands in.

namespace judge {

namespace {

constexpr std::size_t k_widest = 100;  // longer lines are hard to read
constexpr std::size_t k_narrowest = 20;

// A part of a line in one tone. Code and formulas are not broken at their spaces.
struct Piece {
  std::string text;
  Tone tone = Tone::plain;
  bool whole = false;
};

// What a list's item or a quote puts before its lines.
struct Container {
  std::string first, rest;
};

struct List {
  bool is_tight = true;
  unsigned number = 0;  // of the next item; 0 = not numbered
};

class Page {
 public:
  explicit Page(const TextStyle& style) : m_style(style) { m_style.width = std::min(m_style.width, k_widest); }

  void enter(MD_BLOCKTYPE type, void* detail);
  void leave(MD_BLOCKTYPE type);
  void enter(MD_SPANTYPE type, void* detail);
  void leave(MD_SPANTYPE type);
  void add(MD_TEXTTYPE type, std::string_view text);
  std::string finish() { return std::move(m_text); }

 private:
  void separate();
  void start_item();
  void write_line(const std::string& line);
  void write_paragraph();
  void write_code();
  void write_table();
  std::string plain_text() const;
  void mark(Tone tone, std::string_view sign);
  std::size_t width() const;

  TextStyle m_style;
  std::string m_text;
  bool m_at_start = true;  // nothing stands yet in the page, list item or quote at hand
  std::vector<Container> m_containers;
  std::vector<List> m_lists;
  std::vector<Piece> m_pieces;
  std::vector<Tone> m_tones;
  std::vector<std::string> m_links;
  bool m_in_code_block = false, m_in_table = false;
  Table m_table;
};

// A blank line, but not at the start, nor in a list that is written without.
void Page::separate() {
  const bool is_tight = !m_lists.empty() && m_lists.back().is_tight;
  if (!m_at_start && !is_tight) write_line("");
  m_at_start = false;
}

void Page::write_line(const std::string& line) {
  std::string whole;
  for (auto& container : m_containers) {
    whole += container.first;
    container.first = container.rest;
  }
  whole += line;
  whole.erase(whole.find_last_not_of(' ') + 1);
  m_text += whole + '\n';
  m_at_start = false;
}

std::size_t Page::width() const {
  std::size_t indent = 0;
  for (const auto& container : m_containers) indent += display_width(container.rest);
  return std::max(m_style.width > indent ? m_style.width - indent : 0, k_narrowest);
}

void Page::start_item() {
  auto& list = m_lists.back();
  if (!list.is_tight && !m_at_start) write_line("");
  const auto marker = list.number ? fmt::format("{}. ", list.number++) : std::string("- ");
  m_containers.push_back({marker, std::string(marker.size(), ' ')});
  m_at_start = true;
}

// Words, each with the width that it takes; an empty one is the end of a line.
struct Word {
  std::string shown;
  std::size_t width = 0;
};

static std::vector<Word> words_of(const std::vector<Piece>& pieces, const TextStyle& style) {
  std::vector<Word> words(1);
  const auto end_word = [&] {
    if (words.back().width) words.emplace_back();
  };
  for (const auto& piece : pieces) {
    std::string_view rest = piece.text;
    while (!rest.empty()) {
      const auto size = piece.whole ? rest.size() : std::min(rest.find_first_of(" \t\n"), rest.size());
      words.back().shown += toned(rest.substr(0, size), piece.tone, style);
      words.back().width += display_width(rest.substr(0, size));
      rest.remove_prefix(size);
      if (rest.empty()) break;
      end_word();
      if (rest.front() == '\n') words.insert(words.end() - 1, Word());
      rest.remove_prefix(1);
    }
  }
  if (!words.back().width) words.pop_back();
  return words;
}

void Page::write_paragraph() {
  std::string line;
  std::size_t used = 0;
  for (const auto& word : words_of(m_pieces, m_style)) {
    const bool is_full = m_style.width && used && used + 1 + word.width > width();
    if (!word.width || is_full) {
      write_line(line);
      line.clear();
      used = 0;
    }
    if (!word.width) continue;
    line += (used ? " " : "") + word.shown;
    used += (used ? 1 : 0) + word.width;
  }
  if (used) write_line(line);
  m_pieces.clear();
}

std::string Page::plain_text() const {
  std::string text;
  for (const auto& piece : m_pieces) text += piece.text;
  return text;
}

void Page::write_code() {
  const auto code = plain_text();
  std::string_view rest = code;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    write_line(end ? "    " + std::string(rest.substr(0, end)) : "");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  m_pieces.clear();
}

void Page::write_table() {
  for (auto& row : m_table.rows) row.resize(m_table.columns.size(), "");
  const auto text = table_text(m_table, {.width = 0, .colors = m_style.colors});  // nothing of a statement is left out
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = rest.find('\n');
    write_line(std::string(rest.substr(0, end)));
    rest.remove_prefix(end + 1);
  }
  m_table = {};
  m_in_table = false;
}

void Page::enter(MD_BLOCKTYPE type, void* detail) {
  if (!m_pieces.empty() && type != MD_BLOCK_TH && type != MD_BLOCK_TD) write_paragraph();  // an item's text before a list in it
  switch (type) {
    case MD_BLOCK_UL:
      separate();
      m_lists.push_back({.is_tight = static_cast<MD_BLOCK_UL_DETAIL*>(detail)->is_tight != 0});
      m_at_start = true;
      break;
    case MD_BLOCK_OL: {
      separate();
      const auto* list = static_cast<MD_BLOCK_OL_DETAIL*>(detail);
      m_lists.push_back({.is_tight = list->is_tight != 0, .number = std::max(list->start, 1u)});
      m_at_start = true;
      break;
    }
    case MD_BLOCK_LI: start_item(); break;
    case MD_BLOCK_QUOTE:
      separate();
      m_containers.push_back({"> ", "> "});
      m_at_start = true;
      break;
    case MD_BLOCK_CODE:
      separate();
      m_in_code_block = true;
      break;
    case MD_BLOCK_HR:
      separate();
      write_line("---");
      break;
    case MD_BLOCK_TABLE: m_in_table = true; [[fallthrough]];
    case MD_BLOCK_H:
    case MD_BLOCK_P: separate(); break;
    case MD_BLOCK_TR:
      if (!m_table.columns.empty()) m_table.rows.emplace_back();
      break;
    default: break;
  }
}

void Page::leave(MD_BLOCKTYPE type) {
  switch (type) {
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      m_lists.pop_back();
      m_at_start = false;
      break;
    case MD_BLOCK_LI:
    case MD_BLOCK_QUOTE:
      if (!m_pieces.empty()) write_paragraph();
      if (m_at_start && type == MD_BLOCK_LI) write_line("");  // an empty item keeps its marker
      m_containers.pop_back();
      m_at_start = false;
      break;
    case MD_BLOCK_H:
      write_line(toned(plain_text(), Tone::strong, m_style));
      m_pieces.clear();
      break;
    case MD_BLOCK_P: write_paragraph(); break;
    case MD_BLOCK_CODE:
      write_code();
      m_in_code_block = false;
      break;
    case MD_BLOCK_TH:
      m_table.columns.push_back({plain_text()});
      m_pieces.clear();
      break;
    case MD_BLOCK_TD:
      m_table.rows.back().emplace_back(plain_text());
      m_pieces.clear();
      break;
    case MD_BLOCK_TABLE: write_table(); break;
    default: break;
  }
}

// The sign stands where colours cannot tell.
void Page::mark(Tone tone, std::string_view sign) {
  if (m_style.colors == Colors::off || m_in_table) m_pieces.push_back({std::string(sign), Tone::plain, true});
  if (!m_tones.empty() && m_tones.back() == tone) m_tones.pop_back();
}

void Page::enter(MD_SPANTYPE type, void* detail) {
  const auto open = [&](Tone tone, std::string_view sign) {
    mark(Tone::plain, sign);
    m_tones.push_back(tone);
  };
  switch (type) {
    case MD_SPAN_EM: open(Tone::emphasis, "*"); break;
    case MD_SPAN_STRONG: open(Tone::strong, "**"); break;
    case MD_SPAN_CODE: open(Tone::code, "`"); break;
    case MD_SPAN_LATEXMATH: open(Tone::code, "$"); break;
    case MD_SPAN_LATEXMATH_DISPLAY: open(Tone::code, "$$"); break;
    case MD_SPAN_A: {
      const auto& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      m_links.emplace_back(href.text, href.size);
      break;
    }
    default: break;
  }
}

void Page::leave(MD_SPANTYPE type) {
  switch (type) {
    case MD_SPAN_EM: mark(Tone::emphasis, "*"); break;
    case MD_SPAN_STRONG: mark(Tone::strong, "**"); break;
    case MD_SPAN_CODE: mark(Tone::code, "`"); break;
    case MD_SPAN_LATEXMATH: mark(Tone::code, "$"); break;
    case MD_SPAN_LATEXMATH_DISPLAY: mark(Tone::code, "$$"); break;
    case MD_SPAN_A:
      m_pieces.push_back({" (" + m_links.back() + ")"});
      m_links.pop_back();
      break;
    default: break;
  }
}

void Page::add(MD_TEXTTYPE type, std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> k_entities[]{
      {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&nbsp;", " "}};
  const Tone tone = m_tones.empty() ? Tone::plain : m_tones.back();
  const bool whole = type == MD_TEXT_CODE || type == MD_TEXT_LATEXMATH;
  if (type == MD_TEXT_BR) text = "\n";
  if (type == MD_TEXT_SOFTBR) text = m_style.width ? " " : "\n";
  if (type == MD_TEXT_NULLCHAR) text = "\xef\xbf\xbd";
  if (type == MD_TEXT_ENTITY)
    for (const auto& [entity, character] : k_entities)
      if (text == entity) text = character;
  if (m_in_code_block) m_pieces.push_back({std::string(text)});
  else m_pieces.push_back({std::string(text), tone, whole});
}

template <class Callback>
int told(void* page, Callback&& callback) {
  callback(*static_cast<Page*>(page));
  return 0;
}

}  // namespace

std::string markdown_text(std::string_view markdown, const TextStyle& style) {
  std::string text = printable(markdown);
  Page page(style);
  const MD_PARSER parser{
      .abi_version = 0,
      .flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML,
      .enter_block = [](MD_BLOCKTYPE type, void* detail,
                        void* to) { return told(to, [&](Page& p) { p.enter(type, detail); }); },
      .leave_block = [](MD_BLOCKTYPE type, void*, void* to) { return told(to, [&](Page& p) { p.leave(type); }); },
      .enter_span = [](MD_SPANTYPE type, void* detail, void* to) { return told(to, [&](Page& p) { p.enter(type, detail); }); },
      .leave_span = [](MD_SPANTYPE type, void*, void* to) { return told(to, [&](Page& p) { p.leave(type); }); },
      .text = [](MD_TEXTTYPE type, const MD_CHAR* at, MD_SIZE size,
                 void* to) { return told(to, [&](Page& p) {
                               p.add(type, {at, size});
                             }); },
      .debug_log = nullptr,
      .syntax = nullptr};
  // Memory is all that it can lack, and then the text is shown as it is.
  if (md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &page) != 0) return text;
  return page.finish();
}

}  // namespace judge
