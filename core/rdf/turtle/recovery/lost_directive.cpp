// Recognises damaged directives: compares the first words of a line with the keywords, letter by letter.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/lost_directive.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/turtle/tokens/turtle_characters.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

namespace {

constexpr std::size_t head_bytes = 64;
constexpr std::size_t head_words = 3;
constexpr std::size_t keyword_bytes = 6;  // `prefix`

std::string_view trim(std::string_view text) {
  while (!text.empty() && has_class(text.front(), is_gap)) text.remove_prefix(1);
  while (!text.empty() && has_class(text.back(), is_gap)) text.remove_suffix(1);
  return text;
}

std::string_view take_word(std::string_view& text) {
  const auto end = std::ranges::find_if(text, [](char c) { return has_class(c, is_gap); });
  const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text = trim(text.substr(word.size()));
  return word;
}

/// How many letters of `keyword` are in `word`, in their order.
std::size_t count_common(std::string_view word, std::string_view keyword) {
  std::size_t count = 0, from = 0;
  for (const char letter : keyword) {
    auto at = from;
    while (at < word.size() && (word[at] | ' ') != letter) ++at;
    if (at == word.size()) continue;
    from = at + 1;
    ++count;
  }
  return count;
}

bool is_like_prefix(std::string_view word) {
  return count_common(word, "prefix") >= 4;
}

bool is_like_directive(std::string_view word) {
  const auto common = count_common(word, "base");
  return word.substr(0, 2).find('@') != word.npos || is_like_prefix(word) || common >= 3 ||
         (common == 2 && word.size() < 4);
}

/// What separates words, strays included.
bool is_between_words(char c) {
  return has_class(c, is_gap) || std::string_view("\"'<>[](){},;").find(c) != std::string_view::npos;
}

bool is_prefix(std::string_view word) {
  return is_keyword(word, "PREFIX");
}

/// What a prefix consists of, wherever in it.
bool is_in_name(char c) {
  return has_class(c, is_name) || c == '.' || static_cast<unsigned char>(c) >= 128;
}

/// The first word of a text; the text becomes the rest behind it.
std::string_view take_plain_word(std::string_view& text) {
  const auto begin = std::ranges::find_if_not(text, is_between_words);
  const auto end = std::find_if(begin, text.end(), is_between_words);
  const std::string_view word(begin, end);
  text = {end, text.end()};
  return word;
}

/// The IRI at the start of `text` as far as it goes: to its end, or to a gap where it has none. Empty when something else is there.
std::string_view take_iri(std::string_view text) {
  text = trim(text);
  if (!text.starts_with('<')) return {};
  text.remove_prefix(1);
  const auto end = std::ranges::find_if(text, [](char c) { return c == '>' || is_between_words(c); });
  const bool has_end = end == text.end() || *end == '>' || has_class(*end, is_gap);
  return has_end ? std::string_view(text.begin(), end) : std::string_view();
}

/// Appends the prefixes that `word` may name: all its parts between what is in no name, since a stray may be before or behind the prefix.
/// Only one before a colon can be empty. `most` is how many letters may belong to a keyword that lacks its space.
void add_names(std::string_view word, std::string_view iri, std::size_t most,
               std::vector<lost_directive>& found) {
  if (const auto scheme = word.find("://"); scheme != word.npos) word = word.substr(0, scheme);
  const auto first = std::ranges::find_if(word, [](char c) { return c == ':' || is_in_name(c); });
  if (first != word.end() && *first == ':') found.push_back({false, word.substr(0, 0), iri});
  while (!word.empty()) {
    const auto begin = std::ranges::find_if(word, is_in_name),
               end = std::find_if_not(begin, word.end(), is_in_name);
    std::string_view name(begin, end);
    word = {end, word.end()};
    while (name.ends_with('.')) name.remove_suffix(1);
    while (name.starts_with('.')) name.remove_prefix(1);
    if (!name.empty()) found.push_back({false, name, iri});
    for (; most > 0 && !name.empty(); --most) {
      name.remove_prefix(1);
      if (!name.empty() || !word.empty()) found.push_back({false, name, iri});
    }
    most = 0;
  }
}

/// The prefixes in the first words behind a keyword, up to an IRI.
void add_names_behind_keyword(std::string_view text, std::vector<lost_directive>& found) {
  for (std::size_t count = 0; count < head_words; ++count) {
    if (count > 0 && trim(text).starts_with('<')) return;
    const auto word = take_plain_word(text);
    const bool is_named = word.size() > 1 && word.find(':') != word.npos;
    if (count > 0 && !is_named && !trim(text).starts_with('<')) continue;
    add_names(word, word.ends_with(':') ? take_iri(text) : std::string_view(), 0, found);
  }
}

/// A subject or predicate that was read as such.
bool is_term(std::string_view word) {
  if (word.starts_with('<')) return word.ends_with('>');
  return word.find(':') != word.npos && !word.ends_with(':') && !word.starts_with('@');
}

}  // namespace

lost_directive find_lost_directive(std::string_view line) {
  line = trim(line);
  while (!line.empty() && (line.back() == '.' || line.back() == ';' || line.back() == ','))
    line = trim(line.substr(0, line.size() - 1));
  const auto open = line.rfind('<');
  if (!line.ends_with('>') || open == line.npos) return {};
  auto head = trim(line.substr(0, open));
  if (head.empty()) return {true, {}};
  if (head.size() > head_bytes) return {};
  const bool has_quote = head.find('"') != head.npos;
  std::string_view first, last;
  for (std::size_t count = 0; !head.empty(); ++count) {
    last = take_word(head);
    if (count == 0) first = last;
    if (count == head_words || is_term(last)) return {};
  }
  const bool is_alone = first.data() == last.data();
  const bool has_colon = last.ends_with(':');
  if (has_colon) last.remove_suffix(1);
  if (has_colon) return {is_keyword(last, "BASE"), last, line.substr(open + 1, line.size() - open - 2)};
  const bool is_cut_base = last.size() == 3 && count_common(last, "base") == 3;  // `B ASE`
  if (has_quote || (!is_like_directive(first) && !is_cut_base)) return {};
  if (!is_alone && is_like_prefix(first)) return {true, last};
  return {true, {}};
}

std::vector<lost_directive> find_buried_directives(std::string_view text) {
  std::vector<lost_directive> found;
  std::string_view word;
  std::size_t count = 0;  // of words from the last keyword on
  while (!text.empty()) {
    const auto before = std::exchange(word, take_plain_word(text));
    const bool is_glued = word.ends_with("@prefix") || word.ends_with("@base") || word.ends_with("PREFIX");
    const bool is_marked = is_glued || word.substr(0, 2).find('@') != word.npos;
    const bool is_base = is_keyword(word, "BASE") && trim(text).starts_with('<');
    const bool is_like_base =
        is_glued ? word.ends_with("base") : is_marked && count_common(word, "base") >= 3;
    if (is_base || is_like_base) found.push_back({true, {}});
    const bool is_like = is_marked && is_like_prefix(word);
    const bool is_glued_prefix =
        is_like || (word.size() > keyword_bytes && is_prefix(word.substr(0, keyword_bytes)));
    if (count > 0) ++count;
    const bool may_name =
        is_marked || is_glued_prefix || (count > 2 && word.size() > 1 && word.ends_with(':'));
    if (const auto iri = may_name ? take_iri(text) : std::string_view(); !iri.empty())
      add_names(word, iri, is_glued_prefix ? keyword_bytes + 1 : 0, found);
    if (!is_prefix(word) && !is_like) continue;
    count = 1;
    if (before.size() > 1 && before.ends_with(':')) add_names(before, {}, 0, found);
    add_names_behind_keyword(text, found);
  }
  return found;
}

std::vector<lost_directive> find_directives(std::string_view line) {
  auto found = find_buried_directives(line);
  if (const auto alone = find_lost_directive(line); alone.is_found()) found.push_back(alone);
  return found;
}

}  // namespace laundromat::turtle
