// Normalises paths of robots.txt, and matches them with patterns.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots_pattern.hpp"

#include <algorithm>
#include <optional>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// What a query may contain as data, although elsewhere it delimits (RFC 3986 section 3.4).
bool is_query_data(char octet) {
  return octet == ':' || octet == '/' || octet == '?' || octet == '@';
}

// Whether an octet stands in a path or query as it is. A lone `%` is neither reserved nor outside of ASCII.
bool is_plain(char octet) {
  return (is_query_char(octet) && octet != '*' && octet != '$') || octet == '%';
}

// A part of a pattern without wildcards, which is searched in a path.
class literal_part {
 public:
  // `query`: where the query of the path begins.
  literal_part(std::string_view text, std::string_view path, std::size_t query)
      : text_(text), path_(path), query_(query) {
    for (std::size_t i = 0; i < text.size(); ++i)
      is_plain_ = is_plain_ && !(is_percent_encoded(text, i) && is_query_data(decoded_octet(text, i)));
  }

  // The end of the first match that begins at `from` or later, and ends the path if it must.
  [[nodiscard]] std::optional<std::size_t> find(std::size_t from, bool to_the_end) const {
    if (is_plain_) {
      if (to_the_end) from = std::max(from, path_.size() - std::min(text_.size(), path_.size()));
      const auto at = path_.find(text_, from);
      return at == std::string_view::npos ? std::nullopt : std::optional{at + text_.size()};
    }
    for (; from < path_.size(); ++from)
      if (const auto end = end_of_match(from); end && (!to_the_end || *end == path_.size())) return end;
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> end_of_match(std::size_t at) const {
    for (std::size_t i = 0; i < text_.size(); ++i, ++at) {
      if (at >= path_.size()) return std::nullopt;
      if (text_[i] == path_[at]) continue;
      if (at <= query_ || !is_percent_encoded(text_, i) || decoded_octet(text_, i) != path_[at])
        return std::nullopt;
      i += 2;
    }
    return at;
  }

  std::string_view text_, path_;
  std::size_t query_;
  bool is_plain_ = true;  // no encoded octet that a query has decoded
};

}  // namespace

std::string normalize_robots_path(std::string_view path, bool is_pattern) {
  std::string out;
  out.reserve(path.size() + 8);
  bool in_query = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (is_percent_encoded(path, i)) {
      const char octet = decoded_octet(path, i);
      if (is_unreserved(octet) || (in_query && is_query_data(octet)))
        out.push_back(octet);
      else
        append_percent_encoded(out, octet);
      i += 2;
      continue;
    }
    const bool is_wildcard = is_pattern && (c == '*' || (c == '$' && i + 1 == path.size()));
    if (is_wildcard || is_plain(c))
      out.push_back(c);
    else
      append_percent_encoded(out, c);
    in_query = in_query || c == '?';
  }
  return out;
}

bool matches_robots_path(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  const auto star = pattern.find('*');
  if (!path.starts_with(pattern.substr(0, star))) return false;
  if (star == std::string_view::npos) return !to_the_end || path.size() == pattern.size();
  pattern.remove_prefix(star);
  const auto query = path.find('?');
  // Here the pattern begins with `*`: each literal part is searched as early as possible, the last one from the end.
  for (std::size_t at = star; !pattern.empty();) {
    pattern.remove_prefix(1);
    const auto next = pattern.find('*');
    const auto text = pattern.substr(0, next);
    pattern.remove_prefix(text.size());
    const bool is_last = next == std::string_view::npos;
    if (text.empty()) continue;
    const auto end = literal_part{text, path, query}.find(at, is_last && to_the_end);
    if (!end) return false;
    at = *end;
  }
  return true;
}

}  // namespace laundromat
