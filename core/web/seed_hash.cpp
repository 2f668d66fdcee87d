// Implements the six steps from a URI to its hash, and the form in which a seed is fetched.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/seed_hash.hpp"

#include <algorithm>

#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// A range of a text as offsets.
struct span_of_text {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool contains(std::size_t at) const { return begin <= at && at < end; }
};

span_of_text locate(std::string_view whole, std::string_view part) {
  const auto begin = static_cast<std::size_t>(part.data() - whole.data());
  return {begin, begin + part.size()};
}

// The case-insensitive parts: the scheme and the host.
struct caseless_parts {
  span_of_text scheme, host;

  explicit caseless_parts(std::string_view uri) {
    const auto parts = split_uri(uri);
    if (parts.scheme) scheme = locate(uri, *parts.scheme);
    if (parts.authority) host = locate(uri, split_authority(*parts.authority).host);
  }
  [[nodiscard]] bool contain(std::size_t at) const { return scheme.contains(at) || host.contains(at); }
};

// Tracks whether the text written so far ends in `%` or `%H` that is not part of a percent-encoded octet.
class broken_percent {
 public:
  void wrote_raw(char c) {
    if (c == '%')
      open_ = 1;
    else if (open_ > 0)
      open_ = hex_value(c) >= 0 && open_ == 1 ? 2 : 0;
  }
  void wrote_encoded() { open_ = 0; }
  [[nodiscard]] bool would_grow(char c) const { return open_ > 0 && hex_value(c) >= 0; }

 private:
  int open_ = 0;
};

// Encodes characters that `allowed` rejects; percent-encoded octets do not change.
template <class Allowed>
void append_encoded(std::string& out, std::string_view text, Allowed allowed) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_percent_encoded(text, i)) {
      out.append(text.substr(i, 3));
      i += 2;
    } else if (allowed(text[i])) {
      out.push_back(text[i]);
    } else {
      append_percent_encoded(out, text[i]);
    }
  }
}

void append_encoded_authority(std::string& out, std::string_view text) {
  const auto authority = split_authority(text);
  const auto reg_name = [](char c) { return is_unreserved(c) || is_sub_delim(c); };
  if (authority.userinfo) {
    append_encoded(out, *authority.userinfo, [&](char c) { return reg_name(c) || c == ':'; });
    out.push_back('@');
  }
  const bool literal = authority.host.starts_with('[');
  append_encoded(out, authority.host, [&](char c) {
    return reg_name(c) || is_high(c) || (literal && (c == '[' || c == ']' || c == ':'));
  });
  if (authority.port) out.append(":").append(*authority.port);
}

}  // namespace

std::string lowercase_scheme_and_host(std::string_view uri) {
  std::string out{uri};
  const caseless_parts caseless{uri};
  for (std::size_t i = 0; i < out.size(); ++i)
    if (caseless.contain(i)) out[i] = to_lower(out[i]);
  return out;
}

std::string uppercase_percent_encoding(std::string_view uri) {
  std::string out{uri};
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!is_percent_encoded(out, i)) continue;
    out[i + 1] = to_upper(out[i + 1]);
    out[i + 2] = to_upper(out[i + 2]);
    i += 2;
  }
  return out;
}

std::string decode_unreserved(std::string_view uri) {
  const caseless_parts caseless{uri};
  std::string out;
  out.reserve(uri.size());
  broken_percent broken;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (!is_percent_encoded(uri, i)) {
      out.push_back(uri[i]);
      broken.wrote_raw(uri[i]);
      continue;
    }
    const char octet = decoded_octet(uri, i);
    if (is_unreserved(octet) && !broken.would_grow(octet)) {
      out.push_back(caseless.contain(i) ? to_lower(octet) : octet);
      broken.wrote_raw(octet);
    } else {
      out.append(uri.substr(i, 3));
      broken.wrote_encoded();
    }
    i += 2;
  }
  return out;
}

std::string remove_dot_segments_by_resolution(std::string_view uri) {
  const auto parts = split_uri(uri);
  return parts.scheme ? resolve(parts, uri) : std::string{uri};
}

std::string normalize_seed(std::string_view uri) {
  const auto lowered = lowercase_scheme_and_host(uri);
  const auto uppered = uppercase_percent_encoding(lowered);
  const auto decoded = decode_unreserved(uppered);
  return remove_dot_segments_by_resolution(decoded);
}

record_hash seed_hash(std::string_view uri) {
  return md5(normalize_seed(uri));
}

std::string encode_illegal(std::string_view uri) {
  const auto parts = split_uri(uri);
  std::string out;
  out.reserve(uri.size() + 16);
  if (parts.scheme) out.append(*parts.scheme).push_back(':');
  if (parts.authority) append_encoded_authority(out.append("//"), *parts.authority);
  append_encoded(out, parts.path, [](char c) { return is_segment_char(c) || c == '/'; });
  if (parts.query) append_encoded(out.append("?"), *parts.query, is_query_char);
  if (parts.fragment) append_encoded(out.append("#"), *parts.fragment, is_query_char);
  return out;
}

std::string fetchable(std::string_view uri) {
  const auto encoded = encode_illegal(trim(uri));
  auto parts = split_uri(encoded);
  parts.fragment.reset();
  if (parts.authority) {
    const auto at = parts.authority->rfind('@');
    if (at != std::string_view::npos) parts.authority->remove_prefix(at + 1);
  }
  return recompose(parts);
}

}  // namespace laundromat
