// The one table of defects in published RDF: what each is called, and what each profile does about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// How much a reader repairs. Numbers are stored.
enum class wash_profile : std::uint8_t {
  strict =
      0,  ///< keeps only what the standards allow; of language tags the case is repaired, and bytes that no encoding has are
  standard = 1,    ///< repairs what has one obvious reading
  max_recall = 2,  ///< repairs more: the likeliest reading, never an invented one
};

/// What was done about a defect. Numbers are stored.
enum class treatment : std::uint8_t {
  note = 0,    ///< the data is kept as it stands
  repair = 1,  ///< the data is kept, changed as the defect says
  skip = 2,    ///< the smallest unit around it is left out: term, statement, block
};

/// A row: the rule's name, class and meaning stand in the list of `errc`.
struct defect_rule {
  errc rule;
  std::string_view ids;  ///< of the catalogue of defects, `D29 D41`
  treatment strict, standard, max_recall;
};

/// What the catalogue lists and no reader can find in a place of its document: the same is done under every profile.
struct elsewhere_treated {
  std::string_view id;    ///< of the catalogue
  std::string_view name;  ///< the `errc` with which the document fails, or what is done about it
  std::string_view what;
  std::string_view where;  ///< the file or folder below the root of the sources that does it
};

/// The rows, in the order of the catalogue.
[[nodiscard]] std::span<const defect_rule> defect_rules();
/// The rest of the catalogue of what documents hold: with the rows above each of D20 to D72 is named.
[[nodiscard]] std::span<const elsewhere_treated> treated_elsewhere();
/// The row of a rule, null for an `errc` that is no defect of a document.
[[nodiscard]] const defect_rule* find_rule(errc rule);
/// The most that is done about a defect under a profile. A single case beyond repair is told by a rule that skips: `telling.hpp`.
[[nodiscard]] treatment treatment_of(errc rule, wash_profile profile);

/// `strict`, `standard`, `max-recall`.
[[nodiscard]] std::string_view to_string(wash_profile profile);
[[nodiscard]] std::optional<wash_profile> profile_from_name(std::string_view name);
/// `note`, `repair`, `skip`.
[[nodiscard]] std::string_view to_string(treatment done);

}  // namespace laundromat
