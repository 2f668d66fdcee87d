// The file name of a document that was cut out of a dump.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace laundromat {

/// A tar header has room for so many bytes, its folder apart.
inline constexpr std::size_t document_name_bytes = 100;

/// The URI, percent-encoded except for lower-case letters, digits, `-`, `_` and `.`, and `.nt` or `.nq`. So no name is a path, begins with a
/// dot, or equals another one on a disk that ignores case, and `percent_decode` gives the URI. A name that is too long is cut and gets `~` and
/// 32 digits of the SHA-256 of the URI.
[[nodiscard]] std::string document_name(std::string_view uri, bool has_graphs);

}  // namespace laundromat
