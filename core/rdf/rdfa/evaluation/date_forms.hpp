// The dates, times and durations that HTML+RDFa recognises by their form.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat::rdfa {

/// The IRI of xsd:duration, dateTime, date, time, gYearMonth or gYear when `text` has that lexical form; else empty.
/// Source: HTML+RDFa 1.1, section 3.1, additional rule 9.
[[nodiscard]] std::string_view date_type_of(std::string_view text);

}  // namespace laundromat::rdfa
