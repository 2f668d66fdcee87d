// Implements text_lookahead: scans a damaged text line by line and counts its quotes and brackets.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/text_lookahead.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::uint64_t most_scans = 16, least_scanned_bytes = std::uint64_t{64} * 1024;

/// Whether the slash behind `before` begins a comment, and is not one of an IRI that lost its quote.
bool begins_comment(std::string_view before, std::string_view text) {
  if (text.starts_with("/*")) return true;
  return text.starts_with("//") &&
         !(before.size() > 1 && before.back() == ':' && is_alpha(before[before.size() - 2]));
}

/// Whether the colon is within a word, as in an IRI; a key is followed by a value.
bool is_within_word(const char* colon, const char* end) {
  return end - colon > 1 && (colon[1] == '/' || is_alpha(colon[1]));
}

}  // namespace

bool holds_key(std::string_view text) {
  for (auto quote = text.find('"'); quote != text.npos; quote = text.find('"', quote + 1)) {
    const auto next = text.find_first_not_of(" \t\r\n", quote + 1);
    if (next != text.npos && text[next] == ':') return true;
  }
  return false;
}

bool is_quoted(std::string_view text) {
  return text.size() > 1 && text.front() == '"' && text.back() == '"' && !holds_key(text);
}

bool is_bracketed(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') ++depth;
    if (text[at] == '}' || text[at] == ']') --depth;
    if (depth <= 0 && at + 1 < text.size()) return false;
  }
  return depth == 0;
}

json_unit measure_unit(const char* from, const char* end) {
  json_unit unit{end};
  int depth = 0;
  for (const char* at = from; at != end; ++at) {
    const char c = *at;
    if (c == '"') {
      for (++at; at != end && *at != '"'; ++at)
        if (*at == '\\' && at + 1 != end) ++at;
      if (at == end) return unit.has_plain_strings = false, unit;
      const auto* next = std::find_if_not(at + 1, end, is_white_space);
      if (depth == 0 && next != end && !is_behind_string(*next)) unit.has_plain_strings = false;
    } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      return unit.end = at, unit;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ':' && depth == 0 && (unit.colons == 0 || !is_within_word(at, end))) {
      if (unit.colons++ == 0) unit.colon = at;
    }
  }
  return unit;
}

void text_lookahead::begin(std::string_view text) {
  begin_ = line_begin_ = line_end_ = text.data();
  end_ = begin_ + text.size();
  scanned_line_bytes_ = scanned_unit_bytes_ = 0;
  is_even_.reset();
}

bool text_lookahead::may_scan(std::uint64_t& scanned_bytes, std::ptrdiff_t size) const {
  scanned_bytes += static_cast<std::uint64_t>(size);
  return scanned_bytes <= most_scans * static_cast<std::uint64_t>(end_ - begin_) + least_scanned_bytes;
}

std::string_view text_lookahead::find_line(const char* at) {
  if (at < line_begin_) line_begin_ = line_end_ = begin_;
  while (line_end_ != end_ && (line_end_ < at || (*line_end_ != '\n' && *line_end_ != '\r'))) {
    if (*line_end_ == '\n' || *line_end_ == '\r') line_begin_ = line_end_ + 1;
    ++line_end_;
  }
  return {line_begin_, line_end_};
}

bool text_lookahead::is_even() {
  if (is_even_) return *is_even_;
  is_even_ = false;
  std::string open;
  for (const char* at = begin_; at != end_; ++at) {
    const char c = *at;
    if (c == '"') {
      for (++at; at != end_ && *at != '"' && static_cast<unsigned char>(*at) >= 0x20; ++at)
        if (*at == '\\' && at + 1 != end_) ++at;
      if (at == end_ || *at != '"') return false;
    } else if (c == '{' || c == '[') {
      open += c == '{' ? '}' : ']';
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != c) return false;
      open.pop_back();
    } else if (c == '\'' || (c == '/' && begins_comment({begin_, at}, {at, end_}))) {
      return false;
    }
  }
  is_even_ = open.empty();
  return *is_even_;
}

}  // namespace laundromat::jsonld
