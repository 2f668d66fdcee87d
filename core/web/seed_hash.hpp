// The identity of a seed in six steps, and the check of a seed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/errc.hpp"

namespace laundromat {

/// Step 2 (L13): the scheme and the host in lower case, nothing else. Source: RFC 3986 section 6.2.2.1.
[[nodiscard]] std::string lowercase_scheme_and_host(std::string_view uri);
/// Step 3 (L14): the digits of every percent-encoded octet in upper case. Source: RFC 3986 section 6.2.2.1.
[[nodiscard]] std::string uppercase_percent_encoding(std::string_view uri);
/// Step 4 (L15): percent-encoded octets of ALPHA DIGIT - . _ ~ are decoded. Two rules keep the result stable:
/// a letter of the scheme or host is decoded to lower case, as step 2 requires, and an octet remains
/// encoded where its character would complete a broken `%` before it, as in `%4%31`. Source: RFC 3986
/// section 6.2.2.2.
[[nodiscard]] std::string decode_unreserved(std::string_view uri);
/// Step 5 (L16): `.` and `..` are removed by reference resolution. A relative reference does not change:
/// there is no base to resolve against. Source: RFC 3986 sections 5.2.2 and 6.2.2.3.
[[nodiscard]] std::string remove_dot_segments_by_resolution(std::string_view uri);

/// Steps 1 to 5 in order. Idempotent. Default ports, empty paths, the order of a
/// query, user and fragment do not change. Any bytes are accepted.
[[nodiscard]] std::string normalize_seed(std::string_view uri);
/// Step 6 (L16): the MD5 of the normalised URI.
[[nodiscard]] record_hash seed_hash(std::string_view uri);

/// What a campaign fetches besides http and https.
struct allowed_schemes {
  bool file = false, ftp = false;

  // NOLINTNEXTLINE(google-explicit-constructor): most callers know of files only
  constexpr allowed_schemes(bool allow_file = false, bool allow_ftp = false)
      : file(allow_file), ftp(allow_ftp) {}
};

/// The check of a seed: `ok`, or why it will never be downloaded; and what its author may have meant.
struct seed_verdict {
  errc code = errc::ok;
  /// With `ok`: the percent-encoded form, if the seed needs one (D03). Else a better URI, or several with a
  /// separated by a space, for people to choose from (D02, D05). Empty if there is no suggestion.
  std::string suggestion;

  friend bool operator==(const seed_verdict&, const seed_verdict&) = default;
};

/// Checks a seed by its text. Surrounding white space is ignored.
/// Codes: `relative_uri` without a scheme (L18, D01, D02), `scheme_refused` for other schemes than http and
/// https that are not allowed (D04, `ttps://` of D05), `uri_syntax` for a doubled scheme, several
/// URIs in one field, a missing host or an impossible port (D05).
[[nodiscard]] seed_verdict classify_seed(std::string_view uri, allowed_schemes allowed = {});

/// The URI with everything percent-encoded that RFC 3986 does not allow in its place: spaces, controls,
/// `<>"{}|\^` and backquotes, brackets outside of the host, a second `#`, bytes above 0x7F outside of the
/// host, `%` without two digits.
[[nodiscard]] std::string encode_illegal(std::string_view uri);
/// The URI to request for a seed (D03): trimmed and encoded, without fragment, user and
/// password.
[[nodiscard]] std::string fetchable(std::string_view uri);

}  // namespace laundromat
