// The language of texts, where the names of their fields say it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/schema/record_schema.hpp"

namespace laundromat {

/// Fills `language` of the fields of one map that have texts. A name says a language when it ends in `@` and a language tag; when it ends in a code
/// of ISO 639-1, as `title_de`, and another field has the same name with another code; or when all fields of the map, two or more, are such codes.
/// A name with a code alone says nothing: `person_id` is not Indonesian.
void find_languages(std::vector<field_schema>& fields);

/// Whether this is a code of ISO 639-1, in lower case.
[[nodiscard]] bool is_language_code(std::string_view code);

}  // namespace laundromat
