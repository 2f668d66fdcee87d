// The options of a JSON-LD reader besides those of every reader (JSON-LD 1.1 API section 9.3).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace laundromat {

enum class rdf_direction : std::uint8_t { none, i18n_datatype, compound_literal };
enum class json_ld_mode : std::uint8_t { v1_1, v1_0 };

struct json_ld_options {
  std::string expand_context = {};  ///< applied before the document's own: JSON text, or the IRI of a context
  rdf_direction direction = rdf_direction::none;
  bool produce_generalized_rdf = false;  ///< keep blank nodes as predicates
  json_ld_mode mode = json_ld_mode::v1_1;
};

}  // namespace laundromat
