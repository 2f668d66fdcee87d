// The path patterns of robots.txt: the form in which paths are compared, and which paths a pattern matches.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// A path or pattern in the form in which both are compared (RFC 9309 section 2.2.2): octets that a path or query cannot contain (non-ASCII,
/// controls, spaces, quotes, brackets) percent-encoded, percent-encoded unreserved octets decoded, hexadecimal digits in upper case. A `%` that
/// begins no encoding remains. In a query `:`, `/`, `?` and `@` are decoded, so that `?u=http://x` and `?u=http%3A%2F%2Fx` are the same. `*`
/// and `$` of a path become `%2A` and `%24`; in a pattern `*` and a final `$` remain, because they are wildcards (section 2.2.3).
[[nodiscard]] std::string normalize_robots_path(std::string_view path, bool is_pattern);

/// Whether a pattern matches the beginning of a path, or all of it with a final `$`. Both are normalised. Where a `*` matches the `?` of the
/// path, an encoded `:`, `/`, `?` or `@` of the pattern matches the decoded one.
[[nodiscard]] bool matches_robots_path(std::string_view pattern, std::string_view path);

}  // namespace laundromat
