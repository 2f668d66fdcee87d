// Which properties have labels that are indexed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// The key `index.labels` of a campaign.
struct label_choice {
  bool is_on = true;
  std::vector<std::string> properties = {};  ///< IRIs; empty: `usual_label_properties`

  friend bool operator==(const label_choice&, const label_choice&) = default;
};

inline constexpr std::size_t most_label_properties = 1'000;

/// The properties by which things are named in RDFS, SKOS, Dublin Core, FOAF, schema.org and some more vocabularies.
[[nodiscard]] std::span<const std::string_view> usual_label_properties();
/// The properties of a choice, in their order.
[[nodiscard]] std::vector<std::string> properties_of(const label_choice& choice);

/// A text for the journal: `off`, `on`, or one IRI a line.
[[nodiscard]] std::string to_text(const label_choice& choice);
/// What `to_text` has written; the default for the empty text.
[[nodiscard]] label_choice label_choice_of(std::string_view text);

}  // namespace laundromat
