// Checks seeds, and suggests what their author may have meant.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

bool starts_with_ignoring_case(std::string_view text, std::string_view head) {
  return text.size() >= head.size() && equals_ignoring_case(text.substr(0, head.size()), head);
}

// Where the next `http://` or `https://` begins, from `from` on.
std::size_t find_web_uri(std::string_view text, std::size_t from) {
  for (auto i = from; i < text.size(); ++i) {
    const auto rest = text.substr(i);
    if (starts_with_ignoring_case(rest, "http://") || starts_with_ignoring_case(rest, "https://")) return i;
  }
  return std::string_view::npos;
}

// A URI inside another one is usual as a path or query of an archive or service. It is a second URI of the
// field only after white space, a list separator, or the end of a name.
bool begins_another_uri(std::string_view text, std::size_t at) {
  const char before = text[at - 1];
  if (is_space(before)) return true;
  if (text.substr(0, at).find_first_of("?#") != std::string_view::npos) return false;
  return std::string_view{",;|<>\"'"}.find(before) != std::string_view::npos || is_alpha(before) ||
         is_digit(before);
}

std::string split_field(std::string_view text) {
  std::vector<std::string_view> chunks;
  std::size_t begin = 0;
  for (auto at = find_web_uri(text, 1); at != std::string_view::npos; at = find_web_uri(text, at + 1)) {
    if (!begins_another_uri(text, at)) continue;
    chunks.push_back(text.substr(begin, at - begin));
    begin = at;
  }
  if (chunks.empty()) return {};
  chunks.push_back(text.substr(begin));
  std::string out;
  for (auto chunk : chunks) {
    chunk = trim(chunk);
    while (!chunk.empty() && std::string_view{",;|<>\"' \t"}.find(chunk.back()) != std::string_view::npos)
      chunk.remove_suffix(1);
    if (!out.empty()) out.push_back(' ');
    out.append(chunk);
  }
  return out;
}

// `http://http://x`, `http://https//x`, `http:http://x`: the inner URI, or nothing.
std::string undouble(std::string_view text) {
  const auto skip_scheme = [](std::string_view from) -> std::string_view {
    for (std::string_view name : {"https", "http"}) {
      if (!starts_with_ignoring_case(from, name)) continue;
      const auto end = from.find_first_not_of(":/;", name.size());
      const auto mark = from.substr(name.size(), std::min(end, from.size()) - name.size());
      if (mark.find("//") != std::string_view::npos || mark.starts_with(':'))
        return from.substr(std::min(end, from.size()));
    }
    return {};
  };
  std::string out;
  auto rest = skip_scheme(text);
  for (auto inner = skip_scheme(rest); !inner.empty(); inner = skip_scheme(rest)) {
    out = (starts_with_ignoring_case(rest, "https") ? "https://" : "http://") + std::string{inner};
    rest = inner;
  }
  return out;
}

// The number of insertions, deletions, replacements and transpositions between two short words.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// The scheme that a misspelt one probably means: `https` for `ttps`; nothing for a larger distance.
std::string_view meant_scheme(std::string_view scheme) {
  if (scheme.size() < 3 || scheme.size() > 6) return {};
  const auto name = lower_case(scheme);
  const auto plain = edit_distance(name, "http");
  const auto secure = edit_distance(name, "https");
  if (std::min(plain, secure) > 1) return {};
  return secure < plain ? "https" : "http";
}

// Labels of letters, digits and hyphens, the last one of letters only: `www.x.org`.
bool looks_like_host(std::string_view text) {
  const auto dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || text.size() - dot < 3) return false;
  if (!std::all_of(text.begin() + static_cast<std::ptrdiff_t>(dot) + 1, text.end(), is_alpha)) return false;
  const auto is_label = [](char c) { return is_alpha(c) || is_digit(c) || c == '-' || c == '.'; };
  return !text.starts_with('.') && text.find("..") == std::string_view::npos &&
         std::all_of(text.begin(), text.end(), is_label);
}

// Whether a text without scheme begins with a host; a single name such as `data.ttl` only as `www.…`.
bool begins_with_host(std::string_view text) {
  const auto end = text.find_first_of("/?#:");
  const auto first = text.substr(0, end);
  if (!looks_like_host(first)) return false;
  return end != std::string_view::npos || starts_with_ignoring_case(first, "www.");
}

// `example.org:8080/x` looks like a scheme and a path, but is a host and a port.
bool is_host_and_port(std::string_view text) {
  const auto colon = text.find(':');
  const auto host = text.substr(0, colon);
  if (colon == std::string_view::npos || !(looks_like_host(host) || equals_ignoring_case(host, "localhost")))
    return false;
  const auto port = text.substr(colon + 1, text.find_first_of("/?#", colon) - colon - 1);
  return !port.empty() && std::all_of(port.begin(), port.end(), is_digit);
}

seed_verdict classify_relative(std::string_view text) {
  if (text.starts_with("//")) return {errc::relative_uri, "http:" + std::string{text}};
  if (begins_with_host(text)) return {errc::relative_uri, "http://" + std::string{text}};
  if (text.starts_with("://")) return {errc::relative_uri, "http" + std::string{text}};
  // `http//x` and `http;//x`
  const auto slashes = text.find("//");
  if (slashes != std::string_view::npos) {
    auto name = text.substr(0, slashes);
    while (!name.empty() && (name.back() == ';' || is_space(name.back()))) name.remove_suffix(1);
    if (const auto meant = meant_scheme(name); !meant.empty())
      return {errc::relative_uri, std::string{meant} + ':' + std::string{text.substr(slashes)}};
  }
  return {errc::relative_uri, ""};
}

seed_verdict classify_web(std::string_view text) {
  const auto parts = split_uri(text);
  if (auto inner = undouble(text); !inner.empty()) return {errc::uri_syntax, inner};
  if (auto several = split_field(text); !several.empty()) return {errc::uri_syntax, several};
  const auto rest = text.substr(text.find(':') + 1);
  const auto begin = std::min(rest.find_first_not_of("/\\"), rest.size());
  const std::string repaired = std::string{*parts.scheme} + "://" + std::string{rest.substr(begin)};
  if (!parts.authority || parts.authority->empty())
    return {errc::uri_syntax, begin == rest.size() ? "" : repaired};
  if (!authority_key(text)) return {errc::uri_syntax, ""};
  auto encoded = encode_illegal(text);
  if (const auto checked = parse_uri(encoded); !checked) return {errc::uri_syntax, ""};
  return {errc::ok, encoded == text ? "" : std::move(encoded)};
}

}  // namespace

seed_verdict classify_seed(std::string_view uri, allowed_schemes allowed) {
  const auto text = trim(uri);
  if (is_host_and_port(text)) return {errc::relative_uri, "http://" + std::string{text}};
  if (is_relative_reference(text)) {
    if (auto several = split_field(text); !several.empty()) return {errc::relative_uri, several};
    return classify_relative(text);
  }
  const auto scheme = *split_uri(text).scheme;
  if (is_http_scheme(scheme) || (allowed.ftp && equals_ignoring_case(scheme, "ftp")))
    return classify_web(text);
  if (allowed.file && equals_ignoring_case(scheme, "file")) {
    auto encoded = encode_illegal(text);
    return {errc::ok, encoded == text ? "" : std::move(encoded)};
  }
  const auto meant = meant_scheme(scheme);
  if (meant.empty() || !text.substr(scheme.size()).starts_with("://")) return {errc::scheme_refused, ""};
  const auto better = std::string{meant} + std::string{text.substr(scheme.size())};
  const auto inner = undouble(better);
  return {errc::scheme_refused, inner.empty() ? better : inner};
}

}  // namespace laundromat
