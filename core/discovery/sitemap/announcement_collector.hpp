// Collects what a sitemap or feed announces: checks each URI, keeps the limits, and notes what is wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/discovery/announcement.hpp"

namespace laundromat::sitemaps {

/// The text of an element or attribute that should be a URI.
struct uri_text {
  std::string_view text;
  std::string_view element;  ///< its name, for people: `loc`
  std::string_view base;     ///< what a relative reference is resolved against; empty: none
  std::uint64_t line = 0;
  bool is_sure = true;           ///< false: what the document has in this place cannot be read for certain
  bool may_be_relative = false;  ///< the format allows relative references here
};

/// The URIs, datasets and defects of one document. URIs of datasets have a limit of their own, so that a list of pages takes no place from them.
/// Memory: the texts of all announcements are at most as long as the document may be, besides 100 bytes or so for each.
class announcement_collector {
 public:
  announcement_collector(announcements& found, const announcement_limits& limits)
      : found_(found), limits_(limits) {}

  void defect(errc rule, std::uint64_t line, std::string message) {
    note(found_, limits_, {rule, line, std::move(message)});
  }
  /// The absolute URI that `given` means: without white space around it, resolved, percent-encoded where RFC 3987 allows a character nowhere. Nothing,
  /// with a defect, for what has no certain reading: an empty text, a line break or control inside, more than 8,192 bytes, several URIs, a host without
  /// its scheme, a scheme without its colon.
  [[nodiscard]] std::optional<std::string> read_uri(const uri_text& given);

  /// Adds a page, sitemap or item, up to `limits.announcements`.
  void add(announcement one);
  /// Adds a URI of a dataset, up to `limits.announcements` of these.
  void add_of_dataset(announcement one);
  /// Whether further texts of this length have room. Otherwise the limit is reached, and nothing else is kept.
  [[nodiscard]] bool reserve(std::uint64_t bytes, std::uint64_t line);
  /// Adds a dataset, up to `limits.datasets`. Whether it has a place.
  bool add_dataset(announced_dataset one);

  [[nodiscard]] announcements& found() { return found_; }
  [[nodiscard]] const announcement_limits& limits() const { return limits_; }

 private:
  void add_within(std::size_t limit, std::size_t& count, announcement one);

  announcements& found_;
  const announcement_limits& limits_;
  std::size_t pages_ = 0, of_datasets_ = 0;
  bool has_too_many_datasets_ = false;
  std::uint64_t kept_bytes_ = 0;  ///< of the texts of all announcements and datasets
  bool is_full_ = false;          ///< they have no more room
};

}  // namespace laundromat::sitemaps
