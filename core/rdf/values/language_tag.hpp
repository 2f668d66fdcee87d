// Language tags of BCP 47.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Whether Turtle and N-Triples can write it after `@`: [a-zA-Z]+ ('-' [a-zA-Z0-9]+)*.
[[nodiscard]] bool is_writable_language_tag(std::string_view tag);
/// Whether the tag is well-formed, case ignored: it matches the grammar, grandfathered tags included. The registry of subtags is not
/// used. Source: RFC 5646 sections 2.1 and 2.2.9.
[[nodiscard]] bool is_well_formed_language_tag(std::string_view tag);

}  // namespace laundromat
