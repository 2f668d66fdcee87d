// Reads sets of links: application/linkset and application/linkset+json.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/discovery/links/announce_links.hpp"

namespace laundromat {

/// Reads a document `application/linkset`, whose syntax is that of Link header fields with line breaks. In it every link has an anchor; one
/// without is a link of the document itself. Broken links are defects. Source: RFC 9264 section 4.1.
[[nodiscard]] announcements read_linkset(std::string_view text, std::string_view address,
                                         const announcement_limits& limits = {});

/// Reads a document `application/linkset+json`: `{"linkset": [{"anchor": URI, RELATION: [{"href": URI, "type": …}, …]}, …]}`.
/// Tolerated, each with a defect: a link without its array, a link as text, an array of links with their own `rel`, a top level that is
/// the array. A text that breaks off is used up to the last whole context. Errors: those of `text`.
/// Memory: one context, and the links. Source: RFC 9264 section 4.2.
[[nodiscard]] result<announcements> read_linkset_json(byte_source& text, std::string_view address,
                                                      const announcement_limits& limits = {});

/// Chooses between both by the first character that is no white space.
[[nodiscard]] result<announcements> read_any_linkset(std::string_view text, std::string_view address,
                                                     const announcement_limits& limits = {});

}  // namespace laundromat
