// Dates and times in a notation that strftime would write.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/extraction/spec/field_spec.hpp"

namespace laundromat {

/// Checks that a format gives all that the type needs. Known are `%Y %y %m %d %e %j %b %B %h %a %A %H %I %M %S %f %p %z %Z %F %T %D %R %%`; `%f` is a
/// fraction of a second, and names are English ones. Errors: `configuration`.
[[nodiscard]] result<void> check_date_format(std::string_view format, field_type type);

/// The date, time, date with time or year in the form of XML Schema. None for a text in another notation, and for a day that is not in
/// the calendar. White space in the format matches any; of two-digit years 69 to 99 are of the last century (POSIX strptime). `%Z` reads `Z`, `UTC`
/// and `GMT`.
[[nodiscard]] std::optional<std::string> read_date(std::string_view format, field_type type,
                                                   std::string_view text);

}  // namespace laundromat
