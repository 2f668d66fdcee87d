// Conditional requests: whether a request is carried out, by what the client has already.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// The fields of a request that are conditions; empty where it has none.
struct request_conditions {
  std::string_view if_match = {}, if_none_match = {}, if_modified_since = {}, if_unmodified_since = {},
                   if_range = {};
};

/// What is asked for, as it is now.
struct selected_representation {
  bool exists = true;
  std::string_view etag = {};  ///< with its quotes, `W/` before if weak; empty if it has none
  std::optional<timestamp> last_modified = {};  ///< as sent in Last-Modified
};

enum class condition_verdict : std::uint8_t {
  proceed,       ///< the request is carried out
  not_modified,  ///< 304
  failed,        ///< 412
};

/// Evaluates the conditions in the order of RFC 9110 section 13.2.2. `is_read`: the method is GET or HEAD. A date that cannot be read is ignored, as is
/// If-Modified-Since in a request that writes. `now` is needed for two-digit years.
[[nodiscard]] condition_verdict evaluate(const request_conditions& given,
                                         const selected_representation& now_there, bool is_read,
                                         timestamp now);

/// Whether Range is obeyed, by If-Range: there is none, or it names this representation, by a strong entity tag or by its very date.
/// Source: RFC 9110 section 13.1.5.
[[nodiscard]] bool allows_range(const request_conditions& given, const selected_representation& now_there,
                                timestamp now);

/// Whether a list of entity tags has one that equals this one. Strong comparison: both are strong, and equal. Weak comparison: equal without
/// `W/`. Elements that are no entity tags are ignored.
/// Source: RFC 9110 sections 8.8.3 and 8.8.3.2.
[[nodiscard]] bool names_etag(std::string_view list, std::string_view etag, bool is_strong);

}  // namespace laundromat
