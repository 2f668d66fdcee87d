// Whether a document speaks for the publisher of a part of the Web, or only about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// Whether what a document says about the URIs below a prefix is said by their publisher: the prefix is in the URI space of the document, that is, below
/// its folder; or the document is at a usual place of the host (`/.well-known/`); or robots.txt of the host of the prefix names it. Of http and https at
/// their default ports a host has one publisher. `named_by_target` as in `may_list`.
/// Source: Semantic Sitemaps section 4.5; RFC 8615.
[[nodiscard]] bool speaks_for(std::string_view document, std::string_view prefix,
                              std::span<const std::string> named_by_target);

}  // namespace laundromat
