// Announcements of the links of a response, a page or a linkset, and what they say about FAIR Signposting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/web/link_field.hpp"

namespace laundromat {

/// What the links of a document say about the document itself (https://signposting.org/FAIR/).
struct signposting {
  std::string cite_as;                        ///< its persistent identifier
  std::string licence;                        ///< the first one
  std::vector<std::string> types, authors;    ///< IRIs, at most 20 of each
  std::uint64_t items = 0, descriptions = 0;  ///< numbers of links `item` and `describedby`
  std::uint64_t linksets = 0;

  /// 0: no Signposting; 1: a landing page that says what it is, what belongs to it, or what describes it; 2: it has a link set, too.
  [[nodiscard]] int level() const;

  friend bool operator==(const signposting&, const signposting&) = default;
};

/// Announces the targets of links, by the table of `link_relation.hpp`, and notes what cannot be used.
/// Targets and anchors are resolved against `base`. An anchor that names another document is the `context` of the announcement, and no
/// statement about this document: it does not count for the result. Each context with `cite-as` or `license` gives a dataset with its
/// descriptions. A link without relation is a defect; a relation that is not in the table announces nothing.
/// `address` is the URI of the document itself, `base` what its relative references are resolved against; mostly they are the same.
[[nodiscard]] signposting announce_links(std::span<const web_link> links, std::string_view address,
                                         std::string_view base, announcements& found,
                                         const announcement_limits& limits);

/// The announcements of the values of all Link header fields of a response from `address`. At most `limits.announcements` links of a
/// field are read.
[[nodiscard]] announcements announce_link_fields(std::span<const std::string> values,
                                                 std::string_view address,
                                                 const announcement_limits& limits = {},
                                                 signposting* signs = nullptr);

}  // namespace laundromat
