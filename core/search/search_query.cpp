// Divides arguments into phrases, and writes them as strings of FTS5.
// SPDX-License-Identifier: Apache-2.0
#include "core/search/search_query.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/search/searchable_text.hpp"

namespace laundromat {

namespace {

constexpr char mark = '"', star = '*';
constexpr std::string_view blanks = " \t\r\n";

/// Whether the text may have a word: a letter or digit of ASCII, or any other character.
bool has_word(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

void add_phrase(search_query& to, std::string_view text, bool is_prefix) {
  while (!text.empty() && (text.back() == star || blanks.find(text.back()) != blanks.npos)) {
    is_prefix = is_prefix || text.back() == star;
    text.remove_suffix(1);
  }
  auto words = searchable_text(text);
  std::ranges::replace(words, mark, ' ');  // `%22`
  if (has_word(words)) to.push_back({std::move(words), is_prefix});
}

/// Words, and phrases in quotation marks, the last of which may lack its end.
void add_text(search_query& to, std::string_view text) {
  while (!text.empty()) {
    if (text.front() != mark) {
      const auto end = std::min(text.find_first_of(std::string(blanks) + mark), text.size());
      add_phrase(to, text.substr(0, end), false);
      text.remove_prefix(end);
      text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
      continue;
    }
    const auto end = std::min(text.find(mark, 1), text.size());
    const bool is_prefix = end + 1 < text.size() && text[end + 1] == star;
    add_phrase(to, text.substr(1, end - 1), is_prefix);
    text.remove_prefix(std::min(end + 1 + (is_prefix ? 1 : 0), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  }
}

}  // namespace

result<search_query> read_search_query(std::span<const std::string> arguments, search_query_limits limits) {
  search_query query;
  std::size_t bytes = 0;
  for (const auto& argument : arguments) {
    bytes += argument.size();
    if (bytes > limits.text_bytes)
      return fail(errc::limit_exceeded, "a query has at most " + number_of(limits.text_bytes, "byte"));
    if (argument.find(mark) == argument.npos)
      add_phrase(query, argument, false);
    else
      add_text(query, argument);
  }
  if (query.empty())
    return fail(errc::invalid_argument, "the query has no word: a word has a letter or a digit");
  if (query.size() > limits.phrases)
    return fail(errc::limit_exceeded,
                "a query has at most " + number_of(limits.phrases, "word or phrase", "words and phrases"));
  return query;
}

std::string fts5_text(const search_query& query) {
  std::string out;
  for (const auto& phrase : query) {
    if (!out.empty()) out += ' ';
    out += mark;
    for (const char c : phrase.words) out.append(c == mark ? 2 : 1, c);
    out += mark;
    if (phrase.is_prefix) out += star;
  }
  return out;
}

}  // namespace laundromat
