// A start tag in a text that lacks its `<`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat::rdfa {

/// How much of a text before a `>` is looked at.
inline constexpr std::size_t longest_bare_tag = 1024;

/// Where a start tag without its `<` begins in a text that ends before its `>`; `npos` for nowhere. It has a name and an attribute in
/// quotes. What follows a `<` that is written as a reference is none. Only the last `longest_bare_tag` bytes are looked at.
[[nodiscard]] std::size_t find_bare_tag(std::string_view text);

/// Whether HTML has elements of that name.
[[nodiscard]] bool is_html_element(std::string_view name);

}  // namespace laundromat::rdfa
