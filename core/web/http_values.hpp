// Parsers of the HTTP header fields that a crawler uses, lenient because servers violate the grammar.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// A media type with its parameters, as Content-Type has them (RFC 9110 section 8.3).
struct content_type {
  std::string media_type;  ///< lower case, without parameters; empty if only parameters were sent
  std::string charset;     ///< lower case, unquoted; empty if none was named
  /// All parameters in their order, names in lower case, values unquoted.
  std::vector<std::pair<std::string, std::string>> parameters;

  friend bool operator==(const content_type&, const content_type&) = default;
};

/// Reads a Content-Type. Tolerated: any case and white space, quotes of both kinds or missing ones, a list of
/// values (the first counts), empty parameters. An invalid media type (no `/`, other characters than those of a
/// token) is left empty.
[[nodiscard]] content_type parse_content_type(std::string_view value);

/// The media type with its parameter `version`, as `text/turtle;version=1.2`: the version of RDF (RDF 1.2 Concepts section 2.1). A value of other characters
/// than those of a token, or of more than 16, is left out.
[[nodiscard]] std::string media_type_with_version(const content_type& type);

/// Reads the three forms of an HTTP date (RFC 9110 section 5.6.7). `now` determines the century of a two-digit
/// year: no date is more than 50 years ahead. The name of the weekday is not checked.
[[nodiscard]] std::optional<timestamp> parse_http_date(std::string_view value, timestamp now);

/// Reads a Retry-After, seconds or a date, as the time from `now` (RFC 9110 section 10.2.3). Nothing for a
/// negative number, a date in the past, or other text. The result is at most ten years.
[[nodiscard]] std::optional<seconds> parse_retry_after(std::string_view value, timestamp now);

/// The target of a redirect: `value` trimmed, without quotes, percent-encoded, resolved against `request_uri`,
/// whose fragment it inherits if it has none (RFC 9110 section 10.2.2). Errors: `redirect_without_location`
/// for an empty value, `redirect_scheme` for another scheme than http, https and, where `allow_ftp`, ftp, `uri_syntax` for a target
/// without a valid host and port.
[[nodiscard]] result<std::string> resolve_location(std::string_view request_uri, std::string_view value,
                                                   bool allow_ftp = false);

}  // namespace laundromat
