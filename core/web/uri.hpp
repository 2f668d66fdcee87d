// URIs and IRIs by RFC 3986: components, validity, recomposition, reference resolution, politeness key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// The parts of an authority (RFC 3986 section 3.2). `host` keeps the brackets of an IP literal.
struct authority_view {
  std::optional<std::string_view> userinfo;
  std::string_view host;
  std::optional<std::string_view> port;
};

/// The five components of any text (RFC 3986 appendix B). An absent component is not the same as an empty
/// one. The views point into the text that was split.
struct uri_view {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

/// Splits as the regular expression of RFC 3986 appendix B does: it accepts any bytes and checks nothing.
[[nodiscard]] uri_view split_uri(std::string_view text);
/// Splits an authority at its last `@` and at the last `:` that is not inside brackets.
[[nodiscard]] authority_view split_authority(std::string_view authority);
/// Whether a host is an IP literal with its brackets (RFC 3986 section 3.2.2).
[[nodiscard]] bool is_ip_literal(std::string_view host);
/// Splits and checks a URI or relative reference against the grammar of RFC 3986. Bytes above 0x7F are
/// accepted, so that IRIs are valid as well. Errors: `uri_syntax`, which names the invalid component.
[[nodiscard]] result<uri_view> parse_uri(std::string_view text);

/// Recomposes the components (RFC 3986 section 5.3). A path that would be read as an authority is
/// written with `/.` before it, as in `urn:/.//b`.
[[nodiscard]] std::string recompose(const uri_view& parts);
/// RFC 3986 section 5.2.4. Linear in the length of the path.
[[nodiscard]] std::string remove_dot_segments(std::string_view path);
/// Strict reference resolution (RFC 3986 section 5.2.2). Dot segments are removed even from a reference with
/// a scheme.
[[nodiscard]] std::string resolve(const uri_view& base, std::string_view reference);
[[nodiscard]] std::string resolve(std::string_view base, std::string_view reference);
/// The base of a document that came from no URL (RFC 2557 section 5).
inline constexpr std::string_view no_address_base = "thismessage:/";
/// What the relative references of a document are resolved against that came from `address`. No address, and a `file:` URI, which says
/// only where somebody keeps it, give `no_address_base`.
[[nodiscard]] std::string_view base_of(std::string_view address);
/// Why a relative reference is suspicious: `http//www.example.org/`.
inline constexpr std::string_view lost_colon = "the scheme has no colon";
/// True for a scheme without its colon: `http//www.example.org/`, `https;//www.example.org/`.
[[nodiscard]] bool has_lost_colon(std::string_view reference);
/// Resolution as the RDF formats require it: only relative references are resolved, an IRI with a scheme
/// is returned unchanged. The result is empty if the base has no scheme.
/// Source: RDF 1.1 Turtle section 6.3, RFC 3986 section 5.2.
[[nodiscard]] std::string resolve_iri(const uri_view& base, std::string_view reference);
[[nodiscard]] std::string resolve_iri(std::string_view base, std::string_view reference);

/// ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) (RFC 3986 section 3.1).
[[nodiscard]] bool is_scheme(std::string_view text);
/// True for a text that begins with a scheme and a colon. A fragment is allowed.
[[nodiscard]] bool is_absolute(std::string_view text);
/// True for a text without a scheme: it needs a base (RFC 3986 section 4.2).
[[nodiscard]] bool is_relative_reference(std::string_view text);

/// True for http and https. The case of the scheme does not matter.
[[nodiscard]] bool is_http_scheme(std::string_view scheme);
/// 80 for http, 443 for https, 21 for ftp; nothing for other schemes, which nothing requests. The case of the scheme does not matter.
[[nodiscard]] std::optional<std::uint16_t> default_port(std::string_view scheme);
/// The key by which requests to one server are limited: `host:port`, lower case, without user and final
/// dot, with the default port of the scheme filled in. Errors: `uri_syntax` for a text without host or with
/// an invalid port.
[[nodiscard]] result<std::string> authority_key(std::string_view uri);
/// `authority_key` without the default port of the scheme, so that it is the same for http and https. Errors: as above.
[[nodiscard]] result<std::string> short_authority(std::string_view uri);

/// A URI that was checked once and owns its text.
class uri {
 public:
  /// Errors: `uri_syntax`.
  [[nodiscard]] static result<uri> parse(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// Views into `text()`, valid as long as this object is neither moved nor destroyed.
  [[nodiscard]] uri_view parts() const { return split_uri(text_); }

  friend bool operator==(const uri&, const uri&) = default;

 private:
  explicit uri(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace laundromat
