// The table of defects in published RDF: the name of each, and its treatment by each profile.
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
  /// Keeps only what the standards allow; repairs only the case of language tags, and undecodable bytes.
  strict = 0,
  standard = 1,    ///< repairs what has one obvious interpretation
  max_recall = 2,  ///< repairs more: the most likely interpretation, never an invented one
  last = max_recall,
};

/// What was done about a defect. Numbers are stored.
enum class treatment : std::uint8_t {
  note = 0,    ///< the data is kept unchanged
  repair = 1,  ///< the data is kept, changed as the defect describes
  skip = 2,    ///< the smallest unit around it is left out: term, statement, block
  last = skip,
};

/// A row: the name, class and meaning of the rule are in the list of `errc`.
struct defect_rule {
  errc rule;
  std::string_view ids;  ///< of the catalogue of defects, `D29 D41`
  treatment strict, standard, max_recall;
};

/// A defect of the catalogue that readers do not report at a position: it is handled in the same way under every profile.
struct elsewhere_treated {
  std::string_view id;    ///< of the catalogue
  std::string_view name;  ///< the `errc` with which the document fails, or how it is handled
  std::string_view what;
  std::string_view where;  ///< the source file or folder that handles it, below the root of the repository
};

/// The rows, in the order of the catalogue.
[[nodiscard]] std::span<const defect_rule> defect_rules();
/// The rest of the catalogue: with the rows above each of D20 to D72 is listed.
[[nodiscard]] std::span<const elsewhere_treated> treated_elsewhere();
/// The row of a rule; null for an `errc` that is not a defect of a document.
[[nodiscard]] const defect_rule* find_rule(errc rule);
/// The strongest treatment of a defect under a profile. A single case that cannot be repaired is reported by a rule that skips: see
/// `diagnostic.hpp`.
[[nodiscard]] treatment treatment_of(errc rule, wash_profile profile);

/// `strict`, `standard`, `max-recall`.
[[nodiscard]] std::string_view to_string(wash_profile profile);
[[nodiscard]] std::optional<wash_profile> profile_from_name(std::string_view name);
/// `note`, `repair`, `skip`.
[[nodiscard]] std::string_view to_string(treatment done);

}  // namespace laundromat
