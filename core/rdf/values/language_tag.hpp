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

/// A tag and the base direction behind it (RDF 1.2 Concepts section 3.3; N-Triples production LANG_DIR).
struct directed_tag {
  std::string_view language;
  std::string_view direction;  ///< `ltr` or `rtl`; empty when there is none
};
/// Cuts `--ltr` or `--rtl` off; another text behind two hyphens stays part of the tag.
[[nodiscard]] constexpr directed_tag split_direction(std::string_view tag) {
  constexpr std::size_t suffix = 5;
  if (!tag.ends_with("--ltr") && !tag.ends_with("--rtl")) return {tag, {}};
  return {tag.substr(0, tag.size() - suffix), tag.substr(tag.size() - suffix + 2)};
}

}  // namespace laundromat
