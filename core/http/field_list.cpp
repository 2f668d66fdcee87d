// Divides fields outside of quoted strings.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/field_list.hpp"

#include "core/web/uri_characters.hpp"

namespace laundromat {

std::vector<std::string_view> divide_field(std::string_view value, char separator, std::size_t most) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  bool is_quoted = false;
  const auto add = [&](std::size_t end) {
    const auto part = trim(value.substr(begin, end - begin));
    if (!part.empty() && parts.size() < most) parts.push_back(part);
    begin = end + 1;
  };
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (is_quoted && c == '\\')
      ++at;
    else if (c == '"')
      is_quoted = !is_quoted;
    else if (c == separator && !is_quoted)
      add(at);
  }
  if (begin <= value.size()) add(value.size());
  return parts;
}

std::string unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string{text};
  std::string out;
  text = text.substr(1, text.size() - 2);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    out.push_back(text[at]);
  }
  return out;
}

}  // namespace laundromat
