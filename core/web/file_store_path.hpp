// Where the bytes of a URI lie on disk: a path that people recognise and that reads back as a URI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// No directory or file name of an encoded path is longer. 255 is what ext4 takes; the rest is room for a
/// suffix such as `.part` while a file is written.
inline constexpr std::size_t store_name_bytes = 240;
/// No encoded path is longer. 4,096 is what Linux takes; the rest is room for the data folder.
inline constexpr std::size_t store_path_bytes = 3'072;

/// UUIDv5 of a URI in the URL name space (F08): 32 lower-case hexadecimal digits, no dashes. Source: RFC 9562
/// section 5.5.
[[nodiscard]] std::string url_uuid(std::string_view uri);

/// The path of what was fetched from `uri` at `fetched`, relative to the store's root (F01-F12):
///
///     _com/_tw/com.twitter/statuses/friends/_bo/bob.xml+3b78498d83a755e89b6e10cf7612ad8a+20081104-162000.xml
///     tld  host full_revhost segments       tier filename?query#fragment+uuid+time.ext
///
/// Names keep letters, digits, `_`, `-` and `.`; a first character that is no letter and all other bytes are
/// percent-encoded, so a name from the URI never begins with `_`, never is `.` or `..`, and never holds `+`
/// or `~`.
/// `full_revhost` ends in `_port_user_password` unless the URI is http on port 80 with neither user
/// nor password; where the port does not tell the scheme (443 is https, others http), `_scheme` follows.
/// A URI whose path ends in `/` has an empty file name: the name on disk begins with its encoded query or
/// with
/// `+`, and there is no tier before it.
/// A name that is too long ends in `~`, which nothing else does, and
/// directories that do not fit become one `~` with a digest: such a path does not decode to its URI, but the
/// UUID in it still finds it.
/// The same URI twice in one second is one path.
/// Errors: `uri_syntax` for a URI
/// without scheme or host; file URIs without a host pass as `localhost`.
[[nodiscard]] result<std::string> encode_path(std::string_view uri, timestamp fetched);

/// What a path says about the file it names.
struct stored_name {
  std::string uri;
  std::string uuid;       ///< 32 hexadecimal digits
  timestamp fetched{};    ///< to the second
  std::string extension;  ///< with its dot, percent-encoded; often empty
  /// True if `uuid` is that of `uri`. False if the path was shortened, or if the URI had what a path cannot
  /// say: capitals in the host, empty path segments.
  bool is_exact = false;

  friend bool operator==(const stored_name&, const stored_name&) = default;
};

/// Reads a path made by `encode_path` (F13). Errors: `invalid_argument` for any other text.
[[nodiscard]] result<stored_name> decode_path(std::string_view path);

}  // namespace laundromat
