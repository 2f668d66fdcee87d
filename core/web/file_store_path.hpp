// The path of a URI's bytes on disk: readable for people, and decodable to the URI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// The longest directory or file name in an encoded path. ext4 allows 255; the rest is room for a
/// suffix such as `.part` while a file is written.
inline constexpr std::size_t store_name_bytes = 240;
/// The longest encoded path. Linux allows 4,096; the rest is room for the data folder.
inline constexpr std::size_t store_path_bytes = 3'072;

/// UUIDv5 of a URI in the URL name space (F08): 32 lower-case hexadecimal digits, no dashes. Source: RFC 9562
/// section 5.5.
[[nodiscard]] std::string url_uuid(std::string_view uri);

/// The path of what was fetched from `uri` at `fetched`, relative to the store's root (F01-F12):
///
///     _com/_tw/com.twitter/statuses/friends/_bo/bob.xml+3b78498d83a755e89b6e10cf7612ad8a+20081104-162000.xml
///     tld  host full_revhost segments       tier filename?query#fragment+uuid+time.ext
///
/// Names contain letters, digits, `_`, `-` and `.`; a first character that is not a letter and all other bytes are
/// percent-encoded, so that a name from the URI never begins with `_`, is never `.` or `..`, and never contains `+`
/// or `~`.
/// `full_revhost` ends in `_port_user_password` unless the URI is http on port 80 without user
/// and password; where the port does not imply the scheme (443 means https, others http), `_scheme` follows.
/// A URI whose path ends in `/` has an empty file name: the name on disk begins with its encoded query or with
/// `+`, and there is no tier before it.
/// A name that is too long ends in `~`, which no other name does, and
/// directories that do not fit become one `~` with a digest: such a path cannot be decoded to its URI, but contains its UUID.
/// The same URI twice within one second has one path.
/// Errors: `uri_syntax` for a URI without scheme or host; a file URI without a host has the host `localhost`.
[[nodiscard]] result<std::string> encode_path(std::string_view uri, timestamp fetched);

/// The information in a path.
struct stored_name {
  std::string uri;
  std::string uuid;       ///< 32 hexadecimal digits
  timestamp fetched{};    ///< to the second
  std::string extension;  ///< with its dot, percent-encoded; often empty
  /// True if `uuid` is that of `uri`. False if the path was shortened, or if the URI had something that a path does not
  /// store: capitals in the host, empty path segments.
  bool is_exact = false;

  friend bool operator==(const stored_name&, const stored_name&) = default;
};

/// Reads a path made by `encode_path` (F13). Errors: `invalid_argument` for any other text.
[[nodiscard]] result<stored_name> decode_path(std::string_view path);

}  // namespace laundromat
