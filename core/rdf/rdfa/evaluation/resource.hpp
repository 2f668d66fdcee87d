// Subjects and objects as they are found, checked when the first statement needs them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/rdf/model/statement.hpp"
#include "core/rdf/rdfa/markup/fault_log.hpp"

namespace laundromat::rdfa {

/// An IRI or blank node. Most IRIs are plain at sight; the others are checked on their first use, because an IRI in no statement is no defect.
struct resource {
  enum class state : std::uint8_t { good, unchecked, bad };

  term_kind kind = term_kind::iri;
  state check = state::good;
  errc fault = errc::ok;  ///< why it is bad, as long as that was not reported
  std::string value;
  std::string written;  ///< in the text, while it is unchecked; empty where that is not known
  located_place place;  ///< known unless it was good at sight
  open_skip skip;       ///< of it and of what is lost by it, once it is bad

  [[nodiscard]] term_view view() const { return {kind, value, {}, {}}; }
  [[nodiscard]] bool is(const resource& other) const { return kind == other.kind && value == other.value; }
};

/// The number of a resource in the resource table; negative for none.
using resource_id = int;
inline constexpr resource_id no_resource = -1;
inline constexpr resource_id base_resource = 0;  ///< the base of the document
inline constexpr resource_id lost_resource = 1;  ///< the unknown subject after nesting was lost

}  // namespace laundromat::rdfa
