// Searching in lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/line_text.hpp"

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view trim_front(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  return begin == line.npos ? std::string_view{} : line.substr(begin);
}

}  // namespace

std::size_t find_line_end(std::string_view text) {
  std::size_t window = 256;
  for (std::size_t at = 0; at < text.size(); at += window, window *= 2) {
    const auto part = text.substr(at, window);
    const auto feed = part.find('\n');
    const auto carriage = part.substr(0, feed).find('\r');
    if (carriage != part.npos) return at + carriage;
    if (feed != part.npos) return at + feed;
  }
  return text.npos;
}

std::string_view line_end_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  return text.substr(at, text.substr(at).starts_with("\r\n") ? 2 : 1);
}

bool is_turtle_directive(std::string_view line) {
  line = trim_front(line);
  if (line.starts_with("@prefix") || line.starts_with("@base")) return true;
  const auto word = line.substr(0, line.find_first_of(" \t"));
  if (word.size() == line.size()) return false;
  return equals_ignoring_case(word, "prefix") || equals_ignoring_case(word, "base");
}

version_line find_version(std::string_view line) {
  constexpr std::string_view keyword = "version";
  const auto begin = std::min(line.find_first_not_of(" \t"), line.size());
  if (!equals_ignoring_case(line.substr(begin, keyword.size()), keyword)) return {};
  const auto quote = line.find_first_not_of(" \t", begin + keyword.size());
  if (quote == line.npos || (line[quote] != '"' && line[quote] != '\'')) return {};
  const auto close = line.find(line[quote], quote + 1);
  if (close == line.npos || close == quote + 1) return {};
  const auto rest = std::min(line.find_first_not_of(" \t", close + 1), line.size());
  if (rest != line.size() && line[rest] != '#') return {};
  return {line.substr(quote + 1, close - quote - 1), rest};
}

bool begins_like_statement(std::string_view line) {
  if (is_turtle_directive(line)) return true;
  line = trim_front(line);
  if (!line.starts_with('<') && !line.starts_with("_:")) return false;
  const auto end = line.starts_with('<') ? line.find('>') : line.find_first_of(" \t<");
  if (end == line.npos) return false;
  return trim_front(line.substr(line[end] == '<' ? end : end + 1)).starts_with('<');
}

bool closes_literal(std::string_view line, std::string_view close) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line.substr(i).starts_with(close))
      return true;
  }
  return false;
}

}  // namespace laundromat
