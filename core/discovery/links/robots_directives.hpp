// What a publisher asks of a crawler that has a document: X-Robots-Tag, and meta elements of a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

struct robots_directives {
  bool no_index = false;   ///< `noindex`, `none`: it is not to be published
  bool no_follow = false;  ///< `nofollow`, `none`: what it links to is not to be followed
  bool no_archive =
      false;  ///< `noarchive`, `nocache`: no copy is to be published, and a washed document is one
  timestamp unavailable_after{};  ///< from then on `no_index`; the epoch: not stated

  /// Whether the document is to be published at `now`.
  [[nodiscard]] bool may_publish(timestamp now) const {
    return !no_index && !no_archive && (unavailable_after == timestamp{} || now < unavailable_after);
  }
  /// Adds what another line asks for: the sum of all restrictions counts, and the earliest date.
  void add(const robots_directives& other);

  friend bool operator==(const robots_directives&, const robots_directives&) = default;
};

/// Reads the content of a meta element or of one X-Robots-Tag that is for every crawler: directives between commas, in any case. Unknown ones
/// are ignored, as is a date that cannot be read. `index`, `follow` and `all` take nothing back.
[[nodiscard]] robots_directives read_robots_content(std::string_view content);

/// Reads the X-Robots-Tag fields of a response. `agent: directive, …` counts for the crawlers of that name only, up to the next name;
/// `product` is ours, compared in any case. Fields for all and for us add up.
/// Source: Robots meta tag specifications of Google and Bing; there is no RFC.
[[nodiscard]] robots_directives read_robots_fields(std::span<const std::string> values,
                                                   std::string_view product);

}  // namespace laundromat
