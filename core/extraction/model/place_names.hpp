// The names of what is in a record, for messages about a place where nothing is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"

namespace laundromat {

/// The paths to the values in a value, as a specification writes them: `address.city`, and `friends[*].name` for the first item of a list.
/// At most 64, and none longer than 256 bytes.
[[nodiscard]] std::vector<std::string> places_within(data_value from);

/// What is said of a record that has nothing of what is asked for.
inline constexpr std::string_view why_no_record = "no field has a value here: it is no record";

/// The failure `missing_field` of a document in which none of the fields is; `first`: what is said of the first one.
[[nodiscard]] inline tl::unexpected<failure> failure_without_fields(const std::string& first) {
  return fail(errc::missing_field, "none of the fields of the specification is in the document: " + first);
}

/// ``; the nearest is `name` ``, to end a message about the place `wrong`, and how to read a list that it is in; empty when there are no names.
[[nodiscard]] std::string nearest_place(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace laundromat
