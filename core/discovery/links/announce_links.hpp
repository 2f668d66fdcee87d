// Announcements of the links of a response, a page or a linkset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/web/link_field.hpp"

namespace laundromat {

/// Announces the targets of links, by the table of `link_relation.hpp`, and notes what cannot be used.
/// Targets and anchors are resolved against `base`. An anchor that names another document is the `context` of the announcement. Each
/// context with `cite-as` or `license` gives a dataset with its descriptions (https://signposting.org/FAIR/).
/// A link without relation is a defect; a relation that is not in the table announces nothing.
/// `address` is the URI of the document itself, `base` what its relative references are resolved against; mostly they are the same.
void announce_links(std::span<const web_link> links, std::string_view address, std::string_view base,
                    announcements& found, const announcement_limits& limits);

/// The announcements of the values of all Link header fields of a response from `address`. At most `limits.announcements` links of a
/// field are read.
[[nodiscard]] announcements announce_link_fields(std::span<const std::string> values,
                                                 std::string_view address,
                                                 const announcement_limits& limits = {});

}  // namespace laundromat
