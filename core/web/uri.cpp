// Implements RFC 3986: splits, checks and recomposes URIs, and resolves references.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/uri.hpp"

#include <algorithm>

#include "core/web/ip_address.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// The index of the first character that is neither allowed, nor above 0x7F, nor part of a percent-encoded octet; else
// std::string_view::npos.
template <class Allowed>
std::size_t find_illegal(std::string_view text, Allowed allowed) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_percent_encoded(text, i))
      i += 2;
    else if (!is_high(text[i]) && !allowed(text[i]))
      return i;
  }
  return std::string_view::npos;
}

constexpr bool ends_authority(char c) {
  return c == '/' || c == '?' || c == '#';
}

// The length of the text before the first colon, if no other delimiter comes before it; else 0.
std::size_t scheme_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text[at] != ':' && !ends_authority(text[at])) ++at;
  return at < text.size() && text[at] == ':' ? at : 0;
}

std::string_view fault_of_authority(std::string_view authority) {
  const auto parts = split_authority(authority);
  const auto reg_name = [](char c) { return is_unreserved(c) || is_sub_delim(c); };
  const auto user = [&](char c) { return reg_name(c) || c == ':'; };
  if (parts.userinfo && find_illegal(*parts.userinfo, user) != std::string_view::npos) return "user";
  if (parts.port && !std::all_of(parts.port->begin(), parts.port->end(), is_digit)) return "port";
  if (!parts.host.empty() && parts.host.front() == '[') return is_ip_literal(parts.host) ? "" : "IP literal";
  return find_illegal(parts.host, reg_name) == std::string_view::npos ? "" : "host";
}

std::string_view fault_of(const uri_view& parts) {
  if (parts.scheme && !is_scheme(*parts.scheme)) return "scheme";
  if (parts.authority) {
    const auto fault = fault_of_authority(*parts.authority);
    if (!fault.empty()) return fault;
  }
  const auto path = [](char c) { return is_segment_char(c) || c == '/'; };
  if (find_illegal(parts.path, path) != std::string_view::npos) return "path";
  if (parts.query && find_illegal(*parts.query, is_query_char) != std::string_view::npos) return "query";
  if (parts.fragment && find_illegal(*parts.fragment, is_query_char) != std::string_view::npos)
    return "fragment";
  return "";
}

// Drops the last segment of `out` and the slash before it (RFC 3986 section 5.2.4, step 2C).
void drop_last_segment(std::string& out) {
  const auto slash = out.rfind('/');
  out.resize(slash == std::string::npos ? 0 : slash);
}

// RFC 3986 section 5.2.3.
std::string merge_paths(const uri_view& base, std::string_view reference_path) {
  if (base.authority && base.path.empty()) return "/" + std::string{reference_path};
  const auto slash = base.path.rfind('/');
  std::string out{slash == std::string_view::npos ? std::string_view{} : base.path.substr(0, slash + 1)};
  return out.append(reference_path);
}

std::string resolve_split(const uri_view& base, const uri_view& reference) {
  uri_view target = reference;
  std::string path;
  if (reference.scheme || reference.authority) {
    path = remove_dot_segments(reference.path);
  } else {
    target.authority = base.authority;
    if (reference.path.empty()) {
      path = base.path;
      if (!reference.query) target.query = base.query;
    } else if (reference.path.front() == '/') {
      path = remove_dot_segments(reference.path);
    } else {
      path = remove_dot_segments(merge_paths(base, reference.path));
    }
  }
  if (!reference.scheme) target.scheme = base.scheme;
  target.path = path;
  return recompose(target);
}

}  // namespace

uri_view split_uri(std::string_view text) {
  uri_view out;
  if (const auto length = scheme_length(text); length > 0) {
    out.scheme = text.substr(0, length);
    text.remove_prefix(length + 1);
  }
  if (text.starts_with("//")) {
    std::size_t end = 2;
    while (end < text.size() && !ends_authority(text[end])) ++end;
    out.authority = text.substr(2, end - 2);
    text.remove_prefix(end);
  }
  if (const auto hash = text.find('#'); hash != std::string_view::npos) {
    out.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  if (const auto mark = text.find('?'); mark != std::string_view::npos) {
    out.query = text.substr(mark + 1);
    text = text.substr(0, mark);
  }
  out.path = text;
  return out;
}

bool is_ip_literal(std::string_view host) {
  if (host.size() < 4 || host.front() != '[' || host.back() != ']') return false;
  host = host.substr(1, host.size() - 2);
  if (to_lower(host.front()) != 'v') return parse_ipv6(host).has_value();
  const auto dot = host.find('.');
  if (dot == std::string_view::npos || dot < 2 || dot + 1 == host.size()) return false;
  const auto is_hex = [](char c) { return hex_value(c) >= 0; };
  const auto is_future = [](char c) { return is_unreserved(c) || is_sub_delim(c) || c == ':'; };
  return std::all_of(host.begin() + 1, host.begin() + static_cast<std::ptrdiff_t>(dot), is_hex) &&
         std::all_of(host.begin() + static_cast<std::ptrdiff_t>(dot) + 1, host.end(), is_future);
}

authority_view split_authority(std::string_view authority) {
  authority_view out;
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    out.userinfo = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  const auto bracket = authority.rfind(']');
  const auto colon = authority.rfind(':');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    out.port = authority.substr(colon + 1);
    authority = authority.substr(0, colon);
  }
  out.host = authority;
  return out;
}

result<uri_view> parse_uri(std::string_view text) {
  const auto parts = split_uri(text);
  const auto fault = fault_of(parts);
  if (fault.empty()) return parts;
  return fail(errc::uri_syntax,
              "invalid " + std::string{fault} + " in <" + std::string{text.substr(0, 200)} + ">");
}

std::string recompose(const uri_view& parts) {
  const auto length = [](const std::optional<std::string_view>& part) { return part ? part->size() + 2 : 0; };
  std::string out;
  out.reserve(length(parts.scheme) + length(parts.authority) + parts.path.size() + length(parts.query) +
              length(parts.fragment) + 2);
  if (parts.scheme) out.append(*parts.scheme).push_back(':');
  if (parts.authority)
    out.append("//").append(*parts.authority);
  else if (parts.path.starts_with("//"))
    out.append("/.");
  out.append(parts.path);
  if (parts.query) out.append("?").append(*parts.query);
  if (parts.fragment) out.append("#").append(*parts.fragment);
  return out;
}

std::string remove_dot_segments(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  while (!path.empty()) {
    if (path.starts_with("../")) {
      path.remove_prefix(3);
    } else if (path.starts_with("./") || path.starts_with("/./")) {
      path.remove_prefix(2);
    } else if (path == "/.") {
      path = "/";
    } else if (path.starts_with("/../")) {
      path.remove_prefix(3);
      drop_last_segment(out);
    } else if (path == "/..") {
      path = "/";
      drop_last_segment(out);
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      const auto end = std::min(path.find('/', 1), path.size());
      out.append(path.substr(0, end));
      path.remove_prefix(end);
    }
  }
  return out;
}

std::string resolve(const uri_view& base, std::string_view reference) {
  return resolve_split(base, split_uri(reference));
}

std::string resolve(std::string_view base, std::string_view reference) {
  return resolve(split_uri(base), reference);
}

std::string_view base_of(std::string_view address) {
  const bool is_local = address.empty() || address.starts_with("file:");
  return is_local ? no_address_base : address;
}

bool has_lost_colon(std::string_view reference) {
  const auto slashes = reference.find("//");
  if (slashes > 6) return false;  // `https;`
  auto name = reference.substr(0, slashes);
  if (name.ends_with(':')) return false;
  if (!name.empty() && !is_alpha(name.back()) && !is_digit(name.back())) name.remove_suffix(1);
  return default_port(name).has_value();
}

std::string resolve_iri(const uri_view& base, std::string_view reference) {
  if (scheme_length(reference) > 0) return std::string{reference};
  return base.scheme ? resolve_split(base, split_uri(reference)) : std::string{};
}

std::string resolve_iri(std::string_view base, std::string_view reference) {
  return resolve_iri(split_uri(base), reference);
}

bool is_scheme(std::string_view text) {
  const auto later = [](char c) { return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; };
  return !text.empty() && is_alpha(text.front()) && std::all_of(text.begin(), text.end(), later);
}

bool is_absolute(std::string_view text) {
  const auto colon = text.find(':');
  return colon != std::string_view::npos && is_scheme(text.substr(0, colon));
}

bool is_relative_reference(std::string_view text) {
  return !is_absolute(text);
}

bool is_http_scheme(std::string_view scheme) {
  return equals_ignoring_case(scheme, "http") || equals_ignoring_case(scheme, "https");
}

std::optional<std::uint16_t> default_port(std::string_view scheme) {
  if (equals_ignoring_case(scheme, "http")) return std::uint16_t{80};
  if (equals_ignoring_case(scheme, "https")) return std::uint16_t{443};
  if (equals_ignoring_case(scheme, "ftp")) return std::uint16_t{21};
  return std::nullopt;
}

namespace {

/// A number of `inet_aton`: decimal, octal with 0, or hexadecimal with 0x.
std::optional<std::uint64_t> address_number(std::string_view text) {
  unsigned base = 10;
  if (text.starts_with("0x"))
    base = 16, text.remove_prefix(2);
  else if (text.size() > 1 && text.front() == '0')
    base = 8, text.remove_prefix(1);
  if (text.empty() || text.size() > 12) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= base) return std::nullopt;
    value = value * base + static_cast<unsigned>(digit);
  }
  return value;
}

/// The IPv4 address that a host in numbers means to the C library, `127.1`, `0x7f000001`, as four decimal octets.
std::optional<std::string> plain_ipv4(std::string_view host) {
  std::vector<std::uint64_t> numbers;
  while (true) {
    const auto dot = std::min(host.find('.'), host.size());
    const auto number = address_number(host.substr(0, dot));
    if (!number || numbers.size() == 4) return std::nullopt;
    numbers.push_back(*number);
    if (dot == host.size()) break;
    host.remove_prefix(dot + 1);
  }
  std::uint64_t address = 0;
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    if (numbers[i] > 255) return std::nullopt;
    address |= numbers[i] << (24 - 8 * i);
  }
  if (numbers.back() >= std::uint64_t{1} << (8 * (5 - numbers.size()))) return std::nullopt;
  address |= numbers.back();
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8)
    out += std::to_string(address >> shift & 255) + (shift > 0 ? "." : "");
  return out;
}

/// One spelling of each address in brackets; an IPv4 address within IPv6 is that address.
std::string plain_ipv6(const std::string& host) {
  const auto address = parse_ipv6(std::string_view{host}.substr(1, host.size() - 2));
  if (!address) return host;
  const auto& bytes = address->bytes;
  const bool is_mapped = std::all_of(bytes.begin(), bytes.begin() + 10, [](auto b) { return b == 0; }) &&
                         bytes[10] == 255 && bytes[11] == 255;
  if (is_mapped) return to_string(ip_address::v4(bytes[12], bytes[13], bytes[14], bytes[15]));
  return '[' + to_string(*address) + ']';
}

}  // namespace

result<std::string> authority_key(std::string_view text) {
  const auto parts = split_uri(text);
  const auto authority = split_authority(parts.authority.value_or(""));
  auto host = lower_case(percent_decode(authority.host));
  if (host.ends_with('.')) host.pop_back();
  if (host.starts_with('[') && host.ends_with(']') && host.size() > 2)
    host = plain_ipv6(host);
  else if (auto address = plain_ipv4(host))
    host = *std::move(address);
  if (host.empty())
    return fail(errc::uri_syntax, "the URI has no host: <" + std::string{text.substr(0, 200)} + ">");
  unsigned long port = default_port(parts.scheme.value_or("")).value_or(0);
  if (authority.port && !authority.port->empty()) {
    port = 0;
    for (char c : *authority.port) {
      if (!is_digit(c))
        return fail(errc::uri_syntax,
                    "the URI has an invalid port: <" + std::string{text.substr(0, 200)} + ">");
      port = std::min(port * 10 + static_cast<unsigned long>(c - '0'), 100'000UL);
    }
  }
  if (port == 0 || port > 65'535)
    return fail(errc::uri_syntax, "the URI has no port, and its scheme has no default: <" +
                                      std::string{text.substr(0, 200)} + ">");
  return host + ':' + std::to_string(port);
}

result<std::string> short_authority(std::string_view uri) {
  auto key = authority_key(uri);
  const auto usual = default_port(split_uri(uri).scheme.value_or(""));
  if (!key || !usual) return key;
  if (const auto port = ":" + std::to_string(*usual); key->ends_with(port))
    key->resize(key->size() - port.size());
  return key;
}

result<uri> uri::parse(std::string text) {
  if (auto parts = parse_uri(text); !parts) return tl::unexpected(parts.error());
  return uri{std::move(text)};
}

}  // namespace laundromat
