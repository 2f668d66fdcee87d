// What the header of a response announces, and what it asks of crawlers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/discovery/announcement.hpp"
#include "core/discovery/links/robots_directives.hpp"
#include "core/records/records.hpp"

namespace laundromat {

/// The announcements of all Link fields of a response (RFC 8288). Where its media type is that of an RDF format, an `alternate` of the response with such a type is
/// the same data once more: an `other_form`.
[[nodiscard]] announcements announced_links(const http_hop& response);
/// The IRIs of metadata that the links of a response name, see `metadata_links`, one a line.
[[nodiscard]] std::string described_by(const http_hop& response);
/// What its X-Robots-Tag fields ask of the crawler `product`; nothing for an empty one.
[[nodiscard]] robots_directives asked_directives(const http_hop& response, std::string_view product);

}  // namespace laundromat
